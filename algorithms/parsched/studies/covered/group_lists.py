"""Moulaï and Mounié (2007), section by section."""

from parsched.studies.covered.seed import (
    Seed,
    SeedKind,
    algorithms,
    bound,
    claims,
    example,
    figures,
    generators,
    metrics,
    parts,
)

SEEDS = (
    Seed(
        "§1",
        SeedKind.REMARK,
        "A deployment takes 200 s on one node, 300 s on 100",
        parts("group-lists-outlook", "online-narrow", "online-log-uniform"),
    ),
    Seed(
        "§1",
        SeedKind.REMARK,
        "5 to 10 % of machines become unreachable in a day",
        reason="Nodes that fail need the calendar of the machine, as reservations do.",
    ),
    Seed(
        "§1",
        SeedKind.FIGURE,
        "Fig 1: the same makespan with 4 deployments, or 3",
        (*claims("group-lists", "figure-1"), *example("gls", "4 deployments, or 3")),
    ),
    Seed("§2", SeedKind.MODEL, "Rigid jobs that need environments", generators("environments")),
    Seed(
        "§2",
        SeedKind.MODEL,
        "Makespan and number of deployments",
        metrics("makespan", "deployments"),
    ),
    Seed(
        "§3",
        SeedKind.REMARK,
        "Scheduling is NP-hard (cited)",
        algorithms("exact"),
        "Optima of small instances are proved by search.",
    ),
    Seed(
        "§3",
        SeedKind.THEOREM,
        "A list ends within S + 1 times the optimum, S = 1 (cited)",
        claims("group-lists", "list"),
    ),
    Seed(
        "§4",
        SeedKind.FIGURE,
        "Fig 2: optimal on makespan, and on deployments",
        claims("group-lists", "figure-2"),
    ),
    Seed(
        "§4",
        SeedKind.CLAIM,
        "The fewest deployments are easy to have",
        (*algorithms("env-sequential"), *claims("group-lists", "fewest")),
    ),
    Seed(
        "§4", SeedKind.CLAIM, "The criteria are antagonistic", claims("group-lists", "antagonistic")
    ),
    Seed(
        "§4",
        SeedKind.FIGURE,
        "Fig 3: a trade-off between both",
        (*figures("group-lists", "fronts"), *claims("group-lists", "between")),
    ),
    Seed(
        "§4.1",
        SeedKind.BOUND,
        "λ at least work / m and the longest job",
        bound("makespan", "simple"),
    ),
    Seed(
        "§4.1", SeedKind.BOUND, "D_λ", (*metrics("d_lambda"), *claims("group-lists", "lower-bound"))
    ),
    Seed(
        "§5",
        SeedKind.CLAIM,
        "The longer the makespan, the fewer deployments",
        claims("group-lists", "trade"),
    ),
    Seed(
        "§5.0.1",
        SeedKind.FIGURE,
        "Fig 4: a layered group, and one that is too long",
        example("gls", "Layered groups"),
    ),
    Seed(
        "§5.0.2", SeedKind.FIGURE, "Fig 5: a canonical group", example("gls", "A canonical group")
    ),
    Seed(
        "§5.1",
        SeedKind.THEOREM,
        "Property 1: half of each group is work",
        claims("group-lists", "property-1"),
    ),
    Seed(
        "§5.1",
        SeedKind.THEOREM,
        "Property 2: groups of at most 2λ and m",
        claims("group-lists", "property-2"),
    ),
    Seed(
        "§5.1",
        SeedKind.CLAIM,
        "At most log₂ m layered groups and a canonical one",
        claims("group-lists", "few-groups"),
    ),
    Seed(
        "§5.1",
        SeedKind.THEOREM,
        "Theorem 5.1: less than 4λ, less than 2·D_λ",
        (*claims("group-lists", "makespan", "deployments"), *figures("group-lists", "theorem")),
    ),
    Seed("§5.1.1", SeedKind.THEOREM, "Theorem 5.2: lists within 2", claims("group-lists", "list")),
    Seed(
        "§5.1.1",
        SeedKind.ALGORITHM,
        "Algorithm 1, GLS",
        (
            *algorithms("gls", "gls:last_group=as-printed,merge=more-than"),
            *claims("group-lists", "printed-loop", "unchecked", "merged-late"),
            *example("gls", "Lost jobs", "A makespan of more than 4λ", "Twice D_λ, and not less"),
        ),
        "The printed loop loses jobs.",
    ),
    Seed(
        "§5.1.2",
        SeedKind.FIGURE,
        "Fig 6: two instants apart hold more than m processors",
        example("gls", "More than half of the machine"),
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "On-line scheduling",
        (
            *algorithms("online-batch:algorithm=gls"),
            *claims("group-lists-outlook", "online-deployments", "online-flow"),
            *figures("group-lists-outlook", "online"),
        ),
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "Average performance with realistic models",
        (*claims("group-lists-three", "realistic-average"), *figures("group-lists-three", "sizes")),
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "A model of what is asked for on Grid'5000",
        reason="No log of its deployments is public.",
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "Several systems at once, and reboots as the criterion",
        (
            *metrics("reboots"),
            *claims(
                "group-lists-outlook", "systems-list", "systems-gls", "systems-still", "reboots"
            ),
            *figures("group-lists-outlook", "front", "systems", "reboots"),
        ),
    ),
    Seed(
        "§6",
        SeedKind.OUTLOOK,
        "Average ends, and an algorithm for three criteria",
        (
            *algorithms("gls-tri"),
            *claims(
                "group-lists-three",
                "three-theorem",
                "three-properties",
                "three-ends",
                "three-deployments",
                "three-length",
            ),
            *figures("group-lists-three", "trades", "theorem"),
            *claims("group-lists-outlook", "sum"),
            *figures("group-lists-outlook", "sum"),
        ),
    ),
    Seed(
        "ours",
        SeedKind.OURS,
        "Best groups, and barriers between environments",
        (
            *algorithms("gls-plus", "env-barrier", "env-order", "env-blind"),
            *claims("group-lists", "barrier", "plus-nearer"),
        ),
    ),
)
"""In the order of the text."""
