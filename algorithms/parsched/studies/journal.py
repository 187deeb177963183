"""The journal of a study: a line for each unit, written as soon as it is computed.

A study that was stopped goes on from it, and one with more repetitions or values takes over what is
there. Every line says of what it is: the part as far as it determines the numbers, and the value.
"""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from math import nan
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from parsched.base.errors import FormatError
from parsched.studies.cells import Cells
from parsched.studies.measured import UnitRow
from parsched.studies.origins import origin
from parsched.studies.part import Unit
from parsched.studies.study import Study

NAME = "cells.jsonl"


class Journal:
    """A file of what was computed, open for more."""

    def __init__(self, study: Study, file: TextIO, path: Path) -> None:
        self._study, self._file, self._path = study, file, path
        self._origins = {part.key: origin(study, part) for part in study.parts}

    def add(self, unit: Unit, row: UnitRow) -> None:
        """Write what came out of a unit; it is safe from then on."""
        value = self._study.part(unit.part).instances.values[unit.value]
        line = {
            "origin": self._origins[unit.part],
            "value": dict(value),
            "repetition": unit.repetition,
            "numbers": [[x if np.isfinite(x) else None for x in r] for r in row.numbers.tolist()],
            "problems": row.problems,
            **({"seconds": round(row.seconds, 4)} if np.isfinite(row.seconds) else {}),
        }
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def read(self, cells: Cells) -> None:
        """Put what was computed before into the cells that it belongs to.

        The last line may be torn, as its writer may have been killed: it is cut off.

        Raises
        ------
        FormatError
            For any other line that is none of a journal.
        """
        places = {
            (self._origins[part.key], _named(value)): (part.key, i)
            for part in self._study.parts
            for i, value in enumerate(part.instances.values)
        }
        self._file.seek(0)
        end = number = 0
        try:
            for line in iter(self._file.readline, ""):
                number += 1
                if not line.endswith("\n"):
                    break
                end = self._file.tell()
                self._take(cells, places, json.loads(line, parse_constant=_refuse))
        except _WRONG as error:
            # Text is read ahead in blocks: what is no text may stand some lines later.
            where = "from line" if isinstance(error, UnicodeDecodeError) else "line"
            number += isinstance(error, UnicodeDecodeError)
            rule = f"is no journal of a study, or damaged, {where} {number:,}"
            raise FormatError(f"{self._path} {rule}: {_reason(error)}") from error
        self._file.seek(end)
        self._file.truncate()

    def _take(self, cells: Cells, places: dict[Any, tuple[str, int]], line: Any) -> None:
        place = places.get((line["origin"], _named(line["value"])))
        if place is None or line["repetition"] >= self._study.part(place[0]).repetitions:
            return
        problems = {int(method): text for method, text in line["problems"].items()}
        # Lines of earlier versions do not say how long their units took.
        row = UnitRow(
            np.array(line["numbers"], np.float64), problems, float(line.get("seconds", nan))
        )
        part = self._study.part(place[0])
        shape = len(part.requests), len(part.numbers)
        if row.numbers.shape != shape or line["repetition"] < 0:
            raise ValueError(f"it must have {shape[0]} × {shape[1]} numbers of a repetition")
        cells.put(Unit(*place, line["repetition"]), row)


_WRONG = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading a line raises that is none of a journal."""


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _reason(error: Exception) -> str:
    """Say in words what is wrong with a line."""
    match error:
        case UnicodeDecodeError():
            return "it is no text in UTF-8"
        case json.JSONDecodeError() | RecursionError():
            return "it is no JSON"
        case KeyError():
            return f"it has no {error}"
        case TypeError() | AttributeError():
            return "it is no object with the fields of a run"
    return str(error)


def _named(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@contextmanager
def journal(study: Study, folder: Path) -> Iterator[Journal]:
    """Open the journal in a folder, which only one process may write.

    Raises
    ------
    FormatError
        When it cannot be written, or another process writes it.
    """
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror}") from error
    try:
        with file:
            _hold(file, folder)
            yield Journal(study, file, path)
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror or error}") from error


def _hold(file: TextIO, folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise FormatError(f"{folder} is in use: another process runs a study there") from error
