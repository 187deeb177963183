"""What is said of the columns of a log: those alone that its file has, each as read or not."""

import io

import pytest

from parsched.data.files.source import FileLimits
from parsched.data.formats import read
from parsched.data.logs import SOURCES
from parsched.data.logs.reading import opened
from tests.parsched.data.logs.samples import SAMPLES
from tests.parsched.data.logs.test_told_once import pbs

MADE = sorted(SAMPLES.keys() & {key for key, each in SOURCES.items() if each.open is not None})
_RESOURCES = "Resource_List.mem=8gb Resource_List.ngpus=1 resources_used.walltime=00:01:00"


def columns(content: bytes) -> tuple[dict[str, str], set[str]]:
    """Return the roles of columns by their names, and what is told of as not read."""
    found = read(io.BytesIO(content), name="x")
    assert found.mapping is not None
    unread = (each for each in found.report.findings if each.kind.key == "unread_column")
    return found.mapping.roles, {each.value.strip('"') for f in unread for each in f.examples}


def test_columns_of_pbs_that_no_record_fills_are_not_listed() -> None:
    roles, unread = columns(pbs(_RESOURCES))
    assert {"memory", "gpus", "asked"} <= roles.keys()
    missing = {"after", "sharing", "reservation", "constraint", "resources", "nodes", "ncpus"}
    assert not missing & roles.keys()
    assert unread == {"resources_used.walltime"}


@pytest.mark.parametrize(
    ("resources", "column"),
    [
        ("Resource_List.nodect=2", "nodes"),
        ("depend=afterok:1.srv", "after"),
        ("Resource_List.place=excl", "sharing"),
        ("Resource_List.fpga=1", "resources"),
        ("resvID=R7", "reservation"),
        ("resources_used.ncpus=4", "ncpus"),
        ("Exit_status=1", "state"),
    ],
)
def test_a_value_that_is_read_is_a_column_and_not_told_as_unread(
    resources: str, column: str
) -> None:
    first, others = pbs("").decode().split("\n", 1)
    content = f"{first} {resources}\n{others}".encode()
    roles, unread = columns(content)
    assert column in roles
    assert not unread
    assert column not in columns(pbs(""))[0]


@pytest.mark.parametrize("key", MADE)
def test_no_source_lists_columns_that_its_file_lacks(key: str) -> None:
    content = SAMPLES[key]
    roles, unread = columns(content)
    table = opened(content, iter((content,)), FileLimits(), SOURCES[key]).table
    cells = [row for rows, _ in table.batches(table.columns) for row in rows.to_pylist()]
    filled = {name for row in cells for name, cell in row.items() if cell is not None}
    assert roles
    assert roles.keys() <= filled
    assert not unread & roles.keys()


def test_values_of_lsf_that_are_read_are_not_told_as_unread() -> None:
    assert columns(SAMPLES["lsf"])[1] == set()
