"""Stop: the one argument through which cancel, time limit, progress and best-so-far travel."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from algorithms.errors import TimeLimitReached

if TYPE_CHECKING:
    from algorithms.schedule import Schedule


@dataclass(frozen=True)
class Progress:
    """Where a run stands: `fraction` done in [0, 1], a short message, seconds since it started."""

    fraction: float
    message: str
    seconds: float


class Stop:
    """Tells an algorithm when to end, and hears how far it is. Made anew for each run.

    Parameters
    ----------
    time_limit
        Seconds from now until `report` raises `TimeLimitReached`; None for no limit.
    listener
        Called at most every `interval` seconds with the progress; it may raise `Cancelled`.
    interval
        Least time between two calls of the listener, seconds.
    """

    def __init__(
        self,
        *,
        time_limit: float | None = None,
        listener: Callable[[Progress], None] | None = None,
        interval: float = 0.5,
    ) -> None:
        self.time_limit = time_limit
        self.best: Schedule | None = None
        self._listener = listener
        self._interval = interval
        self._began = time.monotonic()
        self._heard = -interval

    def report(self, fraction: float, message: str = "", *, best: "Schedule | None" = None) -> None:
        """Tell how far the algorithm is; call it at least every 0.3 s, between chunks of work.

        Raises
        ------
        TimeLimitReached, Cancelled
            When the algorithm has to end; `best`, if ever given, is what it leaves behind.
        """
        if best is not None:
            self.best = best
        seconds = self._tell(fraction, message)
        if self.time_limit is not None and seconds > self.time_limit:
            raise TimeLimitReached(f"stopped at its time limit of {self.time_limit:g} s")

    def heed(self, message: str) -> None:
        """Tell what follows the algorithm; the time limit is over for that.

        Raises
        ------
        Cancelled
            When nobody wants the result any more.
        """
        self._tell(1.0, message)

    def part(self, first: float, last: float, message: str) -> "Stop":
        """Return the stop of a part of the work, which goes from one fraction of it to another.

        `message` stands before what the part says. The best schedule of the part stays there: it is
        none of the whole.
        """
        return _Part(self, first, last, message)

    def _tell(self, fraction: float, message: str) -> float:
        seconds = time.monotonic() - self._began
        if self._listener is not None and seconds - self._heard >= self._interval:
            self._heard = seconds
            self._listener(Progress(min(max(fraction, 0.0), 1.0), message, seconds))
        return seconds


class _Part(Stop):
    """Reports to the whole, which cancels and knows the time limit."""

    def __init__(self, whole: Stop, first: float, last: float, message: str) -> None:
        super().__init__()
        self._whole, self._first, self._last, self._message = whole, first, last, message

    def _tell(self, fraction: float, message: str) -> float:
        done = self._first + min(max(fraction, 0.0), 1.0) * (self._last - self._first)
        self._whole.report(done, ": ".join(filter(None, (self._message, message))))
        return 0.0
