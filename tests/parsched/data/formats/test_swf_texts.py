"""Text in SWF where the standard has numbers: several predecessors, and names."""

import io

import pytest

from parsched.data.formats import Reading, read
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
from tests.parsched.data.formats.lines import line, swf


def given(content: bytes) -> Reading:
    """Read content as SWF."""
    return read(io.BytesIO(content), name="x.swf")


class TestSeveralPredecessors:
    """Field 17 of SWF may name several jobs."""

    @pytest.mark.parametrize("cell", ["1&2", "1,2", "1;2", "1+2", "2&1"])
    def test_a_job_waits_for_all_of_them(self, cell: str) -> None:
        jobs = given(swf(line(), line(id=2, run=15), line(id=3, preceding=cell))).workload
        assert jobs.unmodelled == ()
        assert jobs.after is not None
        assert list(zip(jobs.after.job.tolist(), jobs.after.before.tolist(), strict=True)) == [
            (2, 0),
            (2, 1),
        ]
        best = solve(Instance(jobs, Platform.of(8)), "fcfs")
        assert best.metrics["makespan"] == 25
        assert best.certificates["makespan"].is_proof

    @pytest.mark.parametrize(
        ("think", "delays"), [(-1, [0, 0]), (5, [5, 5]), ("5&7", [5, 7]), ("2.5,7", [2.5, 7])]
    )
    def test_think_times_are_one_or_as_many(self, think: object, delays: list[float]) -> None:
        content = swf(line(), line(id=2), line(id=3, preceding="1&2", think=think))
        after = given(content).workload.after
        assert after is not None
        assert after.delay.tolist() == delays


class TestNames:
    """Names in SWF stay names."""

    def test_names_and_numbers_stand_side_by_side(self) -> None:
        content = swf(
            "; Queue: 3 batch",
            line(user="ann", queue=3),
            line(id=2, user=7, queue="batch"),
            line(id=3, user="ann", queue="debug"),
            line(id=4, user="?", queue=5),
        )
        jobs = given(content).workload
        assert jobs.user is not None
        assert jobs.queue is not None
        assert [jobs.user.name(i) for i in range(4)] == ["ann", "7", "ann", None]
        assert [jobs.queue.name(i) for i in range(4)] == ["batch", "batch", "debug", "5"]

    def test_a_finding_names_each_field(self) -> None:
        found = given(swf(line(user="ann", queue="q", status="done"))).report.findings
        kept, told = (
            next(f for f in found if f.kind.key == key)
            for key in ("names_instead_of_numbers", "text_instead_of_number")
        )
        assert [e.value for e in kept.examples] == ['"ann" (field 12)', '"q" (field 15)']
        assert [e.value for e in told.examples] == ['"done"']
        assert told.kind.field == "Status (field 11)"

    @pytest.mark.parametrize(
        ("at", "cell", "field"),
        [
            (1, "one", "Job number (field 1)"),
            (3, "soon", "Wait (field 3)"),
            (11, "done", "Status (field 11)"),
            (17, "1|2", "Preceding job (field 17)"),
            (17, "after", "Preceding job (field 17)"),
            (18, "long", "Think time (field 18)"),
        ],
    )
    def test_a_finding_speaks_of_its_own_field_alone(self, at: int, cell: str, field: str) -> None:
        cells = line(id=2).split()
        cells[at - 1] = cell
        found = given(swf(line(), " ".join(cells))).report.findings
        (told,) = (each for each in found if each.kind.key == "text_instead_of_number")
        said = f'{field} should be a number; taken as unknown (line 2: "{cell}")'
        assert told.sentence == said

    def test_long_names_are_told_apart(self) -> None:
        jobs = given(swf(line(user="a" * 90), line(id=2, user="a" * 91))).workload
        assert jobs.user is not None
        assert len(set(jobs.user.names)) == 2
        assert max(map(len, jobs.user.names)) <= 100

    def test_names_in_later_blocks_are_the_same(self) -> None:
        rows = [line(id=i, user=("ann", "bob", 4)[i % 3]) for i in range(1, 60_000)]
        jobs = given(swf(*rows)).workload
        assert jobs.user is not None
        assert [jobs.user.name(i) for i in (0, 1, 2, 59_996)] == ["bob", "4", "ann", "ann"]

    @pytest.mark.parametrize("number", [-2, -3, -9, -(1 << 40)])
    def test_a_negative_number_is_never_a_name_of_another_job(self, number: int) -> None:
        """Numbers below −1 say nothing, beside names, too."""
        lines = (line(user="ann"), line(id=2, user=number), line(id=3, user="bob"))
        users = given(swf(*lines)).workload.user
        assert users is not None
        assert [users.name(i) for i in range(3)] == ["ann", None, "bob"]
