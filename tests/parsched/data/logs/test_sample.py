"""The first rows of a table, and what a mapping makes of them."""

import io

import pyarrow as pa
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import ReadOptions, sample_of
from parsched.data.logs import Mapping
from parsched.data.logs.columns import seen
from parsched.data.logs.sample import BYTES, ROWS, TableSample
from tests.parsched.data.logs.samples import SAMPLES, as_parquet
from tests.parsched.data.logs.test_known import reading


def sample(content: bytes, name: str = "file.log") -> TableSample:
    """Return the first rows of a file as they come back from where they are kept."""
    return TableSample.from_bytes(sample_of(io.BytesIO(content), name=name).as_bytes())


@pytest.mark.parametrize("key", SAMPLES)
def test_what_is_seen_of_columns_reads_the_same_jobs(key: str) -> None:
    rows = sample(SAMPLES[key])
    columns, mapping = seen(rows.columns, rows.cells, rows.source)
    assert rows.is_whole
    assert {column.name for column in columns} == set(rows.columns)
    whole = reading(SAMPLES[key])
    for found in (rows.read(mapping, ReadOptions()), reading(SAMPLES[key], mapping=mapping)):
        assert found.format == key
        assert found.report == whole.report
        assert found.workload.ids.tolist() == whole.workload.ids.tolist()
        assert found.workload.unmodelled == whole.workload.unmodelled


def test_guesses_are_told_with_their_reasons_and_five_values() -> None:
    rows = sample(b"cores,elapsed,colour\n" + b"".join(b"%d,9,red\n" % i for i in range(9)))
    columns, mapping = seen(rows.columns, rows.cells, None)
    told = {column.name: column for column in columns}
    assert told["cores"].meanings[0].role == "processors"
    assert told["cores"].reason == "usual name of the processors"
    assert told["cores"].values == ("0", "1", "2", "3", "4")
    assert told["colour"].reason == "has no role: no usual name"
    assert mapping.columns.keys() == {"processors", "run"}


def test_resources_within_cells_are_named() -> None:
    rows = sample(b'run,TRES\n1,"cpu=4,gres/gpu:a100=2,mem=4G"\n', "x.csv")
    columns, _ = seen(rows.columns, rows.cells, None)
    assert columns[1].resources == ("cpu", "gres/gpu", "mem")


def test_a_sample_of_many_rows_is_not_whole() -> None:
    rows = sample(b"cores,run\n" + b"1,2\n" * (ROWS + 1))
    assert (len(rows.lines), rows.is_whole) == (ROWS, False)
    assert len(rows.read(None, ReadOptions()).workload) == ROWS


def test_lists_and_long_texts_of_a_sample_are_kept_short() -> None:
    rows = sample(
        as_parquet({"cores": [1], "run": [2], "power": [[1.0] * 9_000], "x": ["y" * 9_000]})
    )
    assert len(rows.as_bytes()) < 10_000


@pytest.mark.parametrize(
    "kind",
    [
        *(pa.string(), pa.large_string(), pa.binary(), pa.large_binary(), pa.binary(9_000)),
        *(pa.dictionary(pa.int32(), pa.string()), pa.dictionary(pa.int8(), pa.large_binary())),
    ],
    ids=str,
)
def test_long_cells_of_every_kind_are_cut(kind: pa.DataType) -> None:
    inner = kind.value_type if pa.types.is_dictionary(kind) else kind
    cells = pa.array([b"y" * 9_000] * 50, inner)
    cells = cells.dictionary_encode() if inner != kind else cells
    rows = sample(as_parquet({"cores": [1] * 50, "run": [2] * 50, "x": cells}))
    assert len(rows.as_bytes()) < 60_000
    assert len(rows.read(None, ReadOptions()).workload) == 50


def test_wide_rows_of_a_sample_are_fewer() -> None:
    wide = {f"x{i}": ["ü" * 1_000] * 100 for i in range(100)}
    rows = sample(as_parquet({"cores": [1] * 100, "run": [2] * 100, **wide}))
    assert len(rows.as_bytes()) < 1.1 * BYTES
    assert 0 < len(rows.lines) < 100
    assert len(rows.lines) == len(rows.rows)
    assert not rows.is_whole


def test_a_table_without_rows_has_no_sample() -> None:
    with pytest.raises(FormatError, match="holds no jobs"):
        sample(b"cores,run\n")


def test_what_is_remembered_counts_for_columns_of_those_names() -> None:
    mapping = Mapping.from_json({"columns": {"run": "length", "processors": "wide"}})
    asked: list[tuple[str, ...]] = []

    def remembered(columns: tuple[str, ...]) -> Mapping | None:
        asked.append(tuple(columns))
        return mapping if "wide" in columns else None

    found = reading(b"wide,length\n2,3\n", "x.txt", remembered=remembered)
    assert found.is_remembered
    assert found.workload.width.tolist() == [2]
    assert set(asked) == {("wide", "length")}
    assert not reading(b"cores,run\n2,3\n", "x.txt", remembered=remembered).is_remembered
