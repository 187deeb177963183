"""Commands that studies, links and archives bring wait for a person who reads and confirms them."""

import html
import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from parsched.run.request import RequestEntry
from parsched.studies.files import as_json
from schedweb.accounts.models import User
from schedweb.api.tokens import issue_token
from schedweb.runs import services
from schedweb.runs.execution import execute, renew
from schedweb.runs.models import Comparison, Renewal, Run
from schedweb.store.archive.rows import as_line, columns, load
from schedweb.studies.execution import _compute
from schedweb.studies.handing import hand_out
from schedweb.studies.models import Batch, Study
from schedweb.studies.opening import prepared
from schedweb.studies.services import create_study
from schedweb.web.confirming import CONFIRMED
from schedweb.workers import lifecycle
from schedweb.workers.attempts import Ear
from schedweb.workers.heartbeat import Heart
from schedweb.workers.models import State
from tests import factories
from tests.api.caller import Caller
from tests.parsched.policies.external.test_allowed import STUDY
from tests.runs.older import TENTHS
from tests.studies.declared import declared, part, work
from tests.web.pages import Page


class Trap:
    """A command that leaves a file behind."""

    def __init__(self, folder: Path) -> None:
        self.made = folder / "made by a stranger"
        self.command = f"{{python}} -c 'open(\"{self.made}\", chr(119))'"
        self.entry = f"external:command={self.command}"

    @property
    def has_run(self) -> bool:
        return self.made.exists()


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


@pytest.fixture
def admin(db: None) -> User:
    return factories.admin("alice")


@pytest.fixture
def hers(admin: User) -> Client:
    client = Client()
    client.force_login(admin)
    return client


@pytest.fixture
def waiting(admin: User, trap: Trap) -> Run:
    """A run with a command that was never confirmed here, as an archive brings it."""
    place = factories.comparison(admin, ["fcfs"], content=TENTHS)
    [run] = services.add_runs(
        place, [RequestEntry("external", {"command": trap.command})], confirmed=[trap.command]
    )
    Run.objects.filter(pk=run.pk).update(confirmed=[])
    return run


def shown(answer: Any, trap: Trap) -> dict[str, list[str]]:
    """Return the fields of the form that asks, which shows the command."""
    text = answer.content.decode()
    assert answer.status_code == 409, text
    [command] = re.findall(r'<pre class="command"><code>(.*?)</code>', text)
    assert html.unescape(command) == trap.command
    hidden = [a for a in Page(text).of("input") if a.get("type") == "hidden"]
    fields: dict[str, list[str]] = {}
    for one in hidden:
        fields.setdefault(str(one["name"]), []).append(str(one["value"]))
    assert fields[CONFIRMED] == [trap.command]
    return fields


def compute_all() -> None:
    """Do what workers do with what waits."""
    for run in Run.objects.filter(state=State.QUEUED):
        execute(run.pk)
    for renewal in Renewal.objects.filter(state=State.QUEUED):
        renew(renewal.pk)
    hand_out()
    for study in Study.objects.all():
        work(study)


def test_a_link_that_fills_in_the_form_runs_nothing(hers: Client, admin: User, trap: Trap) -> None:
    link = {"run": trap.entry, CONFIRMED: trap.command, "compare": "1"}
    link |= {"workload": factories.workload(admin).pk, "cluster": factories.cluster(admin, 4).pk}
    page = Page(hers.get("/compare/", link).content.decode())
    assert not Run.objects.exists()
    assert not [a for a in page.of("input") if a.get("name") == CONFIRMED]


def test_the_form_asks_before_it_starts_and_then_starts_what_was_shown(
    hers: Client, admin: User, trap: Trap
) -> None:
    sent: dict[str, object] = {
        "entry": ["0.external"],
        "on": ["0"],
        "compare": "1",
        "title": "Mine",
    }
    sent |= {"workload": factories.workload(admin).pk, "cluster": factories.cluster(admin, 4).pk}
    asked = hers.post("/compare/", {**sent, "p0-command": trap.command})
    fields = shown(asked, trap)
    assert not Comparison.objects.exists()
    other = {**sent, "p0-command": "another", CONFIRMED: trap.command}
    assert hers.post("/compare/", other).status_code == 409
    assert hers.post("/compare/", fields).status_code == 302
    assert Comparison.objects.get().title == "Mine"
    compute_all()
    assert trap.has_run


def test_a_run_that_was_restored_waits_and_its_button_asks(
    hers: Client, waiting: Run, trap: Trap
) -> None:
    compute_all()
    waiting.refresh_from_db()
    assert waiting.state == State.FAILED
    assert waiting.error.startswith("It waits until you confirm its command.")
    assert Run.objects.get(algorithm="fcfs").state == State.DONE
    for path in (f"/runs/{waiting.pk}/retry/", f"/comparisons/{waiting.comparison_id}/retry/"):
        fields = shown(hers.post(path), trap)
        compute_all()
        assert not trap.has_run
    assert hers.post(path, fields).status_code == 302
    compute_all()
    assert trap.has_run


def test_computing_again_asks_again(hers: Client, waiting: Run, trap: Trap) -> None:
    done = {"state": State.DONE, "version": 1, "record": {"metrics": {"makespan": 1.0}}}
    Run.objects.filter(pk=waiting.pk).update(**done, confirmed=[trap.command])
    path = f"/comparisons/{waiting.comparison_id}/recompute/"
    fields = shown(hers.post(path), trap)
    assert not Renewal.objects.exists()
    call_command("recompute", stderr=StringIO(), stdout=StringIO())
    assert not Renewal.objects.exists()
    hers.post(path, fields)
    Renewal.objects.update(confirmed=[])
    compute_all()
    assert not trap.has_run, "what a renewal may run is its own"
    Renewal.objects.update(confirmed=[trap.command], state=State.QUEUED)
    compute_all()
    assert trap.has_run


def toml(trap: Trap) -> str:
    return STUDY.format(entry=json.dumps(trap.entry))


@pytest.mark.parametrize("how", ["text", "file"])
def test_a_study_file_asks_before_it_starts(hers: Client, trap: Trap, how: str) -> None:
    text = toml(trap)
    sent = text if how == "text" else SimpleUploadedFile("study.toml", text.encode())
    fields = shown(hers.post("/studies/new/", {"read": "1", how: sent}), trap)
    assert not Study.objects.exists()
    assert hers.post("/studies/new/", fields).status_code == 302
    compute_all()
    assert trap.has_run


@pytest.mark.parametrize("verb", ["continue", "retry", "repetitions"])
def test_a_study_that_was_restored_waits_and_each_button_asks(
    hers: Client, admin: User, trap: Trap, verb: str
) -> None:
    made = declared(part("one", methods=("fcfs", trap.entry)))
    study = create_study(admin, made, confirmed=[trap.command])
    Study.objects.update(confirmed=[])
    compute_all()
    assert not trap.has_run
    study.refresh_from_db()
    assert study.is_paused
    assert not Batch.objects.exists()
    path = f"/studies/{study.pk}/{verb}/"
    fields = shown(hers.post(path, {"repetitions": "50"}), trap)
    study.refresh_from_db()
    assert study.is_paused
    assert hers.post(path, fields).status_code == 302
    hand_out()
    Batch.objects.exclude(pk=Batch.objects.first().pk).delete()  # type: ignore[union-attr]
    work(study, batches=1)
    assert trap.has_run


def test_a_batch_that_is_computed_already_runs_nothing_either(admin: User, trap: Trap) -> None:
    create_study(
        admin, declared(part("one", methods=("fcfs", trap.entry))), confirmed=[trap.command]
    )
    batch = Batch.objects.earliest("first")
    Study.objects.update(confirmed=[])
    claim = lifecycle.claim(Batch, batch.pk, "worker")
    assert claim is not None
    with Heart(claim) as heart:
        ear = Ear(heart, 60)
        _compute(batch.pk, ear)
    assert not trap.has_run


def test_an_instance_of_a_study_is_opened_without_its_programs(
    hers: Client, admin: User, trap: Trap
) -> None:
    made = declared(part("one", methods=("fcfs", trap.entry)))
    study = create_study(admin, made, confirmed=[trap.command])
    comparison = prepared(study, {"part": 0, "value": 0, "repetition": 0})()
    assert [run.algorithm for run in comparison.runs.all()] == ["fcfs"]
    assert "add what runs a command here, to confirm it" in comparison.note


@pytest.mark.parametrize("by_token", [True, False], ids=["token", "session"])
def test_no_program_that_calls_the_interface_runs_a_command(
    admin: User, trap: Trap, waiting: Run, by_token: bool
) -> None:
    headers = {"Authorization": f"Bearer {issue_token(admin, label='laptop')[1]}"}
    caller = Caller(None if by_token else admin, **({"headers": headers} if by_token else {}))
    compute_all()
    place = waiting.comparison
    entry = {"algorithm": "external", "params": {"command": trap.command}}
    wanted = {"workload": place.workload_id, "cluster": place.cluster_id, "entries": [entry]}
    study = {"definition": as_json(declared(part("one", methods=("fcfs", trap.entry))))}
    asked = {
        "/comparisons": {**wanted, CONFIRMED: [trap.command], "confirmed": [trap.command]},
        f"/comparisons/{place.pk}/runs": {"entries": [entry]},
        f"/runs/{waiting.pk}/retry": None,
        "/studies": study,
    }
    before = Run.objects.count()
    for path, data in asked.items():
        answer = caller.post(path, data)
        assert answer.status in (400, 403), (path, answer.content)
    assert caller.post(f"/runs/{waiting.pk}/retry").error["code"] == "unconfirmed"
    compute_all()
    assert not trap.has_run
    assert Run.objects.count() == before
    assert not Study.objects.exists()


def test_an_archive_brings_no_confirmation(waiting: Run, trap: Trap) -> None:
    assert "confirmed" not in {*columns(Run), *columns(Study), *columns(Renewal)}
    Run.objects.filter(pk=waiting.pk).update(confirmed=[trap.command])
    names = [*columns(Run), "confirmed"]
    row = Run.objects.filter(pk=waiting.pk).values_list(*names).get()
    Run.objects.filter(pk=waiting.pk).delete()
    load(Run, iter([as_line(names), as_line(row)]))
    assert Run.objects.get(pk=waiting.pk).confirmed == []
    compute_all()
    assert not trap.has_run
