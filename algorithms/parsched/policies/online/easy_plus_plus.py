"""EASY++: EASY backfilling with predicted run times."""

from parsched.policies.online.presets import preset
from parsched.policies.registry import Display


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
