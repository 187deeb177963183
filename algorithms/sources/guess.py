"""What the columns of an unknown table probably mean, and why."""

import re
from collections.abc import Mapping as Of
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

from algorithms.sources.mapping import BLANK, Column, Mapping
from algorithms.sources.roles import ROLES, Reads

ALIASES: dict[str, str] = {
    "id": "id jobid jobidraw jid jobno jobnumber job jobnum idjob taskid cobaltjobid",
    "task": "arrayindex arraytaskid arraytask arraypos taskindex",
    "submit": "submit submittime submitted submittedtime submittedat enqueued submission "
    "submissiontime subtime timesubmit queuedtimestamp qtime ctime queuetime release releasetime "
    "releasedate arrival arrivaltime created createtime adt",
    "start": "start starttime started startedat startingtime began timestart starttimestamp begin "
    "begintime sdt",
    "end": "end endtime ended endedat timeend endtimestamp finish finishtime finished "
    "finishedat completion completiontime edt",
    "wait": "wait waittime waitingtime queuewait",
    "run": "run runtime elapsed elapsedraw elapsedtime time duration executiontime runtimeseconds "
    "walltimeused wallclockused processingtime",
    "estimate": "timelimit timelimitraw reqtime reqwalltime requestedtime requestedwalltime "
    "walltime walltimerequested wallclockreq walltimeseconds estimate userest estimatedtime elpl",
    "processors": "processors procs proc ncpus alloccpus cpus cores ncores numcoresalloc coresused "
    "processorsused allocatedprocessors allocprocs size width nprocs np cpunum",
    "asked": "reqcpus reqprocs reqnprocs procreq processorsreq requestedprocessors numcoresreq "
    "coresrequested requestednumberofresources cpusreq requestedcores cnumr",
    "nodes": "nnodes nodes allocnodes numnodesalloc nodesused nodecount numnodes nodesalloc nnuma "
    "nodenum",
    "per_node": "corespernode processorspernode cpuspernode ppn",
    "state": "state status jobstate jobstatus finalstate exitstate outcome",
    "weight": "weight",
    "user": "user userid username uid owner usr iduser usernamegenid",
    "group": "group groupid groupname gid account accountid project projectname acct vc "
    "projectnamegenid",
    "executable": "jobname name executable executableid application app jnam",
    "queue": "queue queueid queuename qos class",
    "partition": "partition partitionid cluster machine machinename pool",
    "origin": "origin site",
    "after": "after dependencies dependency dependson precedingjob predecessors",
    "delay": "delay thinktime",
    "memory": "mem memory reqmem memreq maxrss memused reqmemory requestedmemory msza memgb",
    "gpus": "gpus ngpus gpunum numgpusalloc gpusreq gpusused reqgpus allocgpus numgpus",
    "licences": "licenses licences license licence",
    "sharing": "shared oversubscribe exclusive nodesharing nodesshared jobsshared",
}
"""Usual names of columns by role: lower case, letters and digits only; the likeliest first."""

_UNITS = {
    "ms": ("ms", "millis", "milliseconds"),
    "min": ("min", "mins", "minutes"),
    "h": ("h", "hours", "hrs"),
    "s": ("s", "sec", "secs", "seconds"),
    "d": ("days",),
}
_OF_TIME = (Reads.DURATION, Reads.INSTANT)
STEP = r"^[0-9]+([_+][0-9]+)*\."
"""Ids of steps of Slurm's jobs."""
_SURE_STEP = re.compile(STEP + "(batch|extern|interactive)")
"""Those that nothing but Slurm gives."""

_LONGEST = 60
"""Characters of a name that may end in a unit."""
_MINUTES = frozenset(("timelimit", "timelimitraw"))
"""Names whose plain numbers are minutes, as in Slurm."""


@dataclass(frozen=True)
class Guess:
    """What a column probably is: the role, blank for none, its unit, and the reason."""

    column: str
    role: str
    unit: str
    reason: str


def guesses(columns: Sequence[str], samples: Of[str, Sequence[str]] | None = None) -> list[Guess]:
    """Return a guess for each column, by its name and by some of its cells."""
    samples = samples or {}
    ranked = [(_role_of(name), name) for name in columns]
    best: dict[str, tuple[int, str]] = {}
    for (role, rank, _), name in ranked:
        if role and (role not in best or rank < best[role][0]):
            best[role] = rank, name
    made = []
    for (role, _, unit), name in ranked:
        if not role:
            made.append(Guess(name, "", "", "no usual name"))
        elif best[role][1] != name:
            made.append(Guess(name, "", "", f"{best[role][1]} is the {ROLES[role].title.lower()}"))
        else:
            unit = unit or _unit_of(role, name, samples.get(name, ()))
            made.append(Guess(name, role, unit, _reason(name, role, unit)))
    return made


def guessed(columns: Sequence[str], samples: Of[str, Sequence[str]] | None = None) -> Mapping:
    """Return the mapping of a table of which nothing is known but the names of its columns and
    some cells."""
    found = {
        guess.role: (Column(guess.column, guess.unit),)
        for guess in guesses(columns, samples)
        if guess.role
    }
    return with_rules(Mapping(columns=found), samples or {})


def with_rules(mapping: Mapping, samples: Of[str, Sequence[str]]) -> Mapping:
    """Return a mapping that leaves steps out if some cells are ids of such."""
    columns = mapping.columns.get("id", ())
    has_steps = any(_SURE_STEP.match(id) for each in columns for id in samples.get(each.name, ()))
    return replace(mapping, steps="left out") if has_steps else mapping


def plain(name: str) -> str:
    """Return a name in lower case with letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _role_of(name: str) -> tuple[str, int, str]:
    """Return the role of a name, how usual it is for it (0 is best), and its unit."""
    inner = name.rpartition(".")[2]  # a field of a structure means what it says itself
    for rest, unit in _without_unit(name) + _without_unit(inner):
        for role, text in ALIASES.items():
            names = text.split()
            if rest in names and (not unit or ROLES[role].reads in _OF_TIME):
                return role, names.index(rest), unit
    return "", 0, ""


def _without_unit(name: str) -> list[tuple[str, str]]:
    """Return a name as it is, and without the unit that it ends in."""
    ways = [(plain(name), "")]
    match = re.fullmatch(r"(.+?)[\s_\-(\[]{1,3}([A-Za-z]{1,12})[)\]]?", name.strip()[:_LONGEST])
    if match:
        for unit, words in _UNITS.items():
            if match[2].lower() in words:
                ways.append((plain(match[1]), unit))
    return ways


def _unit_of(role: str, name: str, samples: Sequence[str]) -> str:
    """Return the unit of plain numbers, where the name does not say."""
    reads = ROLES[role].reads
    if reads == Reads.DURATION and plain(name) in _MINUTES:
        return "min"
    if reads != Reads.INSTANT:
        return ""
    values = []
    for cell in samples:
        if cell.strip().lower() in BLANK:
            continue
        try:
            values.append(float(cell))
        except ValueError:
            return ""
    values = [value for value in values if isfinite(value)]
    largest = max(values, default=0.0)
    return "" if largest < 1e11 else "ms" if largest < 1e14 else "us" if largest < 1e17 else "ns"


def _reason(name: str, role: str, unit: str) -> str:
    why = f"usual name of the {ROLES[role].title.lower()}"
    return f"{why}, in {unit}" if unit else why
