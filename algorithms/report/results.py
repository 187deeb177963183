"""The results: every run with its metrics, ratios to lower bounds, and what is proved."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from algorithms.bounds.registry import CRITERIA, TIMES
from algorithms.declare.parameters import Params, flattened, text
from algorithms.metrics import METRICS
from algorithms.record import Record
from algorithms.report.highlights import highlights
from algorithms.report.records import Records, Subject
from algorithms.report.registry import NoOptions, Report, report, wrong
from algorithms.report.standings import Row, Standings, standings_of
from algorithms.report.summary import sentence
from algorithms.report.table import ABSENT, Cell, Column, Table, raw_head, raw_table
from algorithms.result import Status

ABOUT_INSTANCE = ("estimates", "events", "deploy_seconds [s]", "deploy_extra [s]")
ABOUT_RUN = ("run", "algorithm", "params", *ABOUT_INSTANCE)
"""Heads of what `about_run` returns."""


def about_instance(about: Subject) -> list[Any]:
    """Return the rules and the deployment time that hold for all runs."""
    return [about.rules.estimates, about.rules.events, *about.deployment.values]


def about_run(record: Record, about: Subject) -> list[Any]:
    """Return label, algorithm and parameters of a run, and the rules that it is under."""
    told = [record.label, record.algorithm, params_text(record.params)]
    return [*told, *about_instance(about)]


def params_text(params: Mapping[str, Any]) -> str:
    """Write parameters as the command line takes them, such as "algorithm=gls,algorithm.lam=2"."""
    return ",".join(f"{name}={value}" for name, value in flattened(params).items())


def table_of(found: Standings) -> Table:
    """Return the results as people read them: a row for each run."""
    records = found.records
    ratios = [key for key in found.criteria if CRITERIA[key] in _shown(found)]
    columns = [
        Column(key="run", title="algorithm", is_number=False),
        *(
            Column(
                key=column.metric.key,
                title=column.title,
                unit=column.unit.name,
                better=column.metric.better,
            )
            for column in found.columns
        ),
        *(
            Column(
                key=f"{key} ratio",
                title=f"{METRICS[CRITERIA[key]].title} / bound",
                unit=_bounds(found, key),
                better="lower",
            )
            for key in ratios
        ),
    ]
    if found.has_optimality:
        columns += [
            Column(key="optimality", title="optimality", is_number=False),
            Column(key="seconds", title="computing time", unit=found.time_unit.name),
        ]
    return Table(
        key="results",
        columns=tuple(columns),
        rows=tuple(_row(found, row, ratios) for row in found.rows),
        about=records.about,
        has_units=True,
        has_proofs=True,
        data=_data(found),
    )


def _shown(found: Standings) -> set[str]:
    return {column.metric.key for column in found.columns}


def _bounds(found: Standings, criterion: str) -> str:
    """Return the names of the bounds of a criterion."""
    known = (row.ratios[criterion].bound for row in found.rows if criterion in row.ratios)
    return ", ".join(dict.fromkeys(known))


def _row(found: Standings, row: Row, ratios: list[str]) -> tuple[Cell, ...]:
    cells = [Cell(cell.text, cell.value, cell.best) for cell in row.cells]
    for key in ratios:
        ratio = row.ratios.get(key)
        cells.append(Cell(ratio.text, ratio.value, ratio.best) if ratio else Cell(ABSENT))
    if found.has_optimality:
        proof = row.optimality
        cells.append(Cell(proof.text, proof.gap, why=proof.reason) if proof else Cell(ABSENT))
        cells.append(Cell(found.time_text(row), row.record.seconds))
    return (Cell(label_of(row.record), row.record.key), *cells)


def label_of(record: Record) -> str:
    """Return the label, and whether somebody ended the run before it was finished."""
    label, status = record.label, record.status
    return f"{label} ({status})" if status == Status.STOPPED_EARLY else label


def _data(found: Standings) -> Table:
    """Return the results for programs: values in the metrics' own units, with all digits."""
    about = found.records.about
    units = {column.metric.key: column.metric.unit for column in found.columns}
    known = ["run", "algorithm", "version", "params", "state", *ABOUT_INSTANCE]
    lost = [", ".join(about.traits.unmodelled)] if about.traits.unmodelled else []
    last = [*_ratio_heads(found), *_optimality_heads(found), *["not kept of the jobs"][: len(lost)]]
    heads = {name: name for name in known}
    heads |= {key: raw_head(key, unit) for key, unit in units.items()}
    heads |= {name: name for name in last}
    rows = []
    for row in found.rows:
        record = row.record
        label, algorithm, params, *instance = about_run(record, about)
        rows.append(
            [
                *(label, algorithm, record.version, params, record.state, *instance),
                *(cell.value for cell in row.cells),
                *_ratio_values(found, row),
                *_optimality_values(found, row),
                *lost,
            ]
        )
    return raw_table("results", heads, rows)


def _ratio_heads(found: Standings) -> list[str]:
    heads = [
        head
        for key in found.criteria
        for head in (f"{key} ratio", f"{key} bound", f"{key} bound [{METRICS[CRITERIA[key]].unit}]")
    ]
    return [*heads, "on_front"] if heads else []


def _ratio_values(found: Standings, row: Row) -> list[Any]:
    values: list[Any] = []
    for key in found.criteria:
        ratio = row.ratios.get(key)
        values += (ratio.value, ratio.bound_key, ratio.bound_value) if ratio else (None,) * 3
    return [*values, row.on_front] if values else []


def _optimality_heads(found: Standings) -> list[str]:
    if not found.has_optimality:
        return []
    proved = _proved_criteria(found)
    heads = [head for key in proved for head in (f"{key} gap [fraction]", f"{key} certificate")]
    return [*heads, "seconds [s]", "status"]


def _optimality_values(found: Standings, row: Row) -> list[Any]:
    if not found.has_optimality:
        return []
    values: list[Any] = []
    for key in _proved_criteria(found):
        proof = row.certificates.get(key)
        values += [proof.gap, proof.text] if proof else [None, ""]
    return [*values, row.record.seconds, row.record.status]


def _proved_criteria(found: Standings) -> list[str]:
    return [key for key in CRITERIA if key in TIMES or key in found.criteria]


@dataclass(frozen=True, kw_only=True)
class ResultOptions(Params):
    """Which numbers, and against which run."""

    metrics: str = text(
        "",
        "Keys of metrics with commas between; what suits the jobs where there are none.",
        longest=2_000,
        commas=True,
    )
    baseline: str = text(
        "",
        "Key of the run that others are compared with; else the simplest.",
        longest=2_000,
        commas=True,
    )

    def standings(self, records: Records) -> Standings:
        """Return how records stand in these metrics against this run.

        Raises
        ------
        ParameterError
            For a metric or a run that is not there.
        """
        keys = [key for part in self.metrics.split(",") if (key := part.strip())]
        if unknown := [key for key in keys if key not in METRICS]:
            raise wrong("metrics", f"must be among {', '.join(METRICS)}", ", ".join(unknown))
        known = {record.key: record for record in records.done}
        known |= {record.label: record for record in reversed(records.done)} | known
        if self.baseline and self.baseline not in known:
            raise wrong("baseline", "must be a run with a result", self.baseline)
        baseline = known[self.baseline].key if self.baseline else None
        return standings_of(records, baseline=baseline, metrics=keys or None)


@report("results", title="Results", options=ResultOptions)
def results(records: Records, options: ResultOptions) -> Report:
    """Every run with its metrics, ratios to lower bounds, and what is proved."""
    found = options.standings(records)
    return Report(sentences=(sentence(found),), tables=(table_of(found),))


@report("summary", title="Summary")
def summary(records: Records, _: NoOptions) -> Report:
    """What came out in a sentence, and the few runs that are worth a look."""
    found = standings_of(records)
    keys, choice = highlights(found)
    few = replace(found, rows=tuple(row for row in found.rows if row.record.key in keys))
    notes = (f"Of {len(found.rows):,} runs: {choice}.",) if len(few.rows) < len(found.rows) else ()
    return Report(sentences=(sentence(found),), tables=(table_of(few),), notes=notes)
