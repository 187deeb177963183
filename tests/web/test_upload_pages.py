"""From a file to a workload."""

import gzip
import io
import json
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from schedweb.accounts.models import User
from schedweb.workloads.models import Upload, Workload
from tests import factories
from tests.web.pages import Page

BAD = factories.SWF + b"4 7 -1 5 0 -1 -1 0 5 -1 1 3 1 -1 1 -1 -1 -1\n5 x\n"


def send(client: Client, content: bytes, name: str = "trace.swf") -> str:
    """Upload a file; return the page that follows."""
    file = io.BytesIO(content)
    file.name = name
    return client.post("/workloads/new/", {"file": file}, follow=True).content.decode()


def test_nothing_is_kept_before_the_user_says_so(hers: Client) -> None:
    html = send(hers, factories.SWF)
    assert "Use this workload" in html
    assert not Workload.objects.exists()


def test_a_preview_becomes_a_workload(hers: Client) -> None:
    send(hers, gzip.compress(factories.SWF), "trace.swf.gz")
    [found] = Upload.objects.all()
    answer = hers.post(f"/uploads/{found.pk}/keep/", {"name": "My trace"}, follow=True)
    kept = Workload.objects.get()
    assert answer.redirect_chain[-1][0] == f"/workloads/{kept.pk}/"
    assert (kept.name, kept.jobs) == ("My trace", 3)
    assert "My trace is ready: 3 jobs." in answer.content.decode()


def test_the_report_names_lines_values_and_what_was_done(hers: Client) -> None:
    html = send(hers, BAD)
    assert "line 5: <code>0</code>" in html
    assert "without the" in html
    assert ">Discard</button>" in html


def test_pasted_text_is_read_and_not_lost_when_it_is_wrong(hers: Client) -> None:
    good = hers.post("/workloads/new/", {"text": factories.SWF.decode()}, follow=True)
    assert "pasted text" in good.content.decode()
    bad = hers.post("/workloads/new/", {"text": "one two three & more"})
    assert bad.status_code == 422
    assert "Nothing was stored." in bad.content.decode()
    assert "one two three &amp; more" in bad.content.decode()


@pytest.mark.parametrize("content", [b"", b"\0\0\0", b"PK\x03\x04", b"%PDF-1.4", b"\xff" * 999])
def test_files_of_other_kinds_are_refused_with_a_sentence(hers: Client, content: bytes) -> None:
    html = send(hers, content)
    assert "Nothing was stored." in html
    assert not Upload.objects.exists()


def test_no_file_and_no_text_is_said(hers: Client) -> None:
    answer = hers.post("/workloads/new/", {})
    assert "Choose a file, or paste its text." in answer.content.decode()


@pytest.mark.parametrize("size", [2**20 + 1_000, 2**21])
def test_a_file_beyond_the_limit_is_refused(
    hers: Client, settings: LazySettings, size: int
) -> None:
    settings.SCHEDWEB_MAX_UPLOAD_MB = 1
    assert "larger than 1 MB" in send(hers, b"; " + b"x" * size)
    assert not Upload.objects.exists()


def test_uploads_need_the_token_of_their_form(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post("/workloads/new/", {"text": factories.SWF.decode()}).status_code == 403
    assert client.get("/workloads/new/").status_code == 200


def test_every_odd_file_is_answered_with_a_page(hers: Client, odd_traces: list[Path]) -> None:
    for path in odd_traces:
        file = io.BytesIO(path.read_bytes())
        file.name = path.name
        answer = hers.post("/workloads/new/", {"file": file}, follow=True)
        html = answer.content.decode()
        assert answer.status_code in (200, 422), path.name
        assert "Nothing was stored." in html or "Use this workload" in html, path.name


def test_a_name_that_is_refused_keeps_what_was_typed(hers: Client) -> None:
    send(hers, factories.SWF)
    [found] = Upload.objects.all()
    answer = hers.post(f"/uploads/{found.pk}/keep/", {"name": " ", "drop_wider_than": "3"})
    page = Page(answer.content.decode())
    assert answer.status_code == 422
    assert page.named("name")["aria-invalid"] == "true"
    assert page.named("drop_wider_than")["value"] == "3"


@pytest.mark.parametrize("wide", ["0", "-1", "x", "1", "9" * 30])
def test_an_impossible_width_is_refused(hers: Client, wide: str) -> None:
    send(hers, factories.SWF)
    [found] = Upload.objects.all()
    form = {"name": "Trace", "drop_wider_than": wide}
    answer = hers.post(f"/uploads/{found.pk}/keep/", form)
    assert answer.status_code == 422
    assert not Workload.objects.exists()


def test_wide_jobs_are_named_before_they_are_dropped(hers: Client) -> None:
    send(hers, factories.SWF)
    [found] = Upload.objects.all()
    page = hers.get(f"/uploads/{found.pk}/").content.decode()
    assert "All else on this page is about the file with these jobs." in page
    fit = hers.get(f"/uploads/{found.pk}/fit/", {"drop_wider_than": "2"}).content.decode()
    assert "job 2 (line 3) asks for 4 processors" in fit
    assert (
        "Every job fits"
        in hers.get(f"/uploads/{found.pk}/fit/", {"drop_wider_than": "4"}).content.decode()
    )
    form = {"name": "Narrow", "drop_wider_than": "2"}
    html = hers.post(f"/uploads/{found.pk}/keep/", form, follow=True).content.decode()
    assert Workload.objects.get().jobs == 2
    assert "1 job of the file left out" in html


def test_an_upload_is_discarded(hers: Client) -> None:
    send(hers, factories.SWF)
    [found] = Upload.objects.all()
    hers.post(f"/uploads/{found.pk}/discard/")
    assert not Upload.objects.exists()


def test_uploads_of_others_are_not_found(his: Client, hers: Client) -> None:
    send(hers, factories.SWF)
    [found] = Upload.objects.all()
    for part in ("", "fit/"):
        assert his.get(f"/uploads/{found.pk}/{part}").status_code == 404
    assert his.post(f"/uploads/{found.pk}/discard/").status_code == 404
    assert his.post(f"/uploads/{found.pk}/keep/", {"name": "mine"}).status_code == 404
    assert Upload.objects.filter(pk=found.pk).exists()
    assert not Workload.objects.exists()


def test_an_upload_used_in_another_tab_leads_to_the_workload(hers: Client) -> None:
    send(hers, factories.SWF)
    [found] = Upload.objects.all()
    for _ in range(2):
        answer = hers.post(f"/uploads/{found.pk}/keep/", {"name": "mine"})
    assert answer["Location"] == f"/workloads/{Workload.objects.get().pk}/"


def test_each_problem_of_a_file_is_said_once(hers: Client) -> None:
    jobs = [{"id": str(i), "procs": 1, "time": -1} for i in range(8)]
    text = json.dumps({"format": "schedweb-workload", "version": 1, "jobs": jobs})
    html = hers.post("/workloads/new/", {"text": text}).content.decode()
    assert [html.count(f"job {i}: time must be") for i in range(3)] == [1, 0, 0]
    assert html.count("7 more problems of jobs") == 1


def test_dependencies_are_left_out_on_request(hers: Client) -> None:
    table = "id,procs,time,after\n1,1,5,\n2,1,5,1\n"
    assert 'name="leave_dependencies_out"' in hers.get("/workloads/new/").content.decode()
    sent = {"text": table, "leave_dependencies_out": "yes"}
    html = hers.post("/workloads/new/", sent, follow=True).content.decode()
    assert "are left out, as was asked for" in html
    upload = Upload.objects.get()
    assert upload.load().after is None
    assert upload.load().unmodelled == ("dependencies",)
    hers.post(f"/uploads/{upload.pk}/keep/", {"name": "Two"}, follow=True)
    kept = Workload.objects.get()
    page = hers.get(f"/workloads/{kept.pk}/").content.decode()
    assert "dependencies of the jobs" in page
    assert "dependencies of jobs that are not kept" in page
