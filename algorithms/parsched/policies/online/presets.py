"""Policies of the queue that have names: each is `queue` with some values of its parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.model.versions import Changes
from parsched.policies.online.driver import ONLINE
from parsched.policies.online.long_lines import cost
from parsched.policies.online.policy import (
    QueueParams,
    compression,
    depth_limit,
    pass_interval,
    window_length,
)
from parsched.policies.online.queue import CHANGES, VERSION, scheduled
from parsched.policies.registry import Display, Solver, register


@dataclass(frozen=True)
class Preset:
    """A named policy: what it fixes of `QueueParams`; its own parameters are the others."""

    key: str
    fixed: Mapping[str, Any]

    def policy(self, params: Params) -> QueueParams:
        """Return the parameters of `queue` that do the same.

        Examples
        --------
        >>> PRESETS["easy-sjbf"].policy(Params()).changed()
        {'backfill_order': 'sjf'}
        """
        return QueueParams(**self.fixed, **params.as_dict())


PRESETS: dict[str, Preset] = {}
Page = Callable[[], None]
NAMES = ("__module__", "__name__", "__qualname__", "__doc__")


def preset(
    key: str,
    *,
    title: str,
    cites: tuple[str, ...],
    display: Display,
    params: type[Params] = Params,
    baseline: int | None = None,
    version: int = VERSION,
    changes: Changes = CHANGES,
    **fixed: Any,
) -> Callable[[Page], Solver[Any]]:
    """Register a preset as an algorithm of its own; the docstring of the function is its page. One
    that a change of the engine does not touch has a version of its own.

    Examples
    --------
    >>> PRESETS["easy-sjbf"].fixed["backfill_order"]  # what `@preset` declared
    'sjf'
    """
    named = Preset(key, fixed)

    def solver(instance: Instance, params: Params, stop: Stop) -> Schedule:
        return scheduled(instance, named.policy(params), stop)

    def add(page: Page) -> Solver[Any]:
        # Workers are sent algorithms by name: the solver must be found where its page stands.
        for name in NAMES:
            setattr(solver, name, getattr(page, name))
        named.policy(params())
        register(
            key,
            title=title,
            version=version,
            changes=changes,
            params=params,
            supports=ONLINE,
            cites=cites,
            baseline=baseline,
            display=display,
        )(solver)
        PRESETS[key] = named
        return solver

    return add


@dataclass(frozen=True, kw_only=True)
class ConservativeParams(Params):
    """What conservative backfilling leaves open."""

    compress: str = compression(always=True)
    depth: int = depth_limit(always=True)
    window: float = window_length(always=True)
    interval: float = pass_interval(always=True)

    @classmethod
    def notes(cls, instance: Instance) -> Mapping[str, str]:
        """Tell what many jobs cost."""
        return cost("depth", instance)


@dataclass(frozen=True, kw_only=True)
class MauiParams(Params):
    """What Maui's backfilling leaves open."""

    compress: str = compression(always=True)


@preset(
    "fcfs",
    title="First come, first served",
    cites=("schwiegelshohn1998",),
    baseline=1,
    display=Display(order=0, color=0, marker=0, proposed=0),
    version=1,  # which compares no sums of times
    changes={},
    backfill="off",
)
def fcfs() -> None:
    """Start jobs strictly in order of arrival: no job overtakes.

    A job starts as soon as its predecessor in the queue has started and enough processors are free.
    Estimates matter only under `estimates=kill`, and both rules of `events` give the same starts.

    Complexity: O(n log r) for n jobs, r of them running at a time.
    """


@preset(
    "easy",
    title="EASY backfilling",
    cites=("lifka1995", "feitelson1998", "mualem2001"),
    display=Display(order=1, color=1, marker=1, proposed=1),
)
def easy() -> None:
    """Start jobs in order of arrival; a later job may overtake if it does not delay the head.

    While the head of the queue fits, it starts. Then it gets a reservation at the shadow time, the
    earliest planned end of running jobs at which it fits; extra processors are those that remain
    free then. Each later job, in order, that fits now starts if it is planned to end by the shadow
    time, or else if it needs no more than the extra processors, which it uses up.

    Unless jobs overrun their estimates, no job that is head of the queue is ever delayed beyond its
    reservation; other jobs can be. See `parsched.model.problem.instance.Rules` for the rules of the
    event loop. A job counts as backfilled if it started while an earlier one was still waiting.

    Complexity: O(r) per completion for r running jobs, and O(log n) per job that overtakes as long
    as width and estimate of the waiting jobs single it out; O(n) at worst.
    """


@preset(
    "conservative",
    title="Conservative backfilling",
    params=ConservativeParams,
    cites=("feitelson1998", "mualem2001"),
    display=Display(order=2, color=2, marker=2, proposed=2),
    reservations="all",
)
def conservative() -> None:
    """Give each job a reservation when it arrives; overtaking may not delay any reservation.

    The profile holds the free processors over time, as running jobs and reservations are planned.
    An arriving job reserves the earliest interval that fits into the profile. When jobs end before
    their planned ends, each waiting job, in order of reservation (ties: of arrival), moves to its
    earliest possible start, once per instant (`events=batch`) or per completion (`sequential`);
    that is before the arrivals of the instant. Unless jobs overrun their estimates, no reservation
    is ever delayed.

    With `estimates=overrun`, an overdue job is planned to end "now", so the profile no longer shows
    it although it holds its processors. A job whose reservation has come then waits until they are
    free. As soon as a reservation has passed in that way, the next event makes all reservations
    again, in the order of the old ones: they may be delayed.

    A job of zero length and zero estimate starts at its reservation and occupies nothing, but needs
    its processors free at that instant, so it may have to wait as others do. So that it can start,
    the next reservation to come is an instant as arrivals and completions are. A job counts as
    backfilled if it started while an earlier one was still waiting.

    Complexity: O(q + p) per early completion for q waiting jobs and p steps of the profile, plus
    O(q + p) for each reservation that moves.
    """


@preset(
    "easy-sjbf",
    title="EASY, shortest job backfilled first",
    cites=("tsafrir2007",),
    display=Display(order=28, color=3, marker=3),
    backfill_order="sjf",
)
def easy_sjbf() -> None:
    """EASY, but of the jobs that may overtake the head the shortest is tried first.

    The queue and the reservation of its head are as in EASY backfilling. Behind the head, jobs
    are tried in order of their estimates (ties: arrival), so that more of them fit.

    Complexity: O(log n) per job that overtakes, as for EASY.
    """


@preset(
    "easy++",
    title="EASY++",
    cites=("tsafrir2007",),
    display=Display(order=29, color=4, marker=4),
    backfill_order="sjf",
    predict="average-2",
    correct="increments",
)
def easy_plus_plus() -> None:
    """EASY with predicted run times, the shortest job backfilled first.

    A job is believed to run as long as the mean of the last two run times with which its user's
    jobs completed, in whole units of time, at most its estimate; its estimate is believed until
    there are two. Who outlives that is believed to run 60 s longer than predicted, then 300 s, 900
    s and so on, at most its estimate. Jobs behind the head are tried in order of what is believed.

    The head may start later than its reservation: predictions are outlived.

    Complexity: O(q log q) per pass for q waiting jobs.
    """


@preset(
    "first-fit",
    title="First fit",
    cites=("mualem2001",),
    display=Display(order=30, color=5, marker=5),
    reservations=0,
)
def first_fit() -> None:
    """Start any waiting job that fits, in order of arrival: no job holds a reservation.

    Narrow jobs can keep a wide one waiting for as long as they come; look at the longest wait.

    Complexity: O(log n) per start.
    """


@preset(
    "maui",
    title="Backfilling with four reservations",
    params=MauiParams,
    cites=("jackson2001",),
    display=Display(order=31, color=6, marker=6),
    reservations=4,
)
def maui() -> None:
    """Reservations for the first four waiting jobs, as Maui's reservation depth has them.

    Each of the first four jobs in order of arrival holds a reservation that no later job may delay.
    Reservations are kept: a job that comes to be among the first four gets the earliest one that
    moves no other. Later jobs start if they move none.

    Complexity: O(q) per pass for q waiting jobs.
    """
