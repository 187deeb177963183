"""The Lublin–Feitelson model of rigid jobs on parallel supercomputers."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parsched.data.generators.arrivals import load, span_for, stretch
from parsched.data.generators.cycle import DailyCycle
from parsched.data.generators.estimates import estimate, estimate_factor, estimates
from parsched.data.generators.registry import generator
from parsched.declare.parameters import Params, choice, seed
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Floats, Ints, Labels, Workload

LONGEST = 12.0
"""Natural logarithm of the longest run time (45 h); longer draws are repeated."""
LONGEST_GAP = 13.0
"""Natural logarithm of the longest gap between arrivals (5 days) before the daily cycle; same."""


@dataclass(frozen=True, kw_only=True)
class LublinModel:
    """The constants of one kind of job; gamma distributions are (shape, scale).

    `serial` and `powers` are the shares of sequential jobs and of powers of two. The logarithm to
    base 2 of the width of a parallel job is uniform on two stages: from `low` to `middle_below`
    under the top with probability `lower`, else from there to the top, which is `top_below` under
    the logarithm of the machine. The natural logarithm of the run time is `short` with probability
    `slope`·width + `level`, else `long`. The distribution of the gap between arrivals is `gap`, its
    shape multiplied by `rush`; `day` is the distribution of arrivals over half hours.
    """

    name: str
    serial: float
    powers: float
    low: float
    middle_below: float
    top_below: float
    lower: float
    short: tuple[float, float]
    long: tuple[float, float]
    slope: float
    level: float
    gap: tuple[float, float]
    rush: float
    day: tuple[float, float]


ALL = LublinModel(
    name="all",
    serial=0.244,
    powers=0.576,
    low=0.8,
    middle_below=2.5,
    top_below=0.0,
    lower=0.86,
    short=(4.2, 0.94),
    long=(312.0, 0.03),
    slope=-0.0054,
    level=0.78,
    gap=(10.2303, 0.4871),
    rush=1.0225,
    day=(8.1737, 3.9631),
)
BATCH = LublinModel(
    name="batch",
    serial=0.2927,
    powers=0.6686,
    low=1.2,
    middle_below=2.0,
    top_below=0.0,
    lower=0.875,
    short=(6.57, 0.823),
    long=(639.1, 0.0156),
    slope=-0.003,
    level=0.6986,
    gap=(6.0415, 0.8531),
    rush=1.0519,
    day=(6.1271, 5.2740),
)
INTERACTIVE = LublinModel(
    name="interactive",
    serial=0.1541,
    powers=0.625,
    low=1.0,
    middle_below=2.5,
    top_below=1.5,
    lower=0.705,
    short=(3.8351, 0.6605),
    long=(7.073, 0.6856),
    slope=-0.0118,
    level=0.9156,
    gap=(6.5510, 0.6621),
    rush=0.9797,
    day=(8.9186, 3.6680),
)


@dataclass(frozen=True, kw_only=True)
class LublinParams(Params):
    """Kinds of jobs, load and estimates."""

    kinds: str = choice(
        "together",
        ("together", "apart"),
        "together: one model fitted to all jobs; "
        "apart: batch and interactive jobs, each with a model of its own, told apart by queue.",
    )
    load: float = load("0 keeps the arrivals of the model.")
    estimates: str = estimates()
    estimate_factor: float = estimate_factor()
    seed: int = seed()


@generator(
    "lublin", title="Lublin–Feitelson", params=LublinParams, cites=("lublin2003", "tsafrir2005")
)
def lublin(name: str, jobs: int, processors: int, params: LublinParams) -> Workload:
    """Rigid jobs as on supercomputers of the 1990s, arriving in a daily cycle.

    - Width: 1, a power of two, or any; the logarithm of a parallel width is uniform on two stages,
      so that few jobs are wide.
    - Run time: the logarithm is a mixture of two gammas, and wide jobs are more often from the long
      one; in whole seconds, at most e^12 s = 45 h.
    - Arrivals: the logarithm of the gap is gamma; gaps are stretched at night and shortened in the
      afternoon. Time 0 is midnight. A load is met by one factor on the gaps before the cycle, so
      that a day keeps its 24 h.
    - Estimates are not part of the model: see `estimates`.

    The constants are taken from the program of Lublin and Feitelson (2003), fitted to machines of
    128 to 430 processors. Widths scale with the machine, the link from width to run time does not:
    beyond 144 processors every job is drawn from the long gamma. On machines of fewer than 32
    processors the middle of the two stages lies at half of the top, so that both stay non-empty.
    """
    rng = np.random.default_rng(params.seed)
    models = (ALL,) if params.kinds == "together" else (BATCH, INTERACTIVE)
    streams = _first(jobs, [_Stream.draw(model, jobs, rng) for model in models])
    widths = [draw_widths(s.model, len(s.clock), processors, rng) for s in streams]
    times = [draw_times(s.model, q, rng) for s, q in zip(streams, widths, strict=True)]
    width, runtime = np.concatenate(widths), np.concatenate(times)
    release = _releases(streams, width, runtime, processors, params.load)
    kind = np.repeat(np.arange(len(models), dtype=np.int32), [len(s.clock) for s in streams])
    order = np.argsort(release, kind="stable")
    runtime = runtime[order]
    return Workload(
        name=name,
        ids=np.arange(1, jobs + 1),
        release=release[order],
        profiles=Profiles.rigid(width[order], runtime),
        estimate=estimate(params.estimates, runtime, params.estimate_factor, rng),
        queue=Labels(kind[order], tuple(m.name for m in models)) if len(models) > 1 else None,
    )


def draw_widths(model: LublinModel, jobs: int, processors: int, rng: np.random.Generator) -> Ints:
    """Draw widths that fit the machine, int64 of shape (jobs,)."""
    top = max(np.log2(processors) - model.top_below, 1.0)
    middle = max(top - model.middle_below, top / 2)
    low = min(model.low, middle)
    kind, stage, place = rng.random((3, jobs))
    lower = stage <= model.lower
    power = np.where(lower, low + place * (middle - low), middle + place * (top - middle))
    power = np.where(kind <= model.serial + model.powers, np.floor(power + 0.5), power)
    parallel = np.clip(np.floor(np.exp2(power) + 0.5).astype(np.int64), 2, None)
    largest = 2 ** int(np.log2(processors))
    fits = np.where(kind <= model.serial + model.powers, largest, processors)
    return np.where(kind <= model.serial, 1, np.minimum(parallel, fits))


def draw_times(model: LublinModel, width: Ints, rng: np.random.Generator) -> Floats:
    """Draw run times, whole seconds, float64 of shape (jobs,); they depend on the width."""
    chance = np.clip(model.slope * width + model.level, 0.0, 1.0)

    def draw(jobs: NDArray[np.intp]) -> Floats:
        short = rng.random(len(jobs)) <= chance[jobs]
        shape = np.where(short, model.short[0], model.long[0])
        return rng.gamma(shape, np.where(short, model.short[1], model.long[1]))

    return np.asarray(np.floor(np.exp(_redrawn(draw, len(width), LONGEST))))


def _redrawn(draw: Callable[[NDArray[np.intp]], Floats], size: int, most: float) -> Floats:
    """Draw `size` values, and again those above `most`."""
    values = np.empty(size)
    left = np.arange(size)
    while len(left):
        values[left] = draw(left)
        left = left[values[left] > most]
    return values


@dataclass(frozen=True)
class _Stream:
    """Arrivals of one kind of job: `clock` is in seconds before the daily cycle, (n_jobs,)."""

    model: LublinModel
    cycle: DailyCycle
    clock: Floats

    @classmethod
    def draw(cls, model: LublinModel, jobs: int, rng: np.random.Generator) -> "_Stream":
        """Draw the arrivals of `jobs` jobs."""
        shape, scale = model.gap[0] * model.rush, model.gap[1]
        logs = _redrawn(lambda left: rng.gamma(shape, scale, len(left)), jobs, LONGEST_GAP)
        return cls(model, DailyCycle.gamma(*model.day), np.cumsum(np.exp(logs)))

    def at(self, factor: float) -> Floats:
        """Arrivals with all gaps multiplied by a factor, seconds since midnight."""
        return self.cycle.time(self.clock * factor)


def _first(jobs: int, streams: list[_Stream]) -> list[_Stream]:
    """Keep the first jobs of all streams together."""
    if len(streams) == 1:
        return streams
    kind = np.repeat(np.arange(len(streams)), [len(s.clock) for s in streams])
    order = np.argsort(np.concatenate([s.at(1.0) for s in streams]), kind="stable")
    kept = np.bincount(kind[order[:jobs]], minlength=len(streams))
    return [_Stream(s.model, s.cycle, s.clock[:n]) for s, n in zip(streams, kept, strict=True)]


def _releases(
    streams: list[_Stream], width: Ints, runtime: Floats, processors: int, load: float
) -> Floats:
    """Whole seconds since midnight at which the jobs arrive, stream after stream."""
    ends = [_Stream(s.model, s.cycle, s.clock[[0, -1]]) for s in streams if len(s.clock)]

    def span(factor: float) -> float:
        return float(np.ptp([end.at(factor) for end in ends]))

    factor = 1.0
    if load and len(width) > 1:
        factor = stretch(span, span_for(load, float(width @ runtime), processors))
    return np.asarray(np.floor(np.concatenate([s.at(factor) for s in streams])))
