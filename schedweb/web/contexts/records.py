"""A comparison as JSON: the whole page for programs and for the shelf."""

from typing import Any

from schedweb.runs import trade_off_files
from schedweb.runs.environments import Rows, environments_of
from schedweb.runs.models import Comparison, Run
from schedweb.runs.pareto import Pareto
from schedweb.runs.ranking import Ranking, usual_metrics
from schedweb.runs.summary import sentence
from schedweb.runs.tables import build_table
from schedweb.runs.trade_offs import Trades

RUN_FIELDS = (
    "label",
    "algorithm",
    "version",
    "params",
    "state",
    "status",
    "error",
    "seconds",
    "cpu_seconds",
    "peak_memory",
    "metrics",
    "bounds",
    "versions",
    "sites",
    "grouping",
    "schedule",
)


def comparison_record(comparison: Comparison) -> dict[str, Any]:
    """Return title, workload, machine, rules, runs and the table with all metrics."""
    runs = list(comparison.runs.all())
    environments = environments_of(runs)
    table, trades = build_table(runs), Trades.of(comparison)
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
        },
        "rules": comparison.rules,
        "runs": [run_record(run, environments.get(run.pk, [])) for run in runs],
        "table": table.as_json(),
        "trade_offs": trade_off_files.as_json(trades) if trades else None,
        "pareto": Pareto.of(table).as_json(),
        "ranking": Ranking.of(comparison, usual_metrics(runs)).sheet("methods").as_json(),
    }


def run_record(run: Run, environments: Rows) -> dict[str, Any]:
    """Return what is known about a run with its environments."""
    times = {name: getattr(run, name) for name in ("queued", "started", "finished")}
    return {
        **{name: getattr(run, name) for name in RUN_FIELDS},
        "environments": environments,
        **{name: moment.isoformat() if moment else None for name, moment in times.items()},
    }
