"""The experiments on what Moulaï and Mounié (2007) prove and draw: instances, methods, figures."""

from typing import Any

from parsched.studies.instances import Generated
from parsched.studies.listed import Listed
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

LAWS = {
    "narrow": "narrow",
    "uniform": "uniform",
    "powers": "powers of two",
    "log-uniform": "log-uniform",
    "some-whole": "some whole",
}
"""Words for each law of widths, by the key that its generator has for it."""
FACTORS = (1.0, 1.1, 1.5, 2.0, 4.0)
"""λ as multiples of its minimum."""
GLS, PLUS, PRINTED = "GLS", "GLS+", "GLS as printed"
UNCHECKED, LATE = "GLS, last group unchecked", "GLS, merged only if wider"
MODES = {
    GLS: "gls",
    PLUS: "gls-plus",
    PRINTED: "gls:last_group=as-printed,merge=more-than",
    UNCHECKED: "gls:last_group=unchecked",
    LATE: "gls:merge=more-than",
}
"""Entries of the ways to make groups; λ comes behind."""
OTHER_FORMS = {"repaired": GLS, "ours": PLUS}
"""Other forms than the printed loop."""
FEWEST = "GLS+ fewest"
BLIND, ORDER = "List blind to environments", "List by environment"
BARRIER, SEQUENTIAL = "Environment by environment", "One job after the other"
LISTS = (
    Method("env-blind", BLIND),
    Method("env-order", ORDER),
    Method("env-barrier", BARRIER),
    Method("env-sequential", SEQUENTIAL),
)
MAKESPAN, WIDTHS = "makespan/lambda", "group_widths/d_lambda"
FILL, LONGEST, WIDEST, MOST = "least_fill", "longest_group/lambda", "widest_group", "most_groups"
LEAST = "deployments/d_makespan"
"""Deployments over what no schedule of the same length can be below."""
RATIO, DEPLOYMENTS, APART = "makespan/simple", "deployments/widest", "d_makespan/widest"
MACHINES, SIZES, REPETITIONS = (4, 16, 64), (6, 20, 60), 70
RANDOM = tuple(f"random-{law}" for law in LAWS)
FRONTS = tuple(f"front-{law}" for law in LAWS)
FIGURE_1, FIGURE_2, TOO_LONG, TWICE = "figure-1", "figure-2", "too-long", "twice"


def label(mode: str, factor: float) -> str:
    """Return what a way to make groups with some λ is called."""
    return f"{mode}, λ = {factor:g}"


def labels(mode: str) -> tuple[str, ...]:
    """Return the same for each λ."""
    return tuple(label(mode, factor) for factor in FACTORS)


def other_forms() -> dict[str, dict[str, str]]:
    """Return the labels of the other forms by those as printed."""
    return {
        form: dict(zip(labels(PRINTED), labels(mode), strict=True))
        for form, mode in OTHER_FORMS.items()
    }


def method(mode: str, entry: str, factor: float) -> Method:
    """Return a way to make groups with some λ."""
    return Method(f"{entry}{',' if ':' in entry else ':'}lam={factor:g}", label(mode, factor))


def random() -> tuple[Part, ...]:
    """Return a part for each law: many small instances, on which everything proved must hold."""
    made = tuple(method(mode, entry, f) for mode, entry in MODES.items() for f in FACTORS)
    return tuple(
        Part(
            key=f"random-{law}",
            title=title,
            instances=Generated(
                generator="environments",
                jobs=SIZES,
                processors=MACHINES,
                params={"widths": law, "environments": 3},
            ),
            methods=(*made, *LISTS),
            measures=(MAKESPAN, WIDTHS, FILL, LONGEST, WIDEST, MOST, LEAST, RATIO, DEPLOYMENTS),
            repetitions=REPETITIONS,
        )
        for law, title in LAWS.items()
    )


def fronts() -> tuple[Part, ...]:
    """Return a part for each law: larger instances, and what they can trade."""
    entries = {GLS: "gls", PLUS: "gls-plus", FEWEST: "gls-plus:choose=fewest"}
    made = tuple(method(mode, entry, f) for mode, entry in entries.items() for f in FACTORS)
    return tuple(
        Part(
            key=f"front-{law}",
            title=f"{title}, trade-offs",
            instances=Generated(
                generator="environments",
                jobs=(100,),
                processors=(64,),
                params={"widths": law, "environments": 5},
            ),
            methods=(*made, *LISTS),
            measures=(RATIO, DEPLOYMENTS, APART, "deployments/d_lambda"),
            repetitions=40,
        )
        for law, title in LAWS.items()
    )


def _listed(key: str, title: str, processors: int, *jobs: tuple[int, int, str]) -> Part:
    """Return a part of one instance, with jobs as (processors, seconds, environment)."""
    columns: list[dict[str, Any]] = [
        {"id": str(number), "procs": width, "time": time, "environment": name}
        for number, (width, time, name) in enumerate(jobs, start=1)
    ]
    return Part(
        key=key,
        title=title,
        instances=Listed(listed={title: tuple(columns)}, processors=(processors,)),
        methods=(*(method(mode, entry, 1.0) for mode, entry in MODES.items()), *LISTS),
        measures=("makespan", "deployments", MAKESPAN, WIDTHS, LONGEST, LEAST, RATIO, DEPLOYMENTS),
        repetitions=1,
    )


def by_hand() -> tuple[Part, ...]:
    """Return parts of one instance each: figures of the paper, and what breaks it as printed."""
    one = ((1, 6, "a"), (1, 3, "b"), (1, 2, "c"), (1, 1, "b"))
    long = ((9, 1, "a"), (5, 11, "a"), (5, 11, "a"), *((1, 20, "b"),) * 3)
    wide = ((3, 1, "a"), *((1, 9, "a"),) * 3)
    return (
        _listed(FIGURE_1, "Figure 1", 2, *one),
        _listed(FIGURE_2, "Figure 2", 6, *((1, 10, "a"),) * 6),
        _listed(TOO_LONG, "83 s with λ = 20 s", 9, *long),
        _listed(TWICE, "as wide as the group before", 3, *wide),
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures."""
    return (
        _worst("makespan", "Longest makespan of GLS", MAKESPAN, GLS, {"4λ, Theorem 5.1": 4.0}),
        _worst("widths", "Most processors of groups", WIDTHS, GLS, {"2·D_λ, Theorem 5.1": 2.0}),
        _worst("fill", "Emptiest group", FILL, GLS, {"Property 1": 0.5}, "min"),
        _worst("groups", "Longest group", LONGEST, GLS, {"2λ, Property 2": 2.0}),
        _worst(
            "unchecked",
            "Longest group, if the last is not checked",
            LONGEST,
            UNCHECKED,
            {"2λ, Property 2": 2.0},
        ),
        *(
            StudyPlot(
                figure="fronts",
                key=f"front-{law}",
                title=f"Makespan against deployments, {title} widths",
                parts=(f"front-{law}",),
                measure=RATIO,
                against=DEPLOYMENTS,
                along="lam",
                spread="none",
                logarithmic=True,
                notes=("Points of a line are λ = 1, 1.1, 1.5, 2 and 4 times the minimum.",),
            )
            for law, title in LAWS.items()
        ),
    )


def _worst(
    key: str, title: str, measure: str, mode: str, limits: dict[str, float], worst: str = "max"
) -> StudyPlot:
    return StudyPlot(
        figure="theorem",
        key=f"theorem-{key}",
        title=f"{title}, of all instances",
        parts=RANDOM,
        measure=measure,
        aggregate=worst,
        along="lam",
        spread="none",
        methods=labels(mode),
        limits=limits,
        notes=("λ counts in multiples of its minimum.",),
    )
