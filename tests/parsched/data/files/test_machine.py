"""How large a machine must have been, by what its log says ran at the same time."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.data.files import machine
from parsched.data.files.machine import least_machine
from tests.parsched.data.logs.test_known import reading
from tests.parsched.factories import moldable, rigid

ROWS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5), st.integers(0, 9)), min_size=1)


@pytest.mark.parametrize("block", [1, 3, machine.BLOCK])
@pytest.mark.parametrize("buckets", [1, 2, machine.BUCKETS])
@given(rows=ROWS)
def test_it_is_the_most_that_was_busy_at_any_start(
    block: int, buckets: int, rows: list[tuple[int, int, int]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "BLOCK", block)
        patch.setattr(machine, "BUCKETS", buckets)
        jobs = rigid(*((0, width, run) for width, run, _ in rows))
        start = np.array([float(start) for _, _, start in rows])
        found = least_machine(replace(jobs, recorded=start))
    counted = [
        sum(width for width, run, begun in rows if begun <= at < begun + run) for _, _, at in rows
    ]
    assert found == max(*counted, *(width for width, _, _ in rows))


def test_a_log_without_starts_says_the_widest_job() -> None:
    jobs = rigid((0, 3, 5), (0, 2, 5))
    assert least_machine(jobs) == 3
    assert least_machine(replace(jobs, recorded=np.array([np.nan, 0.0]))) == 3
    choosing = moldable((4.0, 2.0, 1.0))
    assert least_machine(choosing) == choosing.widest


@pytest.mark.parametrize(
    "content",
    [
        b"id|cores|start|elapsed\n1|2|0|10\n2|3|5|10\n3|4|15|1\n",
        b"1 0 0 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n"
        b"2 5 0 10 3 -1 -1 3 20 -1 1 4 1 -1 1 -1 -1 -1\n",
        b"id,procs,time,release,start\n1,2,10,0,0\n2,3,10,5,5\n",
    ],
)
def test_a_file_that_does_not_say_its_machine_is_read_so(content: bytes) -> None:
    assert reading(content).processors == 5


def test_the_size_that_a_header_states_counts() -> None:
    line = b"1 0 0 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n"
    assert reading(b"; MaxProcs: 64\n" + line).processors == 64
