"""Chrétien et al. (2012) and Toch et al. (2012): successive linear programs against LTF."""

from algorithms.studies.papers.successive_lp import outlook
from algorithms.studies.papers.successive_lp.claims import LAWS, UNIFORM
from algorithms.studies.papers.successive_lp.experiments import (
    FIRST_TRY,
    PROGRAMS,
    law_plots,
    laws,
    uniform,
    uniform_plots,
)
from algorithms.studies.registry import declare
from algorithms.studies.study import Study

_CHOICES = (
    "Which LTF is compared with is not printed: each job at its earliest fit, by decreasing work, "
    "fits the published curves; starting at each event what fits is stronger.",
    "The bound is lb of the papers, the larger of the longest job and all least work over the "
    "processors.",
)
_BUDGETS = ", ".join(f"{count} on {m} processors" for m, count in PROGRAMS.items())
_BUDGETS += f" for successive LP alone, {FIRST_TRY} for its printed form"

ENGLISH = declare(
    Study(
        key="successive-lp",
        paper="001",
        title="Successive linear programs against LTF",
        about="Rigid and moldable jobs with uniform widths and times on 32, 64 and 128 "
        "processors: Figures 1 to 5 of Chrétien et al. (2012), the first try of their §5.2 and "
        "the shares of jobs that linear programs do not split.",
        cites=("chretien2012",),
        parts=uniform(),
        plots=uniform_plots(),
        claims=UNIFORM,
        choices=(
            "Which sizes were run is not printed but for the largest.",
            f"Budgets are numbers of linear programs for one makespan, not seconds: {_BUDGETS}, "
            "instead of 15,000; 200 for the hybrid form, as printed.",
            "Makespans are tried up to 1.1 times that of LTF; where successive LP alone finds none "
            "of these, the run has no schedule.",
            *_CHOICES,
        ),
    )
)
OUTLOOK = declare(
    Study(
        key="successive-lp-outlook",
        paper="001",
        title="Split Bregman iterations and two levels against the hybrid form",
        about="What Chrétien et al. (2012) leave for later, on the instances of their Figures 3 "
        "and 5: a method that should save time, and linear programs for the long jobs alone.",
        cites=("chretien2012", "goldstein2009"),
        parts=outlook.parts(),
        plots=outlook.plots(),
        claims=outlook.CLAIMS,
        choices=(
            "The paper names both in a sentence each: how they work here is ours, see their pages.",
            "Long are jobs of at least half the longest time.",
            "All three forms try at most 200 linear programs for one makespan.",
            *_CHOICES,
        ),
    )
)
FRENCH = declare(
    Study(
        key="successive-lp-laws",
        paper="004",
        title="Successive linear programs on three laws of widths",
        about="128 processors, granularity 10, widths up to 40 from Gaussian, mixed and Cauchy "
        "laws: Figures 1 to 3 of Toch et al. (2012).",
        cites=("toch2012",),
        parts=laws(),
        plots=law_plots(),
        claims=LAWS,
        choices=(
            "Which sizes were run is not printed but for the largest, 200.",
            "Widths outside of 1 to 40 are drawn again.",
            *_CHOICES,
        ),
    )
)
