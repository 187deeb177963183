"""What Quezada-Pina et al. (2012) say of their experiments on Grid3."""

from parsched.report.ranking.paper import MAIN_METRICS
from parsched.studies.claims import Claim
from parsched.studies.judges import Agrees, AnyJudge, Better, Gain, Leads
from parsched.studies.papers.grids.claims import ALIKE, better
from parsched.studies.papers.grids.experiments import (
    BOUNDED,
    EVERY,
    FACTORS,
    HALF,
    MAIN,
    RHO,
    SHARES,
    TITLES,
    WAIT,
    label,
)
from parsched.studies.papers.grids.tables import MEAN, TEN

MISSING = (
    "Four of the nine traces are missing; what is left has wider jobs and overloads the sites. "
    "Whether that is all is not known: our choices say what was tried."
)
BEHIND = ("mlp", "random", "mwwt-s", "mwt", "mlb")
"""Strategies that Table 2 ranks behind MPL and LBal_S on Grid3."""


def leads(table: str, line: str, *columns: str, is_last: bool = False) -> Leads:
    """Return the statement that some columns are the best of a printed line, or the worst."""
    return Leads(
        measure=RHO, parts=(SHARES,), table=table, line=line, columns=columns, is_last=is_last
    )


def agrees(table: str, line: str) -> Agrees:
    """Return the statement that the order in a printed line is ours."""
    return Agrees(measure=RHO, parts=(SHARES,), table=table, line=line, at_least=ALIKE)


def gain(measure: str, strategy: str, low: float, high: float) -> Gain:
    """Return the statement by what a = 0.5 is better than all sites, as fractions."""
    method, than = label(strategy, HALF), label(strategy)
    return Gain(measure=measure, parts=(SHARES,), method=method, than=than, low=low, high=high)


def behind(measure: str, low: float, high: float) -> tuple[AnyJudge, ...]:
    """Return statements by how many per cent MST and MCT are behind MLp with a = 0.5."""
    return tuple(
        Gain(
            measure=measure,
            parts=(SHARES,),
            method=label("mlp", HALF),
            than=label(key, share),
            low=1 - 1 / (1 + low / 100),
            high=1 - 1 / (1 + high / 100),
        )
        for key in ("mst", "mct")
        for share in (HALF, EVERY)
    )


OF_ALL_SITES = (
    Claim(
        key="predictions-best",
        text="In small grids under heavy load, with all sites admissible, MST and MCT, which use "
        "local schedules, are the two best of nine by each of the three main metrics.",
        where="Tables 1 and 2, §7.2",
        published="degradations of 0 to 2 %",
        judges=tuple(leads("table-1", f"{symbol}, Grid3", "MST", "MCT") for symbol in MAIN_METRICS),
        reason=MISSING,
    ),
    Claim(
        key="sizes-good",
        text="MPL and LBal_S show advantages there, too: they are better than MLp, Random, MWWT_S, "
        "MWT and MLB on bounded slowdown and wait.",
        where="Table 2, §7.2",
        published="ranks 4 and 3 of nine",
        judges=tuple(
            better(measure, SHARES, label(key), tuple(map(label, BEHIND)))
            for measure in (BOUNDED, WAIT)
            for key in ("mpl", "lbal-s")
        ),
        reason=MISSING,
    ),
    Claim(
        key="all-order",
        text="With all sites the order of the nine is that of the paper, by each of the three "
        "metrics and by their mean.",
        reading="a rank correlation of at least 0.7",
        where="Tables 1 and 2",
        published="ranks 2, 5, 3, 9, 4, 8, 1, 7, 6",
        judges=(
            *(agrees("table-1", f"{symbol}, Grid3") for symbol in MAIN_METRICS),
            agrees("table-2", f"{MEAN}, Grid3"),
        ),
        reason=MISSING,
    ),
    Claim(
        key="all-order-of-ten",
        text="With all sites the order is that of the paper by each of the ten metrics, too.",
        reading="a rank correlation of at least 0.7",
        where="Table A.1",
        published="degradations by ten metrics",
        judges=tuple(agrees("table-a1", f"{symbol}, Grid3") for symbol in TEN),
        reason=MISSING,
    ),
)
OF_GAINS = (
    Claim(
        key="length-reduced",
        text="Admissible allocation reduces the makespan with most strategies: the competitive "
        "factor is better with a = 0.5 than with all sites.",
        where="§7.3, Table 3",
        published="better by 0.37 to 24.79 %",
        judges=tuple(better(RHO, SHARES, label(key, HALF), (label(key),)) for key in TITLES),
        reason=MISSING,
    ),
    Claim(
        key="large-gains",
        text="MLp and Random reduce the competitive factor by more than 20 % with a = 0.5.",
        where="§7.3, Table 3",
        published="24.79 % and 22.68 %",
        judges=tuple(
            Better(
                measure=RHO, parts=(SHARES,), method=label(key, HALF), than=(label(key),), by=0.2
            )
            for key in ("mlp", "random")
        ),
        reason=MISSING,
    ),
    Claim(
        key="small-gains",
        text="MST and MCT, whose competitive factors are the smallest anyway, gain little of it.",
        reading="up to 2 %",
        where="§7.3, Table 3",
        published="0.78 % and 1.25 %",
        judges=tuple(gain(RHO, key, 0.0, 0.02) for key in ("mst", "mct")),
    ),
    Claim(
        key="slowdown-gains",
        text="Each strategy gains on bounded slowdown.",
        reading="by up to two thirds",
        where="§7.3, Table 3",
        published="0.8 to 62.69 %",
        judges=tuple(gain(BOUNDED, key, 0.0, 2 / 3) for key in TITLES),
        reason=MISSING,
    ),
    Claim(
        key="wait-gains",
        text="Each strategy gains on wait.",
        reading="by up to two thirds",
        where="§7.3, Table 3",
        published="0.67 to 57.88 %",
        judges=tuple(gain(WAIT, key, 0.0, 2 / 3) for key in TITLES),
        reason=MISSING,
    ),
    Claim(
        key="most-gain",
        text="MLp and Random, which know no widths, gain most on average.",
        where="§7.3, Table 3",
        published="48.45 % and 13.56 %, ranks 1 and 2",
        judges=(leads("table-3", MEAN, "MLp_a", "Random_a"),),
        reason=MISSING,
    ),
    Claim(
        key="best-factor",
        text="Of ten factors a = 0.5 is the best, by bounded slowdown and wait, for MCT, LBal_S, "
        "MLp, MPL, Random and MST.",
        where="Table A.2",
        published="0.5 for each of the six",
        judges=tuple(
            Better(
                measure=measure,
                parts=(SHARES,),
                method=label(key, HALF),
                than=tuple(label(key, share) for share in FACTORS if share != HALF),
            )
            for measure in (BOUNDED, WAIT)
            for key in ("mct", "lbal-s", "mlp", "mpl", "random", "mst")
        ),
        reason=MISSING,
    ),
)
OF_RANKS = (
    Claim(
        key="ranks-of-nine",
        text="With all sites MST, MCT, LBal_S and MPL are the four best of nine; with a = 0.5 MLp "
        "is the best.",
        where="Table 4, §7.3",
        published="ranks 1 to 4; rank 1",
        judges=(
            leads("table-2", f"{MEAN}, Grid3", "MST", "MCT", "LBal_S", "MPL"),
            leads("table-4", "a = 0.5", "MLp"),
        ),
        reason=MISSING,
    ),
    Claim(
        key="mlp-first-and-last",
        text="By the mean of the three metrics MLp with a = 0.5 is the best of all 18, and MLp "
        "with all sites the worst.",
        where="Table 5",
        published="ranks 1 and 18",
        judges=(
            leads("table-5", MEAN, "MLp_a"),
            leads("table-5", MEAN, "MLp", is_last=True),
        ),
        reason=MISSING,
    ),
    Claim(
        key="factor-best",
        text="By the competitive factor MST and MCT, each with a = 0.5 and 1, are the four best of "
        "18.",
        where="Fig 5, Table 5",
        published="0 to 2 %; all others 15 to 87 %",
        judges=(leads("table-5", "ρ", "MST_a", "MST", "MCT_a", "MCT"),),
        reason=MISSING,
    ),
    Claim(
        key="slowdown-best",
        text="By bounded slowdown and by wait MLp with a = 0.5 is the best of 18.",
        where="Figs 6 and 7",
        published="0 %; all others at least 59 and 41 %",
        judges=(leads("table-5", "SD_b", "MLp_a"), leads("table-5", "t_w", "MLp_a")),
        reason=MISSING,
    ),
    Claim(
        key="alike",
        text="MST and MCT, each with a = 0.5 and 1, are alike behind it: by about 60 % on bounded "
        "slowdown and 45 % on wait.",
        reading="50 to 70 %, and 35 to 55 %",
        where="Figs 6 and 7, §7.3",
        published="59 to 63 %, and 41 to 45 %",
        judges=(*behind(BOUNDED, 50, 70), *behind(WAIT, 35, 55)),
        reason=MISSING,
    ),
    Claim(
        key="three-best",
        text="The three best of 18 by the mean of the three metrics have a = 0.5: MLp, MST and "
        "MCT.",
        where="Fig 8, §7.3",
        published="14, 33 and 36 %",
        judges=(leads("table-5", MEAN, "MLp_a", "MST_a", "MCT_a"),),
        reason=MISSING,
    ),
    Claim(
        key="order-of-18",
        text="The order of the 18 is that of the paper, by each of the three metrics and by their "
        "mean.",
        reading="a rank correlation of at least 0.7",
        where="Table 5, Figs 5 to 8",
        published="ranks 1 to 18",
        judges=tuple(agrees("table-5", line) for line in (*MAIN_METRICS, MEAN)),
        reason=MISSING,
    ),
    Claim(
        key="order-of-ten",
        text="The order is that of the paper by each of the ten metrics, of all 18 and of the "
        "nine with a = 0.5.",
        reading="a rank correlation of at least 0.7",
        where="Tables A.3 and A.4",
        published="degradations by ten metrics",
        judges=tuple(
            agrees(table, line) for table in ("table-a3", "table-a4") for line in (*TEN, MEAN)
        ),
        reason=MISSING,
    ),
    Claim(
        key="best-of-ten",
        text="By the mean of the ten metrics MLp with a = 0.5 is the best of 18, with MST and MCT "
        "close behind.",
        where="Tables A.3 and A.4",
        published="21.5 %, then 21.7 and 23.4 %",
        judges=(
            leads("table-a3", MEAN, "MLp_a"),
            leads("table-a4", MEAN, "MLp_a", "MST_a", "MCT_a"),
        ),
        reason=MISSING,
    ),
    Claim(
        key="outperforms",
        text="Admissible allocation outperforms all sites: for each strategy a = 0.5 is better by "
        "all three main metrics.",
        where="§8",
        published="better by all but LBal_S's competitive factor",
        judges=tuple(
            better(measure, SHARES, label(key, HALF), (label(key),))
            for key in TITLES
            for measure in MAIN.values()
        ),
        reason=MISSING,
    ),
)
CLAIMS = (*OF_ALL_SITES, *OF_GAINS, *OF_RANKS)
