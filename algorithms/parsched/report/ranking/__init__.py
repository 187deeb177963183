"""Ranking: methods by mean degradation over metrics and cases, and the grid paper's tables."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params, choice, integer, text
from parsched.report.figure import Figure
from parsched.report.overall import ranked_over
from parsched.report.ranking.cases import MAX_CASES
from parsched.report.ranking.figures import degradation_figure, pairs_figure, shares_figure
from parsched.report.ranking.grid_sweeps import BESIDE
from parsched.report.ranking.methods import RANKED, SETS, chosen_metrics
from parsched.report.ranking.paper_tables import SHAPES
from parsched.report.ranking.selection import BEST, RankingRequest, Selection
from parsched.report.records import Records
from parsched.report.registry import Report, report, wrong

LONGEST = 2_000
PAIRED = ("table-5", "table-a3")
"""Tables that have a figure with pairs of bars."""
ACROSS = {"": "as fits", "methods": "methods side by side", "lines": "a row for each method"}


def _keys(cases: str) -> tuple[str, ...]:
    keys = tuple(dict.fromkeys(key for part in cases.split(",") if (key := part.strip())))
    if len(keys) > MAX_CASES:
        raise wrong("cases", f"must be at most {MAX_CASES}", f"{len(keys):,}")
    return keys


def _cases() -> str:
    """Declare the option with other comparisons."""
    declared: str = text(
        "",
        "Keys of other comparisons in which all methods have a result, too, with commas between; "
        f"at most {MAX_CASES}.",
        longest=LONGEST,
        commas=True,
    )
    return declared


@dataclass(frozen=True, kw_only=True)
class RankingOptions(Params):
    """What methods are ranked over."""

    metrics: str = text(
        "",
        f"A set of metrics, {' or '.join(SETS)}, or keys with commas between: "
        f"{', '.join(RANKED)}. Without any, the metrics of the rank: the usual ones of the "
        "comparison.",
        longest=LONGEST,
        commas=True,
    )
    cases: str = _cases()
    each: str = text("", "A parameter whose values become cases.", longest=100)
    across: str = choice("", tuple(ACROSS), "What stands side by side in the table.", names=ACROSS)

    def request(self, records: Records) -> RankingRequest:
        """Return the options as a request for a selection."""
        chosen = self.metrics and chosen_metrics(self.metrics, "metrics")
        metrics = chosen or ranked_over(records)
        cases = _keys(self.cases)
        return RankingRequest(metrics=metrics, cases=cases, each=self.each, across=self.across)


@report(
    "ranking",
    title="Ranking",
    suits=lambda records: len(records.ranked) > 1,
    options=RankingOptions,
)
def ranking(records: Records, options: RankingOptions) -> Report:
    """Who does well whatever is measured: degradation from the best, its mean, ranks or places."""
    selection = checked(Selection.of(records, options.request(records)))
    ranked = selection.ranking
    table = ranked.method_table(options.across).table
    figures = (degradation_figure(ranked),) if ranked.metrics else ()
    return Report(sentences=(ranked.sentence,), tables=(table,), figures=figures)


@dataclass(frozen=True, kw_only=True)
class PaperOptions(Params):
    """Which tables of the grid paper, for which runs."""

    table: str = choice("", ("", *SHAPES, BESIDE), "One table; blank is every one that there is.")
    cases: str = _cases()
    share: str = text(
        "",
        f"Admissible share of the tables that have one, or {BEST} of Tables 3 and A.2; usually "
        f"0.5, or what is closest, and {BEST} of Table A.2.",
        longest=24,
    )
    sweep: int = integer(0, "Which sweep, where there are several.", low=0, high=10_000)


def _has_sweeps(records: Records) -> bool:
    return len(records.ranked) > 1 and bool(
        Selection.of(records, RankingRequest(metrics=())).sweeps
    )


@report(
    "grid-paper",
    title="Tables of the grid paper",
    suits=_has_sweeps,
    options=PaperOptions,
)
def grid_paper(records: Records, options: PaperOptions) -> Report:
    """Strategies by admissible share, in the shape of the tables of Quezada-Pina et al. 2012."""
    request = RankingRequest(
        metrics=(),
        cases=_keys(options.cases),
        sweep=options.sweep,
        table="" if options.table == BESIDE else options.table,
        share=options.share,
    )
    selection = checked(_of_all(Selection.of(records, request)))
    keys = [options.table] if options.table else selection.keys[1:]
    tables = [method_table.table for key in keys if (method_table := selection.method_table(key))]
    if not tables:
        raise wrong("table", f"must be one of {', '.join(selection.keys[1:])}", options.table)
    return Report(
        tables=tuple(tables),
        figures=tuple(_paper_figures(selection, options.table)),
    )


def _paper_figures(selection: Selection, table: str) -> Iterator[Figure]:
    """Yield the figures beside one table, or beside all."""
    if selection.sweep and selection.pair is not None and table in ("", *PAIRED):
        yield pairs_figure(selection.sweep, selection.pair)
    if selection.has_lines and selection.sweep and not table:
        yield shares_figure(selection.sweep, "ρ")


def _of_all(selection: Selection) -> Selection:
    """Return a selection of all tables, which allows every share that some table allows."""
    shapes = selection.sweep.shapes if selection.sweep else []
    improving = [shape.key for shape in shapes if shape.improves]
    if selection.request.table or not improving:
        return selection
    return replace(selection, request=replace(selection.request, table=improving[0]))


def checked(selection: Selection) -> Selection:
    """Return a selection after checking that all of its request can be met.

    Raises
    ------
    ParameterError
        For each part that cannot.
    """
    problems = dict(selection.problems)
    if selection.lost:
        rule = "must be comparisons of yours with a result of every method"
        problems["cases"] = f"{rule}, got {', '.join(selection.lost)}"
    if problems:
        raise ParameterError({name: f"{name} {rule}" for name, rule in problems.items()})
    return selection
