"""Schedules made elsewhere: uploaded to a comparison, shown, shared and exported."""

import io
import json
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from parsched.run.given import GIVEN
from schedweb.accounts.models import User
from schedweb.base.errors import RefusedError
from schedweb.runs.checking import check_store
from schedweb.runs.imports import submit_schedule
from schedweb.runs.models import Comparison, Outcome, Run
from schedweb.runs.outcomes import findings_of
from schedweb.runs.storage import load_schedule
from schedweb.runs.tidying import tidy
from schedweb.sharing.services import share
from schedweb.store import blobs, trash
from schedweb.web.contexts.charts import elsewhere_unfolded
from schedweb.workers.kinds import KINDS
from schedweb.workers.models import State
from tests import factories
from tests.web.pages import Page

HEAD = "job_id,submission_time,starting_time,execution_time,width\n"
GOOD = HEAD + "1,0,0,10,2\n2,5,10,10,4\n3,6,20,4,2\n"
LATER = HEAD + "1,0,0,10,2\n2,5,10,10,4\n3,6,21,4,2\n"
"""No algorithm makes this one."""
BROKEN = HEAD + "1,0,0,10,2\n2,5,4,10,4\n9,6,20,4,2\n"


def send(client: Client, comparison: Comparison, content: str | bytes, **fields: str) -> Any:
    """Upload a schedule; return the page that follows."""
    file = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    file.name = "theirs.csv"
    address = reverse("comparison_schedule", args=(comparison.pk,))
    return client.post(address, {"file": file, **fields}, follow=True)


def added(comparison: Comparison) -> Run:
    """The run that an upload made."""
    return Run.objects.get(comparison=comparison, algorithm=GIVEN)


def test_a_schedule_becomes_a_run_that_is_done(hers: Client, done: Comparison) -> None:
    answer = send(hers, done, GOOD, label="Theirs", made_by="pyss")
    run = added(done)
    assert answer.redirect_chain[-1][0] == f"/runs/{run.pk}/"
    html = answer.content.decode()
    for words in ("Made elsewhere by pyss", "theirs.csv", "Batsim jobs.csv", "3 jobs kept"):
        assert words in html
    assert (run.label, run.state, run.attempts, run.worker) == ("Theirs", State.DONE, 0, "")
    assert run.result.metrics["makespan"] == 24
    assert run.result.violation_count == 0
    assert run.params["sha256"]
    assert run.started is None


def test_it_stands_beside_the_others_on_every_page_and_in_every_export(
    hers: Client, alice: User, done: Comparison
) -> None:
    send(hers, done, GOOD, label="Theirs", made_by="pyss")
    run = added(done)
    whole, one = share(alice, done), share(alice, run)
    texts = [
        f"/comparisons/{done.pk}/",
        f"/comparisons/{done.pk}/reports/results/",
        f"/comparisons/{done.pk}/reports/results.tex",
        f"/comparisons/{done.pk}/reports/results.md",
        f"/runs/{run.pk}/",
        f"/s/{whole.token}/",
        f"/s/{whole.token}/runs/{run.pk}/",
        f"/s/{one.token}/",
    ]
    for address in texts:
        text = hers.get(address).content.decode()
        assert "made elsewhere by pyss" in text.replace("Made", "made").replace("\xa0", " "), (
            address
        )
    table = hers.get(f"/comparisons/{done.pk}/reports/results.csv").content.decode()
    assert ",made by,violations" in table.splitlines()[0] or "made by,violations" in table
    assert ",pyss,0" in table
    record = json.loads(hers.get(f"/comparisons/{done.pk}/comparison.json").content)
    assert [r["made_by"] for r in record["runs"]] == ["", "", "pyss"]


def test_a_schedule_that_breaks_rules_is_shown_with_them_and_not_ranked(
    hers: Client, done: Comparison
) -> None:
    html = send(hers, done, BROKEN, made_by="pyss").content.decode()
    run = added(done)
    assert run.result.violation_count > 0
    for words in (
        "What breaks the rules",
        "Job 2 starts at 4 s, before its release at 5 s",
        "Job 3 is not scheduled",
        "must name a job of the workload",
        "line 4: <code>9</code>",
    ):
        assert words in html
    page = hers.get(f"/comparisons/{done.pk}/").content.decode()
    assert ">breaks rules</a>" in page
    ranks = hers.get(f"/comparisons/{done.pk}/reports/results.csv").content.decode()
    assert ",somebody else," not in ranks
    assert ",pyss," in ranks
    for address in ("schedule.csv", "schedule.swf", f"gantt/{run.schedule}/"):
        assert hers.get(f"/runs/{run.pk}/{address}").status_code == 200
    assert "REJECTED" in hers.get(f"/runs/{run.pk}/schedule.csv").content.decode()
    assert hers.get(f"/runs/{run.pk}/poster/{run.schedule}.png").status_code == 200


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (HEAD + "x,0,0,1,1\n", "no row is about a job of the workload"),
        (HEAD + "1,0,soon,1,1\n", "line 2, job 1: starting_time must be a number"),
        (factories.SWF, "says of no job when it starts"),
        (b"%PDF-1.4", "is a PDF document"),
        (b"", "the file is empty"),
    ],
)
def test_a_file_that_is_none_is_one_sentence_and_nothing_is_stored(
    hers: Client, done: Comparison, content: Any, sentence: str
) -> None:
    answer = send(hers, done, content, label="Theirs", made_by="me")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Nothing was stored." in html
    assert sentence in html.replace("&#x27;", "'")
    assert 'value="Theirs"' in html
    assert done.runs.count() == 2


def test_fields_are_checked_and_a_file_is_needed(hers: Client, done: Comparison) -> None:
    address = reverse("comparison_schedule", args=(done.pk,))
    assert "File is missing" in hers.post(address, {}).content.decode()
    html = send(hers, done, GOOD, label="x" * 101, made_by="y" * 101, kind="doc").content.decode()
    for words in ("Name must", "Made by must", "Format must be one of swf"):
        assert words in html
    file = Page(hers.get(address).content.decode()).named("file")
    assert "required" not in file, "browsers cannot say it at a hidden field"


def test_a_file_that_is_too_large_is_refused_unread(
    hers: Client, done: Comparison, settings: LazySettings
) -> None:
    settings.SCHEDWEB_MAX_UPLOAD_MB = 0
    assert send(hers, done, GOOD + "#" * 70_000).status_code == 413


def test_strangers_and_readers_of_links_add_nothing(
    his: Client, alice: User, done: Comparison
) -> None:
    assert send(his, done, GOOD).status_code == 404
    link = share(alice, done)
    assert "Add a schedule" not in his.get(f"/s/{link.token}/").content.decode()
    assert done.runs.count() == 2


def test_of_equal_names_one_gets_a_number(hers: Client, done: Comparison) -> None:
    for _ in range(2):
        send(hers, done, GOOD)
    labels = Run.objects.filter(algorithm=GIVEN).values_list("label", flat=True)
    assert sorted(labels) == ["theirs.csv", "theirs.csv #2"]


def test_it_cannot_be_computed_again(hers: Client, done: Comparison) -> None:
    send(hers, done, LATER, label="Theirs")
    run = added(done)
    blobs.delete(run.schedule)
    load_schedule.cache_clear()
    page = hers.get(f"/runs/{run.pk}/schedule.csv")
    assert page.status_code == 409
    html = page.content.decode()
    assert "upload theirs.csv" in html
    assert "Run again" not in html
    answer = hers.post(f"/runs/{run.pk}/retry/", follow=True).content.decode()
    assert "Theirs was made elsewhere: upload theirs.csv again." in answer
    run.refresh_from_db()
    assert run.state == State.DONE


def test_its_file_is_known_to_the_store_and_goes_with_the_run(
    hers: Client, done: Comparison
) -> None:
    send(hers, done, GOOD)
    run = added(done)
    assert check_store().originals == []
    tidy()
    assert blobs.verifies(run.schedule)
    trash.discard(blobs.path_of(run.schedule))
    assert hers.post(f"/runs/{run.pk}/delete/", follow=True).status_code == 200
    assert not Run.objects.filter(pk=run.pk).exists()


def test_a_study_of_the_comparison_leaves_it_out_and_says_so(
    hers: Client, done: Comparison
) -> None:
    send(hers, done, GOOD, label="Theirs")
    html = hers.get(f"/studies/new/?comparison={done.pk}").content.decode()
    assert "Theirs is not carried over: it was made elsewhere." in html


def test_what_the_comparison_found_is_stored_with_it(
    hers: Client,
    done: Comparison,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    before = done.outcome.stamp
    with django_capture_on_commit_callbacks(execute=True):
        send(hers, done, GOOD)
    assert Outcome.objects.get(comparison=done).stamp != before
    [found] = findings_of([Comparison.objects.get(pk=done.pk)])
    assert len(found.table.rows) == 3


def test_a_comparison_that_is_deleted_meanwhile_takes_none(alice: User, done: Comparison) -> None:
    file = SimpleUploadedFile("theirs.csv", GOOD.encode())
    task = submit_schedule(done, file, "theirs.csv")
    store = KINDS[task.kind].perform(task, lambda *_: None)
    done.delete()
    with pytest.raises(RefusedError, match=r"was deleted while theirs\.csv was read"):
        store()


def test_what_two_jobs_hold_at_once_is_in_the_legend_and_nothing_of_theirs_is_folded(
    hers: Client, done: Comparison
) -> None:
    head, twice = HEAD.replace("width", "width,allocated_resources"), "0-1"
    send(hers, done, f"{head}1,0,0,10,2,{twice}\n2,5,10,10,4,0-3\n3,6,12,4,2,{twice}\n", label="T")
    html = hers.get(f"/comparisons/{done.pk}/schedules/").content.decode()
    assert "held by two jobs at once" in html
    run = added(done)
    runs = [*(Run(pk=f"r{i}", algorithm="easy") for i in range(5)), run, Run(pk="last")]
    assert [each.pk for each in elsewhere_unfolded(runs)] == [
        "r0",
        "r1",
        run.pk,
        "r2",
        "r3",
        "r4",
        "last",
    ]
    assert elsewhere_unfolded(runs[:3]) == runs[:3]
    send(hers, done, GOOD, label="Good")
    Run.objects.filter(pk=run.pk).delete()
    html = hers.get(f"/comparisons/{done.pk}/schedules/").content.decode()
    assert "held by two jobs at once" not in html
