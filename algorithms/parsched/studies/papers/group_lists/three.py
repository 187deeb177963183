"""Three criteria, and realistic jobs: what Moulaï and Mounié (2007) leave for later, with makespan,
deployments and the average end of jobs at once."""

from parsched.studies.claims import Claim
from parsched.studies.instances import Generated
from parsched.studies.judges import Always, Better, Gain, Level
from parsched.studies.papers.group_lists.experiments import (
    BLIND,
    DEPLOYMENTS,
    FACTORS,
    FILL,
    GLS,
    LAWS,
    LISTS,
    LONGEST,
    MACHINES,
    MAKESPAN,
    PLUS,
    RATIO,
    SIZES,
    WIDTHS,
    label,
    labels,
    method,
)
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

THREE = "GLS, three criteria"
SUM, ENDS = "sum_completion", "sum_completion/best"
SHOWN = (1.0, 2.0, 4.0)
RANDOM = tuple(f"random-{law}" for law in LAWS)
REALISTIC, ALIKE = "realistic", "environments alike"
MODELS = {REALISTIC: 1.0, "alike": 0.0}
"""Exponent of Zipf's law of environments, by part: some asked for more, or all alike."""
_PUBLISHED = {"where": "§6", "published": "left for later"}


def parts() -> tuple[Part, ...]:
    """Return random instances, on which what is proved must hold, and realistic ones."""
    random = tuple(
        Part(
            key=f"random-{law}",
            title=title,
            instances=Generated(
                generator="environments",
                jobs=SIZES,
                processors=MACHINES,
                params={"widths": law, "environments": 3},
            ),
            methods=tuple(method(THREE, "gls-tri", factor) for factor in FACTORS),
            measures=(MAKESPAN, WIDTHS, FILL, LONGEST),
            repetitions=70,
        )
        for law, title in LAWS.items()
    )
    realistic = tuple(
        _realistic(key, title, MODELS[key])
        for key, title in ((REALISTIC, "Lublin–Feitelson jobs"), ("alike", ALIKE))
    )
    return (*random, *realistic)


def _realistic(key: str, title: str, skew: float) -> Part:
    groups = {GLS: "gls", PLUS: "gls-plus", THREE: "gls-tri"}
    return Part(
        key=key,
        title=title,
        instances=Generated(
            generator="environments",
            jobs=(50, 100, 200, 400),
            processors=(128,),
            params={
                "widths": "lublin",
                "times": "lublin",
                "max_time": 200_000,
                "environments": 5,
                "skew": skew,
            },
        ),
        methods=(
            *(method(mode, entry, f) for mode, entry in groups.items() for f in SHOWN),
            *LISTS,
            Method("smith", "Smith's rule"),
        ),
        measures=(RATIO, DEPLOYMENTS, "deployments/d_lambda", SUM, ENDS),
        repetitions=40,
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures: each criterion against deployments, and by size."""
    trades = tuple(
        StudyPlot(
            figure="trades",
            key=f"trades-{key}-{name}",
            title=f"{words} against deployments, {title}",
            parts=(key,),
            measure=measure,
            against=DEPLOYMENTS,
            along="lam",
            spread="none",
            notes=("Points of a line are λ = 1, 2 and 4 times the minimum.",),
        )
        for key, title in ((REALISTIC, "realistic jobs"), ("alike", ALIKE))
        for name, words, measure in (("length", "Makespan", RATIO), ("ends", "Σ C", ENDS))
    )
    sizes = tuple(
        StudyPlot(
            figure="sizes",
            key=f"sizes-{name}",
            title=f"{words}, realistic jobs",
            parts=(REALISTIC,),
            measure=measure,
            methods=(*(label(mode, 1.0) for mode in (GLS, PLUS, THREE)), BLIND, "Smith's rule"),
            logarithmic=True,
        )
        for name, words, measure in (
            ("length", "Makespan over its bound", RATIO),
            ("deployments", "Deployments over the fewest", DEPLOYMENTS),
            ("ends", "Σ C, degradation", ENDS),
        )
    )
    return (*trades, *sizes, _theorem())


def _theorem() -> StudyPlot:
    """Return the worst of all random instances."""
    return StudyPlot(
        figure="theorem",
        key="theorem-three",
        title="Longest makespan with three criteria, of all instances",
        parts=RANDOM,
        measure=MAKESPAN,
        aggregate="max",
        along="lam",
        spread="none",
        limits={"4λ, Theorem 5.1": 4.0},
        notes=("λ counts in multiples of its minimum.",),
    )


def _kept(measure: str, *, high: float | None = None, low: float | None = None) -> Always:
    return Always(
        measure=measure,
        parts=RANDOM,
        name=THREE,
        methods=labels(THREE),
        high=high,
        low=low,
        is_strict=measure in (MAKESPAN, WIDTHS),
    )


_BOTH = tuple(MODELS)


def _as_good(measure: str) -> tuple[Gain, ...]:
    """Judge that three criteria cost at most a tenth more than the two of GLS, with each λ."""
    return tuple(
        Gain(
            measure=measure,
            parts=_BOTH,
            method=label(THREE, f),
            than=label(GLS, f),
            low=-0.1,
            high=1.0,
        )
        for f in SHOWN
    )


CLAIMS = (
    Claim(
        key="three-theorem",
        text="What is proved of groups holds in any order: with both orders by Smith's rule, runs "
        "still end before 4λ, with groups of fewer than 2·D_λ processors.",
        where="Theorem 5.1, §6",
        published="less than 4λ, and less than 2·D_λ",
        judges=(_kept(MAKESPAN, high=4.0), _kept(WIDTHS, high=2.0)),
    ),
    Claim(
        key="three-properties",
        text="So do the properties of groups: half full, and at most 2λ long.",
        where="Properties 1 and 2",
        published="at least half, and 2λ",
        judges=(_kept(FILL, low=0.5), _kept(LONGEST, high=2.0)),
    ),
    Claim(
        key="three-ends",
        text="An algorithm for three criteria has earlier average ends than GLS.",
        reading="lower Σ C on realistic jobs, with each λ and at each size",
        **_PUBLISHED,
        judges=tuple(
            Better(measure=SUM, parts=_BOTH, method=label(THREE, f), than=(label(GLS, f),))
            for f in SHOWN
        ),
    ),
    Claim(
        key="three-deployments",
        text="It needs hardly more deployments.",
        reading="with each λ and at each size at most a tenth more than GLS; at the least λ, fewer "
        "than a list that is blind to environments, and than Smith's rule",
        **_PUBLISHED,
        judges=(
            *_as_good(DEPLOYMENTS),
            Better(
                measure=DEPLOYMENTS,
                parts=_BOTH,
                method=label(THREE, 1.0),
                than=(BLIND, "Smith's rule"),
            ),
        ),
    ),
    Claim(
        key="three-length",
        text="Its makespan stays as good.",
        reading="with each λ and at each size at most a tenth longer than with GLS; at the least "
        "λ, at most 2 bounds",
        **_PUBLISHED,
        judges=(
            *_as_good(RATIO),
            Level(measure=RATIO, parts=_BOTH, method=label(THREE, 1.0), high=2.0),
        ),
    ),
    Claim(
        key="realistic-average",
        text="On realistic jobs, the average of GLS is far from its worst case.",
        reading="at the least λ, makespans of at most 2 bounds instead of 4, and deployments of "
        "at most 1.5 times the fewest",
        **_PUBLISHED,
        judges=(
            Level(measure=RATIO, parts=_BOTH, method=label(GLS, 1.0), high=2.0),
            Level(measure="deployments/d_lambda", parts=_BOTH, method=label(GLS, 1.0), high=1.5),
        ),
    ),
)
