"""Commands that run algorithms: run, compare, front, report."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from parsched.apps.cli import texts
from parsched.apps.cli.arguments import (
    add_bounds,
    add_commands,
    add_instance,
    add_json,
    add_params,
    instance_of,
    reading_of,
    saying_what_is_lost,
    values_of,
)
from parsched.apps.cli.figures import add_figures, sheet_of, with_caption
from parsched.apps.cli.importing import add_schedules, schedules_of
from parsched.apps.cli.output import add, show, show_json, subject
from parsched.apps.cli.paths import OutputPath, WrittenPath, refuse
from parsched.base.errors import ParameterError, UnsupportedError
from parsched.base.whole_files import problem_of, write
from parsched.data.formats import Reading, write_schedule
from parsched.declare.parameters import Params
from parsched.declare.spec import assignments
from parsched.model.problem.instance import Instance
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.report import REPORTS, Report, declared_report
from parsched.report.printing import ENDINGS, Sheet
from parsched.report.ranking.methods import SETS, Ranking, chosen_metrics
from parsched.report.records import Records
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.report.trade_offs.points import trade_offs
from parsched.report.writers import WRITERS
from parsched.run.ready_made import ENVIRONMENTS, READY_MADE, on, proposed
from parsched.run.request import Request, expanded, requests, run_all
from parsched.run.result import Result
from parsched.run.solve import solve


def add_to(commands: Any) -> None:
    """Add the commands."""
    _add_run(commands)
    _add_compare(commands)
    _add_front(commands)
    _add_report(commands)


def _add_run(commands: Any) -> None:
    added = add(commands, "run", _run, "Run one algorithm.")
    add_instance(added)
    added.add_argument("--algorithm", required=True, metavar="KEY", help="one that `list` shows")
    add_params(added)
    add_bounds(added)
    add_commands(added)
    text = "write the schedule: .csv or .swf, or .gz"
    added.add_argument("--schedule", type=WrittenPath, metavar="OUT", help=text)
    add_json(added)


def _add_compare(commands: Any) -> None:
    added = add(commands, "compare", _compare, "Run several algorithms and print a table.")
    add_instance(added)
    text = (
        "an algorithm; parameters with several values run once for each combination: "
        "'grid:strategy=mpl|mst,admissible=0.1:1:0.1' (in quotes), seed=1:10, strategy=all; or a "
        "ready-made sweep that `list` shows: grid:strategies; or the key of a ready-made comparison"
    )
    added.add_argument("entries", nargs="+", metavar="KEY[:name=value,…]", help=text)
    add_schedules(added)
    add_commands(added)
    text = f"add mean degradation and place over these metrics: {', '.join(SETS)}, or KEY[,KEY…]"
    added.add_argument("--rank", metavar="METRICS", help=text)
    add_json(added)


def _add_front(commands: Any) -> None:
    text = "Print every trade-off of makespan and deployments, for jobs with environments."
    added = add(commands, "front", _front, text)
    add_instance(added)
    keys = ", ".join(ready.key for ready in on(ENVIRONMENTS))
    text = f"as for compare (default: what suits the jobs of {keys})"
    added.add_argument("entries", nargs="*", metavar="KEY[:name=value,…]", help=text)
    add_commands(added)
    add_json(added)


def _add_report(commands: Any) -> None:
    help = "Run several algorithms, and say what came out: a report that `list` shows."
    added = add(commands, "report", _report, help)
    added.add_argument("report", metavar="REPORT[:name=value,…]", help=_reports())
    add_instance(added)
    text = "as for compare (default: a few that suit)"
    added.add_argument("entries", nargs="*", metavar="KEY[:name=value,…]", help=text)
    add_schedules(added)
    add_commands(added)
    kinds = (*WRITERS, *ENDINGS)
    text = f"kind of output: {', '.join(kinds)} (default: txt)"
    added.add_argument("--as", dest="ending", choices=kinds, default="txt", help=text)
    added.add_argument("--table", default="", metavar="KEY", help="which table (default: first)")
    text = "write a file, or of a report with several figures or pictures each into this folder"
    added.add_argument("--out", type=OutputPath, metavar="PATH", help=text)
    add_figures(added)
    add_json(added)


def _reports() -> str:
    return f"one of {', '.join(REPORTS)}, with its options"


def _run(args: argparse.Namespace) -> None:
    declared = algorithm(args.algorithm)
    values = values_of(args, declared.key, declared.params)
    params = declared.params.from_mapping(values)
    reading = reading_of(args)
    instance = instance_of(args, reading)
    stop = Stop(allow_commands=args.allow_commands)
    with saying_what_is_lost(reading):
        result = solve(instance, declared.key, params, stop=stop, bounds=args.bounds)
    if args.schedule:
        _write_schedule(args.schedule, result, reading)
    if args.json:
        sets = {"admissible_sets": texts.admissible_sets(result)} if result.sites else {}
        show_json({**result.as_json(), **sets, **subject(args, reading)})
    else:
        show(texts.results_text(reading, instance, [(declared.title, result)]))


def _write_schedule(path: str, result: Result, reading: Reading) -> None:
    workload, original = result.workload, reading.workload
    write_schedule(path, workload, result.platform, result.schedule, original=original)


def _requests(texts: Sequence[str]) -> list[Request]:
    """Return what texts stand for: the runs of ready-made comparisons among them."""
    ready = {text: READY_MADE[text].requests for text in texts if text in READY_MADE}
    return [one for text in texts for one in ready.get(text) or requests([text])]


def _compare(args: argparse.Namespace) -> None:
    requested = _requests(args.entries)
    ranked_by = () if args.rank is None else chosen_metrics(args.rank)
    reading = reading_of(args)
    instance = instance_of(args, reading)
    given = schedules_of(args, instance)
    with saying_what_is_lost(reading):
        ran = run_all(instance, requested, allow_commands=args.allow_commands)
    named = [*given, *((one.text, result) for one, result in ran)]
    ranking = Ranking.of(_records(named, args, reading), ranked_by) if ranked_by else None
    if args.json:
        rows = [{"label": label, **result.as_json()} for label, result in named]
        ranked = [row for row in rows if not row["violation_count"]]
        for row, rank in zip(ranked, ranking.as_json() if ranking else (), strict=bool(ranking)):
            row |= rank
        best = texts.best_labels(rows)
        show_json({**subject(args, reading), "results": rows, "best": best})
    else:
        told = sentence(standings_of(_records(named, args, reading)))
        answer = [told, ""] if len(named) > 1 else []
        show(
            "\n".join([*answer, texts.results_text(reading, instance, named, ranking, args.guess)])
        )


def _records(
    named: Sequence[tuple[str, Result]], args: argparse.Namespace, reading: Reading
) -> Records:
    """Make records that know how the machine was guessed, and how many jobs were left out."""
    return Records.of(named, guess=args.guess, left_out=reading.left_out)


def _suiting(instance: Instance) -> list[Request]:
    """Return the runs of the ready-made comparison that suits, or the runs of the first, which say
    why not."""
    comparisons = on(ENVIRONMENTS)
    return min(comparisons, key=lambda ready: ready.refusal(instance) is not None).requests


def _front(args: argparse.Namespace) -> None:
    requested = _requests(args.entries)
    reading = reading_of(args)
    if reading.workload.environment is None:
        raise UnsupportedError("The front is one of jobs with environments, and these have none")
    instance = instance_of(args, reading)
    suiting = requested or _suiting(instance)
    ran = run_all(instance, suiting, allow_commands=args.allow_commands)
    front = trade_offs([(one.text, result) for one, result in ran])
    if args.json:
        show_json({**subject(args, reading), **asdict(front)})
    else:
        show(texts.front_text(reading, instance, front))


def _report(args: argparse.Namespace) -> None:
    key, _, rest = args.report.partition(":")
    declared = declared_report(key)
    options = declared.options.from_mapping(_options(declared.options, rest))
    ending = "json" if args.json else args.ending
    if args.table and ending == "json":
        raise ParameterError({"table": "JSON has all tables: leave out --table, or choose --as"})
    sheet = sheet_of(args, ending)
    if args.out is not None and ending not in ENDINGS:
        refuse("out", args.out, problem_of(args.out))
    requested = _requests(args.entries)
    reading = reading_of(args)
    instance = instance_of(args, reading)
    given = schedules_of(args, instance)
    suiting = requested or expanded(proposed(instance))
    with saying_what_is_lost(reading):
        ran = run_all(instance, suiting, allow_commands=args.allow_commands)
    named = [*given, *((one.text, result) for one, result in ran)]
    records = _records(named, args, reading)
    report = declared.of(records, options)
    for line in texts.left_out(reading):
        sys.stderr.write(f"{line}\n")
    is_text = report.sentences or any(not table.is_for_programs for table in report.tables)
    if ending == "txt" and not is_text:
        rule = "has only figures and tables for programs here: --as csv, json, or pdf"
        raise ParameterError({"as": f"{key} {rule}"})
    if ending in ENDINGS:
        _print_figures(report, args, ending, sheet, records)
        return
    text = _written(report, args, ending)
    if not args.out:
        show(text)
        return
    write(args.out, text)


def _written(report: Report, args: argparse.Namespace, ending: str) -> str:
    """Return a report, a table, or the numbers of a figure as text."""
    if ending == "csv" and (args.figure or (report.gantts and not report.tables)):
        if args.table:
            raise ParameterError({"table": "a file has a figure or a table: leave out one of them"})
        return report.figure(args.figure or "").csv()
    return report.write(ending, args.table)


def _print_figures(
    report: Report, args: argparse.Namespace, ending: str, sheet: Sheet, records: Records
) -> None:
    """Print figures as a file, or as a folder of files."""
    report.print_figures(
        args.out,
        ending,
        key=args.figure or "",
        sheet=lambda figure: with_caption(args, sheet, figure, records),
    )


def _options(declared: type[Params], rest: str) -> dict[str, str]:
    """Read options; what follows a text with commas, and names no option, belongs to it."""
    names = {spec.name for spec in declared.specs()}
    long = {spec.name for spec in declared.specs() if spec.commas}
    words: list[str] = []
    for word in rest.split(",") if rest else []:
        is_more = words and word.partition("=")[0] not in names
        if is_more and words[-1].partition("=")[0] in long:
            words[-1] += f",{word}"
        else:
            words.append(word)
    return assignments(words)
