"""Arguments that several commands take, and what they mean."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from parsched.apps.cli.paths import ReadPath
from parsched.base.errors import AlgorithmsError, FormatError, ParameterError, UnsupportedError
from parsched.data.doubts import DOUBTS
from parsched.data.formats import (
    ENVIRONMENT_FROM,
    FORMATS,
    LEAVE_DEPENDENCIES_OUT,
    Reading,
    ReadOptions,
    read,
)
from parsched.data.logs import Mapping
from parsched.data.what_if import WhatIf, with_more_processors, without_largest_users
from parsched.declare.parameters import Params
from parsched.declare.spec import assignments
from parsched.measure.bounds.registry import check_bounds
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import INSTANT, MAX_PROCESSORS, DeployTime, Platform, Systems

_MACHINE = (
    "processors; several numbers are the sites of a grid (default: those that the file states, "
    "else a guess: the most that were busy at once where starts are recorded, and as many as the "
    "widest job has where they are not)"
)


def add_instance(added: argparse.ArgumentParser) -> None:
    """Take a workload, a machine, and the rules that hold for all algorithms."""
    titles = ", ".join(format.title for format in FORMATS.values())
    added.add_argument(
        "--workload", required=True, type=ReadPath, metavar="FILE", help=f"{titles}, or a log"
    )
    added.add_argument("--procs", type=_platform, metavar="M[,M2,…]", help=_MACHINE)
    text = "jobs wider than the machine: refuse the workload, or leave them out (default: error)"
    added.add_argument("--too-wide", choices=("error", "drop"), default="error", help=text)
    add_source(added)
    spec = ENVIRONMENT_FROM
    added.add_argument(
        "--environment-from", choices=spec.choices, default=spec.default, help=spec.help
    )

    for spec in WhatIf.specs():
        name, metavar = spec.name.replace("_", "-"), "PERCENT" if spec.unit else "K"
        kind = partial(_what_if, spec.name)
        added.add_argument(
            f"--{name}",
            type=kind,
            default=spec.default,
            metavar=metavar,
            help=spec.help.replace("%", "%%"),
        )
    for spec in Rules.specs():
        added.add_argument(
            f"--{spec.name}", choices=spec.choices, default=spec.default, help=spec.help
        )
    text = "time of a deployment on one processor, and how much longer it is on 100 (default: 0)"
    added.add_argument(
        "--deploy", type=_deployment, default=INSTANT, metavar="SECONDS[:EXTRA]", help=text
    )
    [spec] = Systems.specs()
    added.add_argument(
        f"--{spec.name}", type=_systems, default=spec.default, metavar="K", help=spec.help
    )


def add_source(added: argparse.ArgumentParser) -> None:
    """Take what a log is, or what its columns mean, and whether its dependencies are left out."""
    text = (
        "what the log is: a source that `list` shows, or a profile in TOML that says what its "
        "columns mean (default: recognised)"
    )
    added.add_argument("--source", type=ReadPath, metavar="KEY|FILE.toml", default="", help=text)
    switch = LEAVE_DEPENDENCIES_OUT
    name = f"--{switch.name.replace('_', '-')}"
    added.add_argument(name, action="store_true", help=switch.help)


def options_of(args: argparse.Namespace, **others: Any) -> ReadOptions:
    """Return how files are read.

    Raises
    ------
    FormatError
        For a profile that cannot be read.
    """
    others[LEAVE_DEPENDENCIES_OUT.name] = getattr(args, LEAVE_DEPENDENCIES_OUT.name)
    if not args.source.endswith(".toml"):
        return ReadOptions(source=args.source, **others)
    try:
        text = Path(args.source).read_text("utf-8")
        return ReadOptions(mapping=Mapping.from_toml(text), **others)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FormatError(f"{args.source}: the file cannot be read: {reason}") from error
    except (UnicodeDecodeError, FormatError) as error:
        raise FormatError(f"{args.source}: {error}") from error


def add_bounds(added: argparse.ArgumentParser) -> None:
    """Take the lower bounds to compute."""
    text = "lower bounds to compute: KEY[,KEY…] as `list` shows, all or none (default: all)"
    added.add_argument("--bounds", type=_bounds, default=None, metavar="KEYS", help=text)


def add_params(added: argparse.ArgumentParser) -> None:
    """Take parameters of an algorithm or generator."""
    text = "a parameter; may be repeated"
    added.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help=text)
    added.add_argument("--seed", metavar="S", help="seed of the random numbers")


def add_commands(added: argparse.ArgumentParser) -> None:
    """Take the leave to run commands."""
    text = "let external run the commands that are named; without it, none runs"
    added.add_argument("--allow-commands", action="store_true", help=text)


def add_json(added: argparse.ArgumentParser) -> None:
    """Take the wish for JSON."""
    added.add_argument("--json", action="store_true", help="print JSON")


def endings() -> str:
    """Return how names of workload files may end."""
    return ", ".join(format.extensions[0] for format in FORMATS.values())


def _platform(text: str) -> Platform:
    try:
        return Platform.of(*map(int, text.split(",")))
    except (ValueError, AlgorithmsError) as error:
        rule = f"must be integers from 1 to {MAX_PROCESSORS:,} with commas between"
        raise argparse.ArgumentTypeError(f"{rule}, got {text!r:.60}") from error


def _deployment(text: str) -> DeployTime:
    seconds, colon, extra = text.partition(":")
    try:
        return DeployTime.from_mapping({"seconds": seconds, "extra": extra if colon else "0"})
    except ParameterError as error:
        rule = "must be SECONDS or SECONDS:EXTRA, two numbers from 0 to 1,000,000"
        raise argparse.ArgumentTypeError(f"{rule}, got {text!r:.60}") from error


def _systems(text: str) -> int:
    try:
        return Systems.from_mapping({"systems": text}).systems
    except ParameterError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _what_if(name: str, text: str) -> Any:
    try:
        return getattr(WhatIf.from_mapping({name: text}), name)
    except ParameterError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _bounds(text: str) -> frozenset[str] | None:
    """Return the keys of bounds; None for all."""
    if text == "all":
        return None
    keys = frozenset() if text == "none" else frozenset(text.split(","))
    check_bounds(keys)
    return keys


def values_of(args: argparse.Namespace, key: str, params: type[Params]) -> dict[str, str]:
    """Return the parameters given by --param and --seed.

    Raises
    ------
    ParameterError
        For text of another shape, and for a seed that no algorithm takes or that is given twice.
    """
    values = assignments(args.param)
    if args.seed is not None:
        name = params.seed_name(values)
        if name is None:
            raise ParameterError({"seed": f"{key} uses no random numbers and takes no seed"})
        if name in values:
            raise ParameterError({name: f"{name} is given twice, by --param and by --seed"})
        values[name] = args.seed
    return values


def reading_of(args: argparse.Namespace) -> Reading:
    """Read the workload for the machine, which becomes the machine of the file where none is given;
    raises as `parsched.data.formats.read` does."""
    options = options_of(args, environment_from=args.environment_from)
    reading = read(args.workload, options=options)
    args.guess = "" if args.procs else reading.guess
    if args.procs is None:
        args.procs = Platform.of(reading.processors)
    reading = reading.fit(_machine(args).largest, args.too_wide)
    if not args.without_users:
        return reading
    rest, _ = without_largest_users(reading.workload, args.without_users)
    return replace(reading, workload=rest, lines=None)


@contextmanager
def saying_what_is_lost(reading: Reading) -> Iterator[None]:
    """Let what refuses jobs also say which columns of their file were not believed."""
    try:
        yield
    except UnsupportedError as error:
        left_out = {doubt.key for doubt in DOUBTS if doubt.leaves_out}
        lost = [one.sentence for one in reading.report.findings if one.kind.key in left_out]
        raise UnsupportedError(". ".join((str(error), *lost))) from error


def _machine(args: argparse.Namespace) -> Platform:
    """Return the machine, with as many more processors as are asked for."""
    platform: Platform = args.procs
    return (
        with_more_processors(platform, args.more_processors) if args.more_processors else platform
    )


def instance_of(args: argparse.Namespace, reading: Reading) -> Instance:
    """Return the jobs on the machine, with the rules and the deployments that options give."""
    rules = Rules.from_mapping({spec.name: getattr(args, spec.name) for spec in Rules.specs()})
    platform = replace(_machine(args), deployment=args.deploy, systems=args.systems)
    return Instance(reading.workload, platform, rules)
