"""First fit: backfilling without any reservation."""

from parsched.policies.online.presets import preset
from parsched.policies.registry import Display


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
