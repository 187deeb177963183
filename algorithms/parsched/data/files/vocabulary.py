"""What columns of tables are called: the one vocabulary of strict and of free tables."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from parsched.data.files.roles import ROLES, Reads
from parsched.model.problem.unmodelled import DEPENDENCIES

ALIASES: dict[str, str] = {
    "id": "id jobid jobidraw jid jobno jobnumber job jobnum idjob taskid cobaltjobid",
    "task": "arrayindex arraytaskid arraytask arraypos taskindex",
    "submit": "submit submittime submitted submittedtime submittedat enqueued submission "
    "submissiontime subtime timesubmit queuedtimestamp qtime ctime queuetime release releasetime "
    "releasedate arrival arrivaltime created createtime adt rj",
    "eligible": "eligible eligibletime timeeligible eligibledate dateeligible etime",
    "eligible_wait": "eligiblewait eligiblewaittime",
    "start": "start starttime started startedat startingtime began timestart starttimestamp begin "
    "sdt",
    "end": "end endtime ended endedat timeend endtimestamp finish finishtime finished "
    "finishedat completion completiontime edt",
    "wait": "wait waittime waitingtime queuewait",
    "run": "run runtime elapsed elapsedraw elapsedtime time duration executiontime runtimeseconds "
    "walltimeused wallclockused processingtime pj",
    "estimate": "timelimit timelimitraw reqtime reqwalltime requestedtime requestedwalltime "
    "walltime walltimerequested wallclockreq walltimeseconds estimate userest estimatedtime elpl",
    "processors": "processors procs proc ncpus alloccpus cpus cores ncores numcoresalloc coresused "
    "processorsused allocatedprocessors allocprocs size width nprocs np cpunum slots ntasks "
    "numtasks",
    "asked": "reqcpus reqprocs reqnprocs procreq processorsreq requestedprocessors numcoresreq "
    "coresrequested requestednumberofresources cpusreq requestedcores cnumr",
    "nodes": "nnodes nodes allocnodes numnodesalloc nodesused nodecount numnodes nodesalloc nnuma "
    "nodenum",
    "per_node": "corespernode processorspernode cpuspernode ppn slotspernode taskspernode "
    "ntaskspernode procspernode",
    "state": "state status jobstate jobstatus finalstate exitstate outcome",
    "weight": "weight wj",
    "user": "user userid username uid owner usr iduser usernamegenid",
    "group": "group groupid groupname gid account accountid project projectname acct vc "
    "projectnamegenid",
    "executable": "executable jobname name executableid executablenumber exenum "
    "executableapplicationnumber applicationnumber application app appid jnam",
    "queue": "queue queueid queuenumber queuename qos class",
    "partition": "partition partitionid partitionnumber cluster machine machinename pool",
    "origin": "origin site",
    "environment": "environment",
    "after": "after dependencies dependency dependson origdependency precedingjob "
    "precedingjobnumber proceedingjobnumber prevjob prevjobs predecessor predecessors parents "
    "dagparentnodenames waitsfor",
    "delay": "delay thinktime thinktimefromprecedingjob thinktimefromproceedingjob "
    "thinktimeprecedingjob",
    "memory": "mem memory reqmem memreq maxrss memused usedmemory reqmemory requestedmemory "
    "requestmemory msza memgb memrequested memorymb memmb memalloc mempernode mempercpu minmemory",
    "gpus": "gpus ngpus gpunum numgpusalloc gpusreq gpusused reqgpus allocgpus numgpus numgpusreq "
    "gpusalloc gpusrequested requestgpus numgpu gpucount gpu plangpu accelerators",
    "licences": "licenses licences license licence software concurrencylimits",
    "resources": "gres reqgres allocgres gresreq gresalloc gresused tres reqtres alloctres tresreq "
    "tresalloc trespernode trespertask disk diskreq reqdisk scratch requestedresources "
    "burstbuffer bandwidth reqnetwork requestedlocaldiskspace",
    "constraint": "constraint constraints feature features nodelistreq reqnodelist "
    "reqplatform hostlist excnodelist excludednodes reqswitch",
    "sharing": "shared oversubscribe exclusive nodesharing nodesshared jobsshared wholenode",
    "begin": "begintime notbefore earlieststart earlieststarttime startafter deferraltime "
    "deferuntil holduntil requestedstart requestedstarttime scheduledstart plannedstart",
    "deadline": "deadline deadlinetime duedate duetime due dj termtime endby mustendby",
    "reservation": "reservation reservationid reservationname resv resvid resvname idresv "
    "advancereservation startreserved reserved",
    "limit": "arraytaskthrottle maxrunningtasks arraylimit",
    "together": "hetjobid hetjoboffset packjobid cotask gangid coallocation",
}
"""Usual names of columns by role: lower case, letters and digits only; the likeliest first. The
names of the Standard Workload Format are among them, as its fields are called."""

_COUNTING = "n num nb nbr nr no number count cnt total"
_GIVEN = "alloc allocated allocation granted given assigned used"
_WANTED = "req reqd request requested required asked wanted"
_WHEN = "time date datetime timestamp ts at t epoch unix"
_RUNTIMES = "time walltime wallclock wall clock run runtime duration execution processing"
_COMPOSED: tuple[tuple[str, str, str, str], ...] = (
    ("asked", "cpu cpus core cores proc procs processor processors slots", _WANTED, _COUNTING),
    ("processors", "cpu core proc processor slot task tasks vcpus", _COUNTING, _GIVEN),
    ("processors", "cpus cores procs processors slots pes", f"{_COUNTING} {_GIVEN}", ""),
    ("nodes", "node nodes host hosts", _COUNTING, f"{_GIVEN} {_WANTED}"),
    ("nodes", "nodes hosts", f"{_GIVEN} {_WANTED}", ""),
    ("gpus", "gpu gpus", f"{_COUNTING} {_GIVEN} {_WANTED}", ""),
    ("submit", "submit submitted submission arrival arrive arrived queued enqueued", _WHEN, ""),
    ("submit", "release released sub", _WHEN, ""),
    ("eligible", "eligible", _WHEN, ""),
    ("start", "start started starting begin began launch launched", _WHEN, ""),
    ("end", "end ended finish finished completion completed stop stopped", _WHEN, ""),
    ("wait", "wait waiting waited", "time duration seconds length queue", "in"),
    ("estimate", "limit max maximum estimate estimated expected", f"{_RUNTIMES} user", _WANTED),
    ("estimate", _WANTED, _RUNTIMES, "user"),
    ("run", "run runtime elapsed exec execution", "time duration seconds length actual used", ""),
    ("run", "walltime wallclock duration time", "used actual", "wall clock"),
)
"""Names that are composed of words: the role, words that must all occur, alternatives (one must
occur), and what may stand between. The first that fits counts."""
_BETWEEN = "of the in on utc"

_UNITS = {
    "ms": ("ms", "millis", "milliseconds"),
    "min": ("min", "mins", "minutes"),
    "h": ("h", "hours", "hrs"),
    "s": ("s", "sec", "secs", "seconds"),
    "d": ("days",),
}
_OF_TIME = (Reads.DURATION, Reads.INSTANT)
_LONGEST = 60
"""Characters of a name that may mean something."""


class Meant(NamedTuple):
    """What a name means: the role, blank for none, how usual it is for it (0 is best), and the
    unit that it ends in."""

    role: str = ""
    rank: int = 0
    unit: str = ""


def plain(name: str) -> str:
    """Return a name in lower case with letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


@lru_cache(maxsize=10_000)
def meant(name: str) -> Meant:
    """Return what the name of a column means.

    >>> meant("Number of Allocated Processors").role, meant("walltime (min)")
    ('processors', Meant(role='estimate', rank=6, unit='min'))
    """
    name = name.strip()[:_LONGEST]
    inner = name.rpartition(".")[2]  # a field of a structure means what it says itself
    for rest, unit in _without_unit(name) + _without_unit(inner):
        for role, rank in _roles(rest):
            if not unit or ROLES[role].reads in _OF_TIME:
                return Meant(role, rank, unit)
    return Meant()


_USED = re.compile("used|rss")
"""In names of what a job used of the memory that it has."""


def lost_by(name: str) -> str:
    """Return what the column or key of a name would say that a workload cannot hold, or what is
    lost if it is not read; blank where nothing is.

    >>> lost_by("Req_Mem"), lost_by("depends_on"), lost_by("colour")
    ('memory', 'dependencies', '')
    """
    role = meant(name).role
    if role == "memory" and _USED.search(plain(name)):
        return ""
    return DEPENDENCIES if role == "after" else ROLES[role].lost if role else ""


def beside(values: Mapping[str, Any], read: Iterable[str]) -> dict[str, Any]:
    """Return those values of a record that are not read and would say what is not kept.

    >>> beside({"id": 1, "gpus": 2, "colour": "red"}, ["id"])
    {'gpus': 2}
    """
    unread = values.keys() - set(read)
    return {name: value for name, value in values.items() if name in unread and lost_by(name)}


def _roles(rest: str) -> Iterator[tuple[str, int]]:
    """Yield the roles of a plain name: what it is called by itself, as one of a job, composed."""
    for word in (rest, rest.removeprefix("job")):
        for role, names in _BY_ROLE.items():
            if word in names:
                yield role, names.index(word)
        for role, form in _FORMS:
            if form.fullmatch(word):
                yield role, _COMPOSED_RANK


def _without_unit(name: str) -> list[tuple[str, str]]:
    """Return a name as it is, and without the unit that it ends in."""
    ways = [(plain(name), "")]
    match = re.fullmatch(r"(.+?)[\s_\-(\[]{1,3}([A-Za-z]{1,12})[)\]]?", name)
    if match:
        for unit, words in _UNITS.items():
            if match[2].lower() in words:
                ways.append((plain(match[1]), unit))
    return ways


def _form(*words: str) -> "re.Pattern[str]":
    """Return what matches a name of words: of the first and of the second some, others any."""
    first, second, others = (sorted(each.split(), key=len, reverse=True) for each in words)
    one, other = "|".join(first), "|".join(second)
    some = "|".join(dict.fromkeys((*first, *second, *others, *_BETWEEN.split())))
    has = f"(?:{some})*?(?:{{}})(?:{some})*"
    return re.compile(f"(?={has.format(one)}$){has.format(other)}")


_BY_ROLE = {role: names.split() for role, names in ALIASES.items()}
_COMPOSED_RANK = max(map(len, _BY_ROLE.values()))
_FORMS = tuple((role, _form(*words)) for role, *words in _COMPOSED)
