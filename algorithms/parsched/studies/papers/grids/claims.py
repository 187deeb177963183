"""What Quezada-Pina et al. (2012) say of their experiments on Grid1."""

from parsched.report.ranking.paper import MAIN_METRICS
from parsched.studies.claims import Claim
from parsched.studies.judges import Agrees, Better, Gain, Leads, Level
from parsched.studies.papers.grids.experiments import (
    ALL,
    BOUNDED,
    MAIN,
    RHO,
    VIRTUAL,
    WAIT,
    label,
    labels,
)
from parsched.studies.papers.grids.tables import MEAN, TEN

BY_SIZES = ("mpl", "lbal-s")
"""The strategies that the paper recommends."""
PREDICTING = ("mlb", "mct", "mwt", "mwwt-s", "mst")
"""Those that take estimates, and most of them local schedules, into account."""
FRESH = (
    "Our MST and MCT predict from what the sites are like; with a schedule that nobody corrects "
    "when jobs end early, MST falls to the published place (information=virtual)."
)
ALIKE = 0.7
"""Least rank correlation that counts as the same order."""


def better(measure: str, part: str, strategy: str, than: tuple[str, ...]) -> Better:
    """Return the statement that a strategy is better than others, all by label."""
    return Better(measure=measure, parts=(part,), method=strategy, than=than)


CLAIMS = (
    Claim(
        key="sizes-best",
        text="In large grids MPL and LBal_S, which take only sizes into account, are better than "
        "the others on bounded slowdown and wait.",
        where="Tables 1 and 2, §7.2",
        published="degradations of 0–18 % against 71–51,929 %",
        judges=tuple(
            better(measure, ALL, label(key), labels(but=BY_SIZES))
            for measure in (BOUNDED, WAIT)
            for key in BY_SIZES
        ),
        reason=FRESH,
    ),
    Claim(
        key="information",
        text="What is known of run times and local schedules does not help: MPL is better on "
        "bounded slowdown and wait than MLB, MCT, MWT, MWWT_S and MST.",
        where="§7.2",
        published="0 % against 80–17,303 %",
        judges=tuple(
            better(measure, ALL, label("mpl"), tuple(map(label, PREDICTING)))
            for measure in (BOUNDED, WAIT)
        ),
        reason=FRESH,
    ),
    Claim(
        key="virtual",
        text="With predictions that nobody corrects when jobs end early, MPL and LBal_S are better "
        "than MST as well, on bounded slowdown and wait.",
        where="ours, Table 1",
        published="0–18 % against 80–91 %",
        judges=tuple(
            better(measure, ALL, label(key), (VIRTUAL,))
            for measure in (BOUNDED, WAIT)
            for key in BY_SIZES
        ),
    ),
    Claim(
        key="random-worst",
        text="Random is worst by all three main metrics.",
        where="Tables 1 and 2",
        published="21 %, 41,924 % and 51,929 %",
        judges=tuple(
            better(measure, ALL, other, (label("random"),))
            for measure in MAIN.values()
            for other in labels(but=("random",))
        ),
    ),
    Claim(
        key="rho-alike",
        text="The competitive factor hardly differs, but for Random.",
        reading="all others are at most 10 % behind MPL",
        where="Table 1, §7.2",
        published="0 to 7 %, Random 21 %",
        judges=tuple(
            Gain(
                measure=RHO,
                parts=(ALL,),
                method=label("mpl"),
                than=other,
                low=-1.0,
                high=1 - 1 / 1.1,
            )
            for other in labels(but=("mpl", "random"))
        ),
    ),
    Claim(
        key="last-jobs",
        text="That is because the jobs that arrive last determine the makespan.",
        reading="with all but Random it is at most 10 % above what arrivals, run times and work "
        "alone give",
        where="§7.2",
        published="“probably because … the last arrived jobs determined the makespans”",
        judges=tuple(
            Level(measure=RHO, parts=(ALL,), method=other, high=1.1)
            for other in labels(but=("random",))
        ),
    ),
    Claim(
        key="order",
        text="The order of the nine strategies is that of the paper, by each of the three metrics "
        "and by their mean.",
        reading="a rank correlation of at least 0.7",
        where="Tables 1 and 2",
        published="ranks 7, 6, 2, 4, 1, 9, 3, 8, 5",
        judges=tuple(
            Agrees(measure=RHO, parts=(ALL,), table=table, line=line, at_least=ALIKE)
            for table, line in (
                *(("table-1", f"{symbol}, Grid1") for symbol in MAIN_METRICS),
                ("table-2", f"{MEAN}, Grid1"),
            )
        ),
        reason=f"Of the competitive factor, six of nine printed values are 0. {FRESH}",
    ),
    Claim(
        key="order-of-ten",
        text="The order is that of the paper by each of the ten metrics, too.",
        reading="a rank correlation of at least 0.7",
        where="Table A.1",
        published="degradations by ten metrics",
        judges=tuple(
            Agrees(
                measure=RHO, parts=(ALL,), table="table-a1", line=f"{symbol}, Grid1", at_least=ALIKE
            )
            for symbol in TEN
        ),
        reason="Of the competitive factor, throughput and utilisation, six of nine printed values "
        f"are 0. {FRESH}",
    ),
    Claim(
        key="rank-1",
        text="MPL is first of nine by the mean of the three, and Random last.",
        where="Table 2",
        published="ranks 1 and 9",
        judges=(
            Leads(
                measure=RHO, parts=(ALL,), table="table-2", line=f"{MEAN}, Grid1", columns=("MPL",)
            ),
            Leads(
                measure=RHO,
                parts=(ALL,),
                table="table-2",
                line=f"{MEAN}, Grid1",
                columns=("Random",),
                is_last=True,
            ),
        ),
        reason=FRESH,
    ),
)
