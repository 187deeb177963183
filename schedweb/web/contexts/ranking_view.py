"""What a reader chose in the section "Ranking"; it travels in the address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from algorithms.report.ranking.methods import RANKED

KEYS = ("by", "was", "m", "case", "each", "across", "sweep", "table", "a")
LONG = 4
"""So many digits no number of a sweep has."""
OWN, COLUMNS = "own", "columns"
TITLES = {
    "main": "three main ones of the grid paper: ρ, SD_b, t_w",
    "paper": "ten of the grid paper",
    COLUMNS: "columns of the result table",
    OWN: "those ticked below",
}
RANKED_OVER = {
    "main": "the three main metrics of the grid paper (ρ, SD_b, t_w)",
    "paper": "the ten metrics of the grid paper",
    OWN: "the metrics ticked below",
}
"""What a rank is over, other than the columns of the result table."""
OF_API = {"share": "a", "metrics": "m", "set": "by", "cases": "case"}
"""What the API calls the same."""
ACROSS = {"": "automatic", "methods": "side by side", "lines": "one below the other"}


@dataclass(frozen=True, kw_only=True)
class RankingView:
    """What a reader chose; it travels in the address. Blank is as usual."""

    by: str = ""
    metrics: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    each: str = ""
    across: str = ""
    sweep: int = 0
    table: str = ""
    share: str = ""
    others: tuple[tuple[str, str], ...] = ()
    """What else is in the address: of the result table, of charts."""
    unknown: tuple[str, ...] = ()
    """Sentences about what nobody can mean."""

    @classmethod
    def of(cls, query: QueryDict, sets: Mapping[str, Sequence[str]]) -> Self:
        """Read it; what is unknown is as usual.

        The form sends ticked metrics `m` along with the set that was shown, `was`: other ticks than
        those of that set are what somebody wants.
        """
        by, across, sweep = (query.get(name, "") for name in ("by", "across", "sweep"))
        ticked = tuple(key for key in RANKED if key in query.getlist("m"))
        changed = by in sets and by == query.get("was") and set(ticked) != set(sets[by])
        if changed or (ticked and not by):
            by = OWN
        own = (*KEYS, *OF_API)
        pairs = tuple((k, v) for k, values in query.lists() for v in values if k not in own)
        return cls(
            by=by if by in TITLES else "",
            metrics=ticked,
            cases=tuple(dict.fromkeys(query.getlist("case"))),
            each=query.get("each", ""),
            across=across if across in ACROSS else "",
            sweep=int(sweep) if sweep.isascii() and sweep.isdigit() and len(sweep) < LONG else 0,
            table=query.get("table", ""),
            share=query.get("a", ""),
            others=tuple((k, v) for k, v in pairs if isinstance(v, str)),
            unknown=tuple(_unknown(query)),
        )

    def address(self, page: str) -> str:
        """Return the address of the page with what was chosen."""
        query = urlencode(self.hidden())
        return f"{page}?{query}" if query else page

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of everything that is not as usual."""
        own = [("m", key) for key in self.metrics] if self.by == OWN else []
        single = [
            ("by", self.by),
            ("each", self.each),
            ("across", self.across),
            ("sweep", str(self.sweep or "")),
            ("table", self.table),
            ("a", self.share),
        ]
        return [*((k, v) for k, v in single if v), *own, *(("case", pk) for pk in self.cases)]

    def hidden(self, *names: str) -> list[tuple[str, str]]:
        """Return what a form has to send along that asks for some of it."""
        return [*self.others, *((k, v) for k, v in self.items if k not in names)]


def _unknown(query: QueryDict) -> list[str]:
    """Say what of an address means nothing."""
    sentences = []
    for name, allowed in (("by", TITLES), ("across", ACROSS)):
        if (value := query.get(name, "")) and value not in allowed:
            names = ", ".join(filter(None, allowed))
            sentences.append(f"“{name}” in the address must be one of {names}; got {value}.")
    sweep = query.get("sweep", "")
    if sweep and not (sweep.isascii() and sweep.isdigit() and len(sweep) < LONG):
        sentences.append(f"“sweep” in the address must be a whole number below 1,000; got {sweep}.")
    for name, local in OF_API.items():
        if name in query:
            sentences.append(f"“{name}” in the address is a word of the API; here it is “{local}”.")
    return sentences


@dataclass(frozen=True)
class Choice:
    """An option of a select, or a box to tick."""

    value: str
    text: str
    is_chosen: bool
