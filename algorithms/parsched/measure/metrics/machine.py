"""How busy the machine is, and means in which jobs count by what they take of it."""

from parsched.measure.metrics.registry import metric
from parsched.model.concerns import FROM_BEGIN
from parsched.model.outcome import Outcome


@metric(
    "utilisation",
    title="utilisation",
    unit="%",
    better="higher",
    formula="Σ q_j·p_j / (m·C_max)",
)
def utilisation(outcome: Outcome) -> float:
    """Busy share of the machine between the first release and the last completion."""
    span = outcome.makespan
    return outcome.work / (outcome.platform.processors * span) if span > 0 else float("nan")


@metric(
    "utilisation_from_zero",
    title="utilisation from time 0",
    unit="%",
    better="higher",
    formula="Σ q_j·p_j / (m·(C_max + min r_j))",
    cites=("quezada2012",),
)
def utilisation_from_zero(outcome: Outcome) -> float:
    """Busy share of the machine between time 0 of the workload and the last completion."""
    span = float(outcome.schedule.end.max())
    return outcome.work / (outcome.platform.processors * span) if span > 0 else float("nan")


@metric(
    "throughput",
    title="throughput",
    unit="1/s",
    better="higher",
    formula="n / C_max",
    cites=("quezada2012",),
    version=2,
    changes={2: FROM_BEGIN},
)
def throughput(outcome: Outcome) -> float:
    """Completed jobs per second from the first release on."""
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
    version=2,
    changes={2: FROM_BEGIN},
    is_to_bound=True,
)
def competitive_factor(outcome: Outcome) -> float:
    """Makespan over what no schedule can beat: the last job alone, and all work spread evenly. Not
    shown and not stored where something is not kept of the jobs."""
    jobs = outcome.workload
    work = float(jobs.least_work.sum()) / outcome.platform.processors
    least = max(float((jobs.from_begin.release + jobs.least_time).max()), work)
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
