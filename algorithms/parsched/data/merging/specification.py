"""What to merge, and how: a specification that is checked, written down and repeated."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

import numpy as np

from parsched.base import naming
from parsched.base.errors import ParameterError
from parsched.data.files.findings import quoted
from parsched.data.files.json_nesting import first_too_deep
from parsched.data.merging.rules import Filters
from parsched.data.merging.window import TraceWindow, zone_of
from parsched.declare.parameters import Params, choice, integer, real, text
from parsched.model.problem.platform import MAX_PROCESSORS

FORMAT, VERSION = "schedweb-merge", 1
MOST_SOURCES = 1_000
MOST_DEPTH = 20
"""Lists and objects within each other; a specification has four."""
PARTS: dict[str, type[Params]] = {"filters": Filters, "window": TraceWindow}
"""What may be given for all sources, and for each one."""
_HEX = frozenset("0123456789abcdef")
_DIGEST = 64
_WEEK = 7 * 86_400.0

Made = TypeVar("Made", bound=Params)


@dataclass(frozen=True, kw_only=True)
class Heading(Params):
    """What holds for the whole merged workload."""

    name: str = text("merged", "Name of the workload.", longest=200, commas=True)
    clock: str = choice(
        "local",
        ("local", "utc"),
        "Whose midnights windows are aligned to: with local, the working hours of all sites "
        "coincide; with utc, they are as far apart as the sites.",
    )


@dataclass(frozen=True, kw_only=True)
class MergedSite(Params):
    """A site of the grid, and the trace of its jobs."""

    site: str = text(
        "",
        "Name of the site, without “:”; becomes the origin of its jobs, and stands before their "
        "ids and the names of their users.",
        longest=80,
        commas=True,
    )
    file: str = text("", "Name of the file that holds the trace.", longest=1000, commas=True)
    processors: int = integer(1, "Processors of the site.", low=1, high=MAX_PROCESSORS)
    sha256: str = text("", "SHA-256 of the file; not checked if empty.", longest=_DIGEST)
    zone: str = text(
        "",
        "Time zone of the trace, such as Europe/Stockholm, or seconds east of Greenwich; the zone "
        "of the file's header if empty.",
        longest=80,
    )
    shift: float = real(
        0.0, "How much later the jobs arrive than on the trace's clock.", low=-_WEEK, high=_WEEK,
        unit="s",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("site", "file"):
            if not getattr(self, name).strip():
                raise ParameterError({name: f"{name} must not be empty, got ''"})
        if ":" in self.site or self.site != self.site.strip():
            # Ids become "site:id": they tell sites apart as long as no name of a site has a colon.
            rule = "must have no colon, and no blank at either end"
            raise ParameterError({"site": f"site {rule}, got {naming.quoted(self.site)}"})
        if self.sha256 and not (len(self.sha256) == _DIGEST and set(self.sha256) <= _HEX):
            rule = f"must be {_DIGEST} digits from 0 to f"
            raise ParameterError({"sha256": f"sha256 {rule}, got {self.sha256!r}"})
        zone_of(self.zone)


@dataclass(frozen=True)
class TraceSource:
    """A site with the part of its trace that is taken."""

    site: MergedSite
    filters: Filters
    window: TraceWindow

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        parts = {"filters": self.filters.as_dict(), "window": self.window.as_dict()}
        return {**self.site.as_dict(), **parts}


@dataclass(frozen=True)
class MergeSpec:
    """A workload merged from several traces.

    The same specification and the same files give the same workload, bit for bit.
    """

    heading: Heading
    sources: tuple[TraceSource, ...]

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values, each source with all its filters and its window."""
        sources = [source.as_json() for source in self.sources]
        return {"format": FORMAT, "version": VERSION, **self.heading.as_dict(), "sources": sources}

    @classmethod
    def from_json(cls, values: Any) -> Self:
        """Build from JSON values; `filters` and `window` beside `sources` hold for all of them.

        Raises
        ------
        ParameterError
            Names the place, the rule and the value of everything that is wrong.
        """
        if not isinstance(values, Mapping):
            raise ParameterError({"": f"a specification must be an object, got {_shown(values)}"})
        checked = _Mistakes()
        fields = dict(values)
        for name, expected in (("format", FORMAT), ("version", VERSION)):
            if (value := fields.pop(name, expected)) != expected:
                checked.add("", name, f"{name} must be {_shown(expected)}, got {_shown(value)}")
        sources = checked.list(fields.pop("sources", None))
        common = [checked.common(part, kind, fields.pop(part, {})) for part, kind in PARTS.items()]
        beside = ("format", "version", "sources", *PARTS)
        heading = checked.declared("", Heading, fields, beside)
        checked_sources = [checked.source(i, source, common) for i, source in enumerate(sources)]
        checked.distinct([source.site.site for source in checked_sources if source])
        if checked.errors or heading is None:
            raise ParameterError(checked.errors)
        return cls(heading, tuple(source for source in checked_sources if source))

    @classmethod
    def from_text(cls, content: str) -> Self:
        """Build from the text of a JSON file.

        Raises
        ------
        ParameterError
            Also when it is no JSON: says in which line.
        """
        text = np.frombuffer(content.encode("utf-8", "surrogatepass"), np.uint8)
        if first_too_deep(text, MOST_DEPTH) >= 0:
            rule = f"must be JSON of at most {MOST_DEPTH} levels"
            raise ParameterError({"": f"a specification {rule}, got more"})
        try:
            values = json.loads(content)
        except json.JSONDecodeError as error:
            where = f"line {error.lineno}, column {error.colno}"
            sentence = f"{where}: a specification must be JSON, {error.msg.lower()}"
            raise ParameterError({"": sentence}) from error
        except ValueError as error:
            sentence = "a specification must be JSON with numbers of fewer digits"
            raise ParameterError({"": sentence}) from error
        return cls.from_json(values)

    @property
    def largest(self) -> int:
        """Processors of the largest site."""
        return max(source.site.processors for source in self.sources)

    def pinned(self, digests: Sequence[str]) -> "MergeSpec":
        """Return the specification with the SHA-256 of each source's file."""
        pairs = zip(self.sources, digests, strict=True)
        sources = [replace(s, site=replace(s.site, sha256=digest)) for s, digest in pairs]
        return replace(self, sources=tuple(sources))


class _Mistakes:
    """Collects what is wrong, each under its place."""

    def __init__(self) -> None:
        self.errors: dict[str, str] = {}

    def add(self, place: str, name: str, sentence: str) -> None:
        """Take one sentence about a field of a place."""
        path = f"{place}.{name}" if place and name else place or name
        self.errors[path] = f"{place}: {sentence}" if place else sentence

    def declared(
        self, place: str, kind: type[Made], fields: Mapping[str, Any], beside: Sequence[str] = ()
    ) -> Made | None:
        """Return what is declared, or None if something breaks a rule; other keys may stand
        `beside` it."""
        unknown = kind.unknown(fields, beside)
        try:
            settings = kind.from_mapping({n: v for n, v in fields.items() if n not in unknown})
        except ParameterError as error:
            settings, unknown = None, error.errors | unknown
        for name, sentence in unknown.items():
            self.add(place, name, sentence)
        return settings

    def mapping(self, place: str, name: str, value: Any) -> dict[str, Any]:
        """Return an object."""
        if isinstance(value, Mapping):
            return dict(value)
        self.add(place, name, f"{name} must be an object, got {_shown(value)}")
        return {}

    def common(self, part: str, kind: type[Params], value: Any) -> dict[str, Any]:
        """Return the settings of all sources; their errors are reported once, not per source."""
        values = self.mapping("", part, value)
        try:
            kind.parsed(values)
        except ParameterError as error:
            for name, sentence in error.errors.items():
                self.add(part, name, sentence)
            return {name: value for name, value in values.items() if name not in error.errors}
        return values

    def list(self, value: Any) -> Sequence[Any]:
        """Return the list of sources."""
        if isinstance(value, list) and 1 <= len(value) <= MOST_SOURCES:
            return value
        rule = f"must be a list of 1 to {MOST_SOURCES:,} objects"
        got = f"{len(value):,}" if isinstance(value, list) else _shown(value)
        self.add("", "sources", f"sources {rule}, got {got}")
        return ()

    def source(
        self, index: int, value: Any, common: Sequence[dict[str, Any]]
    ) -> TraceSource | None:
        """Return a source; its own filters and window go before the common ones."""
        place = f"sources[{index}]"
        if not isinstance(value, Mapping):
            self.add("", place, f"{place} must be an object, got {_shown(value)}")
            return None
        fields = dict(value)
        own = [self.mapping(place, part, fields.pop(part, {})) for part in PARTS]
        filters, window = (
            {**general, **special} for general, special in zip(common, own, strict=True)
        )
        site = self.declared(place, MergedSite, fields, tuple(PARTS))
        chosen = self.declared(f"{place}.filters", Filters, filters)
        part = self.declared(f"{place}.window", TraceWindow, window)
        return TraceSource(site, chosen, part) if site and chosen and part else None

    def distinct(self, names: Sequence[str]) -> None:
        """Check that no two sites have the same name."""
        for index, name in enumerate(names):
            if name in names[:index]:
                self.add(
                    f"sources[{index}]",
                    "site",
                    f"site must be unique, got {naming.quoted(name)} twice",
                )


def _shown(value: Any) -> str:
    return quoted(value if isinstance(value, str | int | float) else json.dumps(value, default=str))
