"""Quezada-Pina et al. (2012), section by section."""

from parsched.studies.covered.seed import (
    Seed,
    SeedKind,
    algorithms,
    bound,
    claims,
    figures,
    metrics,
    parts,
    tables,
)

_FIVE = ("fig5", "fig6", "fig7", "fig8")
SEEDS = (
    Seed(
        "§2.1",
        SeedKind.MODEL,
        "Grids of sites, rigid jobs that arrive, no migration",
        algorithms("grid"),
    ),
    Seed(
        "§2.1",
        SeedKind.ALGORITHM,
        "FCFS with EASY backfilling at the sites",
        algorithms("grid:local=easy"),
    ),
    Seed(
        "§2.2",
        SeedKind.MODEL,
        "Competitive factor, bounded slowdown, wait, turnaround, utilisation and throughput",
        metrics(
            "competitive_factor",
            "mean_bounded_slowdown_paper",
            "mean_wait",
            "mean_flow",
            "utilisation_from_zero",
            "throughput",
        ),
    ),
    Seed(
        "§2.2",
        SeedKind.REMARK,
        "SWT differs from the mean wait by a constant",
        (*claims("grid-workloads", "swt"), *tables("grid-workloads", "swt")),
    ),
    Seed(
        "§2.2",
        SeedKind.BOUND,
        "Larger of last r + p and work / m",
        bound("makespan", "release_length", "area"),
    ),
    Seed(
        "§3",
        SeedKind.THEOREM,
        "Lists have no constant factor on grids (cited)",
        (*claims("grid-workloads", "lists"), *figures("grid-workloads", "lists")),
        "The example is ours: the paper only cites it.",
    ),
    Seed(
        "§3",
        SeedKind.THEOREM,
        "No polynomial algorithm below 2 (cited)",
        reason="A bound on all algorithms, which no run can show.",
    ),
    Seed(
        "§3",
        SeedKind.THEOREM,
        "Factors 5, 2e + 1, 4, 5/2, 10 and 17 of other algorithms (cited)",
        reason="Of algorithms of other papers, which this one improves on and does not run.",
    ),
    Seed(
        "§4.1",
        SeedKind.CLAIM,
        "No on-line algorithm of two layers is below 2 − 1/m (cited)",
        reason="A bound on all algorithms, which no run can show.",
    ),
    Seed(
        "§4.1.1",
        SeedKind.ALGORITHM,
        "Nine strategies of allocation, at three levels of information",
        algorithms(
            *(
                f"grid:strategy={key}"
                for key in ("random", "mlp", "mpl", "lbal-s", "mlb", "mct", "mwt", "mwwt-s", "mst")
            )
        ),
    ),
    Seed("§4.1.2", SeedKind.ALGORITHM, "Admissible allocation", algorithms("grid:admissible=0.5")),
    Seed(
        "§4.1.2",
        SeedKind.FIGURE,
        "Fig 1: sites that are admissible",
        algorithms("grid:strategy=mst,admissible=0.5"),
        "The first picture on the page of the algorithm has this share.",
    ),
    Seed(
        "§4.1.2",
        SeedKind.REMARK,
        "Narrow jobs on large sites keep wide ones waiting",
        claims("grid-workloads", "lists-admissible"),
    ),
    Seed(
        "§5",
        SeedKind.THEOREM,
        "Theorem 1: MCT_a off-line",
        (*claims("grid-theorems", "theorem-1", "step"), *figures("grid-theorems", "offline")),
        "A step of its proof fails.",
    ),
    Seed("§5", SeedKind.THEOREM, "Theorem 2: MLB_a off-line", claims("grid-theorems", "theorem-2")),
    Seed("§5", SeedKind.THEOREM, "Theorem 3: both on-line", claims("grid-theorems", "theorem-3")),
    Seed("§5", SeedKind.REMARK, "Bounds of 9 and 11 at a = 0.5", claims("grid-theorems", "half")),
    Seed(
        "§5",
        SeedKind.FIGURE,
        "Figs 2 to 4: bounds over a",
        figures("grid-theorems", "fig2", "fig3", "fig4"),
    ),
    Seed(
        "§5",
        SeedKind.THEOREM,
        "Theorem 4: 3 and 5 where all jobs fit the smallest site",
        claims("grid-theorems", "theorem-4"),
    ),
    Seed("§6.1", SeedKind.MODEL, "Grid1", parts("grid1", "all-sites", "shares")),
    Seed(
        "§6.1",
        SeedKind.MODEL,
        "Grid2",
        tables("grid1", "table-1"),
        "Traces DAS2 fs0 and fs2 to fs4 are not to be had: printed numbers stand alone.",
    ),
    Seed(
        "§6.1", SeedKind.MODEL, "Grid3", parts("grid3", "shares"), "Of the traces that there are."
    ),
    Seed(
        "§6.1",
        SeedKind.CLAIM,
        "37, 23, 10, 6 and 5 % of the jobs of Grid3 on 1, 2, 4, 8 and 32 processors",
        (
            *claims("grid-workloads", "facts-grid3", "mix-order"),
            *tables("grid-workloads", "section-6", "table-1-mix"),
        ),
    ),
    Seed(
        "§6.1, §6.2",
        SeedKind.CLAIM,
        "97 % of the jobs of Grid2 on at most 32 processors; 36, 26 and 9 % on 1, 2 and 4",
        reason="Its traces are not to be had.",
    ),
    Seed(
        "§6.2",
        SeedKind.CLAIM,
        "Of the jobs of Grid1 95 % on up to 128 processors; 18, 20, 9, 14, 8 % on 1, 8, 16, 32, 64",
        (*claims("grid-workloads", "facts-grid1"), *tables("grid-workloads", "section-6")),
    ),
    Seed(
        "§6.2",
        SeedKind.CLAIM,
        "Grid1 has half of the jobs of Grid2, and twice their consumption",
        reason="The traces of Grid2 are not to be had.",
    ),
    Seed("§7.1", SeedKind.MODEL, "Degradations, their mean, and ranks", tables("grid1", "table-2")),
    Seed(
        "§7.2",
        SeedKind.TABLE,
        "Table 1",
        (*tables("grid1", "table-1"), *tables("grid3", "table-1")),
    ),
    Seed(
        "§7.2",
        SeedKind.TABLE,
        "Table 2",
        (*tables("grid1", "table-2"), *tables("grid3", "table-2"), *claims("grid1", "rank-1")),
    ),
    Seed(
        "§7.2",
        SeedKind.CLAIM,
        "In large grids MPL and LBal_S are best, and further information does not help",
        claims("grid1", "sizes-best", "information"),
    ),
    Seed("§7.2", SeedKind.CLAIM, "Random is worst", claims("grid1", "random-worst")),
    Seed(
        "§7.2",
        SeedKind.CLAIM,
        "The competitive factor hardly differs, as the last jobs determine it",
        claims("grid1", "rho-alike", "last-jobs"),
    ),
    Seed(
        "§7.2",
        SeedKind.CLAIM,
        "In small grids MST and MCT are best, and MPL and LBal_S good",
        claims("grid3", "predictions-best", "sizes-good"),
    ),
    Seed(
        "§7.2",
        SeedKind.CLAIM,
        "The order of the nine strategies",
        (*claims("grid1", "order"), *claims("grid3", "all-order")),
    ),
    Seed(
        "§7.3",
        SeedKind.TABLE,
        "Table 3",
        (
            *tables("grid3", "table-3"),
            *claims(
                "grid3",
                "length-reduced",
                "large-gains",
                "small-gains",
                "slowdown-gains",
                "wait-gains",
                "most-gain",
            ),
        ),
    ),
    Seed(
        "§7.3",
        SeedKind.TABLE,
        "Table 4",
        (*tables("grid3", "table-4"), *claims("grid3", "ranks-of-nine")),
    ),
    Seed(
        "§7.3",
        SeedKind.TABLE,
        "Table 5",
        (*tables("grid3", "table-5"), *claims("grid3", "mlp-first-and-last", "order-of-18")),
    ),
    Seed(
        "§7.3",
        SeedKind.FIGURE,
        "Figs 5 to 8: degradations of 18",
        (
            *figures("grid3", *_FIVE),
            *claims("grid3", "factor-best", "slowdown-best", "alike", "three-best"),
        ),
    ),
    Seed(
        "§8",
        SeedKind.CLAIM,
        "Admissible allocation outperforms all sites",
        claims("grid3", "outperforms"),
    ),
    Seed(
        "§8",
        SeedKind.REMARK,
        "A 5/2 (also printed as 5/3) approximation, off-line only (cited)",
        reason="Of an algorithm of another paper.",
    ),
    Seed(
        "§8",
        SeedKind.OUTLOOK,
        "A factor that follows the past workload",
        (
            *algorithms("grid:adapt_window=60"),
            *claims(
                "grids-outlook",
                *(
                    f"{grid}-{key}"
                    for grid in ("grid1", "grid3")
                    for key in ("mlp", "mpl", "lbal-s", "random")
                ),
            ),
            *figures(
                "grids-outlook",
                *(
                    f"{grid}-{name}"
                    for grid in ("grid1", "grid3")
                    for name in ("wait", "bounded-slowdown")
                ),
            ),
        ),
    ),
    Seed(
        "§8",
        SeedKind.OUTLOOK,
        "An interval that is set by workload and grid",
        claims("grids-outlook", "longer"),
    ),
    Seed(
        "Appendix",
        SeedKind.TABLE,
        "Table A.1",
        (
            *tables("grid1", "table-a1"),
            *tables("grid3", "table-a1"),
            *claims("grid1", "order-of-ten"),
            *claims("grid3", "all-order-of-ten"),
        ),
    ),
    Seed(
        "Appendix",
        SeedKind.TABLE,
        "Table A.2",
        (*tables("grid3", "table-a2"), *claims("grid3", "best-factor")),
    ),
    Seed(
        "Appendix",
        SeedKind.TABLE,
        "Tables A.3 and A.4",
        (*tables("grid3", "table-a3", "table-a4"), *claims("grid3", "order-of-ten", "best-of-ten")),
    ),
    Seed(
        "ours",
        SeedKind.OURS,
        "All shares, drawn",
        (*figures("grid1", "shares"), *figures("grid3", "shares")),
    ),
    Seed(
        "ours",
        SeedKind.OURS,
        "Predictions that are never corrected",
        (*algorithms("grid:information=virtual"), *claims("grid1", "virtual")),
    ),
    Seed(
        "ours",
        SeedKind.OURS,
        "Sharper bounds, counters over unfinished jobs, and EASY",
        claims("grid-theorems", "sharper", "unfinished", "easy"),
    ),
)
"""In the order of the text."""
