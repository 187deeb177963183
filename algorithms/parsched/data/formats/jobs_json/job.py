"""One job of a JSON workload: each field read by its rule, each problem put into a sentence."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan
from typing import Any

from parsched.base.naming import hidden
from parsched.data.files.findings import SHOWN, quoted, shown, shown_cell
from parsched.data.files.names import LONGEST_NAME
from parsched.data.files.not_held import says_something
from parsched.data.files.vocabulary import lost_by
from parsched.data.formats.jobs_json import KEYS
from parsched.data.formats.jobs_json.configurations import (
    DUPLICATE,
    MISSING,
    TIME,
    TWICE,
    Configurations,
    Words,
    configurations,
    is_number,
)
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.workload import LABELS, LARGEST_WEIGHT, LATEST, LEAST_WEIGHT, WEIGHT

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
"""What JSON can say and neither UTF-8 nor databases can hold."""


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
            self._name = shown_cell(self.id)
        if DUPLICATE in values:
            self._wrong(quoted(str(values[DUPLICATE])), "must be given once", TWICE)

    def _wrong(self, key: str, rule: str, value: Any) -> None:
        if isinstance(value, bool) or value is None:
            value = Words(json.dumps(value))
        got = value.text if isinstance(value, Words) else quoted(value)
        self._problems.add(f"job {self._name}: {shown(key)} {rule}, got {got}")

    def _id(self) -> str:
        value = self._values.get("id", MISSING)
        if type(value) is int:
            value = str(value)
        rule = f"must be text of 1 to {LONGEST_NAME} characters, or an integer"
        if isinstance(value, str) and 0 < len(value) <= LONGEST_NAME:
            if not (fault := hidden(value)):
                return value
            rule += f", without {fault}"
        self._wrong("id", rule, value)
        return ""

    @property
    def lost(self) -> list[tuple[str, Any]]:
        """What it says that is not kept, one of `UNMODELLED`, with the value."""
        meant = ((lost_by(key), self._values[key]) for key in self.unknown)
        return [(lost, value) for lost, value in meant if lost and says_something(value)]

    @property
    def unknown(self) -> list[str]:
        """Keys that mean nothing here."""
        return sorted(self._values.keys() - KEYS - {DUPLICATE})

    def time(self, key: str, default: float) -> float:
        """Return a time in seconds."""
        value = self._values.get(key, default)
        if is_number(value, 0, LATEST):
            return float(value)
        self._wrong(key, TIME, value)
        return 0.0

    def weight(self) -> float:
        """Return the weight; 1 where there is none."""
        value = self._values.get("weight")
        if value is None:
            return 1.0
        if is_number(value, 0, 0) or is_number(value, LEAST_WEIGHT, LARGEST_WEIGHT):
            return float(value)
        self._wrong("weight", f"must be a number, {WEIGHT}", value)
        return 1.0

    def estimate(self) -> float:
        """Return the requested time in seconds; NaN where there is none."""
        value = self._values.get("estimate")
        if value is None:
            return nan
        if type(value) in (int, float) and 0 < value <= LATEST:
            return float(value)
        self._wrong("estimate", "must be a number above 0 and up to 2^53", value)
        return 1.0

    def of_log(self, key: str) -> float:
        """Return when the job started in a log, or was submitted, seconds; NaN where it is not
        said."""
        value = self._values.get(key)
        if value is None:
            return nan
        if is_number(value, -LATEST, LATEST):
            return float(value)
        self._wrong(key, "must be a number from −2^53 to 2^53", value)
        return nan

    def allocated(self) -> int:
        """Return on how many processors the job ran in a log; 0 where it is not said."""
        value = self._values.get("allocated")
        if value is None:
            return 0
        if type(value) is int and 1 <= value <= MAX_PROCESSORS:
            return value
        self._wrong("allocated", f"must be a whole number from 1 to {MAX_PROCESSORS:,}", value)
        return 0

    def labels(self) -> dict[str, str]:
        """Return the names that the job has."""
        labels = {}
        for key in LABELS:
            value = self._values.get(key)
            if type(value) is int:
                value = str(value)
            if isinstance(value, str) and _NO_TEXT.search(value):
                self._wrong(key, "must have no NUL and no half of a surrogate pair", value)
            elif isinstance(value, str) and len(value) <= LONGEST_NAME:
                labels[key] = value
            elif value is not None:
                rule = f"must be text of at most {LONGEST_NAME} characters"
                self._wrong(key, rule, value)
        return labels

    def after(self) -> list[tuple[str, float]]:
        """Return the jobs that it waits for, each with the delay after that, seconds."""
        value = self._values.get("after")
        if value is None:
            return []
        return [self._waits(one) for one in (value if isinstance(value, list) else [value])]

    def _waits(self, value: Any) -> tuple[str, float]:
        named, delay = value, 0.0
        if isinstance(value, dict) and value.keys() <= {"job", "delay"}:
            named = value.get("job", MISSING)
            if not is_number(delay := value.get("delay", 0), 0, LATEST):
                self._wrong("after.delay", TIME, delay)
        if type(named) is int or (isinstance(named, str) and named):
            return str(named), float(delay) if is_number(delay, 0, LATEST) else 0.0
        self._wrong(
            "after", 'must be an id, {"job": id, "delay": seconds} or a list of these', named
        )
        return "", 0.0

    def configurations(self) -> Configurations:
        """Return the processors that the job may run on and the time on each."""
        return configurations(self._values, self._wrong)
