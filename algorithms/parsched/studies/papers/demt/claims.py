"""What Dutot et al. (2004) say of their experiments, §4.2 and §3.2."""

from itertools import pairwise

from parsched.studies.claims import Claim
from parsched.studies.judges import Better, Gain, Level, Lower, Share, Trend
from parsched.studies.papers.demt.experiments import (
    BOTH,
    DEMT,
    GANG,
    GRAHAM,
    LISTS,
    LPTF,
    MAKESPAN,
    MINSUM,
    MODELS,
    OTHERS,
    SAF,
    SEQUENTIAL,
    STEPS,
    TIMES,
)

SLACK_OF_BOUND = (
    "The printed linear program is far below the optimum: over the price bound, which is within a "
    "few per cent of it, DEMT stays below 2 (see the study of what is possible)."
)


CLAIMS = (
    Claim(
        key="weak-worst",
        text="On weakly parallel jobs, DEMT is on average worse than all others but Gang, by both "
        "criteria.",
        where="Fig 3, §4.2",
        published="worse than all but Gang",
        judges=tuple(
            Better(measure=measure, parts=("weak",), method=other, than=(DEMT,))
            for measure in BOTH.values()
            for other in (SEQUENTIAL, *LISTS)
        ),
        reason="Sequential suffers from few jobs, as one of them on one processor is then as long "
        "as all others together; on Σ w·C Largest first and the order of shelves put heavy jobs "
        "late.",
    ),
    Claim(
        key="weak-makespan",
        text="On weakly parallel jobs, the makespan of DEMT is at most twice its bound, on average "
        "at each size.",
        where="Fig 3, §4.2",
        published="no more than 2",
        judges=(Level(measure=MAKESPAN, parts=("weak",), method=DEMT, high=2.0),),
        reason="A list may end later than the shelves themselves: compaction “best” or "
        "“conservative” keeps the bound.",
    ),
    Claim(
        key="weak-lists",
        text="On weakly parallel jobs, the makespans of all other algorithms, Sequential and the "
        "lists, are about 1.5 times the bound.",
        reading="from 1.3 to 1.7, on average at each size",
        where="Fig 3, §4.2",
        published="around 1.5",
        judges=tuple(
            Level(measure=MAKESPAN, parts=("weak",), method=other, low=1.3, high=1.7)
            for other in (SEQUENTIAL, *LISTS)
        ),
        reason="With few jobs one of them on one processor is as long as all others together; with "
        "more jobs the machine is fuller, and every list comes nearer to the bound.",
    ),
    Claim(
        key="weak-gang",
        text="On weakly parallel jobs, the makespan of Gang is always a very big multiple of the "
        "bound.",
        reading="at least 5",
        where="Fig 3, §4.2",
        published="outside of the figure's range",
        judges=(Share(measure=MAKESPAN, parts=("weak",), method=GANG, low=5.0),),
    ),
    Claim(
        key="high-best",
        text="On highly parallel jobs, DEMT is clearly best on Σ w·C.",
        reading="all others are more than 5 % worse at each size",
        where="Fig 4, §4.2",
        published="clearly the best one",
        judges=(Better(measure=MINSUM, parts=("high",), method=DEMT, than=OTHERS, by=0.05),),
        reason="With linear speed-up Gang is optimal: with 25 jobs it wins, with 50 it is as good.",
    ),
    Claim(
        key="high-gang-few",
        text="On highly parallel jobs, Gang is good with few jobs.",
        reading="with 25 jobs, its makespan is at most 2 bounds, and its Σ w·C no worse than that "
        "of DEMT",
        where="Fig 4, §4.2",
        published="good with a small number of tasks",
        judges=(
            Level(
                measure=MAKESPAN, parts=("high",), method=GANG, high=2.0, between={"jobs": (25, 25)}
            ),
            Better(
                measure=MINSUM,
                parts=("high",),
                method=GANG,
                than=(DEMT,),
                between={"jobs": (25, 25)},
            ),
        ),
    ),
    Claim(
        key="high-sequential-many",
        text="On highly parallel jobs, Sequential is good with many jobs only.",
        reading="its makespan falls at least threefold from 25 to 400 jobs, to at most 2 bounds",
        where="Fig 4, §4.2",
        published="good for a large number of tasks only",
        judges=(
            Trend(
                measure=MAKESPAN,
                parts=("high",),
                method=SEQUENTIAL,
                along="jobs",
                form="falls",
                factor=3.0,
            ),
            Level(
                measure=MAKESPAN,
                parts=("high",),
                method=SEQUENTIAL,
                high=2.0,
                between={"jobs": (400, 400)},
            ),
        ),
    ),
    Claim(
        key="high-lists",
        text="On highly parallel jobs, the list algorithms are stable in the number of jobs, with "
        "a larger Σ w·C than DEMT.",
        reading="their means differ by at most a factor of 1.5",
        where="Fig 4, §4.2",
        published="stable, with a larger ratio",
        judges=(
            *(
                Trend(
                    measure=MINSUM,
                    parts=("high",),
                    method=other,
                    along="jobs",
                    form="stable",
                    factor=1.5,
                )
                for other in LISTS
            ),
            Better(measure=MINSUM, parts=("high",), method=DEMT, than=LISTS),
        ),
    ),
    Claim(
        key="high-lists-makespan",
        text="On highly parallel jobs, the makespans of the list algorithms are always smaller "
        "than twice the bound.",
        where="Fig 4, §4.2",
        published="always smaller than 2",
        judges=tuple(
            Share(measure=MAKESPAN, parts=("high",), method=other, high=2.0) for other in LISTS
        ),
    ),
    Claim(
        key="mixed-two",
        text="On mixed jobs, DEMT is stable at about twice the bound by both criteria.",
        reading="from 1.7 to 2.3, on average at each size",
        where="Fig 5, §4.2",
        published="around 2 for both",
        judges=tuple(
            Level(measure=measure, parts=("mixed",), method=DEMT, low=1.7, high=2.3)
            for measure in BOTH.values()
        ),
        reason=SLACK_OF_BOUND,
    ),
    Claim(
        key="mixed-saf",
        text="On mixed jobs, SAF is better than DEMT by both criteria.",
        where="Fig 5, §4.2",
        published="SAF is better",
        judges=tuple(
            Better(measure=measure, parts=("mixed",), method=SAF, than=(DEMT,))
            for measure in BOTH.values()
        ),
    ),
    Claim(
        key="mixed-growth",
        text="On mixed jobs, Σ w·C of the two other list algorithms grows greatly with the number "
        "of jobs.",
        reading="at least by half from 25 to 400",
        where="Fig 5, §4.2",
        published="greatly increases",
        judges=tuple(
            Trend(
                measure=MINSUM,
                parts=("mixed",),
                method=other,
                along="jobs",
                form="grows",
                factor=1.5,
            )
            for other in (GRAHAM, LPTF)
        ),
    ),
    Claim(
        key="cirne-best",
        text="On Cirne–Berman-like jobs, DEMT is clearly best on Σ w·C.",
        reading="all others are more than 5 % worse at each size",
        where="Fig 6, §4.2",
        published="clearly outperforms the others",
        judges=(Better(measure=MINSUM, parts=("cirne",), method=DEMT, than=OTHERS, by=0.05),),
    ),
    Claim(
        key="cirne-stable",
        text="On Cirne–Berman-like jobs, DEMT is stable in the number of jobs on Σ w·C.",
        reading="its means differ by at most a factor of 1.25",
        where="Fig 6, §4.2",
        published="the only one to keep a stable ratio",
        judges=(
            Trend(
                measure=MINSUM,
                parts=("cirne",),
                method=DEMT,
                along="jobs",
                form="stable",
                factor=1.25,
            ),
        ),
    ),
    Claim(
        key="cirne-others",
        text="On Cirne–Berman-like jobs, no other algorithm is stable on Σ w·C.",
        reading="means at 25 and 400 jobs differ by more than a factor of 1.25",
        where="Fig 6, §4.2",
        published="the only one to keep a stable ratio",
        judges=tuple(
            Trend(
                measure=MINSUM,
                parts=("cirne",),
                method=other,
                along="jobs",
                form="changes",
                factor=1.25,
            )
            for other in OTHERS
        ),
    ),
    Claim(
        key="minsum-most",
        text="Σ w·C of DEMT is never more than 2.5 bounds.",
        where="§4.2",
        published="never more than 2.5",
        judges=(Share(measure=MINSUM, parts=tuple(MODELS), method=DEMT, high=2.5),),
        reason=SLACK_OF_BOUND,
    ),
    Claim(
        key="minsum-mean",
        text="Σ w·C of DEMT is about 2 bounds on average.",
        reading="from 1.8 to 2.2",
        where="§4.2",
        published="around 2",
        judges=(
            Level(measure=MINSUM, parts=tuple(MODELS), method=DEMT, low=1.8, high=2.2, pooled=True),
        ),
        reason=SLACK_OF_BOUND,
    ),
    Claim(
        key="makespan-most",
        text="The makespan of DEMT is almost always below 2 bounds.",
        reading="in at least 95 % of the runs",
        where="§4.2",
        published="almost always below 2",
        judges=(
            Share(measure=MAKESPAN, parts=tuple(MODELS), method=DEMT, high=2.0, at_least=0.95),
        ),
        reason="A list may end later than the shelves themselves.",
    ),
    Claim(
        key="makespan-mean",
        text="The makespan of DEMT is 1.9 bounds on average.",
        reading="from 1.8 to 2.0",
        where="§4.2",
        published="1.9",
        judges=(
            Level(
                measure=MAKESPAN, parts=tuple(MODELS), method=DEMT, low=1.8, high=2.0, pooled=True
            ),
        ),
        reason="Ours is better than published: how small jobs are merged and shelves are shuffled "
        "is not printed.",
    ),
    Claim(
        key="parallel-better",
        text="DEMT is better the more parallel the jobs are.",
        reading="by both criteria, each size has a lower mean on highly than on weakly parallel "
        "jobs",
        where="§4.2",
        published="better when tasks are more parallel",
        judges=tuple(
            Lower(measure=measure, parts=("high", "weak"), method=DEMT) for measure in BOTH.values()
        ),
    ),
    *(
        Claim(
            key=f"step-{i}",
            text=f"Compaction, step {i}: “{after}” is better than “{before}” on Σ w·C.",
            where="§3.2",
            published="each step improves",
            judges=(Better(measure=MINSUM, parts=tuple(MODELS), method=after, than=(before,)),),
        )
        for i, (before, after) in enumerate(pairwise(STEPS[:3]), start=1)
    ),
    Claim(
        key="shuffles",
        text="Shuffles bring only small improvements.",
        reading="Σ w·C falls by at most 5 % at each size",
        where="§3.2",
        published="small improvements",
        judges=(
            Gain(
                measure=MINSUM,
                parts=tuple(MODELS),
                method=DEMT,
                than=STEPS[2],
                low=0.0,
                high=0.05,
            ),
        ),
        reason="Where a list ends later than twice C*, ours keeps a shuffle that ends earlier, "
        "also at the price of Σ w·C: with few weakly parallel jobs.",
    ),
    Claim(
        key="time",
        text="DEMT takes less than 2 s for the largest instances.",
        where="Fig 7",
        published="less than 2 s",
        judges=(
            Share(
                measure="cpu_seconds",
                parts=TIMES,
                method=DEMT,
                high=2.0,
                between={"jobs": (400, 400)},
            ),
        ),
    ),
)
