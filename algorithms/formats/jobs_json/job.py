"""One job of a JSON workload: each field read by its rule, each problem put into a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from algorithms.formats.jobs_json import KEYS, LABELS, MOST_CONFIGURATIONS
from algorithms.formats.report import SHOWN, shown
from algorithms.platform import MAX_PROCESSORS
from algorithms.workload import LATEST, Floats, Ints, ceil_times

LONGEST_NAME = 100
DUPLICATE = "\0duplicate"
"""Where the parser leaves a key that an object has twice."""

_MISSING = object()
_TIME = "must be a number from 0 to 2^53"


@dataclass
class Problems:
    """Counts problems and keeps the first sentences."""

    count: int = 0
    sentences: list[str] = field(default_factory=list)

    def add(self, sentence: str) -> None:
        """Take one."""
        self.count += 1
        if len(self.sentences) < SHOWN:
            self.sentences.append(sentence)


class JobReader:
    """Reads the fields of one job; what breaks a rule goes to `problems` and yields a stand-in."""

    def __init__(self, index: int, values: Mapping[str, Any], problems: Problems) -> None:
        self._values = values
        self._problems = problems
        self._name = f"number {index + 1}"
        self.id = self._id()
        if self.id:
            self._name = self.id
        if DUPLICATE in values:
            self._wrong(str(values[DUPLICATE]), "must be given once", "it twice")

    def _wrong(self, key: str, rule: str, value: Any) -> None:
        if isinstance(value, bool) or value is None:
            value = {True: "true", False: "false", None: "null"}[value]
        got = "nothing" if value is _MISSING else shown(value)
        self._problems.add(f"job {self._name}: {shown(key)} {rule}, got {got}")

    def _id(self) -> str:
        value = self._values.get("id", _MISSING)
        if type(value) is int:
            value = str(value)
        if isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable():
            return value
        self._wrong("id", f"must be text of 1 to {LONGEST_NAME} characters, or an integer", value)
        return ""

    @property
    def unknown(self) -> list[str]:
        """Keys that mean nothing here."""
        return sorted(self._values.keys() - KEYS - {DUPLICATE})

    def time(self, key: str, default: float) -> float:
        """Return a time in seconds."""
        value = self._values.get(key, default)
        if type(value) in (int, float) and 0 <= value <= LATEST:
            return float(value)
        self._wrong(key, _TIME, value)
        return 0.0

    def positive(self, key: str, default: float) -> float:
        """Return a positive number; null and a missing key are the default."""
        value = self._values.get(key)
        if value is None:
            return default
        if type(value) in (int, float) and 0 < value <= LATEST:
            return float(value)
        self._wrong(key, "must be a number above 0 and up to 2^53", value)
        return 1.0

    def labels(self) -> dict[str, str]:
        """Return the names that the job has."""
        found = {}
        for key in LABELS:
            value = self._values.get(key)
            if type(value) is int:
                value = str(value)
            if isinstance(value, str) and len(value) <= LONGEST_NAME:
                found[key] = value
            elif value is not None:
                rule = f"must be text of at most {LONGEST_NAME} characters"
                self._wrong(key, rule, value)
        return found

    def configurations(self) -> tuple[Ints | int, Floats | float]:
        """Return the processors that the job may run on and the time on each."""
        if "times" not in self._values:
            return self._on_processors()
        for key in ("procs", "time", "moldable"):
            if key in self._values:
                self._wrong(key, "must not stand beside times", self._values[key])
        return self._from_times(self._values["times"])

    def _on_processors(self) -> tuple[Ints | int, Floats | float]:
        processors = self._values.get("procs", _MISSING)
        good = type(processors) is int and 1 <= processors <= MAX_PROCESSORS
        if not good:
            self._wrong("procs", "must be an integer from 1 to 2^31 − 1", processors)
        time = self.time("time", _MISSING)  # type: ignore[arg-type]
        kind = self._values.get("moldable")
        if kind is None or not good:
            return (processors if good else 1), time
        if kind != "ceil":
            self._wrong("moldable", 'must be "ceil"', kind)
        elif processors > MOST_CONFIGURATIONS:
            self._wrong("procs", f"of a moldable job must be ≤ {MOST_CONFIGURATIONS:,}", processors)
        else:
            return ceil_times(processors, time)
        return 1, 0.0

    def _from_times(self, times: Any) -> tuple[Ints | int, Floats | float]:
        if not isinstance(times, list) or not times:
            self._wrong("times", "must be a list of at least one time", times)
            return 1, 0.0
        for k, time in enumerate(times, 1):
            if time is not None and not (type(time) in (int, float) and 0 <= time <= LATEST):
                self._wrong(f"times[{k - 1}] (on {k} processors)", f"{_TIME} or null", time)
                return 1, 0.0
        array = np.array(times, np.float64)
        widths = np.flatnonzero(~np.isnan(array))
        if not len(widths):
            self._wrong("times", "must hold a time", "only null")
            return 1, 0.0
        return widths + 1, array[widths]
