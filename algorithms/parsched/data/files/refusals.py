"""Why a file is refused: the failing cell first, then what the file was read as; two sentences at
most."""

from collections.abc import Sequence
from math import inf
from typing import Literal

from parsched.base.errors import FormatError
from parsched.data.files.findings import Finding, ReadReport, Severity, quoted

BadLines = Literal["drop", "error"]

_LISTED = 6
"""Names that a sentence lists."""
_LONGEST = 150
"""Characters that they take."""


def sentences(*told: str) -> str:
    """Return one or two sentences as one text; blank ones are left out.

    >>> sentences("line 2, -1: run time must be 0 or more", "Read as SWF")
    'line 2, -1: run time must be 0 or more. Read as SWF'
    """
    return ". ".join(text for text in told if text)


def listed(names: Sequence[str]) -> str:
    """Return names in quotes, the first of many."""
    shown: list[str] = []
    for name in names[:_LISTED]:
        if shown and sum(map(len, shown)) + len(name) > _LONGEST:
            break
        shown.append(quoted(name))
    more = len(names) - len(shown)
    told = ", ".join(shown)
    return f"{told} and {more:,} more" if more > 0 else told


def first_of(finding: Finding) -> str:
    """Return the first line of a kind and the rule that it breaks: its cell first."""
    kind = finding.kind
    rule = f"{kind.field[0].lower()}{kind.field[1:]} {kind.rule}"
    if not finding.examples:
        return rule
    example = finding.examples[0]
    return ": ".join(filter(None, (", ".join(filter(None, (example.place, example.value))), rule)))


def _cell(finding: Finding) -> str:
    return finding.examples[0].value if finding.examples else ""


def _earliest(findings: Sequence[Finding]) -> Finding:
    """Return the finding whose first line stands first in the file, of those that are errors if
    some are: a line that is left out on purpose is no fault. The order decides between findings
    that have no lines."""
    errors = [finding for finding in findings if finding.severity == Severity.ERROR]
    return min(errors or findings, key=_first_line)


def _first_line(finding: Finding) -> float:
    return finding.examples[0].line or inf if finding.examples else inf


def misfit(findings: Sequence[Finding], error: type[FormatError] = FormatError) -> FormatError:
    """Return the error for a file without jobs: names the first line that does not fit."""
    first = min(findings, key=lambda finding: finding.examples[0].line)
    return error(first_of(first), [finding.sentence for finding in findings], _cell(first))


def nothing(report: ReadReport, title: str = "") -> FormatError:
    """Return the error for a log without jobs: says why rows are none, and what the log was read
    as, by the `title` of its format."""
    dropping = [finding for finding in report.findings if finding.kind.drops]
    if not dropping:
        return FormatError("the file holds no jobs")
    rest = f"None of the {report.dropped:,} rows is a job" if report.dropped > 1 else ""
    rest = ", read as ".join(filter(None, (rest, title))) if rest else title and f"Read as {title}"
    first = _earliest(dropping)
    told = sentences(first_of(first), rest)
    return FormatError(told, [finding.sentence for finding in dropping], _cell(first))


def refuse_dropped(report: ReadReport, bad_lines: BadLines) -> None:
    """Refuse a file with dropped lines if `bad_lines` is "error".

    Raises
    ------
    FormatError
        Names the first line that is dropped, and counts them all.
    """
    errors = report.of(Severity.ERROR)
    if errors and bad_lines == "error":
        verb = "line cannot" if report.dropped == 1 else "lines cannot"
        first = _earliest(errors)
        raise FormatError(
            sentences(first_of(first), f"{report.dropped:,} {verb} be used"),
            [finding.sentence for finding in errors],
            _cell(first),
        )
