"""The experiments of Chrétien et al. (2012) and Toch et al. (2012): instances, methods, figures."""

from parsched.studies.instances import Generated
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

RATIO, TIME, EXACT = "makespan/simple", "cpu_seconds", "exact_share"
LTF, ALONE, HYBRID = "LTF", "Successive LP", "Hybrid"
PRINTED, REPAIRED, OURS = FORMS = "as printed", "repaired", "ours"
PROGRAMS, PAPER = 20, 200
"""Linear programs for one makespan: of all forms on the same footing, and of the hybrid form as the
papers have it."""
FIRST_PAPER = 15_000
"""The same of the form that is no hybrid."""
BUDGETS = (20, 100, 400)
LTF_METHOD = Method("ltf:placement=serial", LTF)
_TEXT = "placement=serial,lower_bound=printed,fallback=none"
"""What the papers print of a search, besides costs and growth."""
OPTIONS = {PRINTED: f"gradient=literal,restarts=0,{_TEXT}", REPAIRED: _TEXT, OURS: ""}
"""Options of each form but how far T grows, which ours needs not: it is never worse than LTF."""
KEYS = {ALONE: "slp-pure", HYBRID: "slp-hybrid"}
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


def label(method: str, form: str, programs: int = PROGRAMS) -> str:
    """Return what a form is called: what differs, and how many programs it may solve.

    >>> label("Hybrid", "repaired")
    'Hybrid repaired, N = 20'
    """
    return f"{method} {form}, N = {programs:,}"


def form(method: str, form: str, programs: int = PROGRAMS, growth: str = "unbounded") -> Method:
    """Return a form of a method with some programs for one makespan; `growth` says how far T grows
    where nothing is found for LTF's."""
    own = [OPTIONS[form], f"growth={growth}"] if OPTIONS[form] else []
    options = ",".join([*own, f"max_iterations={programs}"])
    return Method(f"{KEYS[method]}:{options}", label(method, form, programs))


def forms(method: str, programs: int = PROGRAMS, growth: str = "unbounded") -> tuple[Method, ...]:
    """Return all forms of a method."""
    return tuple(form(method, each, programs, growth) for each in FORMS)


def other_forms(*methods: tuple[str, int]) -> dict[str, dict[str, str]]:
    """Return the labels of the other forms by those as printed, of methods with their programs."""
    return {
        other: {label(m, PRINTED, n): label(m, other, n) for m, n in methods}
        for other in (REPAIRED, OURS)
    }


def _uniform(key: str, processors: int, sizes: tuple[int, ...], runs: int, kind: str) -> Part:
    granularity = {"granularity": 10} if processors == 128 else {}
    methods = [LTF_METHOD]
    if processors < 128:
        methods += forms(ALONE, growth="doubled" if processors == 32 else "bounded")
    if processors > 32:
        methods += [*forms(HYBRID), *forms(HYBRID, PAPER)]
    return Part(
        key=f"{key}-{KINDS[kind]}",
        title=f"{processors} processors, {KINDS[kind]}",
        instances=Generated(
            generator="paper-uniform",
            jobs=sizes,
            processors=(processors,),
            params={"profile": kind, **granularity},
        ),
        methods=tuple(methods),
        measures=(RATIO, TIME, EXACT) if processors > 32 else (RATIO, TIME),
        repetitions=runs,
    )


def uniform() -> tuple[Part, ...]:
    """Return the parts of the English paper."""
    first = Part(
        key="first-try",
        title="64 processors, first try",
        instances=Generated(generator="paper-uniform", jobs=(60,), processors=(64,)),
        methods=(LTF_METHOD, *forms(ALONE, growth="doubled")),
        measures=(RATIO, TIME),
        repetitions=40,
    )
    return (
        first,
        *(_uniform("m32", 32, SMALL, 20, kind) for kind in KINDS),
        *(_uniform("m64", 64, MIDDLE, 40, kind) for kind in KINDS),
        *(_uniform("m128", 128, LARGE, 40, kind) for kind in KINDS),
        _budgets(),
        _printed_budget(),
    )


def _budgets() -> Part:
    """Return what more programs bring."""
    methods = [
        each
        for method in KEYS
        for programs in BUDGETS
        for each in forms(method, programs, "bounded" if method == ALONE else "unbounded")
    ]
    return Part(
        key="budgets",
        title="64 processors, rigid, more programs",
        instances=Generated(
            generator="paper-uniform",
            jobs=MIDDLE[:2],
            processors=(64,),
            params={"profile": "rigid"},
        ),
        methods=(LTF_METHOD, *methods),
        measures=(RATIO, TIME),
        repetitions=10,
    )


def _printed_budget() -> Part:
    """Return the printed number of programs where an hour is enough: of the smallest instances for
    which any are solved."""
    return Part(
        key="printed-budget",
        title="32 processors, rigid, the printed number of programs",
        instances=Generated(
            generator="paper-uniform",
            jobs=SMALL[1:2],
            processors=(32,),
            params={"profile": "rigid"},
        ),
        methods=(
            LTF_METHOD,
            form(ALONE, PRINTED, FIRST_PAPER),
            *forms(ALONE, growth="doubled"),
        ),
        measures=(RATIO, TIME),
        repetitions=3,
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
            methods=(LTF_METHOD, *forms(HYBRID, PAPER)),
            measures=(RATIO,),
            repetitions=20,
        )
        for key, title in LAWS.items()
        for kind in KINDS
    )


def uniform_plots() -> tuple[StudyPlot, ...]:
    """Return the pictures of the English paper; its "a" are rigid jobs, its "b" moldable ones."""
    pictures = []
    for letter, kind in zip("ab", KINDS.values(), strict=True):
        pictures += [
            StudyPlot(
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
                StudyPlot(
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
    return (*sorted(pictures, key=lambda plot: plot.key), *_shares(), *_of_budgets())


def _shares() -> tuple[StudyPlot, ...]:
    return tuple(
        StudyPlot(
            figure="shares",
            key=f"shares-{part}",
            title=f"Jobs that linear programs do not split, {title}",
            parts=(part,),
            measure=EXACT,
            methods=tuple(label(HYBRID, each, PAPER) for each in FORMS),
        )
        for part, title in (
            (f"m{m}-{kind}", f"{m} processors, {kind} jobs")
            for m in (64, 128)
            for kind in KINDS.values()
        )
    )


def _of_budgets() -> tuple[StudyPlot, ...]:
    return tuple(
        StudyPlot(
            figure="budgets",
            key=f"budgets-{key}",
            title=f"{title} by linear programs for one makespan",
            parts=("budgets",),
            measure=measure,
            along="max_iterations",
            logarithmic=measure == TIME,
        )
        for key, title, measure in (
            ("ratio", "Makespan over its bound", RATIO),
            ("time", "Computing time", TIME),
        )
    )


def _times(figure: str, key: str, processors: int, kind: str) -> StudyPlot:
    return StudyPlot(
        figure=figure,
        key=key,
        title=f"Computing time, {processors} processors, {kind} jobs",
        parts=(f"m{processors}-{kind}",),
        measure=TIME,
        spread="range",
        logarithmic=True,
    )


def law_plots() -> tuple[StudyPlot, ...]:
    """Return the pictures of the French paper."""
    return tuple(
        StudyPlot(
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
