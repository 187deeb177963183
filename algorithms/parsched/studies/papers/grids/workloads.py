"""Facts of the workloads that Quezada-Pina et al. (2012) print in §6, SWT, the printed mix of
widths on Grid3, and why list scheduling has no constant factor on grids."""

from math import lcm

from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS
from parsched.studies.claims import Claim
from parsched.studies.instances import Traced
from parsched.studies.judges import Agrees, Always, Level
from parsched.studies.listed import Listed
from parsched.studies.numbers import NARROWER, SHARES_OF
from parsched.studies.papers.grids import printed
from parsched.studies.papers.grids.experiments import (
    GRID_3,
    HALF,
    METRICS,
    MORE_THAN,
    SITES,
    TITLES,
    WEEKS,
    label,
    method,
)
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot
from parsched.studies.printed import PrintedColumn, PrintedLine, PrintedTable

FIRST, THIRD, MIX = "grid1", "grid3", "grid3-mix"
PRINTED_MIX = {1: 0.37, 2: 0.23, 4: 0.10, 8: 0.06, 32: 0.05}
"""Shares of the jobs of Grid3 by processors (§6.1); the other 19 % have other widths,
between these or above 32."""
GRID_1 = {1: 18, 8: 20, 16: 9, 32: 14, 64: 8}
"""The same of Grid1 (§6.2), per cent; 95 % take at most 128."""
OF_ALL = {FIRST: GRID_1, THIRD: {width: round(100 * s) for width, s in PRINTED_MIX.items()}}
WAIT, SWT, TIMES_N = PAPER_METRICS["t_w"], "sum_wait", "jobs_mean_wait"
NINE = "all nine strategies"
KINDS = (2, 3, 4, 5)
"""Sizes of sites in the examples: 1, 2, 4, … processors."""
LIST, HALVED = "list over all sites", "list, a = 0.5"
RATIO = "makespan/sites"


def parts() -> tuple[Part, ...]:
    """Return the workloads with all strategies, the printed mix, and the examples of lists."""
    first = Traced(merges={"Grid1": "grid1"})
    third = Traced(merges={"Grid3": GRID_3}, windows=WEEKS, processors=SITES)
    mixed = Traced(merges={"Grid3": GRID_3}, windows=WEEKS, processors=SITES, mix=PRINTED_MIX)
    nine = tuple(method(key) for key in TITLES)
    both = tuple(method(key, share, MORE_THAN) for key in TITLES for share in (HALF, 1.0))
    facts = (*(SHARES_OF[w] for w in (1, 2, 4, 8, 16, 32, 64)), *NARROWER.values())
    return (
        _part(FIRST, "Grid1", first, nine, (WAIT, SWT, f"{SWT}/{TIMES_N}", *facts)),
        _part(THIRD, "the shape of Grid3", third, nine[:1], facts),
        _part(MIX, "Grid3 with the printed mix", mixed, both, (*METRICS, *facts)),
        *(_example(kinds) for kinds in KINDS),
    )


def _part(
    key: str, title: str, traces: Traced, methods: tuple[Method, ...], measures: tuple[str, ...]
) -> Part:
    return Part(
        key=key,
        title=title,
        instances=traces,
        methods=methods,
        measures=measures,
        repetitions=traces.windows,
    )


def _example(kinds: int) -> Part:
    """Return sites of 1, 2, 4, … processors, as many processors of each size, and jobs of each of
    these widths that fill the sites of that size for as long: the widest come last."""
    largest, length = 2 ** (kinds - 1), lcm(*range(1, kinds + 1))
    sites = tuple(2**kind for kind in range(kinds) for _ in range(largest >> kind))
    widths = [2**kind for kind in range(kinds) for _ in range((largest >> kind) * length)]
    jobs = tuple({"id": str(i), "procs": q, "time": 1} for i, q in enumerate(widths, start=1))
    return Part(
        key=example(kinds),
        title=f"{kinds} sizes of sites",
        instances=Listed(listed={f"{kinds} sizes": jobs}, processors=sites),
        methods=tuple(
            Method(f"grid:strategy=mst,local=list,admissible={share:g}", name)
            for name, share in ((LIST, 1.0), (HALVED, HALF))
        ),
        measures=(RATIO, "makespan"),
        repetitions=1,
    )


def example(kinds: int) -> str:
    """Return the key of the example whose sites have this number of different sizes."""
    return f"sizes-{kinds}"


def harmonic(kinds: int) -> float:
    """Return 1 + 1/2 + … + 1/kinds."""
    return sum(1 / kind for kind in range(1, kinds + 1))


def tables() -> tuple[PrintedTable, ...]:
    """Return §6 with ours beside it, SWT, and Table 1 on the printed mix."""
    return (_facts(), _swt(), _mixed())


def _facts() -> PrintedTable:
    reference = label(next(iter(TITLES)))
    lines = [
        PrintedLine(
            title=f"{width} processor{'s' * (width > 1)}, {title} (%)",
            form="value",
            published=(share,),
            measures=(SHARES_OF[width],),
            parts=(key,),
        )
        for key, title in ((FIRST, "Grid1"), (THIRD, "Grid3"))
        for width, share in OF_ALL[key].items()
    ]
    most = PrintedLine(
        title="at most 128 processors, Grid1 (%)",
        form="value",
        published=(95,),
        measures=(NARROWER[128],),
        parts=(FIRST,),
    )
    return PrintedTable(
        key="section-6",
        number="§6",
        title="Shares of the jobs by processors",
        columns=(PrintedColumn(title="share of jobs", methods=(reference,)),),
        lines=(most, *lines),
        notes=(
            "Printed in §6.1 and §6.2 in whole per cent. That those of Grid1 are met is the best "
            "evidence that the jobs are the same; of Grid3 the traces are not all to be had.",
        ),
    )


def _swt() -> PrintedTable:
    columns = tuple(PrintedColumn(title=title, methods=(title,)) for title in TITLES.values())
    row = printed.degradation("t_w", "Grid1")
    return PrintedTable(
        key="swt",
        number="§2.2",
        title="Degradations by the sum of waits (SWT) and by the mean",
        columns=columns,
        lines=tuple(
            PrintedLine(
                title=title,
                form="degradation",
                published=tuple(row),
                measures=(measure,),
                parts=(FIRST,),
            )
            for title, measure in (("t_w, Grid1", WAIT), ("SWT, Grid1", SWT))
        ),
        notes=("SWT is n times the mean wait, so what is printed of that holds for it.",),
    )


def _mixed() -> PrintedTable:
    columns = tuple(PrintedColumn(title=title, methods=(title,)) for title in TITLES.values())
    lines = [
        PrintedLine(
            title=f"{symbol}, Grid3",
            form="degradation",
            published=tuple(printed.degradation(symbol, "Grid3")),
            measures=(PAPER_METRICS[symbol],),
            parts=(MIX,),
        )
        for symbol in MAIN_METRICS
    ]
    last = PrintedLine(
        title="ranking, Grid3",
        form="degradation",
        published=tuple(printed.GRIDS["Grid3"].ranks),
        measures=tuple(PAPER_METRICS[symbol] for symbol in MAIN_METRICS),
        parts=(MIX,),
        is_rank=True,
    )
    return PrintedTable(
        key="table-1-mix",
        number="Tables 1 and 2",
        title="Grid3 with the printed mix of widths",
        columns=columns,
        lines=(*lines, last),
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return the examples of lists, drawn by sizes of sites."""
    return (
        StudyPlot(
            figure="lists",
            key="lists",
            title="Makespan of lists over the optimum, by sizes of sites",
            parts=tuple(map(example, KINDS)),
            measure=RATIO,
            along="",
            spread="none",
            limits={f"H_{kinds} = {harmonic(kinds):.2f}": harmonic(kinds) for kinds in KINDS},
            notes=(
                "Narrow jobs come first and fill all sites, so the last ones wait for the largest "
                "site: 1 + 1/2 + … + 1/k with k sizes of sites.",
            ),
        ),
    )


def _near(part: str, measure: str, share: float, within: float) -> Level:
    return Level(
        measure=measure,
        parts=(part,),
        method=label(next(iter(TITLES))),
        low=share - within,
        high=share + within,
    )


CLAIMS = (
    Claim(
        key="facts-grid1",
        text="Of the jobs of Grid1 95 % take at most 128 processors; 18, 20, 9, 14 and 8 % take 1, "
        "8, 16, 32 and 64.",
        reading="within 2.5 percentage points each",
        where="§6.2",
        published="95 %; 18, 20, 9, 14, 8 %",
        judges=(
            _near(FIRST, NARROWER[128], 95, 2.5),
            *(_near(FIRST, SHARES_OF[width], share, 2.5) for width, share in GRID_1.items()),
        ),
    ),
    Claim(
        key="facts-grid3",
        text="Of the jobs of Grid3 37, 23, 10, 6 and 5 % take 1, 2, 4, 8 and 32 processors.",
        reading="within 2.5 percentage points each",
        where="§6.1",
        published="37, 23, 10, 6, 5 %",
        judges=tuple(
            _near(THIRD, SHARES_OF[width], share, 2.5) for width, share in OF_ALL[THIRD].items()
        ),
        reason="The traces DAS2 fs0 and fs2 to fs4 are missing.",
    ),
    Claim(
        key="swt",
        text="SWT differs from the mean wait by a constant factor, whatever the scheduler: the "
        "number of jobs.",
        where="§2.2",
        published="1/n",
        judges=(Always(measure=f"{SWT}/{TIMES_N}", parts=(FIRST,), name=NINE, low=1.0, high=1.0),),
    ),
    Claim(
        key="mix-order",
        text="With the printed mix of widths the order of the nine strategies on Grid3 is the "
        "order of the paper, by each of the three metrics and by their mean.",
        reading="rank correlations of at least 0.8",
        where="Tables 1 and 2, §6.1",
        published="see the table",
        judges=tuple(
            Agrees(measure=METRICS[0], parts=(MIX,), table="table-1-mix", line=line, at_least=0.8)
            for line in (*(f"{symbol}, Grid3" for symbol in MAIN_METRICS), "ranking, Grid3")
        ),
        reason="The load is not printed, and the jobs of the missing traces are other ones.",
    ),
    Claim(
        key="lists",
        text="List scheduling cannot guarantee a constant factor on grids, also off-line.",
        reading="with 2, 3, 4 and 5 sizes of sites a list ends at exactly 1 + 1/2 + … + 1/k times "
        "the optimum, which has no limit",
        where="§3",
        published="no constant factor",
        judges=tuple(
            Always(
                measure=RATIO,
                parts=(example(kinds),),
                name=LIST,
                methods=(LIST,),
                low=harmonic(kinds),
                high=harmonic(kinds),
            )
            for kinds in KINDS
        ),
    ),
    Claim(
        key="lists-admissible",
        text="On the same jobs admissible allocation with a = 0.5 stays below 2.",
        where="ours, §4.1.2",
        published="large sites are kept for wide jobs",
        judges=(
            Always(
                measure=RATIO,
                parts=tuple(map(example, KINDS)),
                name=HALVED,
                methods=(HALVED,),
                high=2.0,
            ),
        ),
    ),
)
