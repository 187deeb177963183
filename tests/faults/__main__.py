"""`make faults [rounds=…] [seed=…]`: inject faults and print a table of what they did."""

import argparse
import logging
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

import django

from tests.faults.ground import ground, lacking


def main() -> int:
    """Return how much was wrong, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="how many faults")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--json", type=Path, help="file for the report")
    parser.add_argument("--logs", type=Path, help="folder that keeps what the programs print")
    asked = parser.parse_args()
    if missing := lacking():
        parser.error(f"{', '.join(missing)} must be installed first")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and leave nothing behind
    logging.basicConfig(format="{asctime} {message}", style="{")
    with ground() as made:
        os.environ |= made.environment(direct=True)
        django.setup()
        # What asks for models can be imported only now, with the settings of this laboratory.
        try:
            report = import_module("tests.faults.laboratory").run(made, asked.rounds, asked.seed)
        finally:
            if asked.logs:
                asked.logs.mkdir(parents=True, exist_ok=True)
                for log in made.folder.glob("*.log"):
                    (asked.logs / log.name).write_bytes(log.read_bytes())
    sys.stdout.write("".join(f"{line}\n" for line in report.lines()))
    if asked.json:
        asked.json.write_text(report.as_json())
    return min(len(report.problems), 1)


if __name__ == "__main__":
    sys.exit(main())
