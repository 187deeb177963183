"""Commands that read and write files: read, check, generate, merge."""

import argparse
import json
from pathlib import Path
from typing import Any

from parsched.apps.cli import texts
from parsched.apps.cli.arguments import (
    add_instance,
    add_json,
    add_params,
    add_source,
    endings,
    instance_of,
    options_of,
    reading_of,
    values_of,
)
from parsched.apps.cli.blank_profiles import write_blank_profile
from parsched.apps.cli.output import add, show, show_json, subject
from parsched.apps.cli.paths import ReadPath, WrittenPath
from parsched.apps.cli.reading_texts import reading_json, reading_text
from parsched.base.digits import counted
from parsched.base.errors import FormatError, ParameterError
from parsched.base.whole_files import keeping
from parsched.base.whole_files import write as write_whole
from parsched.data.formats import (
    SCHEDULES,
    Reading,
    ReadOptions,
    read,
    read_schedule,
    title_of,
    write,
)
from parsched.data.formats.pseudonyms import new_key
from parsched.data.generators import GENERATORS, generate
from parsched.data.merging import ABOUT, PRESETS, MergeSpec, SiteTrace, merge, read_traces
from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.run.result import finite


def add_to(commands: Any) -> None:
    """Add the commands."""
    _add_read(commands)
    _add_check(commands)
    _add_generate(commands)
    _add_merge(commands)


def _add_check(commands: Any) -> None:
    added = add(commands, "check", _check, "Check a schedule against its workload.")
    kinds = ", ".join(kind.title for kind in SCHEDULES.values())
    add_instance(added)
    added.add_argument(
        "--schedule", required=True, type=ReadPath, metavar="FILE", help=f"one of {kinds}"
    )
    add_json(added)


def _add_read(commands: Any) -> None:
    added = add(commands, "read", _read, "Read a workload or a log, and tell what it holds.")
    added.add_argument(
        "file", type=ReadPath, metavar="FILE", help="of any format or source that `list` shows"
    )
    add_source(added)
    text = (
        "keep no names of users, accounts and jobs, but pseudonyms; the key is drawn and forgotten "
        "unless --key gives one"
    )
    added.add_argument("--pseudonyms", action="store_true", help=text)
    text = "key of the pseudonyms: the same one gives the same pseudonyms in every file"
    added.add_argument("--key", metavar="TEXT", help=text)
    text = "write what its columns were taken for, to be changed and given as --source"
    added.add_argument("--profile", type=WrittenPath, metavar="FILE.toml", help=text)
    text = f"write the jobs: {endings()}, or .gz"
    added.add_argument("--out", type=WrittenPath, metavar="FILE", help=text)
    add_json(added)


def _read(args: argparse.Namespace) -> None:
    if args.key is not None and not (args.pseudonyms and args.key):
        raise ParameterError({"key": "--key is the key, not blank, of --pseudonyms"})
    key = (args.key or new_key()) if args.pseudonyms else ""
    reading = _recognised(args, options_of(args, pseudonyms=key))
    if args.profile:
        if reading.mapping is None:
            title = title_of(reading.format)
            raise FormatError(f"{args.file} is {title}, whose columns mean what the format says")
        write_whole(args.profile, reading.mapping.as_toml())
    if args.out:
        write(reading.workload, args.out)
    if args.json:
        show_json(reading_json(reading))
    else:
        show(reading_text(reading))
        if args.out:
            show(texts.written_text(reading.workload, args.out))


def _recognised(args: argparse.Namespace, options: ReadOptions) -> Reading:
    """Read the file; where its columns are not recognised, write a profile to be filled in."""
    try:
        return read(args.file, options=options)
    except FormatError as error:
        told = args.profile and write_blank_profile(args.file, args.profile, options)
        if not told:
            raise
        raise FormatError(f"{error}. {told}", error.problems) from error


def _add_generate(commands: Any) -> None:
    added = add(commands, "generate", _generate, "Generate a workload.")
    added.add_argument("model", metavar="MODEL", help=f"one of {', '.join(GENERATORS)}")
    added.add_argument("--jobs", required=True, type=int, metavar="N", help="how many")
    added.add_argument("--procs", required=True, type=int, metavar="M", help="of the machine")
    add_params(added)
    text = f"{endings()}, or .gz"
    added.add_argument("--out", required=True, type=WrittenPath, metavar="FILE", help=text)


def _add_merge(commands: Any) -> None:
    added = add(commands, "merge", _merge, "Merge the traces of several sites into a workload.")
    text = f"a JSON file, or ready-made: {'; '.join(f'{k} ({ABOUT[k]})' for k in PRESETS)}"
    added.add_argument("spec", type=ReadPath, metavar="SPEC", help=text)
    text = "folder of the files that it names (default: the folder of SPEC)"
    added.add_argument("--traces", metavar="FOLDER", help=text)
    text = f"{endings()}, or .gz"
    added.add_argument("--out", required=True, type=WrittenPath, metavar="FILE", help=text)
    text = "write the specification with the digests of the files, which repeats the merge"
    added.add_argument("--spec-out", type=WrittenPath, metavar="JSON", help=text)
    add_json(added)


def _check(args: argparse.Namespace) -> None:
    reading = reading_of(args)
    instance = instance_of(args, reading)
    # Jobs that are marked as killed are cut as they are read; under the rule, all that outlive
    # their estimate are.
    jobs = instance.jobs if instance.rules.estimates == "kill" else reading.workload
    scheduled = read_schedule(args.schedule, jobs, instance.platform)
    scheduled.check()
    metrics = measure(Outcome(scheduled.workload, instance.platform, scheduled.schedule))
    if args.json:
        values = {key: finite(value) for key, value in metrics.items()}
        show_json({"feasible": True, **subject(args, reading), "metrics": values})
    else:
        show(f"feasible: {texts.measured_text(scheduled.workload, metrics)}")


def _generate(args: argparse.Namespace) -> None:
    if args.jobs < 1:
        raise ParameterError({"jobs": f"jobs must be at least 1, got {args.jobs}"})
    declared = GENERATORS.get(args.model)
    values = values_of(args, args.model, declared.params) if declared else {}
    workload = generate(args.model, jobs=args.jobs, processors=args.procs, params=values)
    write(workload, args.out)
    show(f"{counted(len(workload), 'job')} {texts.written_text(workload, args.out)}")


def _merge(args: argparse.Namespace) -> None:
    spec, folder = _spec(args.spec)
    place = folder if args.traces is None else Path(args.traces)
    merged = merge(spec, _traces(spec, place))
    with keeping(*(place / source.site.file for source in spec.sources)):
        write(merged.workload, args.out)
        if args.spec_out:
            content = json.dumps(merged.spec.as_json(), indent=2, ensure_ascii=False)
            write_whole(args.spec_out, f"{content}\n")
    if args.json:
        show_json({"report": merged.report.as_json(), "spec": merged.spec.as_json()})
    else:
        show(f"{merged.report.text}\n{texts.written_text(merged.workload, args.out)}")


def _traces(spec: MergeSpec, folder: Path) -> list[SiteTrace]:
    """Read the traces; where one is not there, say how to name their folder."""
    try:
        return read_traces(spec, folder)
    except FormatError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        text = f"{error}; name the folder of the files with --traces"
        raise FormatError(text) from error


def _spec(name: str) -> tuple[MergeSpec, Path]:
    """Return a specification by its key, or out of a file, and the folder that it is in."""
    if name in PRESETS:
        return PRESETS[name], Path()
    path = Path(name)
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        keys = ", ".join(PRESETS)
        text = f"{name} cannot be read, nor is it one of {keys}"
        raise FormatError(text) from error
    return MergeSpec.from_text(content), path.parent
