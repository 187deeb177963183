"""The form of the specification of a merge."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from django.http import QueryDict

from parsched.base.digits import whole
from parsched.data.merging import Filters, MergedSite, MergeSpec, TraceSource, TraceWindow
from parsched.data.merging.specification import Heading
from parsched.declare.parameters import Params
from schedweb.base.errors import InvalidError
from schedweb.web.forms.headings import as_shown
from schedweb.web.forms.params import ParamsForm, as_text, params_form
from schedweb.workloads.merging import MOST_SITES
from schedweb.workloads.sources import SourceShelf, file_of

TYPED = ("site", "processors", "zone", "shift")
"""Fields of a site that people fill in; file and digest come from the workload."""
HEADING = "heading-"
_SPECS = {
    spec.name: spec for kind in (Heading, MergedSite, TraceWindow, Filters) for spec in kind.specs()
}
_COMMON = re.compile(r"^(?:window|filters): ")
"""Start of messages about window and filters of all sources."""
_LAST_ROW = 999
"""The largest number of a row."""
_PLACE = re.compile(r"^sources\[(\d+)\](?:\.\w+)?( \([^)]*\))?: ")


@dataclass(frozen=True)
class Parts:
    """Window and filters of one site, or the common ones of all other sites."""

    window: ParamsForm
    filters: ParamsForm

    @classmethod
    def of(cls, window: TraceWindow, filters: Filters, prefix: str = "") -> Self:
        """Show a window and filters."""
        return cls(_form_of(window, f"{prefix}window-"), _form_of(filters, f"{prefix}filters-"))

    @classmethod
    def sent(cls, data: QueryDict, prefix: str = "") -> Self:
        """Read submitted data, or take the defaults."""
        window = params_form(TraceWindow, f"{prefix}window-", data)
        return cls(window, params_form(Filters, f"{prefix}filters-", data))

    @property
    def values(self) -> dict[str, Any]:
        """Window and filters in the form of a specification."""
        return {"window": self.window.values, "filters": self.filters.values}

    def renamed(self, prefix: str) -> Self:
        """Return the same values with another prefix of field names."""
        window = self.window.renamed(f"{prefix}window-")
        return type(self)(window, self.filters.renamed(f"{prefix}filters-"))

    def with_errors(self, window: Mapping[str, str], filters: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        return type(self)(self.window.with_errors(window), self.filters.with_errors(filters))


@dataclass(frozen=True)
class SourceRow:
    """One source as typed.

    `missing_file` is named by a specification, but not stored; `zone` what the file states.
    """

    number: int
    site: ParamsForm
    workload: str = ""
    missing_file: str = ""
    error: str = ""
    own: Parts | None = None
    zone: str = ""

    @classmethod
    def empty(cls, number: int) -> Self:
        """Return a row in which nothing is typed yet."""
        return cls(number, _typed(params_form(MergedSite, _prefix(number)), {"processors": ""}))

    @classmethod
    def of(cls, number: int, source: TraceSource, shelf: SourceShelf) -> Self:
        """Show a source with its workload, or an error if no such workload is stored."""
        row = cls(number, _typed(_form_of(source.site, _prefix(number))))
        return row.looked_for(shelf, source.site.file, source.site.sha256)

    @classmethod
    def sent(cls, name: str, data: QueryDict, shelf: SourceShelf) -> Self:
        """Read a submitted row; empty names and sizes are taken from its workload."""
        number = whole(name, _LAST_ROW) or 0
        prefix = _prefix(number)
        site = _typed(params_form(MergedSite, prefix, data))
        own = Parts.sent(data, prefix) if f"{prefix}window-align" in data else None
        pk, missing_file = data.get(f"{prefix}workload", ""), data.get(f"{prefix}wanted", "")
        row = cls(number, site, pk, own=own)
        return row.looked_for(shelf, missing_file) if missing_file and not pk else row.filled(shelf)

    def looked_for(self, shelf: SourceShelf, file: str, sha256: str = "") -> Self:
        """Find the workload from a file."""
        try:
            return replace(self, workload=shelf.find(file, sha256).pk).filled(shelf)
        except InvalidError as error:
            return replace(self, missing_file=file, error=f"{error}.")

    def filled(self, shelf: SourceShelf) -> Self:
        """Fill empty fields from the workload."""
        workload = next((w for w in shelf.workloads if w.pk == self.workload), None)
        if workload is None:
            return self
        name = file_of(workload).split(".")[0].replace(":", "-")[:80].strip()
        likely = {"site": name, "processors": str(workload.processors)}
        blank = [name for name in likely if not self.site.values[name].strip()]
        site = _typed(self.site, {name: likely[name] for name in blank})
        return replace(self, site=site, zone=workload.begin.zone)

    @property
    def values(self) -> dict[str, Any]:
        """The source as `plan_merge` takes it."""
        file = {} if self.workload else {"file": self.missing_file}
        own = self.own.values if self.own else {}
        return {**self.site.values, "workload": self.workload, **file, **own}

    def numbered(self, number: int) -> Self:
        """Return the row with another number, which its field names contain."""
        prefix = _prefix(number)
        own = self.own.renamed(prefix) if self.own else None
        return replace(self, number=number, site=self.site.renamed(prefix), own=own)

    def with_errors(self, errors: Mapping[str, str], parts: Sequence[Mapping[str, str]]) -> Self:
        """Return the same input with each error on its field; `parts` of window and filters."""
        of_workload = (errors.get(name, "") for name in ("workload", "file", "sha256"))
        return replace(
            self,
            site=self.site.with_errors(errors),
            error=next(filter(None, of_workload), ""),
            own=self.own.with_errors(*parts) if self.own else None,
        )


@dataclass(frozen=True)
class MergeForm:
    """The whole specification; `problems` are all error messages."""

    heading: ParamsForm
    common: Parts
    rows: Sequence[SourceRow]
    problems: Sequence[str] = field(default_factory=list)

    @classmethod
    def new(cls) -> Self:
        """Return a form with two empty rows."""
        rows = [SourceRow.empty(0), SourceRow.empty(1)]
        return cls(params_form(Heading, HEADING), Parts.of(TraceWindow(), Filters()), rows)

    @classmethod
    def of(cls, spec: MergeSpec, shelf: SourceShelf) -> Self:
        """Show a specification; window and filters of most sources become the common ones."""
        settings = [(source.window, source.filters) for source in spec.sources]
        shared, _ = Counter(settings).most_common(1)[0]
        rows = []
        for number, source in enumerate(spec.sources):
            row = SourceRow.of(number, source, shelf)
            is_own = (source.window, source.filters) != shared
            own = Parts.of(source.window, source.filters, _prefix(number)) if is_own else None
            rows.append(replace(row, own=own))
        return cls(_form_of(spec.heading, HEADING), Parts.of(*shared), rows)

    @classmethod
    def posted(cls, data: QueryDict, shelf: SourceShelf) -> Self:
        """Read submitted data; `add`, `omit`, `own` and `common` change rows."""
        common = Parts.sent(data)
        sent = [SourceRow.sent(name, data, shelf) for name in data.getlist("row")[:MOST_SITES]]
        rows = [row for row in sent if str(row.number) != data.get("omit")] or sent[:1]
        if "add" in data and len(rows) < MOST_SITES:
            rows.append(SourceRow.empty(len(rows)))
        for i, row in enumerate(rows):
            if str(row.number) == data.get("own"):
                rows[i] = replace(row, own=common)
            elif str(row.number) == data.get("common"):
                rows[i] = replace(row, own=None)
        numbered = [row.numbered(i) for i, row in enumerate(rows or [SourceRow.empty(0)])]
        return cls(params_form(Heading, HEADING, data), common, numbered)

    @property
    def values(self) -> dict[str, Any]:
        """The specification as `plan_merge` takes it."""
        sources = [row.values for row in self.rows]
        return {**self.heading.values, **self.common.values, "sources": sources}

    @property
    def may_grow(self) -> bool:
        """True while there is room for another site."""
        return len(self.rows) < MOST_SITES

    @property
    def missing(self) -> Sequence[str]:
        """Files that the specification names but that are not stored."""
        return list(dict.fromkeys(row.missing_file for row in self.rows if row.missing_file))

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field, and all of them in a list."""
        common = _below(errors, "window."), _below(errors, "filters.")
        rows = []
        for row in self.rows:
            place = f"sources[{row.number}]."
            parts = [_below(errors, f"{place}{part}.") for part in ("window", "filters")]
            if row.own is None:  # then the fields for all sites are to blame
                for fields, errors_of_row in zip(common, parts, strict=True):
                    fields |= {**errors_of_row, **fields}
            rows.append(row.with_errors(_below(errors, place), parts))
        return replace(
            self,
            heading=self.heading.with_errors(errors),
            common=self.common.with_errors(*common),
            rows=rows,
            problems=self._problems(errors),
        )

    def _problems(self, errors: Mapping[str, str]) -> Sequence[str]:
        """Return messages without duplicates: errors of common fields are not repeated by site."""
        sentences = []
        for path, sentence in errors.items():
            spec, match = _SPECS.get(path.rpartition(".")[2]), _PLACE.match(sentence)
            problem = _COMMON.sub("", sentence[match.end() :] if match else sentence)
            problem = as_shown(spec, problem) if spec else problem
            if match is None:
                sentences.append(problem)
                continue
            row = next((row for row in self.rows if str(row.number) == match[1]), None)
            is_common = ".window" in path or ".filters" in path
            own = row is None or row.own is not None or match[2] or not is_common
            place = f"Site {int(match[1]) + 1}{match[2] or ''}: " if own else ""
            sentences.append(f"{place}{problem}")
        return list(dict.fromkeys(sentences))


def _below(errors: Mapping[str, str], prefix: str) -> dict[str, str]:
    """Return the errors of the fields directly below `prefix`, without it in the messages."""
    return {
        name: _COMMON.sub("", _PLACE.sub("", sentence))
        for path, sentence in errors.items()
        if (name := path.removeprefix(prefix)) != path and "." not in name
    }


def _prefix(number: int) -> str:
    return f"s{number}-"


def _form_of(params: Params, prefix: str) -> ParamsForm:
    """Return the form of a class with the values of one of its instances."""
    values = params.as_dict()
    form = params_form(type(params), prefix)
    return ParamsForm([replace(f, value=as_text(values[f.spec.name])) for f in form.fields])


def _typed(form: ParamsForm, values: Mapping[str, str] | None = None) -> ParamsForm:
    """Return the fields of a site that people fill in, some with other values."""
    values = values or {}
    fields = [f for f in form.fields if f.spec.name in TYPED]
    return ParamsForm([replace(f, value=values.get(f.spec.name, f.value)) for f in fields])
