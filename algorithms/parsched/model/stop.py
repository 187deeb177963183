"""Stop: the one argument through which cancel, time limit, progress, best-so-far and the leave to
run commands travel."""

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parsched.base.compiled import stopwatch
from parsched.base.errors import CommandError, Interrupted, TimeLimitReached
from parsched.model.problem.ticks import Ticks
from parsched.model.search_trace import SERIES, SearchTrace, Totals, TracePoint

if TYPE_CHECKING:
    from parsched.model.schedules.schedule import Schedule


@dataclass(frozen=True)
class Progress:
    """Where a run stands: `fraction` done in [0, 1], a short message, seconds since `Stop.begin`
    (or, before that, since the stop was made).

    `values` are the latest of each series of `parsched.model.search_trace` that it has reported;
    `trace` holds its points so far.
    """

    fraction: float
    message: str
    seconds: float
    values: Mapping[str, float] = field(default_factory=dict)
    trace: SearchTrace = field(default_factory=SearchTrace, compare=False, repr=False)


class Stop:
    """Ends an algorithm in time and takes its progress. Made once for each run.

    Parameters
    ----------
    time_limit
        Seconds from `begin`, or from now if that is never called, until `report` raises
        `TimeLimitReached`; None for no limit.
    listener
        Called at most every `interval` seconds with the progress; it may raise `Cancelled`, and is
        not called again then.
    interval
        Least time between two calls of the listener, seconds.
    initial
        The best schedule of an earlier attempt at the same problem that was cut off: searches go on
        from it. It must be feasible; what a search cannot use of it, it leaves alone.
    allow_commands
        Whether an algorithm may start the program that its parameters name.

    Attributes
    ----------
    best
        The best schedule that was reported, or the initial one before any was.
    known
        No schedule is shorter, seconds, as was proved before the algorithm began; 0 if nothing was.
    bound
        No schedule is shorter, seconds, as the run itself has proved; None if it proved nothing.
    trace
        How the search went.
    totals
        What numbers say of the whole search.
    remarks
        What the algorithm says of its result that may surprise, in sentences.
    helper_memory
        The most memory that a program took which the algorithm started, bytes; 0 without one.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.model.stop import Stop
    >>> instance = sched.Instance(
    ...     sched.generate("paper-uniform", jobs=5, processors=32), sched.Platform.of(32)
    ... )
    >>> str(sched.solve(instance, "ltf", stop=Stop(time_limit=5.0)).status)
    'finished'
    """

    def __init__(
        self,
        *,
        time_limit: float | None = None,
        listener: Callable[[Progress], None] | None = None,
        interval: float = 0.5,
        initial: "Schedule | None" = None,
        allow_commands: bool = False,
    ) -> None:
        self.time_limit = time_limit
        self.allow_commands = allow_commands
        self.initial = initial
        self.best = initial
        self.bound: float | None = None
        self.known = 0.0
        self.helper_memory = 0
        self.trace = SearchTrace()
        self.totals = Totals()
        self.remarks: list[str] = []
        self._values: dict[str, float] = {}
        self._listener = listener
        self._interval = interval
        self._began = _now()
        self._heard = -math.inf

    def begin(self, known: float) -> None:
        """Count the time from now on, for the algorithm begins; no schedule is shorter than
        `known`, seconds, as is proved already (0 if nothing is)."""
        now = _now()
        self._heard -= now - self._began
        self._began, self.known = now, known
        if known > 0:
            self._values["bound"] = known

    def report(
        self,
        fraction: float,
        message: str = "",
        *,
        best: "Schedule | None" = None,
        bound: float | None = None,
        values: Mapping[str, float] | None = None,
    ) -> None:
        """Tell how far the algorithm is; call it at least every 0.3 s, between chunks of work.

        Parameters
        ----------
        best
            The best schedule so far.
        bound
            A certified lower bound on the makespan that the run itself has proved, seconds; the
            largest one counts.
        values
            What else a chart of the search shows, by the keys of
            `parsched.model.search_trace.SERIES`. Best makespan and the larger of `bound` and
            `known` are added to it. Each call counts once for the `totals`: values that belong to
            one step are reported once.

        Raises
        ------
        TimeLimitReached, Cancelled
            When the algorithm has to end; `best`, if ever given, is what it leaves behind.
        """
        seconds = _now() - self._began
        self._keep(seconds, best, bound, values or {})
        self._tell(seconds, fraction, message)
        if self.time_limit is not None and seconds > self.time_limit:
            raise TimeLimitReached(f"its time limit of {self.time_limit:.4g} s is over")

    def limit(self, seconds: float) -> None:
        """Set the time limit to that many seconds from now, unless it is nearer already."""
        at = _now() - self._began + seconds
        self.time_limit = at if self.time_limit is None else min(at, self.time_limit)

    def refuse_commands(self, commands: Iterable[str]) -> None:
        """Raise `CommandError` for the first of some commands, unless they are allowed."""
        for command in commands:
            if not self.allow_commands:
                raise CommandError(command)

    def heed(self, message: str) -> None:
        """Tell what comes before the algorithm, such as lower bounds: nothing is done yet, and the
        time limit does not count.

        Raises
        ------
        Cancelled
            When the result is not wanted any more.
        """
        self._tell(_now() - self._began, 0.0, message)

    def helped(self, memory: int) -> None:
        """Tell how much memory a program took which the algorithm started, bytes."""
        self.helper_memory = max(memory, self.helper_memory)

    def remark(self, sentence: str) -> None:
        """Say of the result what people may not expect, such as that times were rounded; once is
        enough."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)

    def part(self, first: float, last: float, message: str) -> "Stop":
        """Return the stop of a part of the work, which goes from one fraction of it to another.

        `message` stands before what the part says. The best schedule of the part, what is known
        of it, what it proves and its trace stay there: they are none of the whole.
        """
        return _StopOfPart(self, first, last, message)

    def counting(self, ticks: Ticks) -> "Stop":
        """Return the stop of an algorithm whose times are in ticks: what it tells is passed on in
        seconds."""
        return self if ticks.are_seconds else _Counting(self, ticks)

    def _keep(
        self,
        seconds: float,
        best: "Schedule | None",
        bound: float | None,
        values: Mapping[str, float],
    ) -> None:
        if best is None and bound is None and not values:
            return
        if unknown := [key for key in values if key not in SERIES]:
            raise KeyError(f"no series is called {unknown[0]!r}")
        self._values |= values
        self.totals.add(values)
        if best is not None:
            self.best = best
            self._values["best"] = float(best.end.max(initial=0.0))
        if bound is not None:
            self.bound = max(bound, self.bound or 0.0)
            self._values["bound"] = max(self.bound, self.known)
        self.trace.add(TracePoint(seconds, dict(self._values)))

    def _tell(self, seconds: float, fraction: float, message: str) -> None:
        if self._listener is not None and seconds - self._heard >= self._interval:
            self._heard = seconds
            done = min(max(fraction, 0.0), 1.0)
            values = dict(self._values)
            try:
                self._listener(Progress(done, message, seconds, values, self.trace))
            except Interrupted:
                # It said so once: what ends the run, and keeps the best schedule, is not cut off.
                self._listener = None
                raise


def _now() -> float:
    """Seconds on a clock that stands still while machine code is read or compiled."""
    return time.monotonic() - stopwatch.seconds


class _StopOfPart(Stop):
    """Reports to the whole, which cancels and knows the time limit."""

    def __init__(self, whole: Stop, first: float, last: float, message: str) -> None:
        super().__init__(allow_commands=whole.allow_commands)
        self._whole, self._first, self._last, self._message = whole, first, last, message

    def _tell(self, seconds: float, fraction: float, message: str) -> None:
        done = self._first + min(max(fraction, 0.0), 1.0) * (self._last - self._first)
        self._whole.report(done, ": ".join(filter(None, (self._message, message))))

    def helped(self, memory: int) -> None:
        self._whole.helped(memory)

    def remark(self, sentence: str) -> None:
        self._whole.remark(sentence)


class _Counting(Stop):
    """Reports to a stop in seconds what an algorithm says in ticks."""

    def __init__(self, whole: Stop, ticks: Ticks) -> None:
        initial = whole.initial
        super().__init__(
            initial=None if initial is None else initial.counted(ticks),
            allow_commands=whole.allow_commands,
        )
        self._whole, self._ticks = whole, ticks
        self.time_limit = whole.time_limit
        self.known = ticks.bound(whole.known)

    def report(
        self,
        fraction: float,
        message: str = "",
        *,
        best: "Schedule | None" = None,
        bound: float | None = None,
        values: Mapping[str, float] | None = None,
    ) -> None:
        ticks = self._ticks
        if best is not None:
            self.best, best = best, best.in_seconds(ticks)
        if bound is not None:
            self.bound = max(bound, self.bound or 0.0)
            bound /= ticks.second
        told = {
            key: value / ticks.second if key in SERIES and SERIES[key].unit == "s" else value
            for key, value in (values or {}).items()
        }
        self._whole.report(fraction, message, best=best, bound=bound, values=told)

    def limit(self, seconds: float) -> None:
        self._whole.limit(seconds)
        self.time_limit = self._whole.time_limit

    def heed(self, message: str) -> None:
        self._whole.heed(message)

    def helped(self, memory: int) -> None:
        self._whole.helped(memory)

    def remark(self, sentence: str) -> None:
        self._whole.remark(sentence)
