"""The results: every run with its metrics, ratios to lower bounds, and what is proved."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from parsched.declare.parameters import Params, flattened, text
from parsched.measure.bounds.registry import CRITERIA, TIMES
from parsched.measure.metrics import METRICS
from parsched.report.highlights import highlights
from parsched.report.names import named
from parsched.report.records import Records, Subject
from parsched.report.registry import NoOptions, Report, report, wrong
from parsched.report.standings import Standings, StandingsRow, standings_of
from parsched.report.summary import sentence
from parsched.report.table import ABSENT, Cell, Column, Table, raw_head, raw_table
from parsched.run.record import OLDER, Record
from parsched.run.result import Status

ABOUT_INSTANCE = ("estimates", "events", "deploy_seconds [s]", "deploy_extra [s]", "systems")
ABOUT_RUN = ("run", "algorithm", "params", *ABOUT_INSTANCE)
"""Heads of what `about_run` returns."""


def about_instance(about: Subject) -> list[Any]:
    """Return the rules that hold for all runs, and the deployment time and the systems of the
    machine."""
    machine = [*about.deployment.values, about.platform.systems]
    return [about.rules.estimates, about.rules.events, *machine]


def about_run(record: Record, about: Subject) -> list[Any]:
    """Return label, algorithm and parameters of a run, and the rules that it is under."""
    texts = [record.label, record.algorithm, params_text(record.params)]
    return [*texts, *about_instance(about)]


def params_text(params: Mapping[str, Any]) -> str:
    """Write parameters as the command line takes them, such as "algorithm=gls,algorithm.lam=2"."""
    return ",".join(f"{name}={value}" for name, value in flattened(params).items())


def table_of(table: Standings) -> Table:
    """Return the results as people read them: a row for each run."""
    records = table.records
    ratios = [key for key in table.criteria if CRITERIA[key] in _metric_keys(table)]
    columns = [
        Column(key="run", title="algorithm", is_number=False),
        *(
            Column(
                key=column.metric.key,
                title=column.title,
                unit=column.unit.name,
                better=column.metric.better,
            )
            for column in table.columns
        ),
        *(
            Column(
                key=f"{key} ratio",
                title=f"{METRICS[CRITERIA[key]].title} / bound",
                unit=_bounds(table, key),
                better="lower",
            )
            for key in ratios
        ),
    ]
    if table.has_optimality:
        columns += [
            Column(key="optimality", title="optimality", is_number=False),
            Column(key="seconds", title="computing time", unit=table.time_unit.name),
        ]
    return Table(
        key="results",
        columns=tuple(columns),
        rows=tuple(_row(table, row, ratios) for row in table.rows),
        about=records.about,
        has_units=True,
        has_proofs=True,
        data=_data(table),
    )


def _metric_keys(table: Standings) -> set[str]:
    return {column.metric.key for column in table.columns}


def _bounds(table: Standings, criterion: str) -> str:
    """Return the names of the bounds of a criterion."""
    bounds = (row.ratios[criterion].bound for row in table.rows if criterion in row.ratios)
    return ", ".join(dict.fromkeys(bounds))


def _row(table: Standings, row: StandingsRow, ratios: list[str]) -> tuple[Cell, ...]:
    cells = [Cell(cell.text, cell.value, cell.best) for cell in row.cells]
    for key in ratios:
        ratio = row.ratios.get(key)
        cells.append(Cell(ratio.text, ratio.value, ratio.best) if ratio else Cell(ABSENT))
    if table.has_optimality:
        proof = row.optimality
        cells.append(Cell(proof.text, proof.gap, why=proof.reason) if proof else Cell(ABSENT))
        cells.append(Cell(table.time_text(row), row.record.seconds))
    return (Cell(label_of(row.record), row.record.key), *cells)


def label_of(record: Record) -> str:
    """Return the label, with a remark if the run was ended before it finished, if its schedule was
    made elsewhere, if that breaks rules, and if an older version computed it."""
    remarks = [record.status] if record.status == Status.STOPPED_EARLY else []
    remarks += [record.origin] if record.origin else []
    remarks += ["breaks rules"] if record.violation_count else []
    remarks += [OLDER] if record.outdated else []
    label = record.plain_label or record.label
    return f"{label} ({', '.join(remarks)})" if remarks else label


def _data(table: Standings) -> Table:
    """Return the results for programs: values in the metrics' own units, with all digits."""
    about = table.records.about
    units = {column.metric.key: column.metric.unit for column in table.columns}
    first = ["run", "algorithm", "version", "params", "state", *ABOUT_INSTANCE]
    lost = [", ".join(about.traits.unmodelled)] if about.traits.unmodelled else []
    given = ["made by", "violations"] if any(row.record.made_by for row in table.rows) else []
    last = [*_ratio_heads(table), *_optimality_heads(table), *given]
    last += ["not kept of the jobs"][: len(lost)]
    last += ["older version"] if table.records.outdated else []
    heads = {name: name for name in first}
    heads |= {key: raw_head(key, unit) for key, unit in units.items()}
    heads |= {name: name for name in last}
    rows = []
    for row in table.rows:
        record = row.record
        label, algorithm, params, *instance = about_run(record, about)
        rows.append(
            [
                *(label, algorithm, record.version, params, record.state, *instance),
                *(cell.value for cell in row.cells),
                *_ratio_values(table, row),
                *_optimality_values(table, row),
                *([record.made_by, record.violation_count] if given else []),
                *lost,
                *(["; ".join(record.outdated)] if table.records.outdated else []),
            ]
        )
    return raw_table("results", heads, rows)


def _ratio_heads(table: Standings) -> list[str]:
    heads = [
        head
        for key in table.criteria
        for head in (f"{key} ratio", f"{key} bound", f"{key} bound [{METRICS[CRITERIA[key]].unit}]")
    ]
    return [*heads, "on_front"] if heads else []


def _ratio_values(table: Standings, row: StandingsRow) -> list[Any]:
    values: list[Any] = []
    for key in table.criteria:
        ratio = row.ratios.get(key)
        values += (ratio.value, ratio.bound_key, ratio.bound_value) if ratio else (None,) * 3
    return [*values, row.on_front] if values else []


def _optimality_heads(table: Standings) -> list[str]:
    if not table.has_optimality:
        return []
    proved = _proved_criteria(table)
    heads = [head for key in proved for head in (f"{key} gap [fraction]", f"{key} certificate")]
    return [*heads, "seconds [s]", "status"]


def _optimality_values(table: Standings, row: StandingsRow) -> list[Any]:
    if not table.has_optimality:
        return []
    values: list[Any] = []
    for key in _proved_criteria(table):
        proof = row.certificates.get(key)
        values += [proof.gap, proof.text] if proof else [None, ""]
    return [*values, row.record.seconds, row.record.status]


def _proved_criteria(table: Standings) -> list[str]:
    return [key for key in CRITERIA if key in TIMES or key in table.criteria]


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
        by_name = named(records)
        if self.baseline and self.baseline not in by_name:
            raise wrong("baseline", "must be a run with a result", self.baseline)
        baseline = by_name[self.baseline].key if self.baseline else None
        return standings_of(records, baseline=baseline, metrics=keys or None)


@report("results", title="Results", options=ResultOptions)
def results(records: Records, options: ResultOptions) -> Report:
    """Every run with its metrics, ratios to lower bounds, and what is proved."""
    table = options.standings(records)
    return Report(sentences=tuple(sentence(table).split("\n")), tables=(table_of(table),))


@report("summary", title="Summary")
def summary(records: Records, _: NoOptions) -> Report:
    """What came out in a sentence, and the few runs that are worth a look."""
    table = standings_of(records)
    keys, choice = highlights(table)
    few = replace(table, rows=tuple(row for row in table.rows if row.record.key in keys))
    notes = (f"Of {len(table.rows):,} runs: {choice}.",) if len(few.rows) < len(table.rows) else ()
    told = tuple(sentence(table).split("\n"))
    return Report(sentences=told, tables=(table_of(few),), notes=notes)
