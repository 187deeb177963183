"""Quezada-Pina et al. (2012): nine strategies of allocation on grids, with ten shares."""

from algorithms.studies.papers.grids.claims import GRID_1, GRID_3
from algorithms.studies.papers.grids.experiments import grid_1, grid_1_plots, grid_3, grid_3_plots
from algorithms.studies.registry import declare
from algorithms.studies.study import Study

_RANDOM = "What Random draws is not printed: uniformly from the admissible sites."

FIRST = declare(
    Study(
        key="grid1",
        paper="002",
        title="Nine strategies of allocation on Grid1",
        about="Half a year of seven traces on seven sites with EASY backfilling: Tables 1, 2 and "
        "A.1 of Quezada-Pina et al. (2012) for Grid1, and every share of admissible sites.",
        cites=("quezada2012",),
        parts=grid_1(),
        plots=grid_1_plots(),
        claims=GRID_1,
        choices=(
            "Which jobs are invalid is not printed: those that ran longer than requested, or have "
            "no request, are left out; with them the load is twice as high and the ranking is "
            "another one.",
            "Predictions of MCT, MWT, MWWT_S and MST start from what the sites are like.",
            _RANDOM,
        ),
    )
)
THIRD = declare(
    Study(
        key="grid3",
        paper="002",
        title="Admissible allocation on the shape of Grid3",
        about="30 weeks on the eleven sites of Grid3, 4 to 32 processors: the shape of Tables 3 "
        "to 5 and A.1 to A.4 and of Figures 5 to 8 of Quezada-Pina et al. (2012).",
        cites=("quezada2012",),
        parts=grid_3(),
        plots=grid_3_plots(),
        claims=GRID_3,
        choices=(
            "The traces DAS2 fs0, fs2, fs3 and fs4 of the paper are not public in this form: jobs "
            "are those of DAS2 fs1, KTH, HPC2N, CTC and LANL alone, of up to 32 processors, so "
            "that only the shape can be compared.",
            "Exactly the share a is not enough here (“more than”): as printed, one of the two "
            "largest sites would be admissible to no job at a = 0.5.",
            _RANDOM,
        ),
    )
)
