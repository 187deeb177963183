"""Workloads over the API: files in, reports out."""

import gzip
import json

import pytest
from pytest_django import Settings

from schedweb.workloads.models import Upload, Workload
from tests import factories
from tests.api.caller import Caller
from tests.factories import SWF
from tests.parsched.data.logs.samples import SAMPLES

BROKEN = SWF + b"4 7 -1 ten 2 -1 -1 2 4 -1 1 3 1 -1 1 -1 -1 -1\n"

APPLICATIONS = b"""; MaxProcs: 4
1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 7 1 -1 -1 -1
2 5 -1 10 4 -1 -1 4 20 -1 1 4 1 8 1 -1 -1 -1
"""
"""Two jobs with users, executables and a queue, and no partition."""


def test_a_file_becomes_a_workload_with_its_report(alice: Caller) -> None:
    answer = alice.upload(content=gzip.compress(BROKEN), name="three.swf.gz", name_="")
    assert answer.status == 400, "name_ is not a field"
    answer = alice.upload(content=gzip.compress(BROKEN), name="three.swf.gz")
    assert answer.status == 201
    made = answer.json
    assert (made["jobs"], made["widest"], made["kind"]) == (3, 4, "rigid")
    assert made["report"]["dropped"] == 1
    assert made["report"]["findings"][0]["examples"][0]["line"] == 5
    assert alice.get(f"/workloads/{made['id']}").json == made
    assert not Upload.objects.exists()


def test_wide_jobs_are_dropped_when_asked(alice: Caller) -> None:
    made = alice.upload(drop_wider_than=3).json
    assert (made["jobs"], made["processors"]) == (2, 3)
    assert made["source"]["dropped_wider_than"] == 3


def test_strict_refuses_a_file_with_lines_that_are_no_jobs(alice: Caller) -> None:
    answer = alice.upload(content=BROKEN, strict="true")
    assert answer.status == 400
    assert "line 5" in answer.fields["file"][0]
    assert not Upload.objects.exists()
    assert alice.upload(strict="true").status == 201


@pytest.mark.parametrize("content", [b"", b"\x00" * 100, b"hello\n", b"\x1f\x8b\x08broken", b"{}"])
def test_files_that_are_no_workload_are_explained(alice: Caller, content: bytes) -> None:
    answer = alice.upload(content=content)
    assert answer.status == 400
    assert set(answer.fields) == {"file"}
    assert not Workload.objects.exists()


def test_a_request_above_the_limit_is_not_read(alice: Caller, settings: Settings) -> None:
    settings.SCHEDWEB_MAX_UPLOAD_MB = 0
    answer = alice.upload(content=b"1" * 70_000)
    assert answer.status == 413
    assert answer.error["code"] == "too_large"
    assert alice.post("/clusters", b"1" * 300_000).status == 413
    assert alice.post("/clusters", CONTENT_LENGTH="-1").status == 413


def test_a_preview_waits_until_it_is_used(alice: Caller, bob: Caller) -> None:
    preview = alice.upload("/uploads", BROKEN)
    assert preview.status == 201
    assert preview.json["report"]["kept"] == 3
    path = f"/uploads/{preview.json['id']}"
    assert alice.get(path).json == preview.json
    assert not Workload.objects.exists()
    assert bob.get(path).status == bob.post(f"{path}/use", {}).status == 404
    used = alice.post(f"{path}/use", {"name": "Mine", "drop_wider_than": 2})
    assert (used.status, used.json["name"], used.json["jobs"]) == (201, "Mine", 2)
    assert alice.get(path).status == 404


ODD = b"ref;len;cores wanted\na;2;8\nb;3;4\n"
PROFILE = """
restarts = "separate"
[columns]
id = "ref"
processors = "cores wanted"
run = {column = "len", unit = "min"}
"""


def test_a_profile_says_what_columns_mean(alice: Caller) -> None:
    answer = alice.upload("/uploads", ODD, "odd.txt", source=PROFILE)
    assert answer.status == 201, answer.json
    assert answer.json["profile"]["columns"]["run"] == {"column": "len", "unit": "min"}
    answer = alice.upload("/workloads", ODD, "odd.txt", source=PROFILE)
    assert (answer.status, answer.json["jobs"]) == (201, 2)
    assert Workload.objects.get(pk=answer.json["id"]).load().runtime.tolist() == [120, 180]
    assert alice.upload("/uploads", ODD, "odd.txt").status == 400


def test_a_source_is_named_by_its_key(alice: Caller) -> None:
    answer = alice.upload("/uploads", SAMPLES["sacct"], "x.txt", source="sacct")
    assert (answer.json["format"], answer.json["jobs"]) == ("sacct", 2)
    answer = alice.upload("/uploads", SAMPLES["sacct"], "x.txt", source="pbs")
    assert set(answer.fields) == {"file"}


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("nothing", "no source is called 'nothing'; there are: "),
        ("columns = 1", "columns must be a table"),
        ("[columns]\ncabbage = 'len'", "no role is called 'cabbage'"),
        ("[columns]\nrun = {column = 'len', unit = 'year'}", "unit must be one of"),
        ("= 1", "is no TOML"),
    ],
)
def test_a_wrong_source_is_refused_as_on_the_command_line(
    alice: Caller, source: str, rule: str
) -> None:
    answer = alice.upload("/uploads", ODD, "odd.txt", source=source)
    assert answer.status == 400
    assert rule in answer.fields["source"][0]


def test_a_column_of_a_profile_that_is_not_there_is_about_the_file(alice: Caller) -> None:
    profile = PROFILE.replace("cores wanted", "cores")
    answer = alice.upload("/uploads", ODD, "odd.txt", source=profile)
    assert "the file has none" in answer.fields["file"][0]


def test_a_preview_can_be_thrown_away(alice: Caller, bob: Caller) -> None:
    path = f"/uploads/{factories.upload(factories.person('alice')).pk}"
    assert bob.delete(path).status == 404
    assert alice.delete(path).status == 204
    assert alice.get(path).status == 404


def test_a_generated_workload_repeats_itself(alice: Caller) -> None:
    wanted = {"generator": "lublin", "jobs": 20, "processors": 8, "params": {"seed": 7}}
    first, second = (alice.post("/workloads/generate", wanted) for _ in range(2))
    assert (first.status, first.json["jobs"]) == (201, 20)
    assert first.json["digest"] == second.json["digest"]
    assert first.json["source"]["params"]["seed"] == 7
    assert first.json["report"] is None


def test_impossible_parameters_of_a_generator_are_named(alice: Caller) -> None:
    wanted = {"generator": "lublin", "jobs": 20, "processors": 8, "params": {"seed": -1, "x": 1}}
    assert set(alice.post("/workloads/generate", wanted).fields) == {"params.seed", "params.x"}
    wanted = {"generator": "unknown", "jobs": 20, "processors": 8}
    assert set(alice.post("/workloads/generate", wanted).fields) == {"generator"}


def test_jobs_are_downloaded_as_they_came(alice: Caller, bob: Caller) -> None:
    workload = factories.workload(factories.person("alice"))
    path = f"/workloads/{workload.pk}/file"
    rows = [line.split() for line in SWF.decode().splitlines()[1:]]
    answer = alice.get(f"{path}?format=swf")
    lines = [line.split() for line in answer.content.decode().splitlines() if line[0] != ";"]
    assert [line[:4] for line in lines] == [row[:4] for row in rows]
    assert answer.response["Content-Disposition"] == 'attachment; filename="Three-jobs.swf"'
    document = json.loads(alice.get(path).content)
    assert [job["procs"] for job in document["jobs"]] == [2, 4, 2]
    assert bob.get(path).status == 404
    assert set(alice.get(f"{path}?format=xls").fields) == {"format"}


def test_moldable_jobs_do_not_go_into_swf(alice: Caller) -> None:
    document = {"format": "schedweb-workload", "version": 1, "name": "m", "jobs": []}
    document["jobs"] = [{"id": "1", "times": [4, 2]}]
    made = alice.upload(content=json.dumps(document).encode(), name="m.json").json
    answer = alice.get(f"/workloads/{made['id']}/file?format=swf")
    assert answer.status == 400
    assert set(answer.fields) == {"format"}


def test_a_workload_is_renamed_and_deleted(alice: Caller, bob: Caller) -> None:
    path = f"/workloads/{factories.workload(factories.person('alice')).pk}"
    assert bob.get(path).status == 404
    assert bob.patch(path, {"name": "Bob's"}).status == 404
    assert bob.delete(path).status == 404
    assert alice.patch(path, {"name": "Renamed"}).json["name"] == "Renamed"
    assert alice.get("/workloads").json["results"][0]["name"] == "Renamed"
    assert alice.delete(path).status == 204
    assert alice.get("/workloads").json["count"] == 0


def test_a_workload_in_use_stays(alice: Caller) -> None:
    compared = factories.comparison(factories.person("alice"))
    answer = alice.delete(f"/workloads/{compared.workload_id}")
    assert answer.status == 409
    assert answer.error["code"] == "refused"


def test_a_form_is_taken_for_files_only(alice: Caller) -> None:
    path = f"/workloads/{factories.workload(factories.person('alice')).pk}"
    form = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\r\n--x--\r\n'
    kind = "multipart/form-data; boundary=x"
    assert alice.call("PATCH", path, form, content_type=kind).status == 415
    assert alice.post("/workloads", {"name": "x"}).status == 415


@pytest.mark.parametrize("key", ["weak", "high", "mixed", "cirne"])
def test_moldable_jobs_are_generated_with_their_features(alice: Caller, key: str) -> None:
    params = {"widths": "geometric", "seed": 3}
    asked = {"generator": key, "jobs": 5, "processors": 40, "params": params}
    answer = alice.post("/workloads/generate", asked)
    assert answer.status == 201
    made = answer.json
    assert (made["kind"], made["jobs"], made["widest"], made["processors"]) == (
        "moldable",
        5,
        1,
        40,
    )
    assert made["source"]["params"]["widths"] == "geometric"
    assert made["features"] == {
        "releases": False,
        "estimates": False,
        "weights": True,
        "labels": [],
        "moldable": 5,
        "most_processors": 40,
        "configurations": 5 * 29,
        "environments": 0,
        "waiting": 0,
    }


def test_too_many_times_are_refused_under_their_parameter(alice: Caller) -> None:
    asked = {"generator": "high", "jobs": 100_000, "processors": 10_000}
    answer = alice.post("/workloads/generate", asked)
    assert answer.status == 400
    assert set(answer.fields) == {"params.widths"}
    assert "geometric gives 8,800,000" in answer.fields["params.widths"][0]


def test_a_workload_from_before_moldable_jobs_has_no_counts_of_them(alice: Caller) -> None:
    kept = factories.workload(factories.person("alice"))
    for key in ("moldable", "most_processors", "configurations"):
        del kept.features[key]
    kept.save()
    assert alice.get(f"/workloads/{kept.pk}").json["features"]["configurations"] is None


def test_moldable_jobs_are_uploaded_in_every_form(alice: Caller) -> None:
    jobs = [
        {"id": 1, "times": [9, None, 4]},
        {"id": 2, "times": {"1": 9, "64": 1}},
        {"id": 3, "procs": 4, "time": 2, "moldable": "ceil"},
        {"id": 4, "procs": 8, "time": 9, "speedup": {"law": "amdahl", "fraction": 0.1}},
    ]
    content = json.dumps({"format": "schedweb-workload", "version": 1, "jobs": jobs}).encode()
    made = alice.upload(content=content, name="jobs.json").json
    assert (made["kind"], made["processors"]) == ("moldable", 64)
    assert made["features"]["configurations"] == 2 + 2 + 4 + 8


def test_names_of_the_jobs_of_a_file_become_their_environments(alice: Caller) -> None:
    made = alice.upload(environment_from="user").json
    assert made["features"]["environments"] == 2
    assert made["source"]["environment_from"] == "user"
    draft = alice.upload("/uploads").json
    used = alice.post(f"/uploads/{draft['id']}/use", {"environment_from": "queue"}).json
    assert used["source"]["environment_from"] == "queue"
    assert alice.upload().json["features"]["environments"] == 0


def test_names_that_no_job_has_are_refused_and_the_upload_waits(alice: Caller) -> None:
    sentence = (
        "environment_from must be one of as-given, executable, queue, user for these jobs, got "
        "'partition': no job has one"
    )
    at_once = alice.upload(environment_from="partition", content=APPLICATIONS)
    assert (at_once.status, at_once.fields) == (400, {"environment_from": [sentence]})
    draft = alice.upload("/uploads", APPLICATIONS).json
    wrong = alice.post(f"/uploads/{draft['id']}/use", {"environment_from": "partition"})
    assert wrong.fields == {"environment_from": [sentence]}
    unknown = alice.post(f"/uploads/{draft['id']}/use", {"environment_from": 7})
    assert unknown.fields["environment_from"][0].startswith("environment_from must be one of as-")
    assert alice.post(f"/uploads/{draft['id']}/use", {}).status == 201


def test_stored_jobs_get_other_environments_as_a_workload_of_their_own(
    alice: Caller, bob: Caller
) -> None:
    old = alice.upload(content=APPLICATIONS).json
    path = f"/workloads/{old['id']}/environments"
    made = alice.post(path, {"environment_from": "executable", "name": "By application"})
    assert (made.status, made.json["name"]) == (201, "By application")
    assert made.json["features"]["environments"] == 2
    assert made.json["source"]["jobs_of"]["id"] == old["id"]
    assert alice.get(f"/workloads/{old['id']}").json == old
    assert "environments from user" in alice.post(path, {"environment_from": "user"}).json["name"]
    for wrong in ("partition", "as-given", None, ["user"]):
        answer = alice.post(path, {"environment_from": wrong})
        assert (answer.status, set(answer.fields)) == (400, {"environment_from"})
    assert alice.post(path, {}).fields == {"environment_from": ["environment_from is missing"]}
    assert bob.post(path, {"environment_from": "user"}).status == 404


def test_users_with_most_work_are_left_out(alice: Caller, bob: Caller) -> None:
    old = alice.upload(content=APPLICATIONS).json
    path = f"/workloads/{old['id']}/without-users"
    made = alice.post(path, {"users": 1})
    assert made.status == 201
    assert made.json["jobs"] < old["jobs"]
    assert len(made.json["source"]["without_users"]["users"]) == 1
    assert made.json["source"]["jobs_of"]["id"] == old["id"]
    for wrong in (0, "x", None, 1_000):
        answer = alice.post(path, {"users": wrong})
        assert (answer.status, set(answer.fields)) == (400, {"users"})
    assert bob.post(path, {"users": 1}).status == 404


def test_a_table_comes_in_and_goes_out_as_csv(alice: Caller) -> None:
    table = b"time,procs,environment\n9,2,debian\n4.5,1,\n"
    made = alice.upload(content=table, name="jobs.csv").json
    assert (made["source"]["format"], made["features"]["environments"]) == ("csv", 1)
    answer = alice.get(f"/workloads/{made['id']}/file?format=csv")
    assert answer.response["Content-Type"] == "text/csv"
    assert answer.content == b"id,release,procs,time,environment\n1,0,2,9,debian\n2,0,1,4.5,\n"
    wrong = alice.upload(content=b"user,time\n1,2\n", name="jobs.csv")
    assert "has no procs" in wrong.fields["file"][0]


@pytest.mark.parametrize("fields", [{"pseudonyms": "true"}, {"key": "one"}])
def test_names_become_pseudonyms_in_one_step(alice: Caller, fields: dict[str, str]) -> None:
    table = b"procs,time,user\n1,5,walter\n2,5,astrid\n"
    made = alice.upload("/workloads", table, "jobs.csv", **fields)
    assert made.status == 201
    keys = {finding["key"] for finding in made.json["report"]["findings"]}
    assert "pseudonyms" in keys
    assert made.json["source"]["pseudonyms"] is True
    file = alice.get(f"/workloads/{made.json['id']}/file?format=csv").content
    assert b"walter" not in file
    assert b"user-" in file


def test_a_key_that_is_too_long_is_refused(alice: Caller) -> None:
    assert set(alice.upload("/uploads", key="k" * 201).fields) == {"key"}


@pytest.mark.parametrize("address", ["/workloads", "/uploads"])
def test_dependencies_are_left_out_on_request(alice: Caller, address: str) -> None:
    table = b"id,procs,time,after\n1,1,5,\n2,1,5,1\n"
    kept = alice.upload(address, table, "jobs.csv").json
    left_out = alice.upload(address, table, "jobs.csv", leave_dependencies_out="true").json
    assert "unmodelled" not in kept["features"]
    assert left_out["features"]["unmodelled"] == ["dependencies"]
    [finding] = left_out["report"]["findings"]
    assert finding["key"] == "dependencies_left_out"
    if address == "/workloads":
        assert left_out["source"]["leave_dependencies_out"] is True
        assert "leave_dependencies_out" not in kept["source"]
