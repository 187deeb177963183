"""What Dutot et al. (2004) say beside their figures: on-line batches, where Gang is optimal, which
jobs are the worst case, SAF, how insensitive Σ w·C is, and the complexity."""

from parsched.studies.claims import Claim
from parsched.studies.instances import Generated
from parsched.studies.judges import Alike, Always, Better, Gain, Lower, Trend
from parsched.studies.papers.demt.experiments import (
    BOTH,
    DEMT,
    GANG,
    LISTS,
    MAKESPAN,
    METHODS,
    MINSUM,
    MODELS,
    PROCESSORS,
    REPETITIONS,
    SAF,
    SEQUENTIAL,
    SIZES,
)
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

BATCHES, DEMT_BATCHES = "MRT in batches", "DEMT in batches"
RHO = 1.5 * 1.001
"""What MRT keeps in a batch: λ is looked for up to 1.001 times the largest one that is refuted."""
LOADS = (0.5, 1.0, 2.0, 4.0)
ARRIVING = (10, 50, 200)
"""Numbers of jobs that arrive."""
ON_LINE = tuple(f"online-{key}-{jobs}" for key in MODELS for jobs in ARRIVING)
RATIO = "makespan/arrivals_bound"
LINEAR, EXACT = "linear", {"makespan": "makespan/area", "minsum": "sum_weighted_completion"}
SQUASHED = f"{EXACT['minsum']}/squashed_area"
FINE = 1e-9
"""Relative difference that comes from the rounding of times to their finest grain."""
GROWING = {
    "by-jobs": ("jobs", (50, 100, 200, 400, 800, 1_600), (200,)),
    "by-processors": ("processors", (400,), (50, 100, 200, 400, 800, 1_600)),
}
"""What grows, numbers of jobs, and processors, by part."""
BY_RANGE, RANGES = "by-range", (10.0, 100.0, 1_000.0, 10_000.0)
"""Longest times on one processor, where the shortest is 1: each more tenfold is 3 batches more."""
COST = "cpu_seconds/mnk"
SIMPLE, COMPLEX = ("weak", "high"), ("cirne",)
"""Which models we take for simple cases and for complex ones."""
SHOWN = tuple(method for method in METHODS if method.label != SEQUENTIAL)


def parts() -> tuple[Part, ...]:
    """Return the models as in the figures, jobs that arrive, linear ones, and growing ones."""
    return (
        *(_model(key, title) for key, (_, title) in MODELS.items()),
        *(_arriving(key, title, jobs) for key, (_, title) in MODELS.items() for jobs in ARRIVING),
        _linear(),
        *_growing(),
    )


def _model(key: str, title: str) -> Part:
    """Return the very instances of the figures."""
    return Part(
        key=key,
        title=title,
        instances=Generated(generator=key, jobs=SIZES, processors=(PROCESSORS,)),
        methods=SHOWN,
        measures=tuple(BOTH.values()),
        repetitions=REPETITIONS,
    )


def _arriving(key: str, title: str, jobs: int) -> Part:
    return Part(
        key=f"online-{key}-{jobs}",
        title=f"{jobs} jobs, {title}, arriving",
        instances=Generated(generator=key, jobs=(jobs,), processors=(32,), vary={"load": LOADS}),
        methods=(
            Method("online-batch:algorithm=mrt", BATCHES),
            Method("online-batch:algorithm=demt", DEMT_BATCHES),
        ),
        measures=(RATIO,),
        repetitions=100,
    )


def _linear() -> Part:
    return Part(
        key=LINEAR,
        title="linear speed-up",
        instances=Generated(
            generator="high",
            jobs=SIZES,
            processors=(PROCESSORS,),
            params={"centres": "linear", "deviation": 0.0},
        ),
        methods=METHODS,
        measures=(EXACT["makespan"], SQUASHED),
        repetitions=REPETITIONS,
    )


def _growing() -> tuple[Part, ...]:
    """Return the parts in which DEMT is timed as instances grow, alone."""
    made = {
        key: Generated(generator="mixed", jobs=jobs, processors=machines)
        for key, (_, jobs, machines) in GROWING.items()
    }
    made[BY_RANGE] = Generated(
        generator="high", jobs=(400,), processors=(PROCESSORS,), vary={"max_time": RANGES}
    )
    return tuple(
        Part(
            key=key,
            title=f"computing time {key.replace('-', ' ')}",
            instances=instances,
            methods=METHODS[:1],
            measures=("cpu_seconds", COST),
            repetitions=10,
        )
        for key, instances in made.items()
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures."""
    arriving = tuple(
        StudyPlot(
            figure="online",
            key=f"online-{key}",
            title=f"Longest makespan of batches, {title} jobs that arrive",
            parts=tuple(f"online-{key}-{jobs}" for jobs in ARRIVING),
            measure=RATIO,
            aggregate="max",
            along="load",
            spread="none",
            limits={f"2ρ = {2 * RHO:g}": 2 * RHO},
            notes=("The worst of all runs, over the largest of three lower bounds.",),
        )
        for key, (_, title) in MODELS.items()
    )
    along = {**{key: name for key, (name, *_) in GROWING.items()}, BY_RANGE: "max_time"}
    growing = tuple(
        StudyPlot(
            figure="complexity",
            key=f"complexity-{key}",
            title=f"Computing time of DEMT for m·n·K, {key.replace('-', ' ')}",
            parts=(key,),
            measure=COST,
            along=name,
            logarithmic=True,
        )
        for key, name in along.items()
    )
    return (*arriving, *_linear_plots(), *growing)


def _linear_plots() -> tuple[StudyPlot, ...]:
    """Return both criteria over their optima."""
    return tuple(
        StudyPlot(
            figure=LINEAR,
            key=f"linear-{key}",
            title=f"{words} over its optimum, linear speed-up",
            parts=(LINEAR,),
            measure=measure,
            aggregate="ratio_of_sums",
            spread="range",
        )
        for key, words, measure in (
            ("makespan", "Makespan", EXACT["makespan"]),
            ("minsum", "Σ w·C", SQUASHED),
        )
    )


def _worse_elsewhere(measure: str) -> tuple[Lower, ...]:
    others = tuple(key for key in MODELS if key != "weak")
    return tuple(Lower(measure=measure, parts=(key, "weak"), method=DEMT) for key in others)


CLAIMS = (
    Claim(
        key="online",
        text="Batches of jobs as they arrive, each scheduled off-line within ρ of the optimum, end "
        "within 2ρ of it.",
        reading="with MRT, ρ = 3/2 × 1.001, and for the optimum the largest of three lower bounds, "
        "so a ratio may be larger than the ratio to the optimum",
        where="§2.2",
        published="2ρ, so 3 + ε",
        judges=(
            Always(measure=RATIO, parts=ON_LINE, name=BATCHES, methods=(BATCHES,), high=2 * RHO),
        ),
    ),
    Claim(
        key="online-demt",
        text="Batches of DEMT, for which no ρ is known, end within 3.003 times the bound, too.",
        reading="the largest of three lower bounds, not the optimum, in every run",
        where="ours, §2.2",
        published="not in the paper",
        judges=(
            Always(
                measure=RATIO,
                parts=ON_LINE,
                name=DEMT_BATCHES,
                methods=(DEMT_BATCHES,),
                high=2 * RHO,
            ),
        ),
    ),
    Claim(
        key="gang-optimal",
        text="Gang, sorted by weight over time, is optimal for jobs with linear speed-up.",
        reading="by both criteria, in every run: its makespan is the area of all jobs, and its "
        "Σ w·C the bound of one fast machine in Smith's order, below which no schedule is, but "
        "for one part in 1,000,000,000, as times are rounded",
        where="§4.1, §3.1",
        published="optimal",
        judges=tuple(
            Always(measure=measure, parts=(LINEAR,), name=GANG, methods=(GANG,), high=1 + FINE)
            for measure in (EXACT["makespan"], SQUASHED)
        ),
    ),
    Claim(
        key="gang-others",
        text="With linear speed-up, all others are worse than Gang on Σ w·C.",
        where="§3.1",
        published="all processors, by increasing area",
        judges=(
            Better(measure=SQUASHED, parts=(LINEAR,), method=GANG, than=(DEMT, SEQUENTIAL, *LISTS)),
        ),
    ),
    Claim(
        key="weak-worst-case",
        text="Weakly parallel jobs are the worst case for DEMT.",
        reading="its averages are lower with each other model, by both criteria and at each size",
        where="§4.2",
        published="the worst case",
        judges=tuple(judge for of in BOTH.values() for judge in _worse_elsewhere(of)),
        reason="Mixed jobs, mostly weakly parallel, too, are no better on Σ w·C; and from "
        "300 jobs on the makespans of three models are alike.",
    ),
    Claim(
        key="saf-simple",
        text="SAF performs quite well on simple cases.",
        reading="on weakly and on highly parallel jobs its Σ w·C is at most a tenth above the "
        "Σ w·C of DEMT, at each size",
        where="§4.2",
        published="quite well",
        judges=(Gain(measure=MINSUM, parts=SIMPLE, method=SAF, than=DEMT, low=-0.1, high=1.0),),
        reason="On highly parallel jobs its allotment, made for the makespan, gives jobs few "
        "processors.",
    ),
    Claim(
        key="saf-complex",
        text="On complex cases DEMT is needed for a good Σ w·C.",
        reading="on Cirne–Berman-like jobs it is better than SAF at each size",
        where="§4.2",
        published="our approach is required",
        judges=(Better(measure=MINSUM, parts=COMPLEX, method=DEMT, than=(SAF,)),),
    ),
    Claim(
        key="insensitive",
        text="Σ w·C of DEMT over its bound is insensitive to the jobs.",
        reading="between weakly parallel jobs and each other model it differs by at most a fifth, "
        "at each size",
        where="§4.2",
        published="insensitive to jobs behavior",
        judges=tuple(
            Alike(measure=MINSUM, parts=("weak", key), method=DEMT, within=0.2)
            for key in MODELS
            if key != "weak"
        ),
    ),
    Claim(
        key="not-far",
        text="The makespan of DEMT is not far from those of the lists.",
        reading="at most a third above each of them, at each size",
        where="§4.2",
        published="not far from alternatives",
        judges=tuple(
            Gain(
                measure=MAKESPAN, parts=tuple(MODELS), method=DEMT, than=other, low=-1 / 3, high=1.0
            )
            for other in LISTS
        ),
    ),
    Claim(
        key="complexity",
        text="The complexity of DEMT is O(mnK).",
        reading="processor time over m·n·K does not grow from the smallest to the largest jobs, "
        "machines and ranges of times; our knapsack does not fill its whole table, so this is an "
        "upper limit",
        where="§3.2",
        published="O(mnK)",
        judges=tuple(
            Trend(measure=COST, parts=(key,), method=DEMT, along=along, form="falls", factor=1.0)
            for key, along in (
                *((key, name) for key, (name, *_) in GROWING.items()),
                (BY_RANGE, "max_time"),
            )
        ),
    ),
)
