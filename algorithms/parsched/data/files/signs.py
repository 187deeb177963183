"""Which commas and points of a column stand between thousands, as all of its cells tell.

`1,234` and `1.234` can be read in two ways each. A column is read in one way from its first cell to
its last: cells such as `1,5`, `1,234,567` or `1.234.567`, wherever they stand, decide which.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from parsched.data.files.decimal_commas import COMMA, DECIMAL
from parsched.data.files.findings import FindingKind, Findings, Severity, quoted
from parsched.data.files.thousands import (
    GROUPED,
    OPEN,
    POINTED,
    POINTS,
    SIGNS,
    THOUSANDS,
    UNIT_BEHIND,
    without_unit,
)

DECIMAL_COMMA = (
    r"^\s*[+-]?(?:0[0-9]*,[0-9]+|[0-9]{4,},[0-9]+|[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})"
    r"|[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+)\s*$"
)
"""Cells whose comma can be nothing but a decimal one."""
COMMAS = (
    r"^\s*[+-]?[1-9][0-9]{0,2}(?:(?:,[0-9]{3}){2,}(?:\.[0-9]+)?|,[0-9]{3}\.[0-9]+)\s*[A-Za-z]*\s*$"
)
"""Cells whose commas can stand nowhere but between thousands."""
DECIMAL_POINT = (
    r"^\s*[+-]?(?:0[0-9]*\.[0-9]*|[0-9]{4,}\.[0-9]*|[0-9]+\.(?:[0-9]{0,2}|[0-9]{4,})"
    r"|\.[0-9]+|[0-9]+\.[0-9]+\s*[A-Za-z]+[0-9+-]*)\s*$"
)
"""Cells whose point can be nothing but a decimal one."""
_PART = r"^\s*[+-]?[1-9][0-9]{0,2}\.(?:[1-9][0-9]{2}|0[1-9][0-9]|00[1-9])\s*$"
"""Of counts, those whose point is none either: parts of a processor are not counted."""

_Batch = TypeVar("_Batch")

_FORMS = {",": (OPEN, DECIMAL_COMMA, COMMAS), ".": (DECIMAL_POINT, POINTED, POINTS, _PART)}

CONTRADICTION = FindingKind(
    key="commas_contradict",
    severity=Severity.NOTE,
    field="A column",
    rule="has commas between thousands and decimal ones, so a comma as in 1,234 may be either",
    action="lines whose number has such a comma are left out where a job needs it",
)


@dataclass
class Signs:
    """What the cells of a column tell of its commas and points; `seen` has a cell of each form.

    Parameters
    ----------
    is_count
        Whether the column counts processors, which are whole numbers.
    may_have_commas
        Whether its numbers may have a decimal comma, as commas stand between no cells.
    """

    is_count: bool
    may_have_commas: bool
    seen: dict[str, str] = field(default_factory=dict)

    def look(self, has: Callable[[str], bool], first: Callable[[str], str | None]) -> None:
        """Take what some cells tell: `has` says whether a sign stands in any, `first` returns the
        first cell that fits a pattern."""
        for sign, forms in _FORMS.items():
            if self._is_settled(sign) or not has(sign):
                continue
            for form in forms:
                if form not in self.seen and (cell := first(form)) is not None:
                    self.seen[form] = cell
                if self._is_settled(sign):
                    break

    def _is_settled(self, sign: str) -> bool:
        """Tell whether no other cell can change how the cells with a sign are read."""
        return self.is_contradicted if sign == "," else DECIMAL_POINT in self.seen

    @property
    def is_open(self) -> bool:
        """Whether a cell was seen that other ones may still turn into another number."""
        has_points = any(form in self.seen for form in (POINTED, POINTS))
        is_open = OPEN in self.seen and not self.is_contradicted
        return is_open or (has_points and DECIMAL_POINT not in self.seen)

    @property
    def is_contradicted(self) -> bool:
        """Whether some commas are decimal ones and others stand between thousands."""
        return DECIMAL_COMMA in self.seen and COMMAS in self.seen

    @property
    def decimal(self) -> str:
        """The pattern of cells with a decimal comma; blank where none is read."""
        if not self.may_have_commas or DECIMAL_COMMA not in self.seen:
            return ""
        return DECIMAL_COMMA if self.is_contradicted else DECIMAL

    @property
    def are_open_thousands(self) -> bool:
        """Whether the comma of cells such as 1,234 stands between thousands."""
        is_likely = self.is_count or not self.may_have_commas or COMMAS in self.seen
        return is_likely and DECIMAL_COMMA not in self.seen

    @property
    def are_points_thousands(self) -> bool:
        """Whether points stand between thousands."""
        is_proved = POINTS in self.seen or (self.is_count and _PART in self.seen)
        is_proved = is_proved or bool(self.decimal)
        return is_proved and DECIMAL_POINT not in self.seen and COMMAS not in self.seen

    def plain(self, cell: str) -> tuple[str, FindingKind] | None:
        """Return a cell as a plain number, and what was changed; None where nothing is.

        >>> signs = Signs(is_count=False, may_have_commas=True)
        >>> signs.look_at(["1.234,5", "7"])
        >>> signs.plain("1,234")[0], signs.plain("1.234")[0], signs.plain("7")
        ('1.234', '1234', None)
        """
        if self.decimal and re.match(self.decimal, cell):
            return cell.replace(".", "").replace(",", "."), COMMA
        made = cell
        if re.match(GROUPED, cell) and (self.are_open_thousands or not re.match(OPEN, cell)):
            made = re.sub(SIGNS, "", cell)
        elif self.are_points_thousands and re.match(POINTED, cell):
            made = cell.replace(".", "")
        if self.is_count and (number := without_unit(made)):
            return number, UNIT_BEHIND
        return None if made == cell else (made, THOUSANDS)

    def look_at(self, cells: Sequence[str]) -> None:
        """Take what some cells tell."""
        text = "".join(cells)
        if not any(sign in text and not self._is_settled(sign) for sign in _FORMS):
            return
        odd = [cell for cell in dict.fromkeys(cells) if "," in cell or "." in cell]

        def first(form: str) -> str | None:
            return next((cell for cell in odd if re.match(form, cell)), None)

        self.look(text.__contains__, first)


def are_open(signs: Mapping[str, Signs]) -> bool:
    """Tell whether some column has a cell that other ones may still turn into another number."""
    return any(of.is_open for of in signs.values())


def told(signs: Mapping[str, Signs], findings: Findings) -> None:
    """Say which columns contradict themselves."""
    for name, of in signs.items():
        if of.is_contradicted and OPEN in of.seen:
            cells = ", ".join(quoted(of.seen[form]) for form in (DECIMAL_COMMA, COMMAS, OPEN))
            findings.add(CONTRADICTION, value=f"column {quoted(name)}: {cells}")


def decided(
    batches: Iterator[_Batch], look: Callable[[_Batch], None], is_open: Callable[[], bool]
) -> Iterator[_Batch]:
    """Yield batches once nothing in them is open: those with an open cell wait for what decides
    it, at most for the last one."""
    held = deque[_Batch]()
    for batch in batches:
        look(batch)
        held.append(batch)
        while held and not is_open():
            yield held.popleft()
    while held:
        yield held.popleft()
