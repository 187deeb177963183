"""The environment: which of the waiting jobs is next."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from parsched.data.generators import generate
from parsched.measure.metrics import METRICS, measure
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.external.clock import MachineClock

FEATURES = ("waits", "wait", "estimate", "processors", "fits", "free")
"""Columns of an observation, each from 0 to 1: whether there is such a job, how long it has waited
and how long it is believed to run (of a day, at most), its part of the machine, whether it fits
now, and the free part of the machine."""
DAY = 86_400.0
Observation = NDArray[np.float32]


class QueueEnv(gymnasium.Env[Observation, np.int64]):
    """One machine with a queue, as learned scheduling takes it (RLScheduler, Zhang et al. 2020).

    An action is the place of a waiting job, in order of arrival, among the first `window`. If it
    fits, it starts. Else time passes until something happens, and the agent chooses again; with
    `commit`, as in RLScheduler, until the job has started. With `backfill`, jobs may start
    meanwhile, in order of arrival, that delay the chosen one no further by their estimates (EASY).
    An action that names no job means the first one, and `info["was_valid"]` is False then.

    An episode is some neighbouring jobs of the instance, drawn by the seed, or those from
    `options={"first": …}` on. The reward is 0 until all jobs have started, and then minus the
    metric of the episode. `info["action_mask"]` says which actions name jobs.

    Without `commit`, an agent that always chooses the job with the least value of an order does
    what `queue` does with that order: with `backfill=off`, or with `backfill_order=formula` and
    `backfill_formula=s`; as long as no more than `window` jobs wait.

    Parameters
    ----------
    instance
        Rigid jobs on one site; 1,000 generated jobs on 128 processors by default.
    jobs
        Jobs of an episode; None for all.
    window
        Waiting jobs that are seen.
    metric
        Key of a metric that is better when less.

    Examples
    --------
    >>> env = QueueEnv(jobs=10)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((128, 6), 1)
    """

    metadata = {"render_modes": []}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        instance: Instance | None = None,
        *,
        jobs: int | None = 256,
        window: int = 128,
        backfill: bool = False,
        commit: bool = False,
        metric: str = "mean_bounded_slowdown",
    ) -> None:
        self.instance = _example() if instance is None else instance
        if metric not in METRICS:
            raise ValueError(f"no metric is called {metric!r}")
        if not self.instance.workload.is_rigid or self.instance.platform.is_grid:
            raise ValueError("the environment takes rigid jobs on one site")
        count = len(self.instance.workload)
        self.jobs = count if jobs is None else jobs
        if not 1 <= self.jobs <= count or window < 1:
            raise ValueError(f"jobs must be from 1 to {count:,} and window at least 1")
        self.window, self.backfill, self.commit, self.metric = window, backfill, commit, metric
        self.observation_space = spaces.Box(0.0, 1.0, (window, len(FEATURES)), np.float32)
        self.action_space = spaces.Discrete(window)
        self.episode = self._episode(0)
        self.clock = MachineClock(self.episode.counted)
        self._estimate: list[float] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode with jobs that the seed draws, or from `options["first"]` on."""
        super().reset(seed=seed)
        last = len(self.instance.workload) - self.jobs
        drawn = int(self.np_random.integers(0, last + 1))
        first = drawn if options is None else int(options.get("first", drawn))
        if not 0 <= first <= last:
            raise ValueError(f"first must be from 0 to {last:,}, got {first:,}")
        self.episode = self._episode(first)
        self.clock = MachineClock(self.episode.counted)
        self._estimate = self.clock.instance.jobs.estimate.tolist()
        self._pass_idle_time()
        return self._observation(), self._info(was_valid=True)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose the next job."""
        waiting = self.visible()
        was_valid = 0 <= int(action) < len(waiting)
        job = waiting[int(action) if was_valid else 0]
        clock = self.clock
        while clock.width[job] > clock.free:
            if self.backfill:
                self._fill_behind(job)
            clock.advance()
            if not self.commit:
                break
        else:
            clock.execute(job)
        self._pass_idle_time()
        is_over = not clock.waiting
        reward = -self.measured() if is_over else 0.0
        return self._observation(), reward, is_over, False, self._info(was_valid=was_valid)

    def visible(self) -> list[int]:
        """Return the jobs that actions name, by index in `clock.instance.jobs`."""
        return [job for _, job in zip(range(self.window), self.clock.waiting, strict=False)]

    def measured(self) -> float:
        """Return the metric of an episode all of whose jobs have started."""
        instance, schedule = self.episode, self.clock.schedule()
        outcome = Outcome(instance.jobs, instance.platform, schedule.in_seconds(instance.ticks))
        value = measure(outcome, [self.metric])[self.metric]
        return float(value) if value is not None else 0.0

    def _episode(self, first: int) -> Instance:
        whole = self.instance
        jobs = whole.workload.take(slice(first, first + self.jobs))
        return Instance(jobs, whole.platform, whole.rules)

    def _pass_idle_time(self) -> None:
        """Let time pass until a job waits, or none is to come."""
        while not self.clock.waiting and self.clock.advance():
            pass

    def _fill_behind(self, head: int) -> None:
        """Start jobs in order of arrival that delay the head no further."""
        clock, now = self.clock, self.clock.now
        shadow, extra = self._reservation(head)
        for job in list(clock.waiting):
            width = clock.width[job]
            if job == head or width > clock.free:
                continue
            if now + self._estimate[job] > shadow:
                if width > extra:
                    continue
                extra -= width
            clock.execute(job)
            if not clock.free:
                return

    def _reservation(self, head: int) -> tuple[float, int]:
        """Return when the head can start by the estimates, and what remains free then."""
        clock = self.clock
        planned = ((clock.start[job] + self._estimate[job], job) for job in clock.running)
        ends = sorted((max(end, clock.now), clock.width[job]) for end, job in planned)
        free, shadow = clock.free, clock.now
        for end, width in ends:
            if free >= clock.width[head] and end > shadow:
                break
            free, shadow = free + width, end
        return shadow, free - clock.width[head]

    def _observation(self) -> Observation:
        clock, waiting = self.clock, self.visible()
        seen = np.zeros((self.window, len(FEATURES)), np.float32)
        if waiting:
            jobs = clock.instance.jobs
            day = DAY * jobs.second
            width, release = jobs.width[waiting], np.take(clock.release, waiting)
            seen[: len(waiting)] = np.column_stack(
                [
                    np.ones(len(waiting)),
                    np.minimum((clock.now - release) / day, 1.0),
                    np.minimum(jobs.estimate[waiting] / day, 1.0),
                    width / clock.processors,
                    width <= clock.free,
                    np.full(len(waiting), clock.free / clock.processors),
                ]
            )
        return seen

    def _info(self, *, was_valid: bool) -> dict[str, Any]:
        mask = np.zeros(self.window, np.int8)
        mask[: len(self.clock.waiting)] = 1
        now = self.clock.now / self.clock.instance.jobs.second
        return {"action_mask": mask, "now": now, "was_valid": was_valid}


def _example() -> Instance:
    """Return default jobs."""
    jobs = generate("lublin", jobs=1_000, processors=128, params={"load": 0.9})
    return Instance(jobs, Platform.of(128))
