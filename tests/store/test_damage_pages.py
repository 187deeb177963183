"""What people read where a stored file is damaged, and the buttons that bring it back."""

import pytest
from django.test import Client

from schedweb.base.caching import FOR_EVER, NO_STORE
from schedweb.base.errors import RefusedError
from schedweb.runs import pictures
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from schedweb.runs.services import retry_run
from schedweb.sharing.services import share
from schedweb.store import blobs
from schedweb.workers.models import State
from schedweb.workloads.models import Workload
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.api.caller import Caller
from tests.store.damaging import damage, path_of
from tests.store.drawing import draw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_store")]


@pytest.fixture
def run() -> Run:
    """A run of Alice's that is done."""
    made = factories.comparison(factories.person("alice"), ["easy"])
    execute(made.runs.get().pk)
    draw(made.runs.get())
    return Run.objects.select_related("comparison__workload").get()


@pytest.fixture
def hers(run: Run) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(factories.person("alice"))
    return client


def test_a_page_names_the_file_and_what_brings_it_back(hers: Client, run: Run) -> None:
    workload = run.comparison.workload
    damage("cut", workload.digest)
    answer = hers.get(f"/workloads/{workload.pk}/")
    text = answer.content.decode()
    assert answer.status_code == 409
    assert answer["Cache-Control"] == "no-store"
    assert "The stored jobs of your workload Three jobs are damaged: upload three.swf" in text
    assert workload.source["sha256"] in text
    assert 'href="/workloads/new/"' in text


def test_a_reader_with_a_link_is_told_whom_to_ask(run: Run) -> None:
    damage("deleted", run.schedule)
    token = share(factories.person("alice"), run.comparison).token
    answer = Client().get(f"/s/{token}/runs/{run.pk}/schedule.csv")
    text = answer.content.decode()
    assert answer.status_code == 409
    assert (
        "is missing: ask the owner, who shared it with you, to run EASY backfilling again" in text
    )
    assert "<form" not in text
    assert answer["X-Robots-Tag"] == "noindex, nofollow"


def test_programs_get_a_code_and_the_same_sentence(run: Run) -> None:
    damage("a bit flipped", run.schedule)
    answer = Caller(factories.person("alice")).get(f"/runs/{run.pk}/schedule?format=csv")
    assert answer.status == 409
    assert answer.error["code"] == "damaged"
    assert "your run EASY backfilling in Three jobs on Machine" in answer.error["message"]
    assert answer.response["Cache-Control"] == "no-store"


def test_damage_names_no_things_of_others_that_have_the_same_jobs(run: Run) -> None:
    bob = factories.person("bob")
    his = factories.workload(bob, name="Bob's own")
    damage("cut", his.digest)
    answer = Caller(bob).get(f"/workloads/{his.pk}/file?format=swf")
    assert "your workload Bob's own" in answer.error["message"]


def test_a_run_whose_schedule_is_damaged_is_offered_again(hers: Client, run: Run) -> None:
    damage("empty", run.schedule)
    text = hers.get(f"/runs/{run.pk}/schedule.csv").content.decode()
    assert f'action="/runs/{run.pk}/retry/"' in text
    hers.post(f"/runs/{run.pk}/retry/")
    again = Run.objects.get(pk=run.pk)
    assert (again.state, again.result.metrics, again.schedule) == (State.QUEUED, {}, "")
    execute(run.pk)
    assert hers.get(f"/runs/{run.pk}/schedule.csv").status_code == 200


def test_a_run_whose_schedule_is_whole_is_not_computed_again(run: Run) -> None:
    with pytest.raises(RefusedError):
        retry_run(run)
    assert Run.objects.get(pk=run.pk).is_done


@pytest.mark.parametrize("version", [b"", b"drawn in another version"])
def test_a_picture_that_is_drawn_otherwise_answers_at_its_old_address(
    hers: Client, run: Run, monkeypatch: pytest.MonkeyPatch, version: bytes
) -> None:
    """A page that was opened before a run was computed again asks for what it was told of."""
    real = pictures.PICTURES["gantt"]
    drawn = {**pictures.PICTURES, "gantt": lambda *of: real(*of) + version}
    monkeypatch.setattr(pictures, "PICTURES", drawn)
    damage("deleted", run.gantt)
    old, now = (f"/runs/{run.pk}/gantt/{digest}/" for digest in ("0" * 64, run.schedule))
    first, second = hers.get(old), hers.get(now)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content == blobs.get(Run.objects.get(pk=run.pk).gantt)
    assert (first["Cache-Control"], second["Cache-Control"]) == (NO_STORE, FOR_EVER)
    assert (Run.objects.get(pk=run.pk).gantt != run.gantt) == bool(version)


def test_generated_jobs_are_made_again_by_a_button() -> None:
    alice = factories.person("alice")
    made = generate_workload(alice, "uniform", jobs=5, processors=4, params={"seed": 3})
    client = Client()
    client.force_login(alice)
    damage("deleted", made.digest)
    text = client.get(f"/workloads/{made.pk}/").content.decode()
    assert f'action="/workloads/{made.pk}/remake/"' in text
    assert client.post(f"/workloads/{made.pk}/remake/").status_code == 302
    assert client.get(f"/workloads/{made.pk}/").status_code == 200


def test_other_jobs_than_before_are_not_taken_for_them(hers: Client) -> None:
    alice = factories.person("alice")
    made = generate_workload(alice, "uniform", jobs=5, processors=4, params={"seed": 3})
    made.source["params"]["seed"] = 4
    made.save()
    damage("deleted", made.digest)
    answer = hers.post(f"/workloads/{made.pk}/remake/", follow=True)
    assert "this version of SchedWeb makes other jobs" in answer.content.decode()
    assert not path_of(made.digest).exists()


def test_jobs_of_a_file_are_not_made_up(hers: Client, run: Run) -> None:
    workload = Workload.objects.get()
    answer = hers.post(f"/workloads/{workload.pk}/remake/", follow=True)
    assert "comes from a file: upload that again" in answer.content.decode()


def test_a_comparison_keeps_its_numbers_and_says_why_it_has_no_charts(
    hers: Client, run: Run
) -> None:
    damage("deleted", run.comparison.workload.digest)
    page = f"/comparisons/{run.comparison.pk}/"
    text = hers.get(f"{page}schedules/").content.decode()
    assert "There are no charts. The stored jobs of your workload Three jobs are missing" in text
    assert "EASY backfilling" in hers.get(page).content.decode()
    assert Comparison.objects.get().runs.get().result.metrics
