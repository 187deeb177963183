"""What happened to the lines of a file: findings by kind, with counts and the first few lines."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self
from unicodedata import category

from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.base.naming import unseen
from parsched.model.problem.unmodelled import in_order

SHOWN = 5
"""Lines of each kind that are listed; all are counted."""

LONGEST_VALUE = 40
"""Characters of a value that are quoted in messages."""


class Severity(StrEnum):
    """How much a finding matters: the job is unusable, was repaired, or is only noteworthy."""

    ERROR = "error"
    REPAIRED = "repaired"
    NOTE = "note"


@dataclass(frozen=True, kw_only=True)
class FindingKind:
    """A kind of finding: the field, the rule it breaks, and what the reader does about it.

    Lines of a kind with `drops` are left out of the workload; each is a job of the source if
    `is_job`, as a sum below a table is none. What the jobs of the others lose is
    `lost`, one of `parsched.model.problem.unmodelled.UNMODELLED`: it marks the workload.
    """

    key: str
    severity: Severity
    field: str
    rule: str
    action: str
    drops: bool = False
    is_job: bool = True
    lost: str = ""


@dataclass(frozen=True)
class FindingExample:
    """One line, counted from 1, and its value; without lines it is line 0, and `job` is named."""

    line: int
    value: str
    job: str = ""

    @property
    def place(self) -> str:
        """Line or job, in words."""
        return f"line {self.line}" if self.line else f"job {self.job}" if self.job else ""

    def __str__(self) -> str:
        return ": ".join(text for text in (self.place, self.value) if text)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """All lines of one kind: how many, and the first of them."""

    kind: FindingKind
    count: int
    examples: tuple[FindingExample, ...]

    @property
    def severity(self) -> Severity:
        """Error, repaired or note."""
        return self.kind.severity

    @property
    def sentence(self) -> str:
        """The finding in words: rule broken, what was done how often, the first lines."""
        told = [text for each in self.examples if (text := str(each))]
        examples = ", ".join(told) + (", …" * (self.count > len(self.examples)))
        times = f"{self.count:,} × " if self.count > 1 else ""
        sentence = f"{self.kind.field} {self.kind.rule}; {times}{self.kind.action}"
        return f"{sentence} ({examples})" if told else sentence


@dataclass(frozen=True, kw_only=True)
class ReadReport:
    """Result of reading a file: jobs kept and dropped, repairs, and all findings.

    Findings are sorted by severity: errors, repairs, notes.
    """

    kept: int
    dropped: int
    repaired: int
    findings: tuple[Finding, ...] = ()

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """Return the findings of one severity."""
        return tuple(finding for finding in self.findings if finding.severity == severity)

    @property
    def summary(self) -> str:
        """The totals in one line."""
        jobs = f"{counted(self.kept, 'job')} kept"
        repairs = counted(self.repaired, "repair")
        return f"{jobs}, {self.dropped:,} left out, {repairs}"

    @property
    def unusable(self) -> int:
        """How many jobs of the source are left out, see `unusable_of`."""
        return unusable_of(self.as_json())

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values, with each finding's sentence for people."""
        findings = [
            {
                **{key: value for key, value in asdict(finding.kind).items() if key != "lost"},
                "severity": str(finding.severity),
                "count": finding.count,
                "examples": [asdict(example) for example in finding.examples],
                "sentence": finding.sentence,
            }
            for finding in self.findings
        ]
        totals = {"kept": self.kept, "dropped": self.dropped, "repaired": self.repaired}
        return {**totals, "findings": findings}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Rebuild what `as_json` returned."""
        names = ("key", "field", "rule", "action", "drops")
        findings = tuple(
            Finding(
                kind=FindingKind(
                    severity=Severity(f["severity"]),
                    is_job=_is_job(f),
                    **{name: f[name] for name in names},
                ),
                count=f["count"],
                examples=tuple(FindingExample(**example) for example in f["examples"]),
            )
            for f in values["findings"]
        )
        totals = {name: values[name] for name in ("kept", "dropped", "repaired")}
        return cls(findings=findings, **totals)


def unusable_of(report: Mapping[str, Any]) -> int:
    """Return how many jobs of a source are left out, as they cannot be used, by a report as JSON:
    lines that are no jobs are not among them.

    Examples
    --------
    >>> sums, odd = ({"drops": True, "count": 2, "is_job": is_job} for is_job in (False, True))
    >>> unusable_of({"findings": [sums, odd]})
    2
    """
    return sum(f["count"] for f in report.get("findings", ()) if f["drops"] and _is_job(f))


def _is_job(finding: Mapping[str, Any]) -> bool:
    """Tell whether lines of a finding are jobs; reports of before it was stored have errors for
    them."""
    return bool(finding.get("is_job", finding.get("severity") == Severity.ERROR))


class Findings:
    """Collects findings while a file is read, in constant memory."""

    def __init__(self) -> None:
        self._counts: dict[FindingKind, int] = {}
        self._examples: dict[FindingKind, list[FindingExample]] = {}

    @classmethod
    def of(cls, report: ReadReport) -> Self:
        """Start with the findings of a report."""
        findings = cls()
        for finding in report.findings:
            findings._counts[finding.kind] = finding.count
            findings._examples[finding.kind] = list(finding.examples)
        return findings

    def add(self, kind: FindingKind, *, line: int = 0, value: Any = "", job: str = "") -> None:
        """Count one line of a kind; `value` is a number, or text ready for display."""
        self.count(kind, 1)
        if len(self._examples[kind]) < SHOWN:
            text = value if isinstance(value, str) else shown(value)
            self._examples[kind].append(FindingExample(line, text, job))

    def count(self, kind: FindingKind, count: int) -> None:
        """Count lines of a kind without showing any."""
        self._counts[kind] = self._counts.get(kind, 0) + count
        self._examples.setdefault(kind, [])

    def add_all(self, kind: FindingKind, lines: NDArray[Any], value: Callable[[int], Any]) -> None:
        """Count many lines of a kind, in line order; `value(i)` is the value of the i-th."""
        if not len(lines):
            return
        first = lines[:SHOWN].tolist()
        for i, line in enumerate(first):
            self.add(kind, line=line, value=value(i))
        self.count(kind, len(lines) - len(first))

    def forget(self, *keys: str) -> None:
        """Take back what was counted of kinds, by their keys: another one says it."""
        for kind in [kind for kind in self._counts if kind.key in keys]:
            del self._counts[kind], self._examples[kind]

    def __contains__(self, key: str) -> bool:
        """Tell whether lines of a kind were counted, by its key."""
        return any(kind.key == key for kind in self._counts)

    @property
    def dropped(self) -> int:
        """Lines left out so far."""
        return sum(count for kind, count in self._counts.items() if kind.drops)

    @property
    def unmodelled(self) -> tuple[str, ...]:
        """What jobs have lost so far, see `parsched.model.problem.unmodelled`."""
        return in_order(kind.lost for kind in self._counts if kind.lost)

    def report(self, kept: int) -> ReadReport:
        """Return the report for a workload of `kept` jobs."""
        order = list(Severity)
        kinds = sorted(self._counts, key=lambda kind: order.index(kind.severity))
        repaired = sum(n for kind, n in self._counts.items() if kind.severity == Severity.REPAIRED)
        findings = tuple(
            Finding(kind=kind, count=self._counts[kind], examples=tuple(self._examples[kind]))
            for kind in kinds
        )
        return ReadReport(kept=kept, dropped=self.dropped, repaired=repaired, findings=findings)


def shown(value: Any) -> str:
    """Format a value for messages: short, on one line, whole numbers without ".0"."""
    if isinstance(value, float):
        whole = abs(value) < 2**63 and value.is_integer()
        return str(int(value)) if whole else repr(float(value))
    text = value if isinstance(value, str) else str(value)
    short = text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
    if short.isprintable():
        return short
    kept = {i for i, c in enumerate(short) if category(c) == "Cf"} - set(unseen(short))
    return "".join(
        c if c.isprintable() or i in kept else ascii(c)[1:-1] for i, c in enumerate(short)
    )


def quoted(value: Any) -> str:
    """Format a value for messages, text in quotes."""
    return f'"{shown(value)}"' if isinstance(value, str) else shown(value)


def shown_cell(text: str) -> str:
    """Format a cell of a line for messages: in quotes unless it is a number."""
    try:
        float(text)
    except ValueError:
        return quoted(text)
    return shown(text)
