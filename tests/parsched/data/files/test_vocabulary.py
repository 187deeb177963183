"""What columns are called: one vocabulary for strict and free tables."""

import io
from pathlib import Path

import pytest

from parsched.data.files.vocabulary import ALIASES, Meant, meant
from parsched.data.formats import Reading, read
from tests.parsched.data.logs.test_known import findings, reading

SWF = {
    "Job Number": "id",
    "Submit Time": "submit",
    "Wait Time": "wait",
    "Run Time": "run",
    "Number of Allocated Processors": "processors",
    "Average CPU Time Used": "",
    "Used Memory": "memory",
    "Requested Number of Processors": "asked",
    "Requested Time": "estimate",
    "Requested Memory": "memory",
    "Status": "state",
    "User ID": "user",
    "Group ID": "group",
    "Executable (Application) Number": "executable",
    "Queue Number": "queue",
    "Partition Number": "partition",
    "Preceding Job Number": "after",
    "Think Time from Preceding Job": "delay",
}
"""The fields of the Standard Workload Format, version 2.2, as it calls them."""


@pytest.mark.parametrize(("name", "role"), SWF.items())
def test_the_fields_of_swf_are_known_by_their_names(name: str, role: str) -> None:
    assert meant(name).role == role
    assert meant(name.lower().replace(" ", "_")).role == role


@pytest.mark.parametrize(
    ("role", "names"),
    {
        "processors": "num_cores num_cpus nb_procs slots ntasks NumTasks cpu_count cores_allocated "
        "AllocatedCores total_cores job_cores CPUs-used vcpus_count n_procs",
        "asked": "requested_cores req_cpus cores_requested requested_number_of_cpus num_cpus_req",
        "nodes": "num_hosts node_count allocated_nodes total_nodes nodes_requested",
        "submit": "t_submit submission_date submit_ts submittedAt job_submit_time arrival_date "
        "release_ts enqueued_at r_j",
        "start": "started_at start_ts t_start date_start launch_time StartDate",
        "end": "finish_time ended_at end_ts stop_time completion_date FinishDate",
        "wait": "wait_in_queue queue_wait_time waiting_duration",
        "estimate": "max_walltime run_limit requested_run_time expected_runtime walltime_limit",
        "run": "exec_time actual_runtime time_used job_duration walltime_used run_seconds p_j",
        "gpus": "gpu_count allocated_gpus requested_gpus",
        "": "notes max_cores cpu_time user_time cpu_used weekend start_node end_state timestamp",
    }.items(),
)
def test_names_are_composed_of_usual_words(role: str, names: str) -> None:
    assert {name: meant(name).role for name in names.split()} == dict.fromkeys(names.split(), role)


def test_a_unit_behind_a_name_counts_for_times_only() -> None:
    assert meant("exec_time (ms)").unit == "ms"
    assert meant("max_walltime_h") == Meant("estimate", meant("max_walltime").rank, "h")
    assert meant("num_cores_h").role == ""


def test_an_alias_stands_for_one_role() -> None:
    names = [name for text in ALIASES.values() for name in text.split()]
    assert len(set(names)) == len(names)


def test_submissions_beside_procs_and_time_are_releases(shared: Path) -> None:
    jobs = read(shared / "cases" / "outside" / "06-table-procs-time.csv").workload
    assert jobs.release.tolist() == [0, 300, 650]
    assert jobs.estimate.tolist() == [200, 200, 100]


def test_cores_and_finish_times_are_known(shared: Path) -> None:
    jobs = read(shared / "cases" / "outside" / "11-columns-num-cores.csv").workload
    assert jobs.width.tolist() == [4, 16]
    assert jobs.runtime.tolist() == [60, 600]


_ROW = "a,0,2,10,20\nb,30,1,5,9\n"


@pytest.mark.parametrize(
    "header",
    [
        "id,submit_time,procs,time,walltime",
        "id,arrival,procs,time,estimate",
        "id,release,procs,time,requested_time",
        "job_id,Submit Time,procs,time,time_limit (s)",
        "id,t_submit,procs,time,max_walltime",
        "Job Number,Submit Time,Number of Allocated Processors,Run Time,Requested Time",
        "id,release,num_cores,time,estimate",
        "id,release,procs,exec_time,estimate",
    ],
)
def test_strict_and_other_names_may_stand_side_by_side(header: str) -> None:
    jobs = reading(f"{header}\n{_ROW}".encode(), "x.csv").workload
    assert jobs.release.tolist() == [0, 30]
    assert (jobs.width.tolist(), jobs.runtime.tolist()) == ([2, 1], [10, 5])
    assert jobs.estimate.tolist() == [20, 9]


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        ("num_cores,submit_time,run_time,slots", ("2,0,10,9", "4,1,20,9")),
        ("slots,num_cores,submit_time,run_time", ("9,2,0,10", "9,4,1,20")),
        ("cores,num_processors,submit,run", ("9,2,0,10", "9,4,1,20")),
        ("procs_alloc,cores,submit,run_time,elapsed", ("2,9,0,7,10", "4,9,1,7,20")),
        ("cores,submit,release,run,elapsed", ("2,9,0,7,10", "4,9,1,7,20")),
        ("cores,submit,run_time,duration", ("2,0,7,10", "4,1,7,20")),
    ],
)
def test_a_constant_column_does_not_win_over_one_that_varies(
    header: str, rows: tuple[str, str]
) -> None:
    jobs = reading("\n".join((header, *rows, "")).encode(), "x.csv").workload
    assert jobs.release.tolist() == [0, 1]
    assert (jobs.width.tolist(), jobs.runtime.tolist()) == ([2, 4], [10, 20])


def test_usual_names_decide_where_all_columns_are_constant_or_all_vary() -> None:
    constant = reading(b"num_cores,submit,run,slots\n2,0,10,9\n2,1,20,9\n", "x.csv").workload
    assert constant.width.tolist() == [9, 9]
    varying = reading(b"num_cores,submit,run,slots\n2,0,10,9\n3,1,20,8\n", "x.csv").workload
    assert varying.width.tolist() == [9, 8]


def _as_csv(text: str) -> Reading:
    return read(io.BytesIO(text.encode()), name="x.csv", format="csv")


def test_a_table_that_is_said_to_be_csv_has_the_same_vocabulary() -> None:
    jobs = _as_csv(f"jobid,submit_time,num_cores,run_time,walltime\n{_ROW}").workload
    assert jobs.release.tolist() == [0, 30]
    assert (jobs.width.tolist(), jobs.estimate.tolist()) == ([2, 1], [20, 9])
    own = _as_csv("procs,cores,time,elapsed,state\n1,9,2,9,ok\n")
    assert (own.workload.width.tolist(), own.workload.runtime.tolist()) == ([1], [2])
    assert own.workload.status is not None
    assert findings(own) == {"unknown_column": 2}


def test_what_strict_tables_cannot_hold_is_read_as_a_free_table() -> None:
    found = reading(b"procs,time,memory,release\n1,2,4G,7\n", "x.csv")
    assert found.workload.unmodelled == ("memory",)
    dated = reading(b"procs,time,submit_time\n1,2,2026-02-14 08:00\n1,2,2026-02-14 09:00\n")
    assert dated.workload.release.tolist() == [0, 3600]
    ended = reading(b"procs,time,submit,start,end,environment\n1,10,0,5,15,debian\n")
    assert ended.workload.environment is not None
    assert ended.workload.recorded is not None
    assert ended.workload.recorded.tolist() == [5]


def test_a_job_without_an_id_has_the_number_of_its_line() -> None:
    found = reading(b"id,cores,run\na,1,2\n,1,3\n")
    assert found.workload.ids.tolist() == [2, 3]
    assert findings(found) == {"job_numbers": 1}
