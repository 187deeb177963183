"""What an explanation says, as plain data: times in seconds after time 0, lengths in seconds."""

from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from itertools import pairwise
from typing import Any, Literal, TypeVar, cast

from parsched.model.problem.ticks import between

Kind = Literal["order", "reservation", "kept", "depth", "interval"]
Bound = Literal["release", "full", "order"]

DRAWN = 600
"""Most steps of the free processors in JSON and pictures; beyond, each part shows its fewest."""


@dataclass(frozen=True)
class Steps:
    """Free processors as a step function over [time[0], time[-1]): `free[k]` of them from `time[k]`
    to `time[k + 1]`. `is_thinned`: the steps are parts of the time, each with its fewest."""

    time: tuple[float, ...]
    free: tuple[int, ...]
    is_thinned: bool = False


@dataclass(frozen=True)
class Stretch:
    """Time from `begin` to `end` in which too few processors were free (`short`), or enough;
    `least` and `most` of them."""

    begin: float
    end: float
    short: bool
    least: int
    most: int


@dataclass(frozen=True)
class Held:
    """Why a job did not start at an instant though `free` processors, enough for it, were free.

    `order`: job `by` was the head of the queue, and no job may overtake it. `reservation`: as the
    policy planned then, too few processors would have been left for the reservation of job `by` at
    `reserved`. `kept`: the job kept a reservation of its own, at `reserved`.
    `depth`: the pass did not look so far down the queue. `interval`: no full pass was due.
    """

    at: float
    free: int
    kind: Kind
    by: str = ""
    reserved: float | None = None


@dataclass(frozen=True)
class Overtaker:
    """A job that arrived later and started before.

    `cost` is by how many seconds the job would have started earlier without this one, all others
    arriving when they did; None where that was not simulated.
    """

    id: str
    width: int
    released: float
    start: float
    end: float
    cost: float | None


@dataclass(frozen=True)
class Holder:
    """The last job that held `processors` of those that the job got, until `end`."""

    id: str
    processors: int
    end: float
    made_room: bool
    """True where it ended at the instant at which the job started."""


@dataclass(frozen=True)
class ChainLink:
    """A job of a chain: it starts at the instant at which the one before it ends."""

    id: str
    start: float
    end: float


@dataclass(frozen=True)
class Chain:
    """Jobs that each start when the one before ends, the last links first to last;
    `jobs` counts all of them from `begin` to `end`."""

    links: tuple[ChainLink, ...]
    jobs: int
    begin: float
    end: float
    is_cut: bool = False


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """Why a job of a schedule started when it did.

    Facts of the schedule: `released` is when the job arrived (its release, or when the last of the
    jobs that it waits for let it go), `start` and `end` when it ran, seconds, and `submitted` when
    it was submitted, None where that is not known to be before its release; on `width` of
    `processors` processors, where it `asked` for another number (None where it did not), on a grid
    of the `site` of this name, which all else is about then. `steps` are the processors that were
    free from `released` to `start`, those `ahead` the jobs that waited when it arrived. `holders`
    held the processors that it got; `overtaken_by` jobs overtook it, and `overtakers` lists the
    ones with most processors and time in the wait. `bound` is what kept it from an earlier start in
    this very schedule, the earliest at `possible` (all other jobs staying where they are). `chain`
    leads to its start, and `critical` to the end of the schedule.

    Claims about the policy stand in `held`, in the `cost` of `overtakers`, in `without_overtakers`
    (when the job would have started without all of them) and `with_lacked` (when it would have
    started with the `lacking` processors that it lacked on arrival to itself), None where it would
    not have been earlier, or where that is not known. They come from running the policy again on
    `simulated` jobs, which gave the very schedule; with 0 of them, `unknown` says why there are
    none.
    """

    id: str
    algorithm: str
    width: int
    processors: int
    released: float
    start: float
    end: float
    steps: Steps
    stretches: tuple[Stretch, ...]
    ahead: int
    held: tuple[Held, ...]
    overtakers: tuple[Overtaker, ...]
    overtaken_by: int
    without_overtakers: float | None
    lacking: int
    with_lacked: float | None
    holders: tuple[Holder, ...]
    bound: Bound
    possible: float
    chain: Chain
    critical: Chain
    makespan: float
    is_online: bool
    simulated: int
    unknown: str
    site: str = ""
    submitted: float | None = None
    asked: int | None = None
    sentences: tuple[str, ...] = ()

    @property
    def wait(self) -> float:
        """From release to start, seconds."""
        return between(self.released, self.start)

    @property
    def short(self) -> float:
        """Seconds of the wait in which fewer processors than the job needs were free."""
        total = 0.0
        for one in self.stretches:
            total += between(one.begin, one.end) if one.short else 0.0
        return between(0.0, total)

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        thin = replace(self, steps=thinned(self.steps))
        return {**asdict(thin), "wait": self.wait, "short": self.short}


T = TypeVar("T")


def in_seconds(told: T, second: float) -> T:
    """Return the explanation with its real numbers, which are times in ticks, converted to
    seconds."""
    if second == 1:
        return told
    if isinstance(told, float):
        return cast("T", told / second)
    if isinstance(told, tuple):
        return cast("T", tuple(in_seconds(one, second) for one in told))
    if is_dataclass(told) and not isinstance(told, type):
        values = {one.name: in_seconds(getattr(told, one.name), second) for one in fields(told)}
        return cast("T", replace(told, **values))
    return told


def thinned(steps: Steps, most: int = DRAWN) -> Steps:
    """Return the steps, or, where there are more than `most`, equal parts of the time, each with
    the fewest processors that were free in it."""
    if len(steps.free) <= most:
        return steps
    begin, end = steps.time[0], steps.time[-1]
    edges = [begin + (end - begin) * k / most for k in range(most)] + [end]
    least, k = [], 0
    for low, high in pairwise(edges):
        while steps.time[k + 1] <= low:
            k += 1
        fewest = steps.free[k]
        while k + 1 < len(steps.free) and steps.time[k + 1] < high:
            k += 1
            fewest = min(fewest, steps.free[k])
        least.append(fewest)
    return Steps(tuple(edges), tuple(least), is_thinned=True)
