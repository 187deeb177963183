"""A job of the plain twin of the queue engine."""

from dataclasses import dataclass, field
from math import inf


@dataclass(eq=False)
class Job:
    """A rigid job, with what the scheduler believes of it and, while it has one, a reservation.

    It is in this `row` of the workload, and the `number`-th to arrive. `promised` are all
    reservations that it has had; `after` are the jobs that it waits for, with delays.
    """

    row: int
    release: float
    run: float
    estimate: float
    width: int
    user: int
    belief: float = 0.0
    prediction: float = 0.0
    corrections: int = 0
    start: float | None = None
    backfilled: bool = False
    reserved: float = inf
    promised: list[float] = field(default_factory=list)
    after: list[tuple["Job", float]] = field(default_factory=list)
    number: int = -1

    @property
    def begun(self) -> float:
        """When it started."""
        assert self.start is not None
        return self.start

    @property
    def end(self) -> float:
        """When it really ends."""
        return self.begun + self.run

    @property
    def planned(self) -> float:
        """When it is believed to end."""
        return self.begun + self.belief
