"""What Quezada-Pina et al. (2012) say of their experiments."""

from algorithms.studies.claims import Claim
from algorithms.studies.judges import Better, Level
from algorithms.studies.papers.grids.experiments import ALL, BOUNDED, LABELS, MAIN, RHO, WAIT

NO_PREDICTIONS = ("MPL", "LBal_S")
"""The strategies that the paper recommends."""
OTHERS = tuple(title for title in LABELS.values() if title not in NO_PREDICTIONS)
FRESH = (
    "Our MST and MCT predict from what the sites are like; with a schedule that nobody corrects "
    "when jobs end early, MST falls to the published place (information=virtual)."
)

GRID_1 = (
    Claim(
        key="grid1-best",
        text="On Grid1 with all sites, MPL and LBal_S, which take only sizes into account, are "
        "better than the others on bounded slowdown and wait.",
        where="Tables 1 and 2",
        published="degradations of 0–18 % against 51–41,924 %",
        judges=tuple(
            Better(measure=measure, parts=(ALL,), method=method, than=OTHERS)
            for measure in (BOUNDED, WAIT)
            for method in NO_PREDICTIONS
        ),
        reason=FRESH,
    ),
    Claim(
        key="grid1-random",
        text="On Grid1 with all sites, Random is worst by all three main metrics.",
        where="Tables 1 and 2",
        published="21 %, 41,924 % and 51,929 %",
        judges=tuple(
            Better(measure=measure, parts=(ALL,), method=other, than=("Random",))
            for measure in MAIN.values()
            for other in LABELS.values()
            if other != "Random"
        ),
    ),
    Claim(
        key="grid1-rho",
        text="On Grid1 with all sites, the competitive factor hardly differs: within 10 % but for "
        "Random.",
        where="Table 1, §7.2",
        published="0 to 7 %, Random 21 %",
        judges=tuple(
            Level(measure=RHO, parts=(ALL,), method=method, high=10.0)
            for method in LABELS.values()
            if method != "Random"
        ),
    ),
)
PAIRS = ("pairs",)
GRID_3 = (
    Claim(
        key="mlp-best",
        text="On Grid3, MLp with a = 0.5 is the best of all 18 on bounded slowdown and wait.",
        where="Tables 4 and 5, Figs 6 and 7",
        published="degradations 0 and 0 %",
        judges=tuple(
            Better(
                measure=measure,
                parts=PAIRS,
                method="MLp_a",
                than=tuple(
                    name
                    for title in LABELS.values()
                    for name in (title, f"{title}_a")
                    if name != "MLp_a"
                ),
            )
            for measure in (BOUNDED, WAIT)
        ),
        reason="Four of the nine traces are missing, and our predictions start from what the sites "
        "are like.",
    ),
    Claim(
        key="mlp-last",
        text="On Grid3, MLp with all sites is the worst of all 18 on bounded slowdown and wait.",
        where="Table 5",
        published="168 and 137 %",
        judges=tuple(
            Better(measure=measure, parts=PAIRS, method=other, than=("MLp",))
            for measure in (BOUNDED, WAIT)
            for title in LABELS.values()
            for other in (title, f"{title}_a")
            if other != "MLp"
        ),
        reason="Four of the nine traces are missing.",
    ),
    Claim(
        key="admissible-gains",
        text="On Grid3, a = 0.5 is better than a = 1 for each strategy, by bounded slowdown and "
        "wait.",
        where="Table 3",
        published="gains of 0.7 to 63 %",
        judges=tuple(
            Better(measure=measure, parts=PAIRS, method=f"{title}_a", than=(title,))
            for measure in (BOUNDED, WAIT)
            for title in LABELS.values()
        ),
    ),
    Claim(
        key="mlp-random-gain",
        text="On Grid3, MLp and Random gain most from a = 0.5 on the competitive factor: more than "
        "any other strategy, with a = 0.5 better than a = 1 by more than 10 %.",
        where="Table 3, §7.3",
        published="24.79 % and 22.68 %",
        judges=tuple(
            Better(measure="competitive_factor", parts=PAIRS, method=f"{t}_a", than=(t,), by=0.10)
            for t in ("MLp", "Random")
        ),
    ),
)
