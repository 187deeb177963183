"""EASY backfilling: of the waiting jobs, only the head of the queue holds a reservation."""

from parsched.policies.online.presets import preset
from parsched.policies.registry import Display


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
