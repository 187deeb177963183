"""The lists of a person's things: one page for all kinds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse

from schedweb.accounts.models import User
from schedweb.clusters.lists import CLUSTERS
from schedweb.clusters.selectors import clusters_of
from schedweb.clusters.services import delete_cluster
from schedweb.runs.lists import COMPARISONS
from schedweb.runs.selectors import comparisons_of
from schedweb.runs.services import delete_comparison
from schedweb.store import filing
from schedweb.store.listing import Listing
from schedweb.studies.lists import STUDIES
from schedweb.studies.selectors import studies_of
from schedweb.studies.services import delete_study
from schedweb.web import taken_back
from schedweb.workloads.lists import WORKLOADS
from schedweb.workloads.selectors import workloads_of
from schedweb.workloads.services import delete_workload

PAGE = 50
"""Rows of a page."""
SHOWN = {"": "in use", "archived": "archived", "trash": "in the trash"}
MAX_TEXT = 100


@dataclass(frozen=True)
class ListKind:
    """A kind of things with a list; `url` names its page, `page` the page of one thing, `delete`
    puts one thing into the trash, `changed` says what is different in a restored thing, and `kept`
    what stays of other things that use deleted ones."""

    url: str
    page: str
    noun: str
    plural: str
    listing: Listing
    rows_of: Callable[..., QuerySet[Any]]
    delete: Callable[[Any], None]
    changed: Callable[[QuerySet[Any]], str] = lambda _: ""
    kept: str = ""

    @property
    def row(self) -> str:
        """Template of the cells of a row."""
        return f"{self.url}/_row.html"

    def address(self, pk: str) -> str:
        """Return the address of the page of one thing."""
        return reverse(self.page, args=(pk,))

    def counted(self, number: int) -> str:
        """Return so many things in words."""
        return f"1 {self.noun}" if number == 1 else f"{number:,} {self.plural}"


KINDS = {
    kind.url: kind
    for kind in (
        ListKind(
            "comparisons",
            "comparison",
            "comparison",
            "comparisons",
            COMPARISONS,
            comparisons_of,
            delete_comparison,
            taken_back.of_comparisons,
        ),
        ListKind(
            "studies",
            "study",
            "study",
            "studies",
            STUDIES,
            studies_of,
            delete_study,
            taken_back.of_studies,
        ),
        ListKind(
            "workloads",
            "workload",
            "workload",
            "workloads",
            WORKLOADS,
            workloads_of,
            delete_workload,
        ),
        ListKind(
            "clusters",
            "cluster",
            "machine",
            "machines",
            CLUSTERS,
            clusters_of,
            delete_cluster,
            kept="Comparisons keep the machine that they were made for.",
        ),
    )
}


@dataclass(frozen=True)
class ListView:
    """What of a list is shown, as the address says it."""

    text: str = ""
    show: str = ""
    tag: str = ""
    sort: str = ""
    page: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, query: QueryDict, listing: Listing) -> Self:
        """Read it; what there is not is left out."""
        show, sort = query.get("show", ""), query.get("sort", "")
        chosen = {
            one.key: value
            for one in listing.filters
            if (value := query.get(one.key, "")) in one.options
        }
        return cls(
            text=query.get("q", "")[:MAX_TEXT].replace("\0", ""),
            show=show if show in SHOWN else "",
            tag=query.get("tag", "")[: filing.MAX_TAG].replace("\0", ""),
            sort=sort if sort in listing.orders else "",
            page=query.get("page", ""),
            chosen=chosen,
        )

    @property
    def query(self) -> str:
        """The view as the query of an address."""
        values = {
            "q": self.text,
            "show": self.show,
            "tag": self.tag,
            **self.chosen,
            "sort": self.sort,
            "page": self.page,
        }
        return urlencode({name: value for name, value in values.items() if value})

    @property
    def is_narrow(self) -> bool:
        """True where it does not show everything in use."""
        return bool(self.text or self.show or self.tag or self.chosen)


def undo_query(*pks: str) -> str:
    """Return the query of a list that offers to take things back that were just put away."""
    return f"undo={'.'.join(pks)}"


def undo_address(key: str, pk: str) -> str:
    """Return the address of the list of a kind that offers to take one thing back."""
    return f"{reverse(key)}?{undo_query(pk)}"


@dataclass(frozen=True)
class ListHead:
    """A column of a list: where it is sorted by the rows now, and the address that sorts by it."""

    title: str
    is_number: bool
    sorted: str = ""
    address: str = ""


@dataclass(frozen=True)
class ListFilter:
    """A field that narrows the list: its options with titles, and whether they are chosen."""

    key: str
    title: str
    options: Sequence[tuple[str, str, bool]]


@dataclass(frozen=True)
class ListPage:
    """A list of a person's things under a view; `undo` are those that were just put away."""

    kind: ListKind
    view: ListView
    owner: User
    undo: Sequence[str] = ()
    lines_of: Callable[[Sequence[Any]], Sequence[Any]] = list

    @classmethod
    def of(cls, owner: User, key: str, query: QueryDict) -> Self:
        """Build it from the query of an address."""
        kind = KINDS[key]
        undo = [one for one in query.get("undo", "").split(".") if one]
        return cls(kind, ListView.of(query, kind.listing), owner, undo)

    @cached_property
    def page(self) -> Page[Any]:
        """The rows of the open page."""
        is_trash = self.view.show == "trash"
        rows = self.kind.listing.narrowed(
            self.kind.rows_of(self.owner, trashed=is_trash),
            text=self.view.text,
            tag=self.view.tag,
            archived=None if is_trash else self.view.show == "archived",
            chosen=self.view.chosen,
        )
        return Paginator(self.kind.listing.ordered(rows, self.view.sort), PAGE).get_page(
            self.view.page or 1
        )

    @cached_property
    def rows(self) -> Sequence[Any]:
        """What stands in the rows of the open page."""
        return self.lines_of(list(self.page.object_list))

    @cached_property
    def count(self) -> str:
        """How many rows there are on all pages, in words."""
        return self.kind.counted(self.page.paginator.count)

    @cached_property
    def is_empty(self) -> bool:
        """True where nothing is in use, archived or in the trash."""
        return not (self.view.is_narrow or self.rows or self.has_others)

    @cached_property
    def has_others(self) -> bool:
        """True where something is archived or in the trash."""
        archived = self.kind.rows_of(self.owner).exclude(archived=None)
        return archived.exists() or self.kind.rows_of(self.owner, trashed=True).exists()

    @property
    def heads(self) -> list[ListHead]:
        """The columns."""
        return [self._head(c.title, c.sorts, c.is_number) for c in self.kind.listing.columns]

    def _head(self, title: str, sorts: str, is_number: bool) -> ListHead:
        if not sorts:
            return ListHead(title, is_number)
        now = self.view.sort or self.kind.listing.usual
        direction = {sorts: "ascending", f"-{sorts}": "descending"}.get(now, "")
        other = f"-{sorts}" if direction == "ascending" else sorts
        return ListHead(
            title, is_number, direction, f"?{replace(self.view, sort=other, page='').query}"
        )

    @property
    def choices(self) -> list[ListFilter]:
        """The fields that narrow the list."""
        shown = ListFilter("show", "Show", [(k, t, k == self.view.show) for k, t in SHOWN.items()])
        filters = [
            ListFilter(
                one.key,
                one.title,
                [
                    ("", "all", one.key not in self.view.chosen),
                    *(
                        (k, o[0], k == self.view.chosen.get(one.key))
                        for k, o in one.options.items()
                    ),
                ],
            )
            for one in self.kind.listing.filters
        ]
        if tags := self.tags:
            options = [("", "all", not self.view.tag), *((t, t, t == self.view.tag) for t in tags)]
            filters.append(ListFilter("tag", "Tag", options))
        return [*filters, shown]

    @cached_property
    def tags(self) -> list[str]:
        """All tags of the person's things of this kind."""
        model = self.kind.rows_of(self.owner).model
        return filing.tags_of(model.objects.filter(owner=self.owner))

    @property
    def undone(self) -> str:
        """What was just put away, in words."""
        return self.kind.counted(len(self.undo))

    def turned(self, number: int) -> str:
        """Address of another page."""
        return f"?{replace(self.view, page=str(number)).query}"

    @property
    def next(self) -> str:
        """Address of the next page; blank on the last one."""
        return self.turned(self.page.next_page_number()) if self.page.has_next() else ""

    @property
    def previous(self) -> str:
        """Address of the page before; blank on the first one."""
        return self.turned(self.page.previous_page_number()) if self.page.has_previous() else ""
