"""The clock of a workload: in what its times count, and where they begin."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, Self, cast

import numpy as np

from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.clocks import moved
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.framed import Framed
from parsched.model.problem.labels import Labels
from parsched.model.problem.platform import INSTANT, Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.ticks import MOST, SECONDS, Ticks, are_whole, largest, places_of


class Timed(Framed):
    """What a workload has of times, beside its columns."""

    release: Floats
    profiles: Profiles
    estimate: Floats
    weight: Floats
    environment: Labels | None
    after: Dependencies | None
    recorded: Floats | None
    submitted: Floats | None
    unix_start: float | None
    ticks: Ticks

    def __len__(self) -> int:
        return len(self.profiles)

    def ticks_on(self, platform: Platform, *columns: Floats) -> Ticks:
        """Return how times count on a machine and in further columns (float64, seconds): a
        schedule that was made elsewhere may have instants between the ticks of the jobs. Estimates
        that count as missing have no say, nor has what was recorded."""
        if self.ticks != SECONDS:  # they are counted
            return SECONDS
        delay = np.empty(0) if self.after is None else self.after.delay
        # Where nothing is deployed it does not matter how long that would take.
        deployment = INSTANT if self.environment is None else platform.deployment
        times = [self.release, self.profiles.times, delay, np.array([deployment.seconds])]
        times += columns
        asked = self.estimate
        if not are_whole(asked):
            asked = np.where(asked > 0, asked, np.nan)
            times.append(asked)
        if not deployment.extra and all(are_whole(column) for column in times):
            return SECONDS
        # Plans may reach as far as estimates do, but these make no instant less exact.
        latest = float(self.release.max(initial=0.0) + self.profiles.longest.sum() + delay.sum())
        latest += len(self) * deployment.on(platform.processors)
        latest += sum(largest(column) for column in columns)
        ticks = Ticks.of(times, latest)
        return ticks.parted(latest) if deployment.extra else ticks

    def rounded(self, ticks: Ticks) -> Self:
        """Return the same jobs with the times that count, seconds: see `Ticks.rounded`."""
        return self if ticks.are_seconds else self._with(**self._times(ticks.rounded))

    def counted(self, ticks: Ticks) -> Self:
        """Return the same jobs with their times in ticks."""
        if ticks.are_seconds:
            return self
        return self._with(**self._times(ticks.counted), ticks=ticks)

    @property
    def second(self) -> float:
        """How many units of its times a second has: 1 but where they are counted in ticks."""
        return self.ticks.second

    @property
    def in_whole_weights(self) -> Self:
        """The same jobs with weights that are whole numbers of the unit that they have in common,
        so that sums and quotients of equal value are equal; itself where they have none."""
        places = None if are_whole(self.weight) else places_of(self.weight)
        if not places or float(self.weight.sum()) * 10.0**places > MOST:
            return self
        return self._with(weight=np.rint(self.weight * 10.0**places))

    def since(self, begin: float) -> Self:
        """Return the same jobs on a clock whose time 0 is at `begin` seconds of this one, so that
        their dates stay what they are; no job may be released before."""
        return self._with(
            release=moved(self.release, begin),
            recorded=None if self.recorded is None else moved(self.recorded, begin),
            submitted=None if self.submitted is None else moved(self.submitted, begin),
            unix_start=None if self.unix_start is None else self.unix_start + begin,
        )

    @property
    def begin(self) -> float:
        """The first release, seconds: from here on completions count. 0 without jobs."""
        return float(self.release[0]) if len(self) else 0.0

    @cached_property
    def from_begin(self) -> Self:
        """The same jobs on the clock whose time 0 is the first release."""
        return self.since(self.begin) if self.begin else self

    @property
    def submission(self) -> Floats:
        """When each job was submitted, float64, seconds: at its release unless the log says
        earlier."""
        if self.submitted is None:
            return self.release
        return np.where(np.isnan(self.submitted), self.release, self.submitted)

    @property
    def early_starts(self) -> Ints:
        """Rows of the jobs that are recorded to start before they were released."""
        if self.recorded is None:
            return np.empty(0, np.int64)
        return np.flatnonzero(self.recorded < self.release)

    def _times(self, of: Callable[[Floats], Floats]) -> dict[str, Any]:
        """Return what is made of all columns that count: what was recorded decides nothing."""
        after = self.after
        return {
            "release": of(self.release),
            "profiles": replace(self.profiles, times=of(self.profiles.times)),
            "estimate": of(self.estimate),
            "after": after and replace(after, delay=of(after.delay)),
        }

    def _with(self, **columns: Any) -> Self:
        """Return the same jobs with other columns."""
        jobs: Any = self
        return cast("Self", replace(jobs, **columns))
