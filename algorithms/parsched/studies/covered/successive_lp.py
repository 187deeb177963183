"""Chrétien, Nicod, Philippe, Rehn-Sonigo and Toch (2012), section by section."""

from parsched.studies.covered.seed import (
    Seed,
    SeedKind,
    algorithms,
    bound,
    claims,
    figures,
    generators,
    parts,
)

SEEDS = (
    Seed(
        "§1",
        SeedKind.REMARK,
        "Malleable jobs",
        reason="The paper leaves them aside, as they change their processors while they run.",
    ),
    Seed(
        "§1",
        SeedKind.REMARK,
        "LTF is the best list for the makespan (cited)",
        algorithms("ltf", "lpt", "widest"),
    ),
    Seed(
        "§2",
        SeedKind.MODEL,
        "Rigid jobs, and moldable ones with t(n) = ⌈q/n⌉·t",
        generators("paper-uniform"),
    ),
    Seed(
        "§3",
        SeedKind.ALGORITHM,
        "The norm of order p and its linearisation",
        algorithms("slp-pure:printed", "slp-pure"),
        "The printed gradient of 0 at 0 leads nowhere: the default is smoothed.",
    ),
    Seed(
        "§4.1",
        SeedKind.ALGORITHM,
        "Integer program over slots",
        (*algorithms("exact"), *bound("makespan", "lp_infeasibility")),
        "Infeasible programs are used as proofs.",
    ),
    Seed(
        "§4.3",
        SeedKind.ALGORITHM,
        "Algorithm 1",
        (*algorithms("slp-pure:printed"), *parts("successive-lp", "printed-budget")),
    ),
    Seed("§4.3", SeedKind.BOUND, "Longest job, and work / m", bound("makespan", "simple")),
    Seed(
        "§4.4",
        SeedKind.ALGORITHM,
        "Jobs left whole stay, LTF places the others",
        algorithms("slp-hybrid:printed", "slp-hybrid"),
    ),
    Seed("§5.1", SeedKind.MODEL, "Uniform workloads of a granularity", generators("paper-uniform")),
    Seed(
        "§5.1",
        SeedKind.REMARK,
        "A simulator on SimGrid",
        reason="Schedules are checked by our own checker; what is off-line needs no simulator.",
    ),
    Seed(
        "§5.2",
        SeedKind.CLAIM,
        "60 jobs on 64 processors: far from the optimum, and slow",
        claims("successive-lp", "first-try", "first-time"),
    ),
    Seed(
        "§5.2", SeedKind.FIGURE, "Fig 1: ratios on 32 processors", figures("successive-lp", "fig1")
    ),
    Seed(
        "§5.2",
        SeedKind.CLAIM,
        "Better below 25 jobs, worse above; up to 15 % at 16 jobs",
        claims("successive-lp", "better-below-25", "worse-above-25", "largest-gain"),
    ),
    Seed(
        "§5.2",
        SeedKind.CLAIM,
        "LTF tends to 1.1; both optimal at 5; a peak at 15",
        claims("successive-lp", "ltf-limit", "optimal-at-5", "peak"),
    ),
    Seed(
        "§5.2",
        SeedKind.CLAIM,
        "The deviation of LTF; the ratio grows; rigid and moldable alike",
        claims("successive-lp", "steadier", "ratio-grows", "alike"),
    ),
    Seed(
        "§5.2",
        SeedKind.FIGURE,
        "Fig 2: computing time on 32 processors",
        (*figures("successive-lp", "fig2"), *claims("successive-lp", "time-15")),
    ),
    Seed(
        "§5.3",
        SeedKind.FIGURE,
        "Fig 3: ratios on 64 processors",
        (*figures("successive-lp", "fig3"), *claims("successive-lp", "hybrid-64")),
    ),
    Seed(
        "§5.3",
        SeedKind.FIGURE,
        "Fig 4: ratios on 128 processors",
        (*figures("successive-lp", "fig4"), *claims("successive-lp", "ltf-128", "hybrid-128")),
    ),
    Seed(
        "§5.3",
        SeedKind.CLAIM,
        "In four cases up to 20 % against LTF",
        claims("successive-lp", "hybrid-gain"),
    ),
    Seed(
        "§5.3",
        SeedKind.CLAIM,
        "75, 50, 80 and 60 % of the jobs are left whole, fewer of more jobs",
        (
            *claims(
                "successive-lp",
                "exact-64-16",
                "exact-64-64",
                "exact-128-16",
                "exact-128-128",
                "exact-falls",
            ),
            *figures("successive-lp", "shares"),
        ),
    ),
    Seed(
        "§5.3",
        SeedKind.FIGURE,
        "Fig 5: computing time on 64 processors",
        (*figures("successive-lp", "fig5"), *claims("successive-lp", "time-64")),
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "Split Bregman",
        (
            *algorithms("slp-bregman"),
            *claims("successive-lp-outlook", "bregman-time", "bregman-quality", "bregman-exact"),
            *figures("successive-lp-outlook", "quality", "time", "programs", "exact"),
        ),
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "Other relaxations of the program",
        algorithms("slp-hybrid:gradient=smoothed"),
        "The smoothed gradient, with restarts.",
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "Several levels: small and large jobs",
        (
            *algorithms("slp-two-level"),
            *claims(
                "successive-lp-outlook", "two-level-time", "two-level-quality", "two-level-growth"
            ),
        ),
    ),
    Seed(
        "ours",
        SeedKind.OURS,
        "What more linear programs bring, and what is best today",
        (*algorithms("local-search"), *figures("successive-lp", "budgets")),
    ),
)
"""In the order of the text."""
