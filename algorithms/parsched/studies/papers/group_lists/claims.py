"""What Moulaï and Mounié (2007) prove and say, and what becomes of it as printed."""

from math import log2

from parsched.studies.claims import Claim
from parsched.studies.judges import Always, Better, Found, Level, Share
from parsched.studies.papers.group_lists.experiments import (
    APART,
    BARRIER,
    BLIND,
    DEPLOYMENTS,
    FEWEST,
    FIGURE_1,
    FIGURE_2,
    FILL,
    FRONTS,
    GLS,
    LATE,
    LEAST,
    LONGEST,
    MACHINES,
    MAKESPAN,
    MOST,
    ORDER,
    PRINTED,
    RANDOM,
    RATIO,
    SEQUENTIAL,
    TOO_LONG,
    TWICE,
    UNCHECKED,
    WIDEST,
    WIDTHS,
    label,
    labels,
)

ALL = (*RANDOM, FIGURE_1, FIGURE_2, TOO_LONG, TWICE)
"""Parts on which everything proved must hold."""
OURS = {"where": "ours", "published": "not in the paper"}


def _makespan(mode: str) -> Always:
    """Return Theorem 5.1 on makespans, for groups that are made in some way."""
    return Always(
        measure=MAKESPAN,
        parts=ALL,
        name=mode,
        methods=labels(mode),
        high=4.0,
        is_strict=True,
    )


def _widths(mode: str) -> Always:
    """Return the same on deployments."""
    return Always(
        measure=WIDTHS, parts=ALL, name=mode, methods=labels(mode), high=2.0, is_strict=True
    )


def _longest(mode: str) -> Always:
    """Return Property 2 on times."""
    return Always(measure=LONGEST, parts=ALL, name=mode, methods=labels(mode), high=2.0)


LOSES = "The printed loop loses jobs: such a run has no schedule."
PROVED = (
    Claim(
        key="makespan",
        text="Group list scheduling ends before 4λ in every run.",
        where="Theorem 5.1",
        published="less than 4λ",
        judges=(_makespan(PRINTED),),
        reason=LOSES,
    ),
    Claim(
        key="deployments",
        text="Its groups have fewer than 2·D_λ processors together in every run.",
        where="Theorem 5.1",
        published="less than 2·D_λ",
        judges=(_widths(PRINTED),),
        reason=LOSES,
    ),
    Claim(
        key="property-1",
        text="The jobs of every group fill at least half of its processors × time.",
        where="Property 1",
        published="at least half",
        judges=(
            Always(measure=FILL, parts=RANDOM, name=PRINTED, methods=labels(PRINTED), low=0.5),
        ),
    ),
    Claim(
        key="property-2",
        text="No group takes longer than 2λ, or more processors than there are.",
        where="Property 2",
        published="2λ and m",
        judges=(
            _longest(PRINTED),
            Always(measure=WIDEST, parts=RANDOM, name=PRINTED, methods=labels(PRINTED), high=1.0),
        ),
        reason=LOSES,
    ),
    Claim(
        key="few-groups",
        text="No environment has more than log₂ m layered groups and a canonical one: "
        f"{', '.join(f'{log2(m) + 1:.0f} with m = {m}' for m in MACHINES)}.",
        where="§5.1",
        published="log₂ m and 1",
        judges=tuple(
            Always(
                measure=MOST,
                parts=RANDOM,
                between={"processors": (m, m)},
                name=f"m = {m}",
                methods=labels(PRINTED),
                high=log2(m) + 1,
            )
            for m in MACHINES
        ),
        reason=LOSES,
    ),
    Claim(
        key="list",
        text="A list that is blind to environments ends by twice the larger of longest job and "
        "work/m in every run.",
        where="Theorem 5.2",
        published="2",
        judges=(Always(measure=RATIO, parts=ALL, name=BLIND, methods=(BLIND,), high=2.0),),
    ),
    Claim(
        key="lower-bound",
        text="D_λ is a lower bound: no schedule of any method has fewer deployments than D of its "
        "own makespan.",
        where="§4.1",
        published="a lower bound",
        judges=(Always(measure=LEAST, parts=ALL, name="all methods", low=1.0),),
    ),
    Claim(
        key="fewest",
        text="The fewest deployments are easy to have: one job after the other, by environment, "
        "needs no more than the widest job of each.",
        where="§4",
        published="an easy problem",
        judges=(
            Always(
                measure=DEPLOYMENTS, parts=ALL, name=SEQUENTIAL, methods=(SEQUENTIAL,), high=1.0
            ),
        ),
    ),
)
AS_PRINTED = (
    Claim(
        key="printed-loop",
        text="The printed loop schedules all jobs.",
        reading="in at least 99 % of the runs",
        where="Algorithm 1",
        published="a scheduling of the tasks",
        judges=(
            Found(measure=MAKESPAN, parts=RANDOM, method=label(PRINTED, 1.0), at_least=0.99),
            Found(measure=MAKESPAN, parts=RANDOM, method=label(PRINTED, 4.0), at_least=0.99),
        ),
        reason="It ends at the last job of an environment, and never emits the group that is open "
        "then: nearly every environment loses jobs.",
    ),
    Claim(
        key="unchecked",
        text="If the group that is open at the end is closed as it stands, the makespan is still "
        "below 4λ, and no group longer than 2λ.",
        where="Algorithm 1, Theorem 5.1",
        published="less than 4λ",
        judges=(_makespan(UNCHECKED), _longest(UNCHECKED)),
        reason="The loop looks at p ≤ 2λ before it takes the next job, so the last group may take "
        "3λ. With m = 9 and λ = 20 s, jobs of (9, 1), (5, 11), (5, 11) and three of (1, 20) "
        "(processors, seconds) of another environment end at 83 s.",
    ),
    Claim(
        key="merged-late",
        text="If, as printed, a canonical group takes in a layered one only if it has more "
        "processors, all groups still have fewer than 2·D_λ together.",
        where="Algorithm 1, Theorem 5.1",
        published="less than 2·D_λ",
        judges=(_widths(LATE),),
        reason="Both may have equally many, and each as many as D_λ: with m = 3 and λ = 10 s, a "
        "job of (3, 1) and three of (1, 9). “At least as many” makes it strict.",
    ),
)
FIGURES = (
    Claim(
        key="figure-1",
        text="With the same makespan, two processors need 4 deployments, or 3 (our times: the "
        "text has none).",
        where="Fig 1",
        published="6 with 4 and with 3",
        judges=tuple(
            Level(measure=measure, parts=(FIGURE_1,), method=method, low=value, high=value)
            for method, count in ((BLIND, 4.0), (ORDER, 3.0))
            for measure, value in (("makespan", 6.0), ("deployments", count))
        ),
    ),
    Claim(
        key="figure-2",
        text="n jobs of one processor, one environment and equal times: what is optimal on the "
        "makespan needs n deployments, and what is optimal on deployments takes n times as long.",
        where="Fig 2, §4",
        published="n deployments, n times the makespan; here n = 6",
        judges=(
            Level(measure=RATIO, parts=(FIGURE_2,), method=BLIND, low=1.0, high=1.0),
            Level(measure=DEPLOYMENTS, parts=(FIGURE_2,), method=BLIND, low=6.0, high=6.0),
            Level(measure=LEAST, parts=(FIGURE_2,), method=BLIND, low=1.0, high=1.0),
            Level(measure=RATIO, parts=(FIGURE_2,), method=SEQUENTIAL, low=6.0, high=6.0),
            Level(measure=DEPLOYMENTS, parts=(FIGURE_2,), method=SEQUENTIAL, low=1.0, high=1.0),
        ),
    ),
    Claim(
        key="antagonistic",
        text="The criteria are antagonistic.",
        reading="in most instances of each law, schedules as short as that of the blind list are "
        "proved to need more deployments than the fewest",
        where="§4",
        published="antagonistic",
        judges=tuple(
            Share(measure=APART, parts=(part,), method=BLIND, low=1.0, is_strict=True, at_least=0.5)
            for part in FRONTS
        ),
        reason="It is not proved where the widest jobs of all environments need more processors "
        "than all work does: then D_λ is the same for every λ, and says nothing.",
    ),
    Claim(
        key="trade",
        text="The larger λ, the fewer deployments and the longer the makespan.",
        reading="4 times the minimum against 1",
        where="§5, Fig 3",
        published="the greater the makespan, the smaller the number of deployments",
        judges=tuple(
            Better(measure=measure, parts=FRONTS, method=label(GLS, a), than=(label(GLS, b),))
            for measure, a, b in ((DEPLOYMENTS, 4.0, 1.0), (RATIO, 1.0, 4.0))
        ),
        reason="Where jobs are wide, a single group for each of most environments is as wide as "
        "its widest job with every λ.",
    ),
    Claim(
        key="between",
        text="At the least λ, GLS lies between: fewer deployments than a list that is blind to "
        "environments, and a shorter makespan than one job after the other.",
        where="§4, Fig 3",
        published="efficient trade-offs",
        judges=(
            Better(measure=DEPLOYMENTS, parts=FRONTS, method=label(GLS, 1.0), than=(BLIND,)),
            Better(measure=RATIO, parts=FRONTS, method=label(GLS, 1.0), than=(SEQUENTIAL,)),
        ),
    ),
    Claim(
        key="barrier",
        text="Where jobs may take the whole machine (all laws but narrow), scheduling environment "
        "by environment has shorter makespans than GLS at the least λ, and fewer deployments.",
        **OURS,
        judges=tuple(
            Better(measure=measure, parts=FRONTS[1:], method=BARRIER, than=(label(GLS, 1.0),))
            for measure in (RATIO, DEPLOYMENTS)
        ),
        reason="Where few jobs are wide, a barrier spreads the narrow jobs of each environment "
        "over the whole machine; and groups whose widths are powers of two leave few gaps.",
    ),
    Claim(
        key="plus-nearer",
        text="The best groups (ours), for the fewest deployments, come within 2 % of D_λ, on "
        "average for each law at the least λ; those of GLS are above.",
        **OURS,
        judges=(
            Level(
                measure="deployments/d_lambda",
                parts=FRONTS,
                method=label(FEWEST, 1.0),
                high=1.02,
            ),
            Better(
                measure=DEPLOYMENTS,
                parts=FRONTS,
                method=label(FEWEST, 1.0),
                than=(label(GLS, 1.0),),
            ),
        ),
    ),
)
CLAIMS = (*PROVED, *AS_PRINTED, *FIGURES)
