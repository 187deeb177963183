"""The reader's choices in the section "Ranking", as query parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from parsched.base.digits import whole
from parsched.measure.metrics import METRICS
from parsched.report.phrases import listed
from parsched.report.ranking.methods import RANKED
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS
from schedweb.web.http import others_in

KEYS = ("by", "was", "m", "case", "each", "across", "sweep", "table", "a")
PAGE = "ranking-page"
"""Query parameter of the page of the table."""
MOST_SWEEPS = 999
"""The largest number of a sweep in an address."""
OWN, COLUMNS, USUAL = "own", "columns", "usual"
_MAIN = listed(
    [f"{symbol}: {METRICS[PAPER_METRICS[symbol]].title}" for symbol in MAIN_METRICS], "; "
)
"""What its symbols stand for."""
TITLES = {
    USUAL: "usual ones of this comparison",
    "main": "three main ones of the grid paper",
    "paper": "ten of the grid paper",
    COLUMNS: "columns of the result table",
    OWN: "those ticked below",
}
PLACED_OVER = {
    USUAL: "the usual metrics of this comparison",
    COLUMNS: "the columns of the result table",
    "main": f"the three main metrics of the grid paper ({_MAIN})",
    "paper": "the ten metrics of the grid paper",
    OWN: "the metrics ticked below",
}
"""Names of the sets of metrics in sentences."""
OF_API = {"share": "a", "metrics": "m", "set": "by", "cases": "case"}
"""Query parameters of the API, and the names that the page uses for them."""
ACROSS = {"": "automatic", "methods": "side by side", "lines": "one below the other"}


@dataclass(frozen=True, kw_only=True)
class RankingView:
    """The reader's choices, as query parameters. Blank values mean the default."""

    by: str = ""
    metrics: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    each: str = ""
    across: str = ""
    sweep: int = 0
    table: str = ""
    share: str = ""
    others: tuple[tuple[str, str], ...] = ()
    """Other query parameters, such as parameters of the result table and of charts."""
    unknown: tuple[str, ...] = ()
    """Messages about invalid query parameters."""

    @classmethod
    def of(cls, query: QueryDict, sets: Mapping[str, Sequence[str]]) -> Self:
        """Read the query; invalid values become the default.

        The form sends ticked metrics `m` together with the set it showed, `was`: if the ticks
        differ from that set, the reader has chosen metrics of their own.
        """
        by, across, sweep = (query.get(name, "") for name in ("by", "across", "sweep"))
        ticked = tuple(key for key in RANKED if key in query.getlist("m"))
        changed = by in sets and by == query.get("was") and set(ticked) != set(sets[by])
        if changed or (ticked and not by):
            by = OWN
        return cls(
            by=by if by in TITLES else "",
            metrics=ticked,
            cases=tuple(dict.fromkeys(query.getlist("case"))),
            each=query.get("each", ""),
            across=across if across in ACROSS else "",
            sweep=whole(sweep, MOST_SWEEPS) or 0,
            table=query.get("table", ""),
            share=query.get("a", ""),
            others=others_in(query, (*KEYS, *OF_API)),
            unknown=tuple(_unknown(query)),
        )

    def address(self, page: str) -> str:
        """Return the address of the page with what was chosen."""
        query = urlencode(self.hidden())
        return f"{page}?{query}" if query else page

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of every choice that differs from the default."""
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
        """Return the hidden fields of a form that has the fields `names`."""
        return [*self.others, *((k, v) for k, v in self.items if k not in names)]


def _unknown(query: QueryDict) -> list[str]:
    """Return messages about invalid query parameters."""
    sentences = []
    for name, allowed in (("by", TITLES), ("across", ACROSS)):
        if (value := query.get(name, "")) and value not in allowed:
            names = ", ".join(filter(None, allowed))
            sentences.append(f"“{name}” in the address must be one of {names}; got {value}.")
    sweep = query.get("sweep", "")
    if sweep and whole(sweep, MOST_SWEEPS) is None:
        sentences.append(f"“sweep” in the address must be a whole number below 1,000; got {sweep}.")
    for name, local in OF_API.items():
        if name in query:
            sentences.append(f"“{name}” in the address is a word of the API; here it is “{local}”.")
    return sentences


@dataclass(frozen=True)
class RankingOption:
    """An option of a select, or a box to tick."""

    value: str
    text: str
    is_chosen: bool
