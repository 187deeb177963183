"""Every metric, declared once: unit, direction, formula and source.

Job j has release r_j, start s_j, completion C_j, time p_j = C_j − s_j, weight w_j, q_j processors.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import nan
from typing import Literal

import numpy as np

from algorithms.declare.references import REFERENCES, Reference
from algorithms.outcome import Outcome
from algorithms.problem.deployment import Demands

TAU = 10.0
"""Threshold of the bounded slowdown, seconds: shorter jobs count as this long."""
TIME_IN_SYSTEM = "time of a job in the system"
"""Quantity of waits and flows."""


Better = Literal["lower", "higher", "neither"]


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A declared metric; `unit` is "s", "%" of a fraction, "1/s", "jobs", "processor·s",
    "processor·s²" or "" for a pure number.

    Metrics of one `quantity` are compared with each other, so tables show them in one unit.
    """

    key: str
    title: str
    unit: str
    better: Better
    formula: str
    help: str
    cites: tuple[str, ...]
    quantity: str
    measure: Callable[[Outcome], float]

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that define it."""
        return tuple(REFERENCES[key] for key in self.cites)


METRICS: dict[str, Metric] = {}


def metric(
    key: str,
    *,
    title: str,
    unit: str,
    formula: str,
    better: Better = "lower",
    cites: tuple[str, ...] = (),
    quantity: str = "",
) -> Callable[[Callable[[Outcome], float]], Callable[[Outcome], float]]:
    """Declare a metric; the docstring of the function is its help."""

    def add(measure: Callable[[Outcome], float]) -> Callable[[Outcome], float]:
        METRICS[key] = Metric(
            key=key,
            title=title,
            unit=unit,
            better=better,
            formula=formula,
            help=(measure.__doc__ or "").strip(),
            cites=cites,
            quantity=quantity or key,
            measure=measure,
        )
        return measure

    return add


def measure(outcome: Outcome, keys: Collection[str] | None = None) -> dict[str, float]:
    """Return metrics by key, all or some; NaN where one means nothing (a mean over no jobs)."""
    wanted = [key for key in METRICS if keys is None or key in keys]
    if not len(outcome.workload):
        return {key: 0.0 if key in ("makespan", "backfilled") else nan for key in wanted}
    return {key: float(METRICS[key].measure(outcome)) for key in wanted}


@metric("makespan", title="makespan", unit="s", formula="C_max = max C_j")
def makespan(outcome: Outcome) -> float:
    """Completion of the last job, counted from time 0."""
    return outcome.makespan


@metric("sum_completion", title="Σ C", unit="s", formula="Σ C_j")
def sum_completion(outcome: Outcome) -> float:
    """Sum of the completion times."""
    return float(outcome.schedule.end.sum())


@metric("sum_weighted_completion", title="Σ w·C", unit="s", formula="Σ w_j·C_j")
def sum_weighted_completion(outcome: Outcome) -> float:
    """Sum of the completion times, each times the weight of its job."""
    return float(outcome.workload.weight @ outcome.schedule.end)


@metric(
    "mean_wait", title="mean wait", unit="s", formula="mean (s_j − r_j)", quantity=TIME_IN_SYSTEM
)
def mean_wait(outcome: Outcome) -> float:
    """Mean time from release to start."""
    return float(outcome.wait.mean())


@metric(
    "median_wait",
    title="median wait",
    unit="s",
    formula="median (s_j − r_j)",
    quantity=TIME_IN_SYSTEM,
)
def median_wait(outcome: Outcome) -> float:
    """Half of the jobs wait no longer than this."""
    return float(np.median(outcome.wait))


@metric(
    "p95_wait",
    title="95 % wait",
    unit="s",
    formula="95th percentile of s_j − r_j, linearly interpolated",
    quantity=TIME_IN_SYSTEM,
)
def p95_wait(outcome: Outcome) -> float:
    """19 of 20 jobs wait no longer than this."""
    return float(np.percentile(outcome.wait, 95))


@metric("max_wait", title="max wait", unit="s", formula="max (s_j − r_j)", quantity=TIME_IN_SYSTEM)
def max_wait(outcome: Outcome) -> float:
    """The longest wait of any job."""
    return float(outcome.wait.max())


@metric(
    "mean_flow",
    title="mean flow",
    unit="s",
    formula="mean (C_j − r_j)",
    cites=("feitelson2001",),
    quantity=TIME_IN_SYSTEM,
)
def mean_flow(outcome: Outcome) -> float:
    """Mean time from release to completion, also called turnaround or response time."""
    return float(outcome.flow.mean())


@metric(
    "mean_slowdown",
    title="mean slowdown",
    unit="",
    formula="mean max(1, (C_j − r_j) / max(p_j, 1 s))",
    cites=("feitelson2001",),
)
def mean_slowdown(outcome: Outcome) -> float:
    """How many times longer jobs take than on an empty machine; very short jobs dominate it. Those
    shorter than 1 s, also of no length, count as 1 s long, and none is below 1."""
    return float(np.maximum(outcome.slowdown(1.0), 1.0).mean())


@metric(
    "mean_slowdown_paper",
    title="mean slowdown, grid paper's form",
    unit="",
    formula="mean (C_j − r_j) / max(p_j, 1 s)",
    cites=("quezada2012",),
)
def mean_slowdown_paper(outcome: Outcome) -> float:
    """Slowdown without the floor of 1: a job of no length that need not wait scores 0."""
    return float(outcome.slowdown(1.0).mean())


@metric(
    "mean_bounded_slowdown",
    title="mean bounded slowdown",
    unit="",
    formula="mean max(1, (C_j − r_j) / max(p_j, 10 s))",
    cites=("feitelson2001",),
)
def mean_bounded_slowdown(outcome: Outcome) -> float:
    """Slowdown in which jobs shorter than 10 s count as 10 s long, and none is below 1."""
    return float(np.maximum(outcome.slowdown(TAU), 1.0).mean())


@metric(
    "mean_bounded_slowdown_paper",
    title="mean bounded slowdown, grid paper's form",
    unit="",
    formula="mean (C_j − r_j) / max(p_j, 10 s)",
    cites=("quezada2012",),
)
def mean_bounded_slowdown_paper(outcome: Outcome) -> float:
    """Bounded slowdown without the floor of 1: very short jobs may score below 1."""
    return float(outcome.slowdown(TAU).mean())


@metric(
    "utilisation",
    title="utilisation",
    unit="%",
    better="higher",
    formula="Σ q_j·p_j / (m·(C_max − min r_j))",
)
def utilisation(outcome: Outcome) -> float:
    """Busy share of the machine between the first release and the last completion."""
    span = outcome.makespan - float(outcome.workload.release[0])
    return outcome.work / (outcome.platform.processors * span) if span > 0 else float("nan")


@metric(
    "utilisation_from_zero",
    title="utilisation from time 0",
    unit="%",
    better="higher",
    formula="Σ q_j·p_j / (m·C_max)",
    cites=("quezada2012",),
)
def utilisation_from_zero(outcome: Outcome) -> float:
    """Busy share of the machine between time 0 and the last completion."""
    span = outcome.makespan
    return outcome.work / (outcome.platform.processors * span) if span > 0 else float("nan")


@metric(
    "throughput",
    title="throughput",
    unit="1/s",
    better="higher",
    formula="n / C_max",
    cites=("quezada2012",),
)
def throughput(outcome: Outcome) -> float:
    """Completed jobs per second."""
    return len(outcome.workload) / outcome.makespan if outcome.makespan > 0 else float("nan")


@metric(
    "backfilled",
    title="backfilled",
    unit="jobs",
    better="neither",
    formula="number of jobs that overtook",
)
def backfilled(outcome: Outcome) -> float:
    """Jobs that started before a job that was ahead of them in the queue."""
    return float(outcome.schedule.backfilled.sum())


@metric(
    "competitive_factor",
    title="makespan / simple bound",
    unit="",
    formula="ρ = C_max / max(max(r_j + p_j), Σ q_j·p_j / m)",
    cites=("quezada2012",),
)
def competitive_factor(outcome: Outcome) -> float:
    """Makespan over what no schedule can beat: the last job alone, and all work spread evenly."""
    jobs = outcome.workload
    work = float(jobs.least_work.sum()) / outcome.platform.processors
    least = max(float((jobs.release + jobs.least_time).max()), work)
    return outcome.makespan / least if least > 0 else float("nan")


@metric(
    "mean_width_flow",
    title="mean width × flow",
    unit="processor·s",
    formula="WTA = mean q_j·(C_j − r_j)",
    cites=("quezada2012",),
)
def mean_width_flow(outcome: Outcome) -> float:
    """Mean flow in which wide jobs count by their processors."""
    return float((outcome.schedule.width * outcome.flow).mean())


@metric(
    "mean_work_flow",
    title="mean work × flow",
    unit="processor·s²",
    formula="WTA_w = mean q_j·p_j·(C_j − r_j)",
    cites=("quezada2012",),
)
def mean_work_flow(outcome: Outcome) -> float:
    """Mean flow in which jobs count by the work they do."""
    schedule = outcome.schedule
    return float((schedule.width * schedule.duration * outcome.flow).mean())


@metric(
    "mean_width_wait",
    title="mean width × wait",
    unit="processor·s",
    formula="WWT_s = mean q_j·(s_j − r_j)",
    cites=("quezada2012",),
)
def mean_width_wait(outcome: Outcome) -> float:
    """Mean wait in which wide jobs count by their processors."""
    return float((outcome.schedule.width * outcome.wait).mean())


@metric(
    "deployments",
    title="deployments",
    unit="",
    formula="processors on which a job's environment is not what is installed, over all jobs",
    cites=("moulai2007",),
)
def deployments(outcome: Outcome) -> float:
    """Environments installed on single processors, as found by following each of them.

    At first nothing is installed, unless the machine says so. Unknown for jobs without
    environments.
    """
    if outcome.workload.environment is None:
        return nan
    return float(outcome.installed.deployed.sum())


@metric(
    "reboots",
    title="reboots",
    unit="",
    formula="processors on which a job's environment is not what runs, over all jobs",
    cites=("moulai2007",),
)
def reboots(outcome: Outcome) -> float:
    """How often single processors change to another environment: by a deployment, or without one
    where they hold several.

    As many as deployments where processors hold one system, and the same for a schedule however
    many they hold. Unknown for jobs without environments.
    """
    if outcome.workload.environment is None:
        return nan
    return float(outcome.installed.rebooted.sum())


@metric("group_widths", title="Σ group widths", unit="", formula="Σ_g q_g", cites=("moulai2007",))
def group_widths(outcome: Outcome) -> float:
    """What the paper on group list scheduling counts as deployments: the processors of all groups.

    Real deployments are no more, as groups follow each other with the same environment, and some
    processors of a group may stay idle. Unknown for algorithms that make no groups.
    """
    groups = outcome.schedule.groups
    if groups is None or outcome.workload.environment is None:
        return nan
    return float(groups.width[groups.environment >= 0].sum())


@metric(
    "d_lambda",
    title="D_λ",
    unit="",
    better="neither",
    formula="Σ_e max(q_max, ⌈W_e / λ⌉)",
    cites=("moulai2007",),
)
def d_lambda(outcome: Outcome) -> float:
    """Least deployments of a schedule that ends by λ, the makespan that groups were made for.

    Groups are allowed 4λ, so there may be fewer. Unknown for algorithms without λ, and where some
    environments are installed at first.
    """
    groups = outcome.schedule.groups
    if groups is None or outcome.workload.environment is None or outcome.platform.installed:
        return nan
    if groups.target != groups.target:
        return nan
    return float(Demands.of(outcome.workload).deployments(groups.target))
