"""The bounds beside a run."""

from dataclasses import replace

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.report.bounds import bound_groups
from parsched.report.records import Records
from parsched.run.solve import solve
from tests.parsched.factories import rigid


def test_bounds_are_in_the_unit_of_what_the_run_has_reached() -> None:
    on = Instance(rigid((0, 4, 90), (0, 4, 60), (30, 2, 600)), Platform.of(4))
    records = Records.of([("fcfs", solve(on, "fcfs"))])
    [record] = records.done
    units = {}
    for wait in (50.0, 50_000.0):
        slow = replace(record, metrics={**record.metrics, "mean_wait": wait})
        [group] = [g for g in bound_groups(slow, records) if g.metric.key == "mean_wait"]
        assert any(row.value for row in group.rows)
        units[wait] = group.unit.name
    assert units == {50.0: "s", 50_000.0: "h"}
