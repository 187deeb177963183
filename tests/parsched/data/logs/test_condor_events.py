"""Event logs of HTCondor: jobs that are evicted, held, lost and begun again, in each form."""

from itertools import pairwise

import pytest

from parsched.base.errors import FormatError
from parsched.data.logs.families.condor_clock import YearlessClock
from tests.parsched.data.logs.condor_events import JOBS, WRITERS, Event, as_json, as_text
from tests.parsched.data.logs.samples import HTCONDOR, HTCONDOR_XML
from tests.parsched.data.logs.test_known import findings, reading
from tests.parsched.data.logs.written import FIRST

OTHER = (8, 0)


@pytest.mark.parametrize("form", WRITERS)
def test_each_form_gives_the_same_jobs(form: str) -> None:
    found = reading(WRITERS[form](JOBS).encode())
    jobs = found.workload
    assert found.format == "htcondor-events"
    assert jobs.ids.tolist() == ["7.0", "8.0"]
    assert jobs.release.tolist() == [0, 10]
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [5, 110]
    assert jobs.runtime.tolist() == [100, 50]
    assert jobs.width.tolist() == [8, 4]
    assert jobs.unmodelled == ()
    assert jobs.unix_start == (None if "without" in form else FIRST)
    assert ("no_year" in findings(found)) == ("without" in form)


RESTARTED = {
    "evicted": ((4, 65),),
    "held and released": ((12, 65), (13, 70)),
    "evicted, then held": ((4, 65), (12, 66), (13, 80)),
    "left by its shadow": ((7, 65),),
    "not reconnected": ((22, 40), (24, 65)),
    "begun again without a word": (),
}


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("why", RESTARTED)
def test_of_a_job_that_was_restarted_the_last_run_counts(why: str, form: str) -> None:
    middle = (Event(code, at) for code, at in RESTARTED[why])
    events = (Event(0, 0), Event(1, 5, cpus=2), *middle, Event(1, 90), Event(5, 190, cpus=2))
    found = reading(WRITERS[form](events).encode())
    jobs = found.workload
    assert jobs.release.tolist() == [0]
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [90]
    assert jobs.runtime.tolist() == [100]
    [again] = [each for each in found.report.findings if each.kind.key == "ran_before"]
    assert again.count == 1
    assert f"7.0 before ran {60 if RESTARTED[why] else 85} s" in again.sentence


def test_a_job_that_is_disconnected_for_a_while_runs_on() -> None:
    events = (Event(0, 0), Event(1, 5, cpus=2), Event(22, 40), Event(23, 60), Event(5, 105))
    found = reading(as_text(events).encode())
    assert found.workload.runtime.tolist() == [100]
    assert "ran_before" not in findings(found)


@pytest.mark.parametrize(
    ("events", "runtime", "left_out"),
    [
        ([(4, 65), (9, 200)], [60], {}),
        ([(9, 65)], [60], {}),
        ([(4, 65)], [], {"not_ended": 1}),
        ([(12, 65)], [], {"not_ended": 1}),
        ([(6, 65)], [], {"not_ended": 1}),
    ],
)
def test_a_job_that_was_removed_has_ended(
    events: list[tuple[int, float]], runtime: list[float], left_out: dict[str, int]
) -> None:
    removed = (Event(0, 0), Event(1, 5, cpus=2), *(Event(*each) for each in events))
    whole = (Event(0, 1, OTHER), Event(1, 5, OTHER, 1), Event(5, 15, OTHER))
    found = reading(as_text((*removed, *whole)).encode())
    assert found.workload.runtime.tolist() == [*runtime, 10]
    assert {each.kind.key: each.count for each in found.report.findings if each.kind.drops} == (
        left_out
    )


def test_a_job_that_never_ran_is_none() -> None:
    events = (Event(0, 0, OTHER), Event(9, 3, OTHER), *JOBS[:2], Event(5, 105))
    assert findings(reading(as_text(events).encode()))["never_started"] == 1


@pytest.mark.parametrize("form", ["text", "XML"])
def test_a_log_may_begin_after_the_submission_of_a_job(form: str) -> None:
    events = (Event(1, 0, OTHER, 2), Event(0, 1), Event(5, 2, OTHER), Event(1, 3), Event(5, 9))
    found = reading(WRITERS[form](events).encode())
    assert found.workload.ids.tolist() == ["7.0"]
    assert findings(found)["not_submitted"] == 1


def test_one_processor_where_no_event_tells_them_is_said() -> None:
    found = reading(as_text((Event(0, 0), Event(1, 5), Event(5, 15))).encode())
    assert found.workload.width.tolist() == [1]
    assert findings(found)["processors_not_told"] == 1


def test_a_parallel_job_has_the_processors_of_all_its_nodes() -> None:
    nodes = "".join(
        f"014 (007.000.000) 2025-03-01 00:00:04 Node {node} executing on host: <n>\n...\n"
        for node in range(3)
    )
    text = as_text((Event(0, 0),)) + nodes + as_text((Event(1, 5), Event(5, 15, cpus=4)))
    assert reading(text.encode()).workload.width.tolist() == [12]


def test_what_is_asked_for_and_not_kept_marks_the_workload() -> None:
    text = as_text(JOBS).replace(
        "\t   Disk",
        '\t   GPUs                 :                 2         2 "GPU-1,GPU-2"\n\t   Disk',
    )
    assert reading(text.encode()).workload.unmodelled == ("GPUs",)
    of_dag = as_text(JOBS).replace("...\n", "    DAG Node: B\n...\n", 1)
    assert reading(of_dag.encode()).workload.unmodelled == ("dependencies",)
    memory = as_text(JOBS).replace("\t   Disk (KB)", "\t   Memory (MB)")
    assert reading(memory.encode()).workload.unmodelled == ("memory",)


def test_helpers_that_bring_files_are_no_jobs() -> None:
    helper = "004 (007.-1000.000) 2025-03-01 00:00:50 Job was evicted.\n...\n"
    found = reading((as_text(JOBS[:3]) + helper + as_text(JOBS[3:])).encode())
    assert found.workload.runtime.tolist() == [100, 50]
    assert "ran_before" not in findings(found)


@pytest.mark.parametrize("form", ["text", "JSON over several lines", "XML"])
def test_what_is_cut_off_leaves_the_jobs_before(form: str) -> None:
    whole = WRITERS[form](JOBS)
    kept, told = set[str](), list[str]()
    for cut in range(1, len(whole), 97):
        try:
            kept |= set(reading(whole[:cut].encode(), source="htcondor-events").workload.ids)
        except FormatError as error:
            told.append(str(error))
    assert kept == {"7.0"}
    assert told
    assert all(10 < len(sentence) < 500 for sentence in told)
    cut_off = reading(as_json(JOBS)[:-20].encode())
    assert findings(cut_off)["cut_off"] == findings(cut_off)["not_ended"] == 1


def test_a_date_that_is_none_is_shown() -> None:
    text = as_text(JOBS, year=False).replace("03/01 00:01:45", "13/41 00:01:45")
    found = reading(text.encode())
    [told] = [each for each in found.report.findings if each.kind.key.startswith("unreadable")]
    assert "13/41 00:01:45" in told.sentence


@pytest.mark.parametrize(
    ("dates", "days"),
    [
        (("02/28", "03/01"), 1),
        (("02/28", "02/29", "03/01"), 2),
        (("12/31", "01/01"), 1),
        (("06/01", "12/31", "01/01", "03/01"), 273),
        (("02/29", "12/31", "02/28"), 365),
        (("02/29", "12/31", *("01/01", "06/30", "12/31") * 3, "01/01", "03/01"), 1462),
        (("12/31", "01/01", "12/31", "01/01"), 1),
        (("03/02", "03/01", "03/03"), 1),
    ],
)
def test_dates_without_years_go_on(dates: tuple[str, ...], days: int) -> None:
    clock = YearlessClock()
    told = [clock.seconds(date[:2], date[3:], "08:00:00") for date in dates]
    assert told[-1] == days * 86_400


def test_dates_without_years_keep_their_order_over_years() -> None:
    clock = YearlessClock()
    months = [clock.seconds(f"{month % 12 + 1:02}", "01", "00:00:00") for month in range(60)]
    passed = [float(later) - float(first) for first, later in pairwise(months)]
    assert {each / 86_400 for each in passed} == {28, 30, 31}


def test_the_history_as_xml_is_that_as_text() -> None:
    one, other = reading(HTCONDOR).workload, reading(HTCONDOR_XML).workload
    assert one.ids.tolist() == other.ids.tolist()
    assert one.recorded is not None
    assert other.recorded is not None
    assert one.recorded.tolist() == other.recorded.tolist()


def test_restarts_in_the_history_as_xml_are_told() -> None:
    again = HTCONDOR_XML.replace(
        f'JobCurrentStartDate"><r>{FIRST + 5}'.encode(),
        f'JobCurrentStartDate"><r>{FIRST + 45}'.encode(),
    )
    found = reading(again)
    assert found.workload.runtime.tolist() == [60, 50]
    assert findings(found)["ran_before"] == 1


@pytest.mark.parametrize(
    ("told", "runs", "before"),
    [
        ({"CompletionDate": 1_770_000_400, "LastRemoteWallClockTime": 0}, 100, 50),
        ({"EnteredCurrentStatus": 1_770_000_900, "JobStatus": 3}, 150, 0),
        ({"CompletionDate": 0, "EnteredCurrentStatus": 1_770_000_380, "JobStatus": 3}, 80, 70),
        ({"CompletionDate": 1_770_000_900, "LastRemoteWallClockTime": 90}, 90, 60),
        ({"CompletionDate": 1_770_000_900, "LastRemoteWallClockTime": 200}, 150, 0),
        ({"CompletionDate": 1_770_000_400, "RemoteWallClockTime": 0}, 100, 0),
    ],
)
def test_the_last_run_is_not_longer_than_all(
    told: dict[str, int], runs: float, before: float
) -> None:
    job = {"ClusterId": 1, "ProcId": 0, "QDate": 1_770_000_000, "JobStartDate": 1_770_000_100}
    job |= {"JobCurrentStartDate": 1_770_000_300, "RemoteWallClockTime": 150, "JobStatus": 4}
    text = "".join(
        f"{name} = {value}\n" for name, value in (job | {"RequestCpus": 2} | told).items()
    )
    found = reading(text.encode())
    assert found.workload.runtime.tolist() == [runs]
    sentences = [one.sentence for one in found.report.findings if one.kind.key == "ran_before"]
    assert [f"before ran {before} s" in one for one in sentences] == [True] * (before > 0)
