"""Arguments that several commands take, and what they mean."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from algorithms.errors import AlgorithmsError, ParameterError
from algorithms.formats import ENVIRONMENT_FROM, FORMATS, Options, Reading, read
from algorithms.groups.params import DeployParams
from algorithms.params import Params, assignments
from algorithms.platform import MAX_PROCESSORS, Platform

_OPTIONS = {spec.name: "--" + spec.name.replace("_", "-") for spec in DeployParams.specs()}
"""Parameters that are options of commands."""


def add_input(added: argparse.ArgumentParser) -> None:
    """Take a workload and a machine."""
    titles = ", ".join(format.title for format in FORMATS.values())
    added.add_argument("--workload", required=True, metavar="FILE", help=f"{titles}, or .gz")
    text = "processors; several numbers are the sites of a grid"
    added.add_argument("--procs", required=True, type=_platform, metavar="M[,M2,…]", help=text)
    text = "jobs wider than the machine: refuse the workload, or leave them out (default: error)"
    added.add_argument("--too-wide", choices=("error", "drop"), default="error", help=text)
    spec = ENVIRONMENT_FROM
    added.add_argument(
        "--environment-from", choices=spec.choices, default=spec.default, help=spec.help
    )


def add_params(added: argparse.ArgumentParser) -> None:
    """Take parameters of an algorithm or generator."""
    text = "a parameter; may be repeated"
    added.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help=text)
    added.add_argument("--seed", metavar="S", help="seed of the random numbers")


def add_deployment(added: argparse.ArgumentParser) -> None:
    """Take the time of deployments."""
    for spec in DeployParams.specs():
        text = spec.help
        added.add_argument(_OPTIONS[spec.name], default=spec.default, metavar="S", help=text)


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


def values_of(args: argparse.Namespace, key: str, params: type[Params]) -> dict[str, str]:
    """Return the parameters given by --param and --seed.

    Raises
    ------
    ParameterError
        For text of another shape, and for a seed that nobody takes or that is given twice.
    """
    values = assignments(args.param)
    if args.seed is not None:
        name = params.seed_name()
        if name is None:
            raise ParameterError({"seed": f"{key} uses no random numbers and takes no seed"})
        if name in values:
            raise ParameterError({name: f"{name} is given twice, by --param and by --seed"})
        values[name] = args.seed
    return values


def reading_of(args: argparse.Namespace) -> Reading:
    """Read the workload for the machine; raises as `algorithms.formats.read` does."""
    platform: Platform = args.procs
    options = Options(environment_from=args.environment_from)
    processors = platform.largest
    return read(args.workload, processors=processors, too_wide=args.too_wide, options=options)


def deployment_of(args: argparse.Namespace) -> DeployParams:
    """Return the time of deployments that --deploy-seconds and --deploy-extra give; raises
    `ParameterError` for values that break their declaration."""
    with named_as_typed():
        return DeployParams.from_mapping({name: getattr(args, name) for name in _OPTIONS})


@contextmanager
def named_as_typed() -> Iterator[None]:
    """Let sentences about parameters that are options begin with what people typed."""
    try:
        yield
    except ParameterError as error:
        told = error.errors.items()
        errors = {name: text.replace(name, _OPTIONS.get(name, name), 1) for name, text in told}
        raise ParameterError(errors) from error
