"""The Slurm simulator of UBCCR: events and tables."""

import pytest

from parsched.base.errors import FormatError
from tests.parsched.data.logs.slurm_simulator import EVENTS, FRAME, TRACE, event
from tests.parsched.data.logs.test_expected import Expected, check
from tests.parsched.data.logs.test_known import reading

VARIANTS = {
    "-1 runs until the limit; memory": (
        event("-jid 1 -sim-walltime 15 --uid=ann -t 00:07:00 -n 12 --ntasks-per-node=12 -A phys")
        + event("-jid 2 -sim-walltime -1 --uid=bob -t 00:16:00 -n 1 --mem=500000 -A bio", 60),
        Expected(
            "slurmsim-events",
            [1, 2],
            [0, 60],
            [15, 960],
            [12, 1],
            [420, 960],
            not_held=("memory",),
        ),
    ),
    "tasks, nodes and processors of a task": (
        event("-J jobid_1 -sim-walltime 5 -t 10 -n 6 -c 2")
        + event("-J jobid_2 -sim-walltime 5 -t 1-00 -N 2 --ntasks-per-node=12")
        + event("-J jobid_3 -sim-walltime 5 -t 10:30 --nodes 3")
        + event("-J jobid_4 -sim-walltime 5 --time=1:00:00 --ntasks=8 -N1-2")
        + event("-J jobid_5 -sim-walltime 5 -t 10 -n4"),
        Expected(
            "slurmsim-events",
            [1, 2, 3, 4, 5],
            [0] * 5,
            [5] * 5,
            [12, 24, 3, 8, 4],
            [600, 86_400, 630, 3600, 600],
        ),
    ),
    "comments, an array, another event, a line that is cut off": (
        "# two jobs\n"
        + event("-jid 1 -sim-walltime 5 -t 10 -n 2 -a 1-3 -d afterok:9")
        + "-dt 5 -e cancel_job | -jid 1\n-dt 7 -e submit_ba",
        Expected(
            "slurmsim-events",
            ["1_1", "1_2", "1_3"],
            [0] * 3,
            [5] * 3,
            [2] * 3,
            [600] * 3,
            {"other_record": 2},
            ("dependencies",),
        ),
    ),
    "what is not kept": (
        event("-jid 1 -sim-walltime 5 -t 10 -n 2 --gres=gpu:2")
        + event("-jid 2 -sim-walltime 5 -t 10 -n 2 -G 1 -p fat")
        + event("-jid 3 -sim-walltime 5 -t 10 -n 2 --licenses=matlab:1 -p main")
        + event("-jid 4 -sim-walltime 5 -t 10 -n 2 --exclusive -p main"),
        Expected(
            "slurmsim-events",
            [1, 2, 3, 4],
            [0] * 4,
            [5] * 4,
            [2] * 4,
            [600] * 4,
            not_held=("GPUs", "licences", "partitions", "node sharing"),
        ),
    ),
    "options that are missing or no numbers": (
        event("-jid 1 -sim-walltime 5 -n many")
        + event("-jid 2 -sim-walltime 5 --comment='stays open -n 2")
        + event("-jid 3 -t 10 -n 2")
        + event("-jid 4 -n 2", 3),
        Expected(
            "slurmsim-events",
            [2, 3],
            [0] * 2,
            [5, 600],
            [2, 2],
            [None, 600],
            {"no_processors": 1, "no_run_time": 1},
        ),
    ),
    "table": (
        "dt;job_id;wall_time;user;wall_limit;n_tasks;ntasks_per_node;account;partition;qos;"
        "constraint;mem;gres\n"
        "0;1001;0;user5;60;12;12;account2;normal;normal;;;\n"
        "1;1002;-1;user1;60;1;1;account1;normal;normal;;500000;\n"
        "2.5;1003;5;user4;60;1;1;account2;normal;normal;;;gpu:1\n"
        "3;1004;5;user4;60\n",
        Expected(
            "slurmsim-csv",
            [1001, 1002, 1003],
            [0, 1, 2.5],
            [0, 60, 5],
            [12, 1, 1],
            [60] * 3,
            {"wrong_number_of_cells": 1},
            ("memory", "GPUs"),
        ),
    ),
    "data frame": (
        FRAME.decode().replace("sim_submit_ts", "sim_other"),
        Expected("slurmsim-frame", [7, 8], [0, 10], [100, 50], [8, 4], [600, 1200]),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_gives_its_jobs(name: str) -> None:
    text, expected = VARIANTS[name]
    check(text.encode(), "trace.events", expected)


def test_inputs_of_a_simulator_have_no_recorded_schedule() -> None:
    assert all(reading(content).workload.recorded is None for content in (EVENTS, TRACE, FRAME))


def test_dependencies_of_the_data_frame_are_kept() -> None:
    rows = FRAME.decode().splitlines()
    rows[2] += "afterok:7"
    jobs = reading(("\n".join(rows) + "\n").encode()).workload
    assert jobs.after is not None
    assert (jobs.after.job.tolist(), jobs.after.before.tolist()) == ([1], [0])


def test_events_of_no_jobs_are_refused_in_a_sentence() -> None:
    with pytest.raises(FormatError, match="line 1"):
        reading(event("-jid 1").encode())
