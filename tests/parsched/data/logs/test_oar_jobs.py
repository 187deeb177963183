"""Jobs of OAR as JSON, as its versions and its API give them."""

import json
from typing import Any

import pytest

from parsched.base.errors import FormatError
from tests.parsched.data.logs.batch_systems import OAR, OAR_JSON, oar_job
from tests.parsched.data.logs.test_known import findings, reading
from tests.parsched.data.logs.written import FIRST

ONE, OTHER = oar_job(7, 0, 5, 100, 8), oar_job(8, 10, 110, 50, 4)


def by_number(*jobs: dict[str, Any]) -> dict[str, Any]:
    """Return jobs by their numbers."""
    return {str(job.get("Job_Id", job.get("id"))): job for job in jobs}


def renamed(job: dict[str, Any]) -> dict[str, Any]:
    """Return a job as `oarstat --gantt` names what it says, without its number."""
    kept = {name: job[name] for name in ("state", "command", "properties", "walltime")}
    return {
        **kept,
        "job_type": "PASSIVE",
        "user": job["owner"],
        "queue_name": job["queue"],
        "launching_directory": "/home/ann",
        "submission_time": job["submissionTime"],
        "start_time": job["startTime"],
        "stop_time": job["stopTime"],
        "resources": job["assigned_resources"],
        "network_addresses": job["assigned_network_address"],
    }


def as_text(job: dict[str, Any]) -> dict[str, Any]:
    """Return a job whose numbers are text, as older versions write them."""
    return {name: str(of) if isinstance(of, int) else of for name, of in job.items()}


RESOURCES = [{"resource_id": id, "type": "default"} for id in range(16)]
GANTT = {
    "resources": [*RESOURCES, {"resource_id": 99, "type": "storage"}],
    "jobs": {"7": renamed(ONE), "8": renamed(OTHER)},
    "dead_resources": {},
}
FORMS = {
    "oarstat -J": by_number(ONE, OTHER),
    "numbers as text": by_number(as_text(ONE), as_text(OTHER)),
    "oarstat -J --gantt": GANTT,
    "details below one key": {"jobs": by_number(ONE, OTHER)},
    "the API": {"items": [ONE, OTHER], "total": 2, "offset": 0},
    "a list": [ONE, OTHER],
    "resources as objects": [
        {**job, "assigned_resources": [{"id": id} for id in job["assigned_resources"]]}
        for job in (ONE, OTHER)
    ],
    "resources that come twice": [
        {**job, "assigned_resources": job["assigned_resources"] * 2} for job in (ONE, OTHER)
    ],
    "without a walltime, which the message has": [
        {name: of for name, of in job.items() if name != "walltime"} for job in (ONE, OTHER)
    ],
    "without a walltime, which was wanted": [
        {
            **job,
            "walltime": None,
            "message": "",
            "wanted_resources": "-l \"{type = 'default'}/resource_id=8,walltime=0:10:0\" ",
        }
        for job in (ONE, OTHER)
    ],
}


@pytest.mark.parametrize("indent", [None, 3])
@pytest.mark.parametrize("form", FORMS)
def test_each_form_gives_the_same_jobs(form: str, indent: int | None) -> None:
    found = reading(json.dumps(FORMS[form], indent=indent).encode())
    jobs = found.workload
    assert found.format == "oar-json"
    assert [str(id) for id in jobs.ids] == ["7", "8"]
    assert jobs.release.tolist() == [0, 10]
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [5, 110]
    assert jobs.runtime.tolist() == [100, 50]
    assert jobs.width.tolist() == [8, 4]
    assert jobs.estimate.tolist() == [600, 600]
    assert jobs.unix_start == FIRST
    assert found.processors == (16 if "gantt" in form else 8)
    assert found.report.dropped == 0


def test_one_job_is_a_file() -> None:
    assert reading(json.dumps(ONE, indent=3).encode()).workload.runtime.tolist() == [100]


def test_it_is_the_same_as_the_trace() -> None:
    one, other = reading(OAR).workload, reading(OAR_JSON).workload
    assert one.runtime.tolist() == other.runtime.tolist()
    assert one.estimate.tolist() == other.estimate.tolist()


@pytest.mark.parametrize(
    ("changes", "left_out"),
    [
        ({"state": "Running", "stopTime": 0}, "not_ended"),
        ({"state": "Suspended", "stopTime": 0}, "not_ended"),
        ({"state": "Waiting", "startTime": 0, "stopTime": 0}, "not_ended"),
        ({"state": "toAckReservation", "startTime": 0, "stopTime": 0}, "not_ended"),
        ({"state": "Hold", "startTime": 0, "stopTime": 0}, "not_ended"),
        ({"state": "Error", "startTime": 0, "stopTime": FIRST + 9}, "never_started"),
    ],
)
def test_jobs_that_did_not_run_to_an_end_are_left_out(
    changes: dict[str, Any], left_out: str
) -> None:
    found = reading(json.dumps(by_number(oar_job(9, 20, **changes), ONE, OTHER)).encode())
    assert len(found.workload) == 2
    assert findings(found)[left_out] == 1


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, "completed"),
        ({"exit_code": 256}, "failed"),
        ({"exit_code": None}, "completed"),
        ({"state": "Error"}, "failed"),
    ],
)
def test_how_a_job_ended(changes: dict[str, Any], status: str) -> None:
    jobs = reading(json.dumps(by_number(oar_job(7, **changes), OTHER)).encode()).workload
    assert jobs.status is not None
    assert jobs.status.name(0) == status


@pytest.mark.parametrize(
    ("changes", "lost"),
    [
        ({"wanted_resources": "-l \"{type = 'default'}/gpunum=1,walltime=1:0:0\" "}, ("GPUs",)),
        ({"wanted_resources": '-l "{memcore > 2000}/core=1,walltime=1:0:0" '}, ("constraints",)),
        ({"properties": "cluster = 'big'"}, ("constraints",)),
        ({"properties": "type = 'default'"}, ()),
        ({"reservation": "Scheduled"}, ("reservations",)),
        ({"types": ["timesharing=user,name"]}, ("node sharing",)),
        ({"types": ["container"]}, ("node sharing",)),
        ({"types": ["besteffort"]}, ()),
        ({"dependencies": [99]}, ("dependencies",)),
        ({"licenses": "matlab"}, ("licences",)),
        ({"assigned_network_address": ["n1", "n2"]}, ("nodes",)),
    ],
)
def test_what_is_not_kept_marks_the_workload(changes: dict[str, Any], lost: Any) -> None:
    found = reading(json.dumps(by_number(ONE, oar_job(8, 10, cpus=8, **changes))).encode())
    assert found.workload.unmodelled == lost


def test_a_job_waits_for_those_that_it_depends_on() -> None:
    jobs = reading(json.dumps(by_number(ONE, {**OTHER, "dependencies": [7]})).encode()).workload
    assert jobs.after is not None
    assert (jobs.after.job.tolist(), jobs.after.before.tolist()) == ([1], [0])


@pytest.mark.parametrize(
    "document",
    [
        {"7": {**ONE, "state": "Running"}},
        {"7": ONE, "8": 3},
        {"jobs": [ONE, "x"]},
        {"jobs": {"7": {"submission_time": 1}, "8": None}},
        [{"submissionTime": 0, "assigned_resources": []}],
    ],
)
def test_what_holds_no_jobs_is_refused_in_a_sentence(document: Any) -> None:
    with pytest.raises(FormatError) as caught:
        reading(json.dumps(document).encode(), source="oar-json")
    assert 10 < len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("resources", "width"),
    [
        ({"1": {}, "2": {}}, 2),
        ({"1": {"id": 9}, "2": {"id": 9}}, 2),
        ("1 2 3", 3),
        ("1,2, 3", 3),
        ("1 + 2 + 2", 2),
        ("r1", 1),
        (["1"], 1),
    ],
)
def test_resources_may_be_listed_in_other_ways(resources: Any, width: int) -> None:
    one = {**ONE, "assigned_resources": resources}
    found = reading(json.dumps(by_number(one, OTHER)).encode())
    assert found.workload.width.tolist() == [width, 4]


@pytest.mark.parametrize("resources", [5, 5.0, "5", " 7 "])
def test_a_number_is_no_list_of_resources(resources: Any) -> None:
    one = {**ONE, "assigned_resources": resources}
    found = reading(json.dumps(by_number(one, OTHER)).encode())
    assert [str(id) for id in found.workload.ids] == ["8"]
    [told] = [each for each in found.report.findings if each.kind.key == "no_processors"]
    assert f"{resources} is no list" in told.sentence
