"""Putting a comparison together."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from parsched.policies.catalogue import ALGORITHMS
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.runs.estimates import lately
from schedweb.runs.models import Comparison, Run
from schedweb.runs.samples import welcome
from schedweb.web.same_names import distinguished
from schedweb.workloads.models import Workload
from tests import factories
from tests.web.pages import Page


def form(*rows: str, **more: str) -> dict[str, object]:
    """Return what a browser sends: each row as `key`, numbered from 0, all chosen."""
    entries = [f"{number}.{key}" for number, key in enumerate(rows)]
    return {"entry": entries, "on": [str(n) for n in range(len(rows))], "compare": "1", **more}


@pytest.fixture
def keys(alice: User) -> dict[str, str]:
    """A workload and a machine."""
    machine = factories.cluster(alice, 4)
    return {"workload": factories.workload(alice).pk, "cluster": machine.pk}


def test_a_comparison_starts_with_the_chosen_algorithms(hers: Client, keys: dict[str, str]) -> None:
    sent = form("fcfs", "easy", **keys, **{"rules-estimates": "kill"}, title="Mine")
    answer = hers.post("/compare/", sent)
    made = Comparison.objects.get()
    assert answer["Location"] == f"/comparisons/{made.pk}/"
    assert made.title == "Mine"
    assert [run.algorithm for run in made.runs.all()] == ["fcfs", "easy"]
    assert made.rules == {"estimates": "kill", "events": "batch"}


def test_what_is_not_ticked_does_not_run(hers: Client, keys: dict[str, str]) -> None:
    hers.post("/compare/", form("fcfs", "easy", **keys) | {"on": ["1"]})
    assert [run.algorithm for run in Comparison.objects.get().runs.all()] == ["easy"]


def test_every_algorithm_is_offered_or_says_why_not(hers: Client, keys: dict[str, str]) -> None:
    html = hers.get("/compare/", keys).content.decode()
    page = Page(html)
    boxes = [a for a in page.of("input") if a.get("name") == "on"]
    offline = [key for key, a in ALGORITHMS.items() if not a.supports.release_times]
    programs = [key for key, a in ALGORITHMS.items() if a.runs_commands]
    given = [key for key, a in ALGORITHMS.items() if a.is_given]
    refused = {*offline, *programs, *given}
    assert len(boxes) == len(ALGORITHMS) - len(refused)
    assert len([a for a in page.of("input") if a.get("name") == "entry"]) == len(ALGORITHMS)
    assert f"{len(refused)} algorithms do not fit" in html
    off = "Schedules off-line: all jobs must be there at time 0, but 2 are released later"
    assert f"<strong>{len(offline)}</strong> {off}" in html, "one line says it of all"
    assert html.count(off) == 1
    assert html.count("Runs a program, which administrators alone may choose") == 1


def test_what_needs_all_jobs_at_time_0_is_used_through_batches_on_click(
    hers: Client, keys: dict[str, str]
) -> None:
    html = hers.get("/compare/", keys).content.decode()
    [(entry, said)] = re.findall(
        r'<button class="button small" name="take" value="([^"]+)"[^>]*>([^<]+)<', html
    )
    within = entry.removeprefix("online-batch:algorithm=").split("|")
    assert {"ltf", "mrt"} <= set(within)
    assert "sequential" not in within, "job 1 needs two processors"
    assert said == f"Use {len(within)} of them through on-line batching"
    sent = form("easy", **keys) | {"take": entry}
    del sent["compare"]
    page = hers.post("/compare/", sent).content.decode()
    assert f"<strong>{1 + len(within)} runs</strong>" in page
    assert f"makes {len(within)} runs" in page


def test_one_of_them_is_used_through_batches_beside_what_is_chosen(
    hers: Client, keys: dict[str, str]
) -> None:
    sent = form("easy", "online-batch", **keys, **{"p1-algorithm": "mrt", "l1": "Mine"})
    del sent["compare"]
    html = hers.post("/compare/", sent | {"take": "online-batch:algorithm=ltf"}).content.decode()
    page = Page(html)
    entries = [a["value"] for a in page.of("input") if a.get("name") == "entry"]
    assert entries == ["0.easy", "1.online-batch", "2.online-batch"]
    assert page.named("l1")["value"] == "Mine"
    assert re.search(r'name="p2-algorithm"[^§]*?<option value="ltf" selected>', html)
    assert "<strong>3 runs</strong>" in html


@pytest.mark.parametrize("text", ["nothing", "ltf", "online-batch:algorithm=never", "grid:x"])
def test_what_cannot_be_taken_says_so(hers: Client, keys: dict[str, str], text: str) -> None:
    sent = form("easy", **keys) | {"take": text}
    del sent["compare"]
    answer = hers.post("/compare/", sent)
    assert answer.status_code == 200
    assert '<p class="error-text" role="alert">' in answer.content.decode()


def test_administrators_are_offered_programs_with_their_commands(
    hers: Client, alice: User, keys: dict[str, str]
) -> None:
    assert "{examples}/fcfs.py" not in hers.get("/compare/", keys).content.decode()
    alice.is_staff = True
    alice.save()
    html = hers.get("/compare/", keys).content.decode()
    assert "{examples}/fcfs.py" in html
    assert "administrators alone may choose" not in html


def test_what_is_chosen_at_first_suits_the_jobs(hers: Client, alice: User) -> None:
    welcome(alice)

    def chosen(name: str) -> set[str]:
        workload = Workload.objects.get(owner=alice, name=name)
        page = Page(hers.get("/compare/", {"workload": workload.pk}).content.decode())
        rows = dict(
            str(a["value"]).split(".") for a in page.of("input") if a.get("name") == "entry"
        )
        boxes = [a for a in page.of("input") if a.get("name") == "on" and "checked" in a]
        return {rows[str(box["value"])] for box in boxes}

    assert chosen("Eight jobs, by hand") == {"fcfs", "easy", "conservative"}
    assert chosen("Ten moldable jobs") == {"demt", "price", "list-graham"}


def test_how_long_the_chosen_take_is_said_where_earlier_runs_tell(
    hers: Client, alice: User, keys: dict[str, str]
) -> None:
    def footer() -> str:
        lately.forget()  # or some seconds later
        sent = {name: value for name, value in form("easy", **keys).items() if name != "compare"}
        html = hers.post("/compare/", sent).content.decode()
        return re.sub("<[^>]*>", "", html.partition('id="makes-all" role="status">')[2][:300])

    assert footer().startswith("1 run")
    assert "about" not in footer()
    run = factories.done_run(factories.comparison(alice), 2, "easy")
    now = timezone.now()
    Run.objects.filter(pk=run.pk).update(started=now - timedelta(seconds=20), finished=now)
    assert footer().startswith("1 run, about ")


def test_families_of_blocked_algorithms_are_not_shown(hers: Client, alice: User) -> None:
    welcome(alice)
    moldable = Workload.objects.get(owner=alice, name="Ten moldable jobs")
    html = hers.get("/compare/", {"workload": moldable.pk}).content.decode()
    families = re.findall(r'<legend class="legend">([^<]+)', html)
    assert "On-line scheduling" not in families
    assert "List scheduling, off-line" in families
    assert '<a href="/algorithms/easy/" target="_blank">EASY backfilling</a>' in html


def test_a_machine_that_is_too_small_says_so(hers: Client, alice: User) -> None:
    small = factories.cluster(alice, 2, name="Small")
    query = {"workload": factories.workload(alice).pk, "cluster": small.pk}
    html = hers.get("/compare/", query).content.decode()
    assert "job 2 asks for 4 processors of 2" in html


def test_errors_land_on_their_fields_and_nothing_is_lost(
    hers: Client, keys: dict[str, str]
) -> None:
    sent = form("fcfs", "online-batch", "online-batch", **keys, title="Kept", note="Kept too")
    sent |= {"p1-algorithm": "never", "p2-algorithm": "ltf", "l2": "Second"}
    answer = hers.post("/compare/", sent)
    html = answer.content.decode()
    page = Page(html)
    assert answer.status_code == 422
    assert "Algorithm must be one of gang, list-graham, lpt, " in html
    assert html.count("is not a parameter") == 0
    assert [f["id"] for f in page.of("p") if "id" in f and str(f["id"]).endswith("error")] == [
        "p1-algorithm-error"
    ]
    assert page.named("title")["value"] == "Kept"
    assert "\nKept too</textarea>" in html
    assert page.named("l2")["value"] == "Second"
    assert not Comparison.objects.exists()


def test_errors_of_an_inner_algorithm_land_on_its_parameters(
    hers: Client, keys: dict[str, str]
) -> None:
    wrong = {"p0-algorithm": "demt", "p0-algorithm.shuffles": "<1>", "p1-algorithm": "sequential"}
    answer = hers.post("/compare/", form("online-batch", "online-batch", **keys) | wrong)
    page = Page(answer.content.decode())
    shown = [str(p["id"]) for p in page.of("p") if str(p.get("id", "")).endswith("error")]
    assert answer.status_code == 422
    assert shown == ["p0-algorithm.shuffles-error"], "the other refusal is none of a parameter"
    assert page.named("p0-algorithm.shuffles")["value"] == "<1>"
    assert page.named("p0-algorithm.shuffles")["inputmode"] == "numeric"
    assert "Shuffles must be an integer from 0 to" in answer.content.decode()
    assert "which runs every job on one processor" in answer.content.decode()


def test_what_comes_over_time_is_offered_first_though_batches_can_be_on_line(
    hers: Client, keys: dict[str, str]
) -> None:
    page = Page(hers.get("/compare/", keys).content.decode())
    boxes = [a for a in page.of("input") if a.get("name") == "on" and "checked" in a]
    rows = [str(a["value"]) for a in page.of("input") if a.get("name") == "entry"]
    chosen = [
        row.partition(".")[2]
        for row in rows
        if row.partition(".")[0] in {b["value"] for b in boxes}
    ]
    assert chosen == ["fcfs", "easy", "conservative"]


def test_nothing_chosen_is_said(hers: Client, keys: dict[str, str]) -> None:
    answer = hers.post("/compare/", form("fcfs", **keys) | {"on": []})
    assert "choose at least one algorithm" in answer.content.decode()


def test_the_same_algorithm_runs_twice_with_other_parameters(
    hers: Client, keys: dict[str, str]
) -> None:
    sent = form("fcfs", "online-batch", **keys, **{"p1-algorithm": "ltf"}) | {"again": "1"}
    del sent["compare"]
    html = hers.post("/compare/", sent).content.decode()
    page = Page(html)
    entries = [a["value"] for a in page.of("input") if a.get("name") == "entry"]
    assert entries == ["0.fcfs", "1.online-batch", "2.online-batch"]
    chosen = {a["value"] for a in page.of("input") if a.get("name") == "on" and "checked" in a}
    assert chosen == {"0", "1", "2"}
    assert not Comparison.objects.exists()
    sent = form("fcfs", "online-batch", "online-batch", **keys, **{"p1-algorithm": "ltf"})
    hers.post("/compare/", sent)
    assert len(set(Comparison.objects.get().runs.values_list("label", flat=True))) == 3


def test_a_row_is_taken_out(hers: Client, keys: dict[str, str]) -> None:
    sent = form("fcfs", "easy", **keys) | {"omit": "0"}
    del sent["compare"]
    page = Page(hers.post("/compare/", sent).content.decode())
    assert [a["value"] for a in page.of("input") if a.get("name") == "entry"] == ["1.easy"]


@pytest.mark.parametrize("entry", ["", "x", "1", "-1.easy", "0.nothing", "9" * 99 + ".easy", "²"])
def test_nonsense_rows_are_ignored(hers: Client, keys: dict[str, str], entry: str) -> None:
    answer = hers.post("/compare/", {"entry": entry, "on": "0", **keys})
    assert answer.status_code == 200


def test_a_machine_of_the_workloads_own_size_is_made_on_demand(hers: Client, alice: User) -> None:
    kept = factories.workload(alice)
    page = hers.get("/compare/").content.decode()
    assert "The machine of the workload: 4 processors" in page
    hers.post("/compare/", form("fcfs", workload=kept.pk, cluster="fit"))
    assert Cluster.objects.get().sites == [{"name": "4 processors", "processors": 4}]
    assert Comparison.objects.get().processors == 4


def test_a_refused_comparison_leaves_no_machine_behind(hers: Client, alice: User) -> None:
    kept = factories.workload(alice)
    hers.post("/compare/", form("fcfs", workload=kept.pk, cluster="fit") | {"on": []})
    assert not Cluster.objects.exists()


def test_things_of_others_cannot_be_chosen(his: Client, keys: dict[str, str]) -> None:
    answer = his.post("/compare/", form("fcfs", **keys))
    assert answer.status_code == 422
    assert [note.count(GONE) for note in notes(answer.content.decode())] == [1, 1]
    assert not Comparison.objects.exists()
    html = his.get("/compare/", keys).content.decode()
    assert "No workload yet" in html
    assert GONE in html


GONE = "is not there any more: choose again."


def notes(html: str) -> list[str]:
    """What is said at the fields of workload and machine."""
    return re.findall(r'<p class="error" id="(?:workload|cluster)-error">([^<]+)', html)


def chosen_option(html: str) -> list[str | None]:
    """What the selects of workload and machine have chosen."""
    return re.findall(r'<option value="([^"]*)" selected>', html)[:2]


def test_a_machine_on_which_deployments_take_time_is_for_jobs_that_need_them(
    hers: Client, alice: User
) -> None:
    machine = factories.cluster(alice, 4)
    machine.deploy_seconds = 200.0
    machine.save()
    jobs = factories.workload(alice)
    assert chosen_option(hers.get("/compare/").content.decode()) == [jobs.pk, "fit"]


@pytest.mark.parametrize("gone", ["workload", "cluster"])
def test_what_was_deleted_meanwhile_is_replaced_by_nothing_else(
    hers: Client, alice: User, keys: dict[str, str], gone: str
) -> None:
    factories.workload(alice)
    factories.cluster(alice, 4)
    kind = Workload if gone == "workload" else Cluster
    kind.objects.get(pk=keys[gone]).delete()
    sent = form("fcfs", "easy", **keys, title="Kept", **{"rules-estimates": "kill"})
    answer = hers.post("/compare/", sent)
    html = answer.content.decode()
    left = [keys["workload"], ""] if gone == "cluster" else ["", keys["cluster"]]
    noun = "workload" if gone == "workload" else "machine"
    assert answer.status_code == 422
    assert notes(answer.content.decode()) == [f"That {noun} {GONE}"]
    assert chosen_option(html) == left
    assert not Comparison.objects.exists()
    page = Page(html)
    assert page.named("title")["value"] == "Kept"
    assert re.search(r'id="rules-estimates"[^§]*?<option value="kill" selected>', html)
    assert {a["value"] for a in page.of("input") if a.get("name") == "on" and "checked" in a} == {
        "0",
        "1",
    }
    again = hers.post("/compare/", {**sent, gone: ""})
    assert (again.status_code, notes(again.content.decode())) == (422, [f"Choose a {noun}."])
    del sent["compare"]
    refreshed = hers.post("/compare/", sent)
    assert (refreshed.status_code, notes(refreshed.content.decode())) == (
        200,
        [f"That {noun} {GONE}"],
    )
    assert chosen_option(refreshed.content.decode()) == left


def test_an_address_that_asks_for_what_is_not_there_says_so(
    hers: Client, keys: dict[str, str]
) -> None:
    unknown = "A" * 11
    answer = hers.get("/compare/", {"workload": unknown})
    assert notes(answer.content.decode()) == [f"That workload {GONE}"]
    assert chosen_option(answer.content.decode()) == ["", "fit"]
    answer = hers.get("/compare/", {**keys, "cluster": unknown})
    assert notes(answer.content.decode()) == [f"That machine {GONE}"]
    assert chosen_option(answer.content.decode()) == [keys["workload"], ""]
    answer = hers.get("/compare/", {"workload": "", "cluster": ""})
    assert notes(answer.content.decode()) == []
    assert chosen_option(answer.content.decode()) == [keys["workload"], keys["cluster"]]


def test_things_of_one_name_are_told_apart(hers: Client, alice: User) -> None:
    first, second, other = (factories.workload(alice, name=n) for n in ("Same", "Same", "Other"))
    machine = factories.cluster(alice, 4, name="One")
    day = datetime(2026, 5, 3, 14, 5, tzinfo=UTC)
    for pk, added in ((first.pk, day), (second.pk, day + timedelta(hours=1))):
        Workload.objects.filter(pk=pk).update(created=added)
    html = hers.get("/compare/").content.decode()
    assert f'value="{first.pk}">Same (3 jobs, added 3 May 2026, 14:05 UTC)<' in html
    assert f'value="{second.pk}">Same (3 jobs, added 3 May 2026, 15:05 UTC)<' in html
    assert re.search(rf'value="{other.pk}"[^>]*>Other \(3 jobs\)<', html)
    assert re.search(rf'value="{machine.pk}"[^>]*>One \(4 processors\)<', html)
    rows = hers.get("/workloads/new/merge/").content.decode()
    assert f'value="{first.pk}">Same (3 jobs, added 3 May 2026, 14:05 UTC)<' in rows


@pytest.mark.parametrize(
    ("apart", "told"),
    [
        (timedelta(days=1), ["added 3 May 2026", "added 4 May 2026"]),
        (
            timedelta(seconds=1),
            ["added 3 May 2026, 14:05:00 UTC", "added 3 May 2026, 14:05:01 UTC"],
        ),
        (timedelta(), ["1 of 2", "2 of 2"]),
    ],
)
def test_marks_are_as_short_as_they_can_be(apart: timedelta, told: list[str]) -> None:
    day = datetime(2026, 5, 3, 14, 5, tzinfo=UTC)
    things = [Workload(created=day), Workload(created=day + apart)]
    assert [more for _, more in distinguished(things, lambda _: "")] == told


def test_algorithms_are_added_to_a_comparison(hers: Client, alice: User) -> None:
    made = factories.comparison(alice, ["fcfs"])
    path = f"/comparisons/{made.pk}/add/"
    assert hers.get(path).status_code == 200
    sent = form("conservative") | {"add": "1"}
    assert hers.post(path, sent)["Location"] == f"/comparisons/{made.pk}/"
    assert [run.algorithm for run in made.runs.all()] == ["fcfs", "conservative"]
    wrong = form("online-batch") | {"add": "1", "p0-algorithm": "never"}
    assert hers.post(path, wrong).status_code == 422
    assert hers.post(path, {"add": "1"}).status_code == 422
