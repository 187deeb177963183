"""A comparison as JSON: the whole page for programs and for the shelf."""

from typing import Any

from parsched.report.overall import ranked_over
from parsched.report.pareto import Pareto
from parsched.report.ranking.methods import Ranking
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.report.trade_offs.table import sentences
from parsched.report.trade_offs.trades import Trades
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of


def comparison_record(comparison: Comparison) -> dict[str, Any]:
    """Return title, workload, machine, rules, runs and the table with all metrics."""
    runs = list(comparison.runs.all())
    records = records_of(comparison, runs)
    environments = records.details(records, "environments")
    table, trades = standings_of(records), Trades.of(records)
    workload = comparison.workload
    return {
        "format": "schedweb-comparison",
        "version": 1,
        "title": comparison.title,
        "note": comparison.note,
        "created": comparison.created.isoformat(),
        "sentence": sentence(table),
        "workload": {
            "name": workload.name,
            "kind": workload.kind,
            "jobs": workload.jobs,
            "digest": workload.digest,
            "source": workload.source,
            "report": workload.report,
        },
        "cluster": {
            "name": comparison.cluster_name,
            "sites": comparison.sites,
            "deployment": comparison.deployment,
            "systems": comparison.systems,
        },
        "rules": comparison.rules,
        "runs": [run_record(run, environments[run.pk]) for run in runs],
        "table": table.as_json(),
        "trade_offs": {**trades.as_json(), "summary": sentences(trades)} if trades else None,
        "pareto": Pareto.of(table).as_json(),
        "ranking": Ranking.of(records, ranked_over(records)).method_table("methods").as_json(),
    }


def run_record(run: Run, environments: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a run as JSON, with its metrics by environment."""
    names = ("label", "algorithm", "version", "params", "state", "error")
    times = {name: getattr(run, name) for name in ("queued", "started", "finished")}
    return {
        **{name: getattr(run, name) for name in names},
        **run.result.outcome,
        "bounds": run.bounds,
        "proved": run.proved,
        "schedule": run.schedule,
        "environments": environments,
        **{name: moment.isoformat() if moment else None for name, moment in times.items()},
    }
