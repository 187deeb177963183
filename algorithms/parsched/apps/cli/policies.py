"""The command that reads a policy of the queue: slurm-conf."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any

from parsched.apps.cli.arguments import add_json
from parsched.apps.cli.output import add, show, show_json
from parsched.apps.cli.paths import ReadPath
from parsched.base.errors import FormatError
from parsched.policies.online.slurm_conf import SlurmConf, read_slurm_conf
from parsched.run.request import RequestEntry, expanded


def add_to(commands: Any) -> None:
    """Add the command."""
    text = "Read the policy of the queue from a slurm.conf."
    added = add(commands, "slurm-conf", _slurm_conf, text)
    added.add_argument(
        "file", type=ReadPath, metavar="FILE", help="the file or some lines of it; - for stdin"
    )
    add_json(added)


def _slurm_conf(args: argparse.Namespace) -> None:
    found = read_slurm_conf(_text(args.file))
    run = expanded([RequestEntry("queue", found.params)])[0].text
    if args.json:
        show_json({**found.as_json(), "run": run})
        return
    show(_settings(found))
    if found.others:
        show(f"These change no start: {', '.join(found.others)}.")
    if found.beware:
        show(found.beware)
    show(f"\n{found.heading}\n{shlex.quote(run)}")


def _settings(found: SlurmConf) -> str:
    lines = []
    for one in found.settings:
        place = f"line {one.line}" if one.line else "default"
        setting = f"{one.name}={one.value}" if one.value else one.name
        left_out = "" if one.is_understood else "left out: "
        lines.append(f"{place:>10}  {setting}: {left_out}{one.said}")
    return "\n".join(lines)


def _text(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FormatError(f"{name} cannot be read: {error.strerror}") from error
