"""Whether what plots and claims of a study name is there: parts, methods, measures, values."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from parsched.base.errors import UnknownKeyError
from parsched.studies.claims import Claim
from parsched.studies.measures import Measure
from parsched.studies.part import Part
from parsched.studies.plots import StudyPlot
from parsched.studies.statistics import AGGREGATES


class Declares(Protocol):
    """What a study declares, as far as it is looked at here."""

    @property
    def parts(self) -> tuple[Part, ...]: ...
    @property
    def plots(self) -> tuple[StudyPlot, ...]: ...
    @property
    def claims(self) -> tuple[Claim, ...]: ...


def unknown_names(study: Declares) -> dict[str, str]:
    """Return what is named and is not there, by place."""
    return dict([*_of_plots(study), *_of_claims(study)])


def _of_plots(study: Declares) -> Iterator[tuple[str, str]]:
    for i, plot in enumerate(study.plots):
        for name, text in _problems(study.parts, plot.parts, (plot.measure, plot.against)):
            yield f"plots[{i}].{name}", text
        if plot.aggregate and plot.aggregate not in AGGREGATES:
            yield f"plots[{i}].aggregate", _unlike("aggregate", plot.aggregate, AGGREGATES)
        parts = [part for part in study.parts if part.key in plot.parts]
        labels = {label: None for part in parts for label in part.labels}
        if parts and (wrong := [label for label in plot.methods if label not in labels]):
            yield f"plots[{i}].methods", _unlike("method", wrong[0], labels)
        values = {name: None for part in parts for name in part.along}
        if plot.along and parts and plot.along not in values:
            yield f"plots[{i}].along", _unlike("along", plot.along, values)


def _of_claims(study: Declares) -> Iterator[tuple[str, str]]:
    for i, claim in enumerate(study.claims):
        for j, judge in enumerate(claim.judges):
            keys = judge.parts or [part.key for part in study.parts]
            place = f"claims[{i}].judges[{j}]"
            for name, text in _problems(study.parts, keys, (judge.measure,), is_any=True):
                yield f"{place}.{name}", text
            parts = [part for part in study.parts if part.key in keys]
            labels = {label: None for part in parts for label in part.labels}
            if parts and (wrong := [one for one in judge.methods_named if one not in labels]):
                yield f"{place}.method", _unlike("method", wrong[0], labels)


def _problems(
    parts: Sequence[Part], keys: Sequence[str], measures: Sequence[str], *, is_any: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the parts and the measures that something is about: these must be
    known in all its parts, or in any."""
    known = {part.key: part for part in parts}
    if wrong := [key for key in keys if key not in known]:
        yield "parts", _unlike("part", wrong[0], known)
        return
    for name in filter(None, measures):
        try:
            needed = set(Measure.parse(name).numbers)
        except UnknownKeyError as error:
            yield "measure", str(error)
            continue
        has = [needed.issubset(known[key].numbers) for key in keys]
        if not (any(has) if is_any else all(has)):
            yield "measure", f"measure must be a measure of its parts, got {name!r:.60}"


def _unlike(name: str, value: str, known: Iterable[str]) -> str:
    return f"{name} must be one of {', '.join(known)}, got {value!r:.60}"
