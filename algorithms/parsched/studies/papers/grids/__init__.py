"""Quezada-Pina et al. (2012): nine strategies of allocation on grids, with ten shares."""

from parsched.studies.papers.grids import (
    admissible_claims,
    claims,
    outlook,
    tables,
    theorems,
    workloads,
)
from parsched.studies.papers.grids.experiments import grid_1, grid_3, plots
from parsched.studies.registry import declare
from parsched.studies.study import Study

_RANDOM = "What Random draws is not printed: uniformly from the admissible sites."
_MEANS = (
    "In tables, degradations and improvements are those of the means over all weeks: in this way "
    "the printed Tables 3 and 5 agree with each other."
)
_LOAD = (
    "What is left is another mix: 13 % of the jobs take 32 processors and 15 % two, 5 and 23 % in "
    "the paper; and they bring 1.4 to 2.7 times, mostly 1.9 times, the work that the sites can do "
    "in a week. The printed load is not known. Neither predictions that nobody corrects "
    "(information=virtual) nor counters over all jobs (counting=allocated) bring the order of the "
    "18 methods nearer to the printed one (rank correlations of 0.21 and 0.03 instead of 0.27), "
    "nor do other weeks of DAS2 fs1 in place of the missing traces (tried on six weeks); less load "
    "does a little (0.36 without CTC and LANL, at a load of 0.9)."
)
_RULE = (
    "Exactly the share a is not enough here (“more than”): as printed, one of the two largest "
    "sites would be admissible to no job at a = 0.5."
)
_TRACES = (
    "The traces DAS2 fs0, fs2, fs3 and fs4 of the paper are not here: jobs are those of DAS2 fs1, "
    "KTH, HPC2N, CTC and LANL alone, of up to 32 processors, so only the shape can be compared."
)

FIRST = declare(
    Study(
        key="grid1",
        paper="002",
        title="Nine strategies of allocation on Grid1",
        about="Half a year of seven traces on seven sites with EASY backfilling: Tables 1, 2 and "
        "A.1 of Quezada-Pina et al. (2012) for Grid1, and every share of admissible sites.",
        cites=("quezada2012",),
        parts=grid_1(),
        plots=plots("Grid1", "none"),
        claims=claims.CLAIMS,
        tables=tables.of_grid_1(),
        choices=(
            "Which jobs are invalid is not printed: those that ran longer than requested, or have "
            "no request, are left out; with them the load is twice as high and the ranking is "
            "another one.",
            "Predictions of MCT, MWT, MWWT_S and MST start from what the sites are like.",
            _RANDOM,
            "Grid2 cannot be had, as most of its traces are missing: what is printed of it stands "
            "alone. Grid3 is a study of its own.",
        ),
    )
)
THIRD = declare(
    Study(
        key="grid3",
        paper="002",
        title="Admissible allocation on the shape of Grid3",
        about="30 weeks on the eleven sites of Grid3, 4 to 32 processors: the shape of Tables 1 "
        "to 5 and A.1 to A.4 and of Figures 5 to 8 of Quezada-Pina et al. (2012).",
        cites=("quezada2012",),
        parts=grid_3(),
        plots=plots("the shape of Grid3"),
        claims=admissible_claims.CLAIMS,
        tables=tables.of_grid_3(),
        choices=(_TRACES, _LOAD, _RULE, _MEANS, _RANDOM),
    )
)
THEOREMS = declare(
    Study(
        key="grid-theorems",
        paper="002",
        title="Admissible allocation: what is proved of it",
        about="Theorems 1 to 4 and Figures 2 to 4 of Quezada-Pina et al. (2012), put to thousands "
        "of random instances on small grids: MCT_a and MLB_a with list scheduling at the sites, "
        "the makespan over a lower bound that is certified.",
        cites=("quezada2012",),
        parts=theorems.parts(),
        plots=theorems.plots(),
        claims=theorems.CLAIMS,
        choices=(
            "PS is list scheduling in order of arrival (local=list), estimates are exact, and "
            "strategies count all jobs that were ever allocated to a site, as the proofs do.",
            "The bound is the largest of arrival plus run time and, for each size of sites, the "
            "work that only these hold; so a ratio may be larger than that to the optimum.",
            "Which of the two factors holds depends on the jobs, by s(f, m) / s(f0, m): runs are "
            "held to the larger one. The theorems print s(f, l), their proofs use s(f, m).",
            "A step of the proof of Theorem 1 fails for list scheduling, as jobs that stand in "
            "this study show; the theorem itself was never seen violated.",
        ),
    )
)
OUTLOOK = declare(
    Study(
        key="grids-outlook",
        paper="002",
        title="A factor that follows the workload, against every fixed one",
        about="What Quezada-Pina et al. (2012) leave for later: the admissible factor of each job "
        "follows what was asked for within a window of the past, against a = 0.1, 0.2, …, 1.",
        cites=("quezada2012",),
        parts=outlook.parts(),
        plots=outlook.plots(),
        claims=outlook.CLAIMS,
        choices=(
            "How the factor follows the workload is not printed; the rule is ours: the share of "
            "the processors that jobs of the same class asked for within the window, among those "
            "asked for by jobs that need their sites or larger ones.",
            "Grid1 in 13 windows of 14 days, so that intervals can be given.",
            _TRACES,
            _RULE,
        ),
    )
)
WORKLOADS = declare(
    Study(
        key="grid-workloads",
        paper="002",
        title="Workloads of grids: facts, mix and lists",
        about="What Quezada-Pina et al. (2012) print of their workloads, beside ours; the sum of "
        "waits; Grid3 with the printed mix of widths; and lists without a constant factor.",
        cites=("quezada2012",),
        parts=workloads.parts(),
        plots=workloads.plots(),
        claims=workloads.CLAIMS,
        tables=workloads.tables(),
        choices=(
            _TRACES,
            "The printed mix is reached by leaving jobs out, at random, of each week: as many "
            "remain as the scarcest width allows, so the load is lower.",
            "That list scheduling has no constant factor is cited in the paper, without an "
            "example; the instance is ours. Lists are MST, which takes the earliest start, with "
            "list scheduling at the sites.",
            _RULE,
        ),
    )
)
