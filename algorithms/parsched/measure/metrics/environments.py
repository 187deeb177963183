"""What it takes to install what jobs need."""

from math import nan

from parsched.measure.metrics.registry import metric
from parsched.model.outcome import Outcome
from parsched.model.problem.deployment import Demands


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
