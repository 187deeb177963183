"""The experiments of Dutot et al. (2004): instances, methods and figures."""

from parsched.studies.instances import Generated
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

SIZES = (25, 50, 100, 200, 300, 400)
PROCESSORS = 200
REPETITIONS = 40
MODELS = {
    "weak": ("fig3", "weakly parallel"),
    "high": ("fig4", "highly parallel"),
    "mixed": ("fig5", "mixed"),
    "cirne": ("fig6", "Cirne–Berman-like"),
}
"""Figure and words for each model of jobs, by the key of its generator."""
MAKESPAN, MINSUM = "makespan/dual", "sum_weighted_completion/paper_lp"
BOTH = {"makespan": MAKESPAN, "minsum": MINSUM}
DEMT = "DEMT as printed"
GANG, SEQUENTIAL, GRAHAM, LPTF, SAF = "Gang", "Sequential", "List Graham", "LPTF", "SAF"
LISTS = (GRAHAM, LPTF, SAF)
OTHERS = (GANG, SEQUENTIAL, *LISTS)
REPAIRED, OURS = "DEMT repaired", "DEMT ours"
FORMS = {"repaired": {DEMT: REPAIRED}, "ours": {DEMT: OURS}}
"""Other forms of DEMT: batches go on until no job is left; the best of all compactions."""
OTHER_FORMS = (Method("demt:compaction=list", REPAIRED), Method("demt", OURS))
METHODS = (
    Method("demt:printed", DEMT),
    Method("gang", GANG),
    Method("sequential", SEQUENTIAL),
    Method("list-graham", GRAHAM),
    Method("lptf", LPTF),
    Method("saf", SAF),
)
STEPS = ("Shelves", "Earlier on the same processors", "List", DEMT)
"""Steps of compaction in §3.2; the last one is the list with its shuffles."""
ABLATION = (
    Method("demt:compaction=shelves,shuffles=0", STEPS[0]),
    Method("demt:compaction=same-processors,shuffles=0", STEPS[1]),
    Method("demt:compaction=list,shuffles=0", STEPS[2]),
)


def models() -> tuple[Part, ...]:
    """Return the part of each model of jobs, with all methods."""
    return tuple(
        Part(
            key=key,
            title=title,
            instances=Generated(generator=key, jobs=SIZES, processors=(PROCESSORS,)),
            methods=(*METHODS, *OTHER_FORMS, *ABLATION),
            measures=tuple(BOTH.values()),
            repetitions=REPETITIONS,
        )
        for key, (_, title) in MODELS.items()
    )


def times() -> tuple[Part, ...]:
    """Return the parts in which DEMT is timed, alone: these numbers differ from run to run."""
    return tuple(
        Part(
            key=f"{key}-time",
            title=f"{title}, computing time",
            instances=Generated(generator=key, jobs=SIZES, processors=(PROCESSORS,)),
            methods=METHODS[:1],
            measures=("cpu_seconds",),
            repetitions=REPETITIONS,
        )
        for key, (_, title) in MODELS.items()
    )


TIMES = tuple(f"{key}-time" for key in MODELS)
WORDS = {"makespan": "makespan", "minsum": "Σ w·C"}


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures."""
    ratios = tuple(
        StudyPlot(
            figure=figure,
            key=f"{figure}-{criterion}",
            title=f"{WORDS[criterion]} over its bound, {title} jobs",
            parts=(key,),
            measure=measure,
            spread="range",
            methods=(DEMT, *OTHERS),
            logarithmic=True,
        )
        for key, (figure, title) in MODELS.items()
        for criterion, measure in BOTH.items()
    )
    steps = tuple(
        StudyPlot(
            figure="ablation",
            key=f"ablation-{key}-{criterion}",
            title=f"Steps of compaction: {WORDS[criterion]}, {title} jobs",
            parts=(key,),
            measure=measure,
            methods=STEPS,
        )
        for key, (_, title) in MODELS.items()
        for criterion, measure in BOTH.items()
    )
    time = StudyPlot(
        figure="fig7",
        key="fig7-time",
        title="Computing time of DEMT",
        parts=TIMES,
        measure="cpu_seconds",
        spread="range",
        logarithmic=True,
    )
    return (*ratios, *steps, time)
