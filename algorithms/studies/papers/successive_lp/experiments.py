"""The experiments of Chrétien et al. (2012) and Toch et al. (2012): instances, methods, figures."""

from algorithms.studies.instances import Generated
from algorithms.studies.part import Method, Part
from algorithms.studies.plots import Plot

RATIO, TIME, EXACT = "makespan/simple", "cpu_seconds", "exact_share"
LTF, PURE, HYBRID, PRINTED = "LTF", "Successive LP", "Hybrid", "Successive LP as printed"
_OWN = "placement=serial,lower_bound=printed,fallback=none"
"""What the programs find by themselves, also where LTF is shorter."""
PROGRAMS = {32: 100, 64: 20, 128: 5}
"""Linear programs for one makespan, of the form that is no hybrid, by processors."""
FIRST_TRY = 15
"""The same of the form as printed, which wanders."""
LTF_METHOD = Method("ltf:placement=serial", LTF)
HYBRID_METHOD = Method("slp-hybrid:placement=serial,lower_bound=printed", HYBRID)
KINDS = {"rigid": "rigid", "ceil": "moldable"}
"""Words for each value of the generator's parameter `profile`."""
SMALL = tuple(range(5, 50, 5))
MIDDLE, LARGE = (16, 32, 48, 64), (16, 32, 48, 64, 96, 128)
FRENCH = (25, 50, 100, 150, 200)
LAWS = {
    "gaussian": "Gaussian(4, 8)",
    "two-gaussian": "Gaussian(4, 8) and (20, 8)",
    "cauchy": "Cauchy(4, 8)",
}


def _uniform(key: str, processors: int, sizes: tuple[int, ...], runs: int, kind: str) -> Part:
    granularity = {"granularity": 10} if processors == 128 else {}
    pure = Method(f"slp-pure:{_OWN},max_iterations={PROGRAMS[processors]}", PURE)
    return Part(
        key=f"{key}-{KINDS[kind]}",
        title=f"{processors} processors, {KINDS[kind]}",
        instances=Generated(
            generator="paper-uniform",
            jobs=sizes,
            processors=(processors,),
            params={"profile": kind, **granularity},
        ),
        methods=(LTF_METHOD, pure, *([HYBRID_METHOD] if processors > 32 else [])),
        measures=(RATIO, TIME, EXACT) if processors > 32 else (RATIO, TIME),
        repetitions=runs,
    )


def uniform() -> tuple[Part, ...]:
    """Return the parts of the English paper."""
    first = Part(
        key="first-try",
        title="64 processors, first try",
        instances=Generated(generator="paper-uniform", jobs=(60,), processors=(64,)),
        methods=(
            LTF_METHOD,
            Method(
                f"slp-pure:{_OWN},gradient=literal,restarts=0,max_iterations={FIRST_TRY}", PRINTED
            ),
        ),
        measures=(RATIO, TIME),
        repetitions=40,
    )
    return (
        first,
        *(_uniform("m32", 32, SMALL, 20, kind) for kind in KINDS),
        *(_uniform("m64", 64, MIDDLE, 40, kind) for kind in KINDS),
        *(_uniform("m128", 128, LARGE, 40, kind) for kind in KINDS),
    )


def laws() -> tuple[Part, ...]:
    """Return the parts of the French paper."""
    return tuple(
        Part(
            key=f"{key}-{KINDS[kind]}",
            title=f"{title}, {KINDS[kind]}",
            instances=Generated(
                generator=key, jobs=FRENCH, processors=(128,), params={"profile": kind}
            ),
            methods=(LTF_METHOD, HYBRID_METHOD),
            measures=(RATIO,),
            repetitions=20,
        )
        for key, title in LAWS.items()
        for kind in KINDS
    )


def uniform_plots() -> tuple[Plot, ...]:
    """Return the pictures of the English paper; its "a" are rigid jobs, its "b" moldable ones."""
    pictures = []
    for letter, kind in zip("ab", KINDS.values(), strict=True):
        pictures += [
            Plot(
                figure="fig1",
                key=f"fig1{letter}",
                title=f"Makespan over its bound, 32 processors, {kind} jobs",
                parts=(f"m32-{kind}",),
                measure=RATIO,
                aggregate="trimmed_mean",
                spread="deviation",
            ),
            _times("fig2", f"fig2{letter}", 32, kind),
            *(
                Plot(
                    figure=figure,
                    key=f"{figure}{letter}",
                    title=f"Makespan over its bound, {m} processors, {kind} jobs",
                    parts=(f"m{m}-{kind}",),
                    measure=RATIO,
                    spread="deviation",
                )
                for figure, m in (("fig3", 64), ("fig4", 128))
            ),
            _times("fig5", f"fig5{letter}", 64, kind),
        ]
    shares = Plot(
        figure="shares",
        key="shares-exact",
        title="Jobs that linear programs do not split",
        parts=("m64-rigid", "m128-rigid", "m64-moldable", "m128-moldable"),
        measure=EXACT,
        methods=(HYBRID,),
    )
    return (*sorted(pictures, key=lambda plot: plot.key), shares)


def _times(figure: str, key: str, processors: int, kind: str) -> Plot:
    return Plot(
        figure=figure,
        key=key,
        title=f"Computing time, {processors} processors, {kind} jobs",
        parts=(f"m{processors}-{kind}",),
        measure=TIME,
        spread="range",
        logarithmic=True,
    )


def law_plots() -> tuple[Plot, ...]:
    """Return the pictures of the French paper."""
    return tuple(
        Plot(
            figure=f"fig{number}",
            key=f"fig{number}{letter}",
            title=f"Makespan over its bound, {title}, {kind} jobs",
            parts=(f"{key}-{kind}",),
            measure=RATIO,
            spread="deviation",
        )
        for number, (key, title) in enumerate(LAWS.items(), start=1)
        for letter, kind in zip("ab", KINDS.values(), strict=True)
    )
