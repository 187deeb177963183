"""Chrétien et al. (2012) and Toch et al. (2012): successive linear programs against LTF."""

from parsched.studies.papers.successive_lp import online, outlook
from parsched.studies.papers.successive_lp.claims import LAWS, UNIFORM
from parsched.studies.papers.successive_lp.experiments import (
    ALONE,
    FIRST_PAPER,
    HYBRID,
    PAPER,
    PROGRAMS,
    law_plots,
    laws,
    other_forms,
    uniform,
    uniform_plots,
)
from parsched.studies.registry import declare
from parsched.studies.study import Study

_CHOICES = (
    "Which LTF is compared with is not printed: each job at its earliest fit, by decreasing work, "
    "fits the published curves; starting at each event what fits is stronger.",
    "The bound is lb of the papers, the larger of the longest job and all least work over the "
    "processors.",
)
_FORMS = (
    "As printed: a slot with a share of 0 costs nothing, the search never begins anew from random "
    "costs, T is tried above the longest job and work over processors, and what the programs find "
    "is the result.",
    "Repaired: costs (x + ε)^(p − 1) of every slot, and random restarts; all else as printed.",
    "Ours: repaired, and T from the better LTF down to what linear programs prove, with LTF's "
    "schedule where nothing shorter is found.",
    "N is the number of linear programs for one makespan, the same for all forms in a figure. "
    f"The paper has {FIRST_PAPER:,} for successive LP alone and {PAPER} for the hybrid form.",
)

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
            *_FORMS,
            "The printed T grows until a schedule is found, which with N = 20 may take hours: "
            "successive LP alone tries makespans up to twice that of LTF on 32 processors and in "
            "the first try, and up to 1.1 times in all other figures. A run that found none counts "
            "with the longest makespan that it tried, as “at least”.",
            *_CHOICES,
        ),
        forms=other_forms((ALONE, PROGRAMS), (HYBRID, PROGRAMS), (HYBRID, PAPER)),
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
            f"All three forms are repaired, and try at most {PAPER} linear programs for one "
            "makespan.",
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
            *_FORMS,
            *_CHOICES,
        ),
        forms=other_forms((HYBRID, PAPER)),
    )
)
WINDOWS = declare(
    Study(
        key="successive-lp-windows",
        paper="004",
        title="Successive linear programs in windows of jobs that arrive",
        about="What Toch et al. (2012) plan in §7: jobs that arrive are collected while others "
        "run, and each window is scheduled for its makespan.",
        cites=("toch2012",),
        parts=online.parts(),
        plots=online.plots(),
        claims=online.CLAIMS,
        choices=(
            "What a window is, is not printed: here all jobs that came while the window before "
            "them ran.",
            "Loads and sizes are ours.",
            *_CHOICES,
        ),
    )
)
