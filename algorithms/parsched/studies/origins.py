"""What determines the numbers of a study: whatever is computed is stored under a digest of it."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache, partial

from parsched.base.errors import AlgorithmsError
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.model.concerns import MARKED
from parsched.model.versions import Concern, IsConcerned, concerning, equal_since
from parsched.report.phrases import listed
from parsched.run.computed_by import (
    Used,
    bounds_among,
    declared_as,
    result_of,
    untold,
    versions_above_1,
)
from parsched.studies.computing import instance_of
from parsched.studies.instances import Generated
from parsched.studies.kept import Kept
from parsched.studies.part import Part, Unit
from parsched.studies.study import Study

KEPT = 256
"""Most answers of parts that are kept; each one is made by making instances."""


def origin(study: Study, part: Part) -> str:
    """Return a digest of what determines the numbers of a part, but for its values.

    Versions are the least ones that give its instances the same numbers, so a change that concerns
    no instance changes nothing here.
    """
    asks = partial(_is_concerned, _AskedPart(study, part.key))
    methods = [(one.label, one.text, equal_since(one.algorithm, asks)) for one in part.requests]
    instances = part.instances
    content = [study.seed, instances.origin, dict(instances.rules), methods, part.numbers]
    # These come last, and only where there are any: what was stored before has its digest still.
    content += [later] if (later := dict(_later(part, asks))) else []
    content += [{"revision": study.revision}] if study.revision > 1 else []
    content += [{"without": "bounds"}] if part.bounds and _is_marked(asks, part) else []
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _is_marked(asks: IsConcerned, part: Part) -> bool:
    """Tell whether jobs that are kept ask for what is not: earlier versions stored bounds then. The
    origin of a missing workload is unknown."""
    if not isinstance(part.instances, Kept):
        return False
    try:
        part.instances.loaded()
    except AlgorithmsError:
        return False
    return asks(MARKED)


def _later(part: Part, asks: IsConcerned) -> Iterator[tuple[str, int]]:
    """Yield what else than methods has a part in the numbers, and is of a later version than when
    numbers were first stored."""
    for used in dict.fromkeys(_used(part)):
        declared = declared_as(used)
        if declared is None or declared.version == untold(used):
            continue
        if (version := equal_since(declared, asks)) > untold(used):
            yield "/".join(used), version


def _used(part: Part) -> Iterator[Used]:
    if isinstance(part.instances, Generated):
        yield "generators", part.instances.generator
    metrics = [name for name in part.numbers if name in METRICS]
    for request in part.requests:
        # The first is the method itself, whose version is told beside it.
        yield from result_of(request.algorithm.key, request.params.as_dict(), metrics)[1:]
    keys = {
        criterion: [key for key in own if key in part.bounds] for criterion, own in BOUNDS.items()
    }
    yield from bounds_among(keys)


def later_than(study: Study, part: Part, known: Mapping[str, int]) -> Iterator[str]:
    """Yield what has changed since numbers of a part were computed, of what has a part in them and
    concerns any of its instances.

    Parameters
    ----------
    known
        Versions above 1 by group and key, as `versions_of` returned them then.
    """
    asks = partial(_is_concerned, _AskedPart(study, part.key))
    for group, key in dict.fromkeys((*_methods(part), *_used(part))):
        declared, since = declared_as((group, key)), known.get(f"{group}/{key}", 1)
        if declared is not None and declared.version != since:
            changes = concerning(declared, since, asks)
            if changes or declared.version < since:
                words = listed([change.text for change in changes]) or "it is an older version now"
                yield f"{declared.title}: {words}"


def versions_of(part: Part) -> dict[str, int]:
    """Return the versions above 1 of all that has a part in the numbers of a part."""
    return versions_above_1([*_methods(part), *_used(part)])


def _methods(part: Part) -> list[Used]:
    return [("algorithms", request.algorithm.key) for request in part.requests]


class _AskedPart:
    """A part of a study that a question is about; equal where its instances are."""

    def __init__(self, study: Study, key: str) -> None:
        self.study, self.part = study, study.part(key)

    @cached_property
    def _content(self) -> str:
        instances = self.part.instances
        values = map(dict, instances.values)
        content = [self.study.seed, instances.origin, dict(instances.rules), *values]
        return json.dumps(content, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _AskedPart) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


@lru_cache(maxsize=KEPT)
def _is_concerned(asked: _AskedPart, concern: Concern) -> bool:
    """Tell whether any instance of the first repetition has a property: all others are drawn, or
    cut, in the same manner. So has one that cannot be made here, as its origin is unknown."""
    part = asked.part
    try:
        return any(
            concern.holds(instance_of(asked.study, Unit(part.key, value, 0)))
            for value in range(len(part.instances.values))
        )
    except AlgorithmsError:
        return True
