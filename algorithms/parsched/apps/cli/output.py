"""What commands print, and how they are added."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

from parsched.data.formats import Reading


def add(
    commands: Any, name: str, command: Callable[[argparse.Namespace], None], help: str
) -> argparse.ArgumentParser:
    """Add a command by its name."""
    added: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
    added.set_defaults(command=command)
    return added


def show(text: str) -> None:
    """Print text that ends with a line break."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def show_json(values: Any) -> None:
    """Print plain JSON values."""
    show(json.dumps(values, indent=2, allow_nan=False))


def subject(args: argparse.Namespace, reading: Reading) -> dict[str, Any]:
    """Return what the numbers are about."""
    workload = {"name": reading.workload.name, "jobs": len(reading.workload)}
    processors = [site.processors for site in args.procs.sites]
    return {
        "workload": workload,
        "processors": processors,
        "guess": args.guess,
        "dropped": reading.report.dropped,
        "unmodelled": list(reading.workload.unmodelled),
    }
