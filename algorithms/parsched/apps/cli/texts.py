"""What came out, as text and as JSON values."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from parsched.data.formats import (
    Reading,
    Severity,
    by_name,
)
from parsched.measure.bounds.registry import CRITERIA
from parsched.measure.metrics import METRICS, Metric
from parsched.model.problem.instance import Instance
from parsched.model.problem.unmodelled import sentence, without_bounds
from parsched.model.problem.workload import Workload
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.grid.admissible import jobs_of, size_classes
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.wording import numbers, widths
from parsched.report.comparable import why_apart
from parsched.report.conditions import Traits, ends_with_arrivals
from parsched.report.order import best
from parsched.report.phrases import certified, counted
from parsched.report.ranking.methods import Ranking
from parsched.report.trade_offs.points import TradeOffs
from parsched.report.writers import aligned
from parsched.run import per_environment, per_site
from parsched.run.columns import DeclaredColumn
from parsched.run.given import GIVEN
from parsched.run.result import Result

MOST_COLUMNS = 8
"""Results side by side."""
MOST_ENVIRONMENTS = 20
"""Environments of a result that are listed."""


def best_labels(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return for each metric the labels of the rows that are best at it."""
    best_rows = best([{} if row["violation_count"] else row["metrics"] for row in rows])
    return {key: [rows[i]["label"] for i in sorted(indices)] for key, indices in best_rows.items()}


def _best(
    traits: Traits, guess: str, results: Sequence[tuple[str, Result]]
) -> dict[str, frozenset[int]]:
    """Return which results are best, of those that are compared, by metric."""
    compared = [r.is_feasible and not why_apart(traits, guess, r) for _, r in results]
    pairs = zip(results, compared, strict=True)
    return best([r.metrics if is_compared else {} for (_, r), is_compared in pairs])


def results_text(
    reading: Reading,
    instance: Instance,
    results: Sequence[tuple[str, Result]],
    ranking: Ranking | None = None,
    guess: str = "",
) -> str:
    """Return a table with a row per metric and a column per result, or of many results the other
    way round; * marks the best.

    Above it stands what was left out of the file or repaired, and what to beware of; below the
    table of a single result what sites of a grid did, which were admissible, and what environments
    were given.
    """
    winners = _best(traits := Traits.of(instance.workload), guess, results)
    table = [["", *(label for label, _ in results)]]
    for key, metric in _told(traits):
        cells = [number(result.metrics[key], metric.unit) for _, result in results]
        marks = ["*" if i in winners.get(key, ()) else " " for i in range(len(results))]
        unit = f" ({metric.unit})" if metric.unit else ""
        table.append([metric.title + unit, *map("".join, zip(cells, marks, strict=True))])
    for criterion, metric_key in CRITERIA.items():
        ratios = [result.ratios.get(criterion) for _, result in results]
        if any(ratios) and not traits.unmodelled:  # else they bound another problem
            cells = [f"{certified(ratio.value)} " if ratio else "– " for ratio in ratios]
            used = {ratio.bound for ratio in ratios if ratio}
            name = used.pop() if len(used) == 1 else ""
            table.append([f"{METRICS[metric_key].title} / bound {name}", *cells])
    if not ends_with_arrivals(Traits.of(instance.jobs)):
        certificates = [f"{result.certificates['makespan'].text} " for _, result in results]
        table.append(["makespan is", *certificates])
    if ranking:
        means = iter(ranking.mean), iter(ranking.ranks)
        ranked = [[next(own) if r.is_feasible else None for _, r in results] for own in means]
        table.append(["mean degradation (%)", *(_mean(v) for v in ranked[0])])
        table.append([ranking.word, *(f"{rank or '–'} " for rank in ranked[1])])
    table.append(["time to compute (s)", *(f"{result.seconds:.3f} " for _, result in results)])
    if len(results) > MOST_COLUMNS:
        table = [list(row) for row in zip(*table, strict=True)]
    notes = left_out(reading)
    notes += dict.fromkeys(text for _, r in results for text in (*r.warnings, *r.remarks))
    notes += [line for label, result in results for line in given(label, result)]
    notes += [ranking.ranked_by] if ranking else []
    lines = [_heading(reading, instance), *notes, "", *aligned(table)]
    if len(results) == 1:
        lines += _below(results[0][1])
    return "\n".join(lines)


def _told(traits: Traits) -> list[tuple[str, Metric]]:
    """Return the metrics that are shown: ratios to bounds only where everything is kept."""
    return [pair for pair in METRICS.items() if not (traits.unmodelled and pair[1].is_to_bound)]


def _mean(value: float | None) -> str:
    return "– " if value is None else f"{number(value, '')} "


def left_out(reading: Reading) -> list[str]:
    """Say what of a file is not, or not as it was, among the jobs."""
    notes = [f.sentence for f in reading.report.findings if f.severity != Severity.NOTE]
    return [*notes, text] if (text := sentence(reading.workload.unmodelled)) else notes


def given(label: str, result: Result) -> list[str]:
    """Say who made a schedule that is not ours, and each rule that it breaks."""
    if not result.made_by:
        return []
    where = "elsewhere " if result.algorithm == GIVEN else ""
    lines = [f"{label} was made {where}by {result.made_by}"]
    lines += [f"{label} breaks rules: {text}" for text in result.violations]
    return lines


def _below(result: Result) -> list[str]:
    """Return tables of what sites and environments were given, and of admissible sites."""
    lines = []
    if result.sites:
        lines += ["", *aligned(_sites(result.sites))]
    if sets := admissible_sets(result):
        most = "admissible at most" if result.params.get("adapt_window") else "admissible"
        table = [["processors", "jobs", most], *map(_set, sets)]
        lines += ["", *aligned(table)]
    if result.environments:
        lines += ["", *aligned(_environments(result.environments))]
        if (more := len(result.environments) - MOST_ENVIRONMENTS) > 0:
            lines.append(f"… and {more:,} more with less work (--json has all)")
    return lines


def admissible_sets(result: Result) -> list[dict[str, Any]]:
    """Return for each class of widths its jobs and the sites that these may be allocated to, as
    numbers from 1; nothing where every site that is large enough is admissible."""
    declared = ALGORITHMS.get(result.algorithm)
    params = declared and declared.params.from_mapping(result.params)
    if not isinstance(params, GridParams) or not result.platform.is_grid or params.admissible == 1:
        return []
    classes = size_classes(result.platform, params.admissible, params.admissible_rule)
    counts = jobs_of(classes, result.workload)
    return [
        {
            "narrowest": jobs.narrowest,
            "widest": jobs.widest,
            "jobs": count,
            "sites": [site + 1 for site in sorted(jobs.sites)],
        }
        for jobs, count in zip(classes, counts, strict=True)
    ]


def _set(row: Mapping[str, Any]) -> list[str]:
    sites = numbers([site - 1 for site in row["sites"]])
    return [widths(row["narrowest"], row["widest"]), f"{row['jobs']:,}", sites]


def _sites(sites: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Return a table with a row per site."""
    columns = list(per_site.COLUMNS.values())
    table = [["site", "processors", *_titles(columns)]]
    for site in sites:
        cells = _numbers(columns, site)
        table.append([site["name"], f"{site['processors']:,}", *cells])
    return table


def _environments(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Return a table with a row per environment, and one for all together: of many those with most
    work."""
    columns = list(per_environment.COLUMNS.values())
    listed = per_environment.by_work(rows)[:MOST_ENVIRONMENTS]
    table = [["environment", *_titles(columns)]]
    table += [[rows[i]["name"], *_numbers(columns, rows[i])] for i in listed]
    return [*table, ["all environments", *_numbers(columns, per_environment.together(rows))]]


def _titles(columns: Sequence[DeclaredColumn[Any]]) -> list[str]:
    return [c.title + (f" ({c.unit})" if c.unit not in ("", c.title) else "") for c in columns]


def _numbers(columns: Sequence[DeclaredColumn[Any]], row: Mapping[str, Any]) -> list[str]:
    values = ((row[column.key], column.unit) for column in columns)
    return ["–" if value is None else number(value, unit) for value, unit in values]


def front_text(reading: Reading, instance: Instance, trade_offs: TradeOffs) -> str:
    """Return a table of the schedules that no other beats in three criteria; * marks those that are
    on the front of the first two. Makespan C and deployments D are at most what is guaranteed for
    λ. Below it stands what no schedule can beat, and how many are on the fronts."""
    least = number(trade_offs.least_makespan, "s")
    bounds = without_bounds(reading.workload.unmodelled) or (
        f"No schedule takes less than {least} s, or "
        f"{counted(trade_offs.least_deployments, 'deployment')}."
    )
    table = aligned(_unbeaten(trade_offs))
    return "\n".join([_heading(reading, instance), "", *table, "", bounds, _fronts(trade_offs)])


def _unbeaten(trade_offs: TradeOffs) -> list[list[str]]:
    """Return a table of the schedules that no other beats."""
    table = [["", "makespan (s)", "deployments", "Σ C (s)", "λ (s)", "C ≤ (s)", "D ≤"]]
    for point in trade_offs.unbeaten:
        numbers = (
            (point.makespan, "s"),
            (point.deployments, ""),
            (point.sum_completion, "s"),
            (point.target, "s"),
            (point.guaranteed_makespan, "s"),
            (point.guaranteed_deployments, ""),
        )
        cells = ["–" if value is None else number(value, unit) for value, unit in numbers]
        table.append([("* " if point.on_front else "  ") + point.label, *cells])
    return table


def _fronts(trade_offs: TradeOffs) -> str:
    """Say how many trade-offs are on the fronts, and how many schedules make these: some are
    equal."""
    two = sum(point.on_front for point in trade_offs.points)
    three = sum(point.unbeaten for point in trade_offs.points)
    count = len(trade_offs.front)
    return (
        f"On the front of makespan and deployments (*) {'is' if count == 1 else 'are'} {count:,} "
        f"trade-off{'' if count == 1 else 's'}, made by {two:,} of {_schedules(trade_offs)}; on "
        f"the front of these and Σ C {len(trade_offs.unbeaten):,}, made by {three:,}."
    )


def _schedules(trade_offs: TradeOffs) -> str:
    count = len(trade_offs.points)
    return counted(count, "schedule")


def measured_text(workload: Workload, metrics: Mapping[str, float]) -> str:
    """Say how long a schedule takes, and how many deployments where jobs have environments."""
    jobs, makespan = counted(len(workload), "job"), number(metrics["makespan"], "s")
    text = f"{jobs}, makespan {makespan} s"
    if isnan(count := metrics["deployments"]):
        return text
    return f"{text}, {counted(count, 'deployment')}"


def written_text(workload: Workload, path: str) -> str:
    """Say that jobs were written to a path, and what the file does not hold."""
    format = by_name(path)
    unkept = format.unkept(workload)
    more = f"; as {format.title}, {', '.join(unkept)}" if unkept else ""
    return f"written to {path}{more}"


def _heading(reading: Reading, instance: Instance) -> str:
    """Say what was scheduled: jobs, machine, and rules that are not the usual ones."""
    sizes = " + ".join(f"{site.processors:,}" for site in instance.platform.sites)
    processors = f"{sizes} processor{'' if sizes == '1' else 's'}"
    dropped = f" ({reading.report.dropped:,} left out)" if reading.report.dropped else ""
    jobs = counted(len(reading.workload), "job") + dropped
    name = reading.workload.name
    title = f" ({reading.title})" if reading.title not in ("", name) else ""
    return ", ".join([f"{name}{title}: {jobs} on {processors}", *instance.conditions])


def number(value: float, unit: str) -> str:
    """Return a number for people: 4 significant digits, or 2 decimals if it is large."""
    if value != value:
        return "–"
    if unit == "%":
        return f"{100 * value:.2f}"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.2f}" if abs(value) >= 100 else f"{value:.4g}"
