"""Conservative backfilling: every waiting job holds a reservation."""

from collections.abc import Mapping
from dataclasses import dataclass

from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance
from parsched.policies.online.long_lines import costs
from parsched.policies.online.policy import (
    compression,
    depth_limit,
    pass_interval,
    window_length,
)
from parsched.policies.online.presets import preset
from parsched.policies.registry import Display


@dataclass(frozen=True, kw_only=True)
class ConservativeParams(Params):
    """What conservative backfilling leaves open."""

    compress: str = compression(always=True)
    depth: int = depth_limit(always=True)
    window: float = window_length(always=True)
    interval: float = pass_interval(always=True)

    @classmethod
    def notes(cls, instance: Instance) -> Mapping[str, str]:
        """Return what costs more than the rest where jobs are many."""
        return costs(instance, "compress", "window")


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

    Complexity: per early completion, O(p / 128 + 128) for each reservation that moves by itself, in
    a profile of p steps; what moves as a whole costs O(q + p) for q waiting jobs, a few additions
    each; and O(q / 64) to pass over those that cannot move.
    """
