"""One search over everything that a person keeps: comparisons, studies, workloads and machines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Self
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from parsched.report.phrases import counted
from schedweb.accounts.models import User
from schedweb.base.folding import folded
from schedweb.web.lists import KINDS, MAX_TEXT, PAGE, SHOWN, ListFilter, ListHead, ListKind

ORDERS = ("kind", "name", "created")
USUAL = "-created"


@dataclass(frozen=True)
class FindView:
    """What is searched for, as the address says it: words, one kind or all, and what is shown."""

    text: str = ""
    kind: str = ""
    show: str = ""
    sort: str = ""
    page: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> Self:
        """Read it; what there is not is left out."""
        kind, show, sort = (query.get(name, "") for name in ("kind", "show", "sort"))
        return cls(
            text=query.get("q", "")[:MAX_TEXT].replace("\0", ""),
            kind=kind if kind in KINDS else "",
            show=show if show in SHOWN else "",
            sort=sort if sort.removeprefix("-") in ORDERS else "",
            page=query.get("page", ""),
        )

    @property
    def query(self) -> str:
        """The view as the query of an address."""
        values = {
            "q": self.text,
            "kind": self.kind,
            "show": self.show,
            "sort": self.sort,
            "page": self.page,
        }
        return urlencode({name: value for name, value in values.items() if value})


@dataclass(frozen=True)
class Hit:
    """A thing that was found: of its kind, by its key, with its name."""

    kind: ListKind
    pk: str
    name: str
    created: datetime

    def place(self, order: str) -> Any:
        """Return what it is sorted by."""
        return {
            "kind": (list(KINDS).index(self.kind.url), folded(self.name)),
            "name": folded(self.name),
            "created": self.created,
        }[order]


@dataclass(frozen=True)
class FoundRow:
    """A hit with its row."""

    hit: Hit
    row: Any

    @property
    def url(self) -> str:
        """Address of its page; blank in the trash, which nothing opens."""
        if self.row.trashed:
            return ""
        return self.hit.kind.address(self.hit.pk)

    @property
    def facts(self) -> str:
        """What it is, in a few words."""
        return FACTS[self.hit.kind.url](self.row)


def _of_comparison(row: Any) -> str:
    runs = counted(row.run_count, "run")
    return f"{runs} · {row.workload.name} · {row.cluster_name}"


def _of_study(row: Any) -> str:
    return f"{counted(row.runs, 'run')} on {counted(row.instances, 'instance')}"


def _of_workload(row: Any) -> str:
    jobs = counted(row.jobs, "job")
    return f"{jobs} · {row.get_kind_display().lower()}"


def _of_machine(row: Any) -> str:
    sites = f" · {len(row.sites):,} sites" if len(row.sites) > 1 else ""
    return f"{counted(row.processors, 'processor')}{sites}"


FACTS: Mapping[str, Callable[[Any], str]] = {
    "comparisons": _of_comparison,
    "studies": _of_study,
    "workloads": _of_workload,
    "clusters": _of_machine,
}


@dataclass(frozen=True)
class FindPage:
    """What a person's search found; archived and deleted things are where lists have them."""

    view: FindView
    owner: User

    @cached_property
    def hits(self) -> list[Hit]:
        """Everything that fits, in order."""
        order = self.view.sort or USUAL
        kinds = [KINDS[self.view.kind]] if self.view.kind else KINDS.values()
        hits = [hit for kind in kinds for hit in self._of(kind)]
        return sorted(
            hits, key=lambda hit: hit.place(order.removeprefix("-")), reverse=order[0] == "-"
        )

    def _of(self, kind: ListKind) -> list[Hit]:
        is_trash, name = self.view.show == "trash", kind.listing.columns[0].sorts
        rows = kind.listing.narrowed(
            kind.rows_of(self.owner, trashed=is_trash),
            text=self.view.text,
            archived=None if is_trash else self.view.show == "archived",
        )
        return [Hit(kind, *values) for values in rows.values_list("pk", name, "created")]

    @cached_property
    def page(self) -> Page[Hit]:
        """The hits of the open page."""
        return Paginator(self.hits, PAGE).get_page(self.view.page or 1)

    @cached_property
    def rows(self) -> list[FoundRow]:
        """Their rows: a query for each kind."""
        hits, is_trash = list(self.page.object_list), self.view.show == "trash"
        found: dict[tuple[str, str], Any] = {}
        for kind in KINDS.values():
            keys = [hit.pk for hit in hits if hit.kind is kind]
            rows = kind.rows_of(self.owner, trashed=is_trash).filter(pk__in=keys) if keys else ()
            found |= {(kind.url, row.pk): row for row in rows}
        places = [(hit, found.get((hit.kind.url, hit.pk))) for hit in hits]
        return [FoundRow(hit, row) for hit, row in places if row is not None]

    @property
    def counted(self) -> str:
        """How many things were found, by kind."""
        counts = [(kind, sum(hit.kind is kind for hit in self.hits)) for kind in KINDS.values()]
        return ", ".join(kind.counted(number) for kind, number in counts if number)

    @property
    def heads(self) -> list[ListHead]:
        """The columns."""
        titles = {"kind": "Kind", "name": "Name", "": "What it is", "created": "Created"}
        return [self._head(title, key) for key, title in titles.items()]

    def _head(self, title: str, key: str) -> ListHead:
        if not key:
            return ListHead(title, is_number=False)
        now = self.view.sort or USUAL
        direction = {key: "ascending", f"-{key}": "descending"}.get(now, "")
        other = f"-{key}" if direction == "ascending" else key
        address = f"?{replace(self.view, sort=other, page='').query}"
        return ListHead(title, is_number=False, sorted=direction, address=address)

    @property
    def choices(self) -> list[ListFilter]:
        """The fields that narrow the search."""
        kinds = {"": "all", **{kind.url: kind.plural for kind in KINDS.values()}}
        return [
            ListFilter("kind", "Kind", [(k, t, k == self.view.kind) for k, t in kinds.items()]),
            ListFilter("show", "Show", [(k, t, k == self.view.show) for k, t in SHOWN.items()]),
        ]

    @property
    def next(self) -> str:
        """Address of the next page; blank on the last one."""
        return self._turned(self.page.next_page_number()) if self.page.has_next() else ""

    @property
    def previous(self) -> str:
        """Address of the page before; blank on the first one."""
        return self._turned(self.page.previous_page_number()) if self.page.has_previous() else ""

    def _turned(self, number: int) -> str:
        return f"?{replace(self.view, page=str(number)).query}"
