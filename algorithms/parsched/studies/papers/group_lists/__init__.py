"""Moulaï and Mounié (2007): group list scheduling of environments, which they prove and draw."""

from parsched.studies.papers.group_lists import outlook, three
from parsched.studies.papers.group_lists.claims import CLAIMS
from parsched.studies.papers.group_lists.experiments import (
    by_hand,
    fronts,
    other_forms,
    plots,
    random,
)
from parsched.studies.registry import declare
from parsched.studies.study import Study

STUDY = declare(
    Study(
        key="group-lists",
        paper="003",
        title="Group list scheduling: what is proved of it, and what it trades",
        about="Makespan against deployments of environments. The paper has no experiments: here "
        "its theorems, properties and bounds are put to thousands of random instances, its "
        "algorithm as printed to the instances that break it, and its figures are drawn.",
        cites=("moulai2007",),
        parts=(*random(), *fronts(), *by_hand()),
        plots=plots(),
        claims=CLAIMS,
        forms=other_forms(),
        choices=(
            "Workloads are not printed: widths follow five laws on 4 to 64 processors, times are "
            "uniform, environments are asked for by Zipf's law.",
            "Deployments take no time, as in the paper's proofs.",
            "“Less than” is read strictly; what is proved of every schedule is refuted by one run.",
            "As printed: the loop ends at the last job of an environment, and its last group is "
            "never emitted. Repaired: that group is closed as the others are, and groups merge if "
            "the canonical one is as wide. Ours: the best groups. Figures have the repaired form.",
            "The order of the groups in the list is not printed: decreasing work.",
        ),
    )
)
OUTLOOK = declare(
    Study(
        key="group-lists-outlook",
        paper="003",
        title="Several systems at once, jobs that arrive, and average ends",
        about="What Moulaï and Mounié (2007) leave for later: processors that hold 1, 2 and 4 "
        "environments at once, where a deployment replaces the least recently used; group list "
        "scheduling in batches of jobs that arrive, beside EASY; and Σ C as a third criterion.",
        cites=("moulai2007",),
        parts=outlook.parts(),
        plots=outlook.plots(),
        claims=outlook.CLAIMS,
        choices=(
            "Methods plan for one system on a processor: with more, the same schedules need fewer "
            "deployments.",
            "Changing to another system that a processor holds is a reboot; the paper says that it "
            "saves phases of reboot, but not which.",
            "Of jobs that arrive, a deployment takes 200 s on one processor and 300 s on 100, as "
            "measured in the paper; times are log-uniform up to 10,000 s.",
        ),
    )
)
THREE = declare(
    Study(
        key="group-lists-three",
        paper="003",
        title="Three criteria, on realistic jobs",
        about="What Moulaï and Mounié (2007) leave for later: an algorithm for makespan, "
        "deployments and average ends at once, and averages with realistic models of jobs.",
        cites=("moulai2007", "lublin2003"),
        parts=three.parts(),
        plots=three.plots(),
        claims=three.CLAIMS,
        choices=(
            "The algorithm is ours: the groups of GLS, repaired, listed by Smith's rule, and the "
            "jobs of each, too. What is proved of groups asks for no order.",
            "Realistic jobs follow Lublin and Feitelson on 128 processors; which environment a job "
            "needs is drawn apart from them, by Zipf's law or all alike.",
            "Deployments take no time, as in the paper's proofs, and weights are 1.",
        ),
    )
)
