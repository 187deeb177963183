"""DEMT beside what is possible today: our algorithms on the same instances, and a better bound."""

from parsched.studies.claims import Claim
from parsched.studies.instances import Generated
from parsched.studies.judges import Always, Better, Level, Share
from parsched.studies.papers.demt.experiments import (
    DEMT,
    MAKESPAN,
    METHODS,
    MINSUM,
    MODELS,
    PROCESSORS,
    REPETITIONS,
    SIZES,
)
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

PRICE_BOUND = "sum_weighted_completion/price"
CRITERIA = {"makespan": MAKESPAN, "minsum": PRICE_BOUND}
BEST, SMITH, PRICE, MRT = "DEMT, best compaction", "Smith's rule", "Price-guided lists", "MRT"
OURS = (
    *METHODS[:1],
    Method("demt", BEST),
    Method("smith", SMITH),
    Method("price", PRICE),
    Method("mrt", MRT),
)
ROUND = 1.001
"""λ is looked for up to this factor above the largest one that is refuted."""
AT_MOST = "{limit:g} times the bound, as λ is up to 0.1 % above the largest one that is refuted"
TIMES = tuple(f"{key}-time" for key in MODELS)


def parts() -> tuple[Part, ...]:
    """Return the part of each model, and those in which price-guided lists are timed, alone."""
    return (
        *(
            _part(key, title, OURS, (*CRITERIA.values(), MINSUM), REPETITIONS)
            for key, (_, title) in MODELS.items()
        ),
        *(
            _part(f"{key}-time", f"{title}, computing time", OURS[3:4], ("cpu_seconds",), 10)
            for key, (_, title) in MODELS.items()
        ),
    )


def _part(
    key: str, title: str, methods: tuple[Method, ...], measures: tuple[str, ...], runs: int
) -> Part:
    model = key.removesuffix("-time")
    return Part(
        key=key,
        title=title,
        instances=Generated(generator=model, jobs=SIZES, processors=(PROCESSORS,)),
        methods=methods,
        measures=measures,
        repetitions=runs,
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures: each criterion by size, both against each other, and times."""
    words = {"makespan": "makespan", "minsum": "Σ w·C"}
    by_size = tuple(
        StudyPlot(
            figure=key,
            key=f"{key}-{criterion}",
            title=f"{words[criterion]} over its bound, {title} jobs",
            parts=(key,),
            measure=measure,
        )
        for key, (_, title) in MODELS.items()
        for criterion, measure in CRITERIA.items()
    )
    both = tuple(
        StudyPlot(
            figure="both",
            key=f"both-{key}",
            title=f"Both criteria, {title} jobs",
            parts=(key,),
            measure=PRICE_BOUND,
            against=MAKESPAN,
            spread="none",
            notes=(f"Points of a line are {', '.join(map(str, SIZES))} jobs.",),
        )
        for key, (_, title) in MODELS.items()
    )
    time = StudyPlot(
        figure="time",
        key="time",
        title="Computing time of price-guided lists",
        parts=TIMES,
        measure="cpu_seconds",
        spread="range",
        logarithmic=True,
    )
    return (*by_size, *both, time)


_NO_PAPER = {"where": "ours", "published": "not in the paper"}
_EACH = tuple(MODELS)
CLAIMS = (
    Claim(
        key="slack",
        text="Σ w·C of DEMT, about twice the paper's bound, is far less above the price bound.",
        reading="at most 1.6 times, on average at each size",
        where="ours, §4.2",
        published="around 2, over its own bound",
        judges=(Level(measure=PRICE_BOUND, parts=_EACH, method=DEMT, high=1.6),),
    ),
    Claim(
        key="bound",
        text="The paper's bound cannot be met: the best schedules that we know are far above it.",
        reading="at least 1.5 times as high, on average at each size",
        where="ours, §3.3",
        published="a lower bound",
        judges=(Level(measure=MINSUM, parts=_EACH, method=PRICE, low=1.5),),
        reason="With few jobs that run side by side there is little that a bound can miss.",
    ),
    Claim(
        key="best-makespan",
        text="With compaction “best”, the makespan of DEMT is at most 2λ in every run.",
        reading=AT_MOST.format(limit=2.0 * ROUND),
        **_NO_PAPER,
        judges=(
            Always(measure=MAKESPAN, parts=_EACH, name=BEST, methods=(BEST,), high=2.0 * ROUND),
        ),
    ),
    Claim(
        key="best-better",
        text="Compaction “best” is better than a list by both criteria, at each size.",
        **_NO_PAPER,
        judges=tuple(
            Better(measure=measure, parts=_EACH, method=BEST, than=(DEMT,))
            for measure in CRITERIA.values()
        ),
        reason="It takes the lowest Σ w·C of those that end by 2λ: a list that ends later is left "
        "out, and where jobs scale well a lower Σ w·C may end a little later.",
    ),
    Claim(
        key="smith",
        text="Smith's rule on the allotment of the dual approximation has a lower Σ w·C than DEMT, "
        "at each size.",
        **_NO_PAPER,
        judges=(Better(measure=PRICE_BOUND, parts=_EACH, method=SMITH, than=(DEMT,)),),
        reason="Where jobs scale well, they should run one after the other on many processors; an "
        "allotment for the least makespan gives them few.",
    ),
    Claim(
        key="price-better",
        text="Price-guided lists are better than DEMT, also with compaction “best”, by both "
        "criteria and at each size.",
        **_NO_PAPER,
        judges=tuple(
            Better(measure=measure, parts=_EACH, method=PRICE, than=(DEMT, BEST))
            for measure in CRITERIA.values()
        ),
    ),
    Claim(
        key="price-near",
        text="Price-guided lists are within 10 % of the price bound on Σ w·C, on average at each "
        "size.",
        **_NO_PAPER,
        judges=(Level(measure=PRICE_BOUND, parts=_EACH, method=PRICE, high=1.1),),
    ),
    Claim(
        key="mrt",
        text="The three shelves of Mounié, Rapine and Trystram end by 3/2 λ in every run.",
        reading=AT_MOST.format(limit=1.5 * ROUND),
        where="§1",
        published="3/2 + ε",
        judges=(Always(measure=MAKESPAN, parts=_EACH, name=MRT, methods=(MRT,), high=1.5 * ROUND),),
    ),
    Claim(
        key="price-time",
        text="Price-guided lists take less than 2 s for the largest instances.",
        **_NO_PAPER,
        judges=(
            Share(
                measure="cpu_seconds",
                parts=TIMES,
                method=PRICE,
                high=2.0,
                between={"jobs": (400, 400)},
            ),
        ),
    ),
)
