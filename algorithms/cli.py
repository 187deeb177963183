"""The command line: list, run, compare, front, check, generate, merge, compile.

Errors are one sentence on stderr, exit code 2.
"""

import argparse
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn, cast

from algorithms import __version__, describe
from algorithms.arguments import (
    add_bounds,
    add_instance,
    add_json,
    add_params,
    endings,
    instance_of,
    reading_of,
    values_of,
)
from algorithms.compare import Entry, run_all
from algorithms.compiled.folder import HOW, complaint, is_complete
from algorithms.compiled.setup import compile_all
from algorithms.declare.catalogue import algorithm
from algorithms.errors import AlgorithmsError, FormatError, ParameterError, UnsupportedError
from algorithms.formats import (
    Reading,
    read_schedule,
    write,
    write_schedule,
)
from algorithms.formats.target import opened
from algorithms.generators import GENERATORS, generate
from algorithms.groups.tradeoffs import trade_offs
from algorithms.merging import ABOUT, PRESETS, MergeSpec, Trace, merge, read_traces
from algorithms.metrics import Outcome, measure_all
from algorithms.problem.instance import Instance
from algorithms.ranking import SETS, Ranking, chosen_metrics
from algorithms.ready_made import READY_MADE
from algorithms.result import Result, finite
from algorithms.solve import solve

FAILED = 2
INTERRUPTED = 130
PIPE_CLOSED = 141
PROGRESS_SECONDS = 10.0
"""Between two lines about something that takes long."""


class UsageError(AlgorithmsError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are exceptions, so that `main` words and counts them all alike."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        args = parser().parse_args(argv)
        if args.command not in (_list, _compile) and (missing := complaint()):
            sys.stderr.write(f"{missing}, so this compiles what it needs; {HOW}\n")
            logging.getLogger("algorithms.compiled").setLevel(logging.ERROR)  # all is said
        cast("Callable[[argparse.Namespace], None]", args.command)(args)
        sys.stdout.flush()
    except AlgorithmsError as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What Python would still flush at exit goes nowhere, without complaint.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return 0


def parser() -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    top = Parser(prog="python -m algorithms", description="Schedule parallel jobs, and compare.")
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    _add_list(commands)
    _add_run(commands)
    _add_compare(commands)
    _add_front(commands)
    _add_check(commands)
    _add_generate(commands)
    _add_merge(commands)
    _add_compile(commands)
    return top


def _add(
    commands: Any, name: str, command: Callable[[argparse.Namespace], None], help: str
) -> argparse.ArgumentParser:
    added: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    added.set_defaults(command=command)
    return added


def _add_list(commands: Any) -> None:
    added = _add(commands, "list", _list, "Show algorithms, metrics, bounds and generators.")
    add_json(added)


def _add_run(commands: Any) -> None:
    added = _add(commands, "run", _run, "Run one algorithm.")
    add_instance(added)
    added.add_argument("--algorithm", required=True, metavar="KEY", help="one that `list` shows")
    add_params(added)
    add_bounds(added)
    added.add_argument("--schedule", metavar="OUT", help="write the schedule: .csv or .swf, or .gz")
    add_json(added)


def _add_compare(commands: Any) -> None:
    added = _add(commands, "compare", _compare, "Run several algorithms and print a table.")
    add_instance(added)
    text = (
        "an algorithm; parameters with several values run once for each combination: "
        "'grid:strategy=mpl|mst,admissible=0.1:1:0.1' (in quotes), seed=1:10, strategy=all; or a "
        "ready-made sweep that `list` shows: grid:strategies; or the key of a ready-made comparison"
    )
    added.add_argument("entries", nargs="+", metavar="KEY[:name=value,…]", help=text)
    text = f"add mean degradation and rank over these metrics: {', '.join(SETS)}, or KEY[,KEY…]"
    added.add_argument("--rank", metavar="METRICS", help=text)
    add_json(added)


def _add_front(commands: Any) -> None:
    text = "Print every trade-off of makespan and deployments, for jobs with environments."
    added = _add(commands, "front", _front, text)
    add_instance(added)
    text = f"as for compare (default: what suits the jobs of {', '.join(READY_MADE)})"
    added.add_argument("entries", nargs="*", metavar="KEY[:name=value,…]", help=text)
    add_json(added)


def _add_check(commands: Any) -> None:
    added = _add(commands, "check", _check, "Check a schedule against its workload.")
    add_instance(added)
    added.add_argument("--schedule", required=True, metavar="FILE", help="columns of jobs.csv")
    add_json(added)


def _add_generate(commands: Any) -> None:
    added = _add(commands, "generate", _generate, "Generate a workload.")
    added.add_argument("model", metavar="MODEL", help=f"one of {', '.join(GENERATORS)}")
    added.add_argument("--jobs", required=True, type=int, metavar="N", help="how many")
    added.add_argument("--procs", required=True, type=int, metavar="M", help="of the machine")
    add_params(added)
    added.add_argument("--out", required=True, metavar="FILE", help=f"{endings()}, or .gz")


def _add_merge(commands: Any) -> None:
    added = _add(commands, "merge", _merge, "Merge the traces of several sites into a workload.")
    text = f"a JSON file, or ready-made: {'; '.join(f'{k} ({ABOUT[k]})' for k in PRESETS)}"
    added.add_argument("spec", metavar="SPEC", help=text)
    text = "folder of the files that it names (default: the folder of SPEC)"
    added.add_argument("--traces", metavar="FOLDER", help=text)
    added.add_argument("--out", required=True, metavar="FILE", help=f"{endings()}, or .gz")
    text = "write the specification with the digests of the files, which repeats the merge"
    added.add_argument("--spec-out", metavar="JSON", help=text)
    add_json(added)


def _add_compile(commands: Any) -> None:
    text = "Compile the loops of all algorithms for this machine, which set-up does."
    added = _add(commands, "compile", _compile, text)
    text = "how many compile side by side (default: 2)"
    added.add_argument("--processes", type=int, default=2, metavar="N", help=text)


def _print(text: str) -> None:
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def _print_json(values: Any) -> None:
    _print(json.dumps(values, indent=2, allow_nan=False))


def _list(args: argparse.Namespace) -> None:
    if args.json:
        _print_json(describe.catalogue())
    else:
        _print(describe.catalogue_text())


def _given(args: argparse.Namespace, reading: Reading) -> dict[str, Any]:
    """Return what the numbers are about."""
    workload = {"name": reading.workload.name, "jobs": len(reading.workload)}
    processors = [site.processors for site in args.procs.sites]
    return {
        "workload": workload,
        "processors": processors,
        "dropped": reading.report.dropped,
        "unmodelled": list(reading.workload.unmodelled),
    }


def _run(args: argparse.Namespace) -> None:
    declared = algorithm(args.algorithm)
    values = values_of(args, declared.key, declared.params)
    params = declared.params.from_mapping(values)
    reading = reading_of(args)
    instance = instance_of(args, reading)
    result = solve(instance, declared.key, params, bounds=args.bounds)
    if args.schedule:
        _write_schedule(args.schedule, result, reading)
    if args.json:
        sets = {"admissible_sets": describe.admissible_sets(result)} if result.sites else {}
        _print_json({**result.as_json(), **sets, **_given(args, reading)})
    else:
        _print(describe.results_text(reading, instance, [(declared.title, result)]))


def _write_schedule(path: str, result: Result, reading: Reading) -> None:
    workload, original = result.workload, reading.workload
    write_schedule(path, workload, result.platform, result.schedule, original=original)


def _entries(texts: Sequence[str]) -> list[Entry]:
    """Return what texts stand for: the entries of ready-made comparisons among them."""
    ready = {text: READY_MADE[text].entries for text in texts if text in READY_MADE}
    return [entry for text in texts for entry in ready.get(text) or Entry.parse_all(text)]


def _compare(args: argparse.Namespace) -> None:
    entries = _entries(args.entries)
    ranked_by = () if args.rank is None else chosen_metrics(args.rank)
    reading = reading_of(args)
    instance = instance_of(args, reading)
    found = list(run_all(instance, entries))
    results = [result for _, result in found]
    ranking = Ranking.of(results, ranked_by) if ranked_by else None
    if args.json:
        rows = [{"label": entry.label, **result.as_json()} for entry, result in found]
        for row, rank in zip(rows, ranking.as_json() if ranking else (), strict=bool(ranking)):
            row |= rank
        best = describe.best_labels(rows)
        _print_json({**_given(args, reading), "results": rows, "best": best})
    else:
        columns = [(entry.label, result) for entry, result in found]
        _print(describe.results_text(reading, instance, columns, ranking))


def _suiting(instance: Instance) -> list[Entry]:
    """Return the entries of the ready-made comparison that suits, or those of the first, one of
    which says why not."""
    known = [*READY_MADE.values()]
    return min(known, key=lambda ready: ready.refusal(instance) is not None).entries


def _front(args: argparse.Namespace) -> None:
    entries = _entries(args.entries)
    reading = reading_of(args)
    if reading.workload.environment is None:
        raise UnsupportedError("The front is one of jobs with environments, and these have none")
    instance = instance_of(args, reading)
    ran = run_all(instance, entries or _suiting(instance))
    found = trade_offs([(entry.label, result) for entry, result in ran])
    if args.json:
        _print_json({**_given(args, reading), **asdict(found)})
    else:
        _print(describe.front_text(reading, instance, found))


def _check(args: argparse.Namespace) -> None:
    reading = reading_of(args)
    instance = instance_of(args, reading)
    # Jobs that are marked as killed are cut as they are read; under the rule, all that outlive
    # their estimate are.
    jobs = instance.jobs if instance.rules.estimates == "kill" else reading.workload
    found = read_schedule(args.schedule, jobs, instance.platform)
    found.check()
    metrics = measure_all(Outcome(found.workload, instance.platform, found.schedule))
    if args.json:
        values = {key: finite(value) for key, value in metrics.items()}
        _print_json({"feasible": True, **_given(args, reading), "metrics": values})
    else:
        _print(f"feasible: {describe.measured_text(found.workload, metrics)}")


def _generate(args: argparse.Namespace) -> None:
    if args.jobs < 1:
        raise ParameterError({"jobs": f"jobs must be at least 1, got {args.jobs}"})
    declared = GENERATORS.get(args.model)
    values = values_of(args, args.model, declared.params) if declared else {}
    workload = generate(args.model, jobs=args.jobs, processors=args.procs, params=values)
    write(workload, args.out)
    _print(f"{len(workload):,} jobs {describe.written_text(workload, args.out)}")


def _merge(args: argparse.Namespace) -> None:
    spec, folder = _spec(args.spec)
    merged = merge(spec, _traces(spec, folder if args.traces is None else Path(args.traces)))
    write(merged.workload, args.out)
    if args.spec_out:
        content = json.dumps(merged.spec.as_json(), indent=2, ensure_ascii=False)
        with opened(args.spec_out) as file:
            file.write(f"{content}\n".encode())
    if args.json:
        _print_json({"report": merged.report.as_json(), "spec": merged.spec.as_json()})
    else:
        _print(f"{merged.report.text}\n{describe.written_text(merged.workload, args.out)}")


def _compile(args: argparse.Namespace) -> None:
    if args.processes < 1:
        raise ParameterError({"processes": f"processes must be at least 1, got {args.processes}"})
    if is_complete():
        _print("All loops are compiled.")
        return
    _print("Compiling the loops of all algorithms; this happens once for each version.")
    sys.stdout.flush()
    count = compile_all(args.processes, Counted())
    _print(f"All loops are compiled, {count} of them now.")


class Counted:
    """Prints how much of something is done, every ten seconds or so and at its end."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, done: int, of: int) -> None:
        if of and (done == of or time.monotonic() >= self._next):
            self._next = time.monotonic() + PROGRESS_SECONDS
            _print(f"{done} of {of} are done.")
            sys.stdout.flush()


def _traces(spec: MergeSpec, folder: Path) -> list[Trace]:
    """Read the traces; where one is not there, say how to name their folder."""
    try:
        return read_traces(spec, folder)
    except FormatError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        text = f"{error}; name the folder of the files with --traces"
        raise FormatError(text) from error


def _spec(given: str) -> tuple[MergeSpec, Path]:
    """Return a specification by its key, or out of a file, and the folder that it is in."""
    if given in PRESETS:
        return PRESETS[given], Path()
    path = Path(given)
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        keys = ", ".join(PRESETS)
        text = f"{given} cannot be read, nor is it one of {keys}"
        raise FormatError(text) from error
    return MergeSpec.from_text(content), path.parent
