"""Chrétien, Nicod, Philippe, Rehn-Sonigo and Toch in French, section by section."""

from parsched.studies.covered.seed import (
    Seed,
    SeedKind,
    algorithms,
    bound,
    claims,
    figures,
    generators,
)

SEEDS = (
    Seed(
        "§2",
        SeedKind.MODEL,
        "Rigid jobs, and moldable ones with t(n) = ⌈q/n⌉·t",
        generators("gaussian", "two-gaussian", "cauchy"),
    ),
    Seed(
        "§3, §4",
        SeedKind.ALGORITHM,
        "The norm of order p, slots and linearisation, as in the English paper",
        algorithms("slp-pure:printed"),
    ),
    Seed(
        "§5.3",
        SeedKind.ALGORITHM,
        "Algorithm 1, with LTF for jobs that are not whole",
        algorithms("slp-hybrid:printed", "ltf"),
    ),
    Seed("§5.3", SeedKind.BOUND, "Longest job, and work / m", bound("makespan", "simple")),
    Seed(
        "§6",
        SeedKind.MODEL,
        "128 processors, granularity 10, widths from 1 to 40",
        generators("gaussian", "two-gaussian", "cauchy"),
    ),
    Seed(
        "§6",
        SeedKind.REMARK,
        "Gurobi solves the programs",
        reason="HiGHS does here: Gurobi needs a licence.",
    ),
    Seed(
        "§6.1",
        SeedKind.FIGURE,
        "Fig 1: Gaussian widths",
        (*figures("successive-lp-laws", "fig1"), *claims("successive-lp-laws", "gaussian")),
    ),
    Seed(
        "§6.2",
        SeedKind.FIGURE,
        "Fig 2: two Gaussians",
        (
            *figures("successive-lp-laws", "fig2"),
            *claims("successive-lp-laws", "two-gaussian", "two-gaussian-constant"),
        ),
    ),
    Seed(
        "§6.3",
        SeedKind.FIGURE,
        "Fig 3: Cauchy widths",
        (
            *figures("successive-lp-laws", "fig3"),
            *claims("successive-lp-laws", "cauchy", "cauchy-join"),
        ),
    ),
    Seed(
        "§7",
        SeedKind.CLAIM,
        "Performance does not depend on the law, below 100 jobs",
        claims("successive-lp-laws", "any-law"),
    ),
    Seed(
        "§7",
        SeedKind.OUTLOOK,
        "Windows of jobs that arrive",
        (
            *figures("successive-lp-windows", "wait", "length"),
            *claims("successive-lp-windows", "windows-length", "windows-wait", "windows-easy"),
        ),
    ),
)
"""In the order of the text."""
