"""Which instances the next batch has: whole ones, for about two seconds.

What a batch takes is estimated from those before it. Numbers depend on the instance alone, so the
table is the same however instances are put together.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from parsched.studies import Part
from schedweb.studies.units import InstanceSpan, count_of, gaps

BATCH_SECONDS = 2.0
"""What a batch should take."""
MOST_BATCHES = 4_000
"""About how many batches a study has; a longer study has longer batches."""
MOST_UNITS = 2_000
"""Instances of a batch."""
FAILURES = 3
"""Failed batches of a part, more than those that are done, after which no more are tried."""


@dataclass(frozen=True)
class Taken:
    """What is planned of a part: all batches, and how many of them ended in which way."""

    spans: Sequence[InstanceSpan] = ()
    done: int = 0
    failed: int = 0


@dataclass(frozen=True)
class BatchPlace:
    """A batch that is to be: the place of its part, and its instances."""

    part: int
    span: InstanceSpan


@dataclass(frozen=True)
class Pace:
    """Seconds of an instance by value, of those values of a part that were measured."""

    seconds: Mapping[int, float] = field(default_factory=dict)

    @classmethod
    def of(cls, timings: Iterable[tuple[int, int, float]]) -> "Pace":
        """Take values with numbers of instances and their seconds, the last ones first."""
        sums: dict[int, tuple[int, float]] = {}
        for value, count, seconds in timings:
            counted, total = sums.get(value, (0, 0.0))
            sums[value] = counted + count, total + seconds
        return cls({value: total / count for value, (count, total) in sums.items() if count})

    @property
    def guess(self) -> float:
        """Seconds of an instance of another value: as many as the slowest, or a whole batch."""
        return max(self.seconds.values(), default=BATCH_SECONDS)

    def of_value(self, value: int) -> float:
        """Return the seconds of an instance."""
        return self.seconds.get(value, self.guess)

    def total(self, part: Part) -> float:
        """Return the seconds of all instances of a part."""
        values = len(part.instances.values)
        known = sum(self.seconds.values())
        return part.repetitions * (known + self.guess * (values - len(self.seconds)))


def next_place(
    parts: Sequence[Part], taken: Mapping[int, Taken], paces: Mapping[int, Pace]
) -> BatchPlace | None:
    """Return the next batch: of the part that has fewest repetitions, with as many instances as a
    batch has time for; None where nothing is left."""
    firsts = [place for i, part in enumerate(parts) for place in _first(i, part, taken.get(i))]
    if not firsts:
        return None
    chosen = min(firsts, key=lambda place: _repetition(parts[place.part], place))
    everything = sum(paces.get(i, Pace()).total(part) for i, part in enumerate(parts))
    seconds = max(BATCH_SECONDS, everything / MOST_BATCHES)
    part = parts[chosen.part]
    size = _size(part, chosen.span, paces.get(chosen.part, Pace()), seconds)
    return BatchPlace(chosen.part, InstanceSpan(chosen.span.first, chosen.span.first + size))


def _first(place: int, part: Part, taken: Taken | None) -> Iterator[BatchPlace]:
    """Yield the first gap of a part, unless it has none or its batches fail."""
    taken = taken or Taken()
    if taken.failed < FAILURES + taken.done:
        yield from (BatchPlace(place, gap) for gap in islice(gaps(count_of(part), taken.spans), 1))


def _repetition(part: Part, place: BatchPlace) -> int:
    return place.span.first // len(part.instances.values)


def _size(part: Part, gap: InstanceSpan, pace: Pace, seconds: float) -> int:
    """Return how many of the instances of a gap fill so many seconds: at least one, and of values
    that were not measured no more than were."""
    values = len(part.instances.values)
    size, unknown, total = 0, 0, 0.0
    most_unknown = max(1, len(pace.seconds))
    for number in range(gap.first, min(gap.end, gap.first + MOST_UNITS)):
        value = number % values
        unknown += value not in pace.seconds
        total += pace.of_value(value)
        if size and (unknown > most_unknown or total > seconds):
            break
        size += 1
    return size
