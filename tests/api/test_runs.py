"""Runs over the API: state, numbers, schedule."""

from pathlib import Path

import pytest
from django.test import Client
from rest_framework import serializers

from parsched.apps.cli import main
from parsched.model.search_trace import TracePoint, columns
from parsched.report.curves import CURVES
from parsched.run import per_environment
from parsched.run.request import RequestEntry
from schedweb.api.serializers.runs import ScheduleQuery
from schedweb.runs import services
from schedweb.runs.charts import series_of
from schedweb.runs.estimates import lately
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from schedweb.runs.pictures import picture_of
from schedweb.workers import lifecycle
from tests import factories
from tests.api.caller import Caller
from tests.factories import SWF


def done(algorithm: str = "easy") -> Run:
    """A run of Alice's that is done."""
    run = factories.comparison(factories.person("alice"), [algorithm]).runs.get()
    execute(run.pk)
    run.refresh_from_db()
    return run


def test_a_run_tells_state_then_numbers(alice: Caller) -> None:
    run = factories.queued_run(factories.person("alice"))
    waiting = alice.get(f"/runs/{run.pk}").json
    assert (waiting["state"], waiting["metrics"], waiting["ratios"]) == ("queued", {}, {})
    execute(run.pk)
    shown = alice.get(f"/runs/{run.pk}").json
    assert (shown["state"], shown["progress"], shown["error"]) == ("done", 1.0, None)
    assert shown["metrics"]["backfilled"] == 1
    assert shown["ratios"]["makespan"]["value"] >= 1
    assert shown["bounds"]["makespan"]
    assert shown["versions"]["Python"]


def test_a_run_on_a_grid_tells_its_sites_and_what_to_beware_of(alice: Caller) -> None:
    person = factories.person("alice")
    grid = factories.cluster(person, 4, 8, 8)
    halves = [
        RequestEntry("grid", {"admissible": "0.4"}),
        RequestEntry("grid", {"admissible": "1"}),
    ]
    compared = services.create_comparison(person, factories.workload(person), grid, halves)
    trapped, whole = compared.runs.all()
    execute(trapped.pk)
    shown = alice.get(f"/runs/{trapped.pk}").json
    assert [site["processors"] for site in shown["sites"]] == [4, 8, 8]
    assert sum(site["jobs"] for site in shown["sites"]) == 3
    assert shown["sites"][2]["mean_wait"] is None
    [warning] = shown["warnings"]
    assert warning.startswith("Site 3 (site 2; 8 processors) is admissible to no job with a = 0.4")
    waiting = alice.get(f"/runs/{whole.pk}").json
    assert (waiting["sites"], waiting["warnings"]) == ([], [])
    listed = alice.get(f"/comparisons/{compared.pk}").json["runs"]
    assert [len(row["warnings"]) for row in listed] == [1, 0]


def test_a_run_tells_what_its_environments_were_given(alice: Caller) -> None:
    person = factories.person("alice")
    jobs = factories.workload(person, factories.ENVIRONED)
    machine = factories.cluster(person, 2, deployment={"seconds": 10})
    entries = [RequestEntry("gls"), RequestEntry("gls")]
    compared = services.create_comparison(person, jobs, machine, entries)
    grouped, waits = compared.runs.all()
    execute(grouped.pk)
    shown = alice.get(f"/runs/{grouped.pk}").json
    assert [row["name"] for row in shown["environments"]] == ["a", "b"]
    assert set(shown["environments"][0]) == {"name", *per_environment.COLUMNS}
    assert sum(row["deployments"] for row in shown["environments"]) == 3
    for row in shown["environments"]:
        counts = [row[key] for key, column in per_environment.COLUMNS.items() if column.is_count]
        assert {type(count) for count in counts} == {int}
    assert shown["grouping"].keys() == {"target", "deploy_seconds", "deploy_extra"}
    assert shown["grouping"]["deploy_seconds"] == 10
    waiting = alice.get(f"/runs/{waits.pk}").json
    assert (waiting["environments"], waiting["grouping"]) == ([], None)


def test_the_schema_tells_the_columns_of_environments() -> None:
    schemas = Client().get("/api/schema/").json()["components"]["schemas"]
    [declared] = [s for name, s in schemas.items() if name.startswith("EnvironmentOfRun")]
    assert set(declared["properties"]) == {"name", *per_environment.COLUMNS}
    for key, column in per_environment.COLUMNS.items():
        assert column.help in declared["properties"][key]["description"]


def test_runs_are_found_by_state_and_comparison(alice: Caller, bob: Caller) -> None:
    run = done()
    factories.queued_run(factories.person("alice"))
    assert alice.get("/runs").json["count"] == 2
    assert [row["id"] for row in alice.get("/runs?state=done").json["results"]] == [run.pk]
    found = alice.get(f"/runs?comparison={run.comparison_id}").json["results"]
    assert [row["id"] for row in found] == [run.pk]
    assert set(alice.get("/runs?state=lost").fields) == {"state"}
    assert bob.get("/runs").json["count"] == 0
    assert set(bob.get(f"/runs?comparison={run.comparison_id}").fields) == {"comparison"}


def test_the_schedule_equals_the_command_lines(alice: Caller, tmp_path: Path) -> None:
    run = done()
    trace, out = tmp_path / "Three jobs.swf", tmp_path / "schedule.csv"
    trace.write_bytes(SWF)
    options = ["--procs", "4", "--algorithm", "easy", "--schedule", str(out)]
    assert main(["run", "--workload", str(trace), *options]) == 0
    answer = alice.get(f"/runs/{run.pk}/schedule?format=csv")
    assert answer.response["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content == out.read_bytes()


def test_deployments_come_as_a_file(alice: Caller) -> None:
    owner = factories.person("alice")
    run = factories.comparison(owner, ["gls"], factories.ENVIRONMENTS).runs.get()
    execute(run.pk)
    found = alice.get(f"/runs/{run.pk}/schedule?format=deployments")
    assert found.response["Content-Type"] == "text/csv; charset=utf-8"
    heads, *rows = found.content.decode().splitlines()
    assert heads == "first job,jobs,environment,processors,start [s],seconds [s]"
    assert len(rows) >= 2
    refused = alice.get(f"/runs/{done().pk}/schedule?format=deployments")
    assert refused.status == 409
    assert "no job needs an environment" in refused.content.decode()


def test_every_format_of_a_schedule_is_explained() -> None:
    field = ScheduleQuery().fields["format"]
    assert isinstance(field, serializers.ChoiceField)
    assert all(f"`{key}`: " in str(field.help_text) for key in field.choices)


def test_the_schedule_comes_as_swf_and_as_pack(alice: Caller) -> None:
    run = done()
    swf = alice.get(f"/runs/{run.pk}/schedule?format=swf").content.decode()
    assert [line.split()[2] for line in swf.splitlines() if line[0] != ";"] == ["0", "5", "0"]
    pack = alice.get(f"/runs/{run.pk}/schedule?format=pack")
    assert pack.content == picture_of(run, "gantt")
    assert pack.response["Content-Type"] == "application/octet-stream"


def test_the_points_of_the_plots_are_served(alice: Caller) -> None:
    run = done()
    assert set(alice.get(f"/runs/{run.pk}/series").json) == set(CURVES)
    answer = alice.get(f"/runs/{run.pk}/series?charts=wait").json
    assert answer == {"wait": series_of("wait", run).as_json()}
    assert set(alice.get(f"/runs/{run.pk}/series?charts=pie").fields) == {"charts"}


def test_a_run_without_a_result_has_no_schedule(alice: Caller) -> None:
    path = f"/runs/{factories.queued_run(factories.person('alice')).pk}"
    assert alice.get(f"{path}/schedule").error["code"] == "refused"
    assert alice.get(f"{path}/series").status == 409


def test_a_run_is_cancelled_and_tried_again(alice: Caller) -> None:
    path = f"/runs/{factories.queued_run(factories.person('alice')).pk}"
    assert alice.post(f"{path}/retry").status == 409
    assert alice.post(f"{path}/cancel").json["state"] == "cancelled"
    assert alice.post(f"{path}/cancel").status == 200, "a second time changes nothing"
    assert alice.post(f"{path}/retry").json["state"] == "queued"


def test_a_run_that_computes_is_stopped_and_discarded_only_where_that_is_said(
    alice: Caller,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    lifecycle.claim(Run, run.pk, "worker")
    assert alice.get(f"/runs/{run.pk}").json["stopping"] is None
    first = alice.post(f"/runs/{run.pk}/cancel")
    assert (first.status, first.json["state"]) == (200, "running")
    assert alice.get("/runs").json["results"][0]["stopping"] == first.json["stopping"] is not None
    second = alice.post(f"/runs/{run.pk}/cancel")
    assert (second.status, second.json) == (200, first.json), "nothing is given up unasked"
    third = alice.post(f"/runs/{run.pk}/cancel", {"discard": True})
    assert (third.status, third.json["state"]) == (200, "cancelled")
    assert alice.post(f"/runs/{run.pk}/cancel", {"discard": True}).status == 200


def test_a_run_that_computes_is_discarded_in_one_step(alice: Caller) -> None:
    run = factories.queued_run(factories.person("alice"))
    lifecycle.claim(Run, run.pk, "worker")
    path = f"/runs/{run.pk}/cancel"
    assert set(alice.post(path, {"discard": "perhaps"}).fields) == {"discard"}
    assert set(alice.post(path, {"keep": True}).fields) == {"keep"}
    assert alice.get(f"/runs/{run.pk}").json["stopping"] is None, "a mistake stops nothing"
    assert alice.post(path, {"discard": True}).json["state"] == "cancelled"


@pytest.mark.parametrize("discard", [False, True])
def test_a_run_with_a_result_is_not_cancelled(alice: Caller, discard: bool) -> None:
    path = f"/runs/{done().pk}"
    assert alice.post(f"{path}/cancel", {"discard": discard}).error["code"] == "refused"
    assert alice.get(path).json["state"] == "done"


def test_who_stops_a_run_in_its_last_moment_is_not_told_off(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = factories.queued_run(factories.person("alice"))
    held = lifecycle.claim(Run, run.pk, "worker")
    assert held is not None
    stop = services.stop_run

    def stopped(run: Run) -> bool:
        changed = stop(run)
        lifecycle.finish(held, {"status": "stopped early"})
        return changed

    monkeypatch.setattr(services, "stop_run", stopped)
    answer = alice.post(f"/runs/{run.pk}/cancel")
    assert (answer.status, answer.json["status"]) == (200, "stopped early")


def test_the_way_of_a_search_is_told_while_it_computes(alice: Caller) -> None:
    run = factories.queued_run(factories.person("alice"))
    assert alice.get(f"/runs/{run.pk}/trace").json == {"seconds": []}
    held = lifecycle.claim(Run, run.pk, "worker")
    assert held is not None
    trace = columns((TracePoint(0.5, {"best": 20.0}), TracePoint(1.0, {"best": 19.0, "lps": 3.0})))
    lifecycle.beat(held, details={"trace": trace})
    shown = alice.get(f"/runs/{run.pk}/trace").json
    assert shown == {"seconds": [0.5, 1.0], "best": [20.0, 19.0], "lps": [None, 3.0]}


def test_what_one_run_has_proved_certifies_its_neighbours(alice: Caller) -> None:
    run, other = factories.comparison(factories.person("alice")).runs.all()
    assert alice.get(f"/runs/{run.pk}").json["certificates"] == {}
    for each in (run, other):
        execute(each.pk)
    factories.came_out(Run.objects.filter(pk=other.pk), proved=20.5)
    shown = alice.get(f"/runs/{run.pk}").json
    table = alice.get(f"/comparisons/{run.comparison_id}").json["table"]
    assert shown["proved"] is None
    assert shown["ratios"] == table["rows"][0]["ratios"]
    assert shown["ratios"]["makespan"]["bound"] == "proved"
    assert shown["certificates"]["makespan"] == {
        "gap": 24 / 21 - 1,  # times are whole seconds, so is the optimum
        "text": "within 14.3 % of the optimum",
    }
    assert alice.get(f"/runs/{other.pk}").json["proved"] == 20.5


def test_what_has_ended_cannot_be_cancelled(alice: Caller) -> None:
    assert alice.post(f"/runs/{done().pk}/cancel").error["code"] == "refused"


def test_a_run_leaves_its_comparison_but_the_last_one_stays(alice: Caller) -> None:
    first, second = factories.comparison(factories.person("alice")).runs.all()
    assert alice.delete(f"/runs/{first.pk}").status == 204
    assert alice.delete(f"/runs/{second.pk}").status == 409


def test_a_stranger_finds_nothing(bob: Caller) -> None:
    path = f"/runs/{done().pk}"
    for tail in ("", "/schedule", "/series", "/trace", "/links"):
        assert bob.get(path + tail).status == 404
    for tail in ("/cancel", "/retry", "/links"):
        assert bob.post(path + tail, {}).status == 404
    assert bob.delete(path).status == 404


def test_a_failure_says_why(alice: Caller) -> None:
    run = factories.queued_run(factories.person("alice"))
    Run.objects.filter(pk=run.pk).update(algorithm="gone")
    execute(run.pk)
    error = alice.get(f"/runs/{run.pk}").json["error"]
    assert error["kind"] == "refused"
    assert "gone" in error["message"]


def test_a_run_says_why_a_job_waited(alice: Caller) -> None:
    run = done()
    why = alice.get(f"/runs/{run.pk}/explanation?job=2").json
    assert why["id"] == "2"
    assert why["wait"] == why["start"] - why["released"]
    assert len(why["sentences"]) == 3
    longest = alice.get(f"/runs/{run.pk}/explanation").json
    waits = [alice.get(f"/runs/{run.pk}/explanation?job={n}").json["wait"] for n in (1, 2, 3)]
    assert longest["wait"] == max(waits)
    refused = alice.get(f"/runs/{run.pk}/explanation?job=9")
    assert refused.status == 400
    assert refused.json["error"]["fields"] == {
        "job": ["job must be the id of a job, and none is called '9'"]
    }


def test_a_run_that_waits_says_where_it_stands_in_line(alice: Caller) -> None:
    first = factories.queued_run(factories.person("alice"))
    second = factories.queued_run(factories.person("alice"))
    rows = {row["id"]: row for row in alice.get("/runs").json["results"]}
    assert (rows[first.pk]["position"], rows[second.pk]["position"]) == (1, 2)
    assert rows[first.pk]["seconds_left"] is None, "none like it has ended"
    execute(first.pk)
    lately.forget()  # or some seconds later
    ended, waits = (alice.get(f"/runs/{run.pk}").json for run in (first, second))
    assert (ended["position"], ended["seconds_left"]) == (None, None)
    assert waits["position"] == 1
    assert waits["seconds_left"] > 0


def test_a_run_takes_a_note(alice: Caller, bob: Caller) -> None:
    run = factories.queued_run(factories.person("alice"))
    changed = alice.call("PATCH", f"/runs/{run.pk}", {"note": " **odd** "})
    assert (changed.status, changed.json["note"]) == (200, "**odd**")
    assert alice.call("PATCH", f"/runs/{run.pk}", {"note": "x" * 10_001}).status == 400
    assert alice.call("PATCH", f"/runs/{run.pk}", {}).status == 400
    assert bob.call("PATCH", f"/runs/{run.pk}", {"note": "x"}).status == 404
