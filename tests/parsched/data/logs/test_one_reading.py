"""A column is read in one way from its first row to its last, in whatever blocks a file is read."""

import io
import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsched.base.errors import FormatError
from parsched.data.files import source as files
from parsched.data.formats import Reading, read
from parsched.data.logs.tables import delimited, table
from tests.parsched.data.logs.test_known import findings

WHOLE = 1 << 20
SMALL = 64
"""Bytes of a block, which holds a few rows."""
ROWS = 60
PLACES = (0, 3, ROWS // 2, ROWS - 1)
"""Rows in the first block, between others and in the last one."""
TABLE, OWN = "id{0}cores{0}submit{0}elapsed\n", "id{0}procs{0}release{0}time\n"
"""Names of columns of a table, and of our own CSV."""

Blocks = Callable[[int], None]


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> Blocks:
    """Set the size of the blocks in which files are read."""

    def sized(size: int) -> None:
        monkeypatch.setattr(files, "BLOCK", size)
        monkeypatch.setattr(delimited, "BLOCK", size)
        rows = max(size // 16, 1)
        monkeypatch.setattr(table, "ROWS", rows)
        monkeypatch.setattr("parsched.data.logs.tables.records.ROWS", rows)

    return sized


def reading(names: str, cells: list[str], column: str = "run", sign: str = ";") -> Reading:
    """Read jobs whose run times or processors are some cells."""
    rows = (
        (str(i), *((cell, str(i), "9") if column == "width" else ("1", str(i), cell)))
        for i, cell in enumerate(cells, 1)
    )
    text = names.format(sign) + "".join(sign.join(row) + "\n" for row in rows)
    return read(io.BytesIO(text.encode()), name="jobs.csv")


def among(usual: str, odd: str, place: int) -> list[str]:
    """Return cells that are alike, but for one row's cell."""
    return [odd if i == place else usual for i in range(ROWS)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("names", [TABLE, OWN])
@pytest.mark.parametrize(
    ("usual", "proof", "sign", "seconds", "proved"),
    [
        ("1.234", "1.234.567", ";", 1_234, 1_234_567),
        ("1.234", "1.234.567", ",", 1_234, 1_234_567),
        ("1.234", "0.5", ";", 1.234, 0.5),
        ("1.234", "1234.567", ",", 1.234, 1_234.567),
        ("1,234", "1,234,567", ";", 1_234, 1_234_567),
        ("1,234", "1,234.5", "\t", 1_234, 1_234.5),
        ("1,234", "1,5", ";", 1.234, 1.5),
        ("1,234", "0,125", "\t", 1.234, 0.125),
        ("1.234", "1.234,5", ";", 1_234, 1_234.5),
        ('"1,234"', "234", ",", 1_234, 234),
        ("234", '"1,234"', ",", 234, 1_234),
        ("234", "1'234", ",", 234, 1_234),
        ("234", "1 234", ";", 234, 1_234),
    ],
)
def test_what_proves_how_run_times_are_read_may_stand_anywhere(
    blocks: Blocks,
    names: str,
    place: int,
    usual: str,
    proof: str,
    sign: str,
    seconds: float,
    proved: float,
) -> None:
    for size in (SMALL, WHOLE):
        blocks(size)
        found = reading(names, among(usual, proof, place), sign=sign)
        right = [proved if i == place else seconds for i in range(ROWS)]
        assert found.workload.runtime.tolist() == right


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("names", [TABLE, OWN])
@pytest.mark.parametrize(
    ("usual", "proof", "count", "proved"),
    [
        ("1.000", "1.024", 1_000, 1_024),
        ("4.000", "1.048.576", 4_000, 1_048_576),
        ("4.000", "16.0", 4, 16),
        ("2", "1,024", 2, 1_024),
        ("16", "4 cores", 16, 4),
    ],
)
def test_what_proves_how_processors_are_read_may_stand_anywhere(
    blocks: Blocks, names: str, place: int, usual: str, proof: str, count: int, proved: int
) -> None:
    for size in (SMALL, WHOLE):
        blocks(size)
        found = reading(names, among(usual, proof, place), "width")
        right = [proved if i == place else count for i in range(ROWS)]
        assert found.workload.width.tolist() == right


@pytest.mark.parametrize("names", [TABLE, OWN])
def test_columns_that_contradict_themselves_leave_out_what_may_be_either(
    blocks: Blocks, names: str
) -> None:
    cells = [*["1,234"] * ROWS, "1,5"]
    cells[2] = "1,234,567"
    for size in (SMALL, WHOLE):
        blocks(size)
        found = reading(names, cells)
        assert found.workload.runtime.tolist() == [1_234_567, 1.5]
        assert found.report.dropped == ROWS - 1
        sentences = {each.kind.key: each.sentence for each in found.report.findings}
        assert '"1,5", "1,234,567", "1,234"' in sentences["commas_contradict"]
        [left_out] = [each for each in found.report.findings if each.kind.drops]
        assert 'line 2: "1,234"' in left_out.sentence


@pytest.mark.parametrize("names", [TABLE, OWN])
def test_one_decimal_point_makes_all_points_decimal_ones(blocks: Blocks, names: str) -> None:
    cells = ["1.234.567", *["1.234"] * ROWS, "0.5"]
    for size in (SMALL, WHOLE):
        blocks(size)
        found = reading(names, cells)
        assert set(found.workload.runtime.tolist()) == {1.234, 0.5}
        [left_out] = [each for each in found.report.findings if each.kind.drops]
        assert "1.234.567" in left_out.sentence


@pytest.mark.parametrize("names", [TABLE, OWN])
def test_parts_of_processors_are_left_out_wherever_they_stand(blocks: Blocks, names: str) -> None:
    cells = [*["1.000"] * 5, "1.024", *["1.000"] * ROWS, "4.0"]
    for size in (SMALL, WHOLE):
        blocks(size)
        found = reading(names, cells, "width")
        assert set(found.workload.width.tolist()) == {1, 4}
        [left_out] = [each for each in found.report.findings if each.kind.drops]
        assert left_out.sentence.endswith("(line 7: 1.024)")


@pytest.mark.parametrize("names", [TABLE, OWN])
def test_a_comma_that_nothing_decides_is_left_out_by_name(blocks: Blocks, names: str) -> None:
    for size in (SMALL, WHOLE):
        blocks(size)
        found = reading(names, among("234", "1,234", ROWS // 2))
        assert set(found.workload.runtime.tolist()) == {234}
        [left_out] = [each for each in found.report.findings if each.kind.drops]
        assert f'(line {ROWS // 2 + 2}: "1,234")' in left_out.sentence


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("usual", ["03/02/2026 08:00:00", "2026-02-03 08:00:00", "Unknown"])
def test_dates_have_one_order_wherever_it_is_proved(blocks: Blocks, usual: str, place: int) -> None:
    cells = among(usual, "14/02/2026 08:00:00", place)
    cells[ROWS // 2 + 1] = "05/02/2026 08:00:00"
    text = "id|cores|submit|elapsed\n" + "".join(f"{i}|1|{c}|9\n" for i, c in enumerate(cells))
    for size in (SMALL, WHOLE):
        blocks(size)
        found = read(io.BytesIO(text.encode()), name="jobs.csv").workload
        days = np.unique(found.release).tolist()
        first = 5 if usual == "Unknown" else 3
        assert days == [86_400.0 * (day - first) for day in sorted({first, 5, 14})]


def test_dates_by_their_digits_are_dates_beside_others(blocks: Blocks) -> None:
    cells = [*["20260214081500"] * ROWS, "2026-02-14 08:15:01", "1771056902"]
    text = "JobID|Submit|Start|Elapsed|NCPUS\n" + "".join(
        f"{i}|{c}|{c}|9|1\n" for i, c in enumerate(cells)
    )
    for size in (SMALL, WHOLE):
        blocks(size)
        found = read(io.BytesIO(text.encode()), name="jobs.csv").workload
        assert np.unique(found.release).tolist() == [0, 1, 2]


@pytest.mark.parametrize("place", PLACES)
def test_records_are_read_in_one_way(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for rows in (3, ROWS):
        monkeypatch.setattr(table, "ROWS", rows)
        monkeypatch.setattr("parsched.data.logs.tables.records.ROWS", rows)
        jobs = [
            {"id": i, "cores": 1, "submit": i, "elapsed": cell}
            for i, cell in enumerate(among("1.234", "1.234.567", place))
        ]
        text = "\n".join(map(json.dumps, jobs))
        found = read(io.BytesIO(text.encode()), name="jobs.jsonl").workload
        right = [1_234_567 if i == place else 1_234 for i in range(ROWS)]
        assert found.runtime.tolist() == right


CELLS = st.sampled_from(
    [
        *("1.234", "1.234.567", "0.5", "12.5", "1,234", "1,234,567", "1,5", "1.234,5", "1,234.5"),
        *("7", "1'234", "1 234", "90:00", "1h 30m", "2.5h", "Unknown", "", "1,23,4", "16 cores"),
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(CELLS, min_size=1, max_size=40),
    st.sampled_from([TABLE, OWN]),
    st.sampled_from(["run", "width"]),
    st.sampled_from([";", "\t"]),
)
def test_blocks_change_nothing(
    blocks: Blocks, cells: list[str], names: str, column: str, sign: str
) -> None:
    told: list[tuple[object, ...]] = []
    for size in (SMALL, 3 * SMALL, WHOLE):
        blocks(size)
        try:
            found = reading(names, ["60", *cells], column, sign)
        except FormatError as error:
            told.append((str(error),))
            continue
        jobs, said = found.workload, findings(found)
        told.append((jobs.ids.tolist(), jobs.width.tolist(), jobs.runtime.tolist(), said))
    assert told[0] == told[1] == told[2]
