"""Workloads that are kept, and those that models make."""

from html import unescape

import pytest
from django.conf import LazySettings
from django.test import Client

from parsched.data.generators import GENERATORS
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.web.views.workloads import generate
from schedweb.workloads.models import Workload
from tests import factories
from tests.web.pages import Page


def test_a_workload_comes_back_as_the_file_it_was(hers: Client, alice: User) -> None:
    kept = factories.workload(alice)
    answer = hers.get(f"/workloads/{kept.pk}/jobs.swf")
    assert 'filename="Three jobs.swf"' in answer["Content-Disposition"]
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith(";")]
    assert [line.split()[3] for line in lines] == ["10", "10", "4"]


@pytest.mark.parametrize("extension", ["tsv", "swf.zip", "../swf", "json.gz.gz"])
def test_unknown_files_are_not_found(hers: Client, alice: User, extension: str) -> None:
    kept = factories.workload(alice)
    assert hers.get(f"/workloads/{kept.pk}/jobs.{extension}").status_code == 404


def test_moldable_jobs_are_not_written_as_swf(hers: Client, alice: User) -> None:
    content = (
        b'{"format": "schedweb-workload", "version": 1, "jobs": [{"id": "1", "times": [9, 5]}]}'
    )
    kept = factories.workload(alice, content)
    answer = hers.get(f"/workloads/{kept.pk}/jobs.swf", follow=True)
    assert "cannot be written as SWF" in answer.content.decode()
    assert hers.get(f"/workloads/{kept.pk}/jobs.json").status_code == 200


def test_a_workload_is_renamed_and_deleted(hers: Client, alice: User) -> None:
    kept = factories.workload(alice)
    hers.post(f"/workloads/{kept.pk}/rename/", {"name": "Another"})
    assert Workload.objects.get().name == "Another"
    hers.post(f"/workloads/{kept.pk}/delete/")
    assert not Workload.objects.exists()


def test_a_workload_in_use_stays_and_says_why(hers: Client, done: Comparison) -> None:
    answer = hers.post(f"/workloads/{done.workload.pk}/delete/", follow=True)
    assert "cannot be deleted: a comparison uses it" in answer.content.decode()


HELD_SWF = b"1 0 5 10 2 -1 -1 2 10 -1 1 1 1 1 1 1 -1 -1\n"
HELD = b"""id,release,procs,time,submitted
a,50,1,9,0
b,60,1,9,
"""


def test_a_workload_shows_submissions_that_are_before_the_releases(
    hers: Client, alice: User
) -> None:
    kept = factories.workload(alice, HELD)
    text = unescape(hers.get(f"/workloads/{kept.pk}/").content.decode())
    assert "jobs that could start later than they were submitted" in text
    assert '>Submitted <span class="unit">s</span></th>' in text
    assert '<th scope="row">a</th><td class="num">0</td><td class="num">50</td>' in text
    assert '<th scope="row">b</th><td class="num">60</td><td class="num">60</td>' in text
    other = factories.workload(alice)
    assert ">Submitted <" not in hers.get(f"/workloads/{other.pk}/").content.decode()


def test_a_machine_that_is_guessed_is_said_to_be(hers: Client, alice: User) -> None:
    kept = factories.workload(alice, HELD)
    told = "the machine is guessed: as many processors as the widest job has"
    assert told in hers.get(f"/workloads/{kept.pk}/").content.decode()
    assert told in hers.get(f"/compare/?workload={kept.pk}").content.decode()
    stated = factories.workload(alice, b"; MaxProcs: 4\n" + HELD_SWF)
    assert "is guessed" not in hers.get(f"/workloads/{stated.pk}/").content.decode()


def test_an_empty_workload_has_a_page(hers: Client, alice: User) -> None:
    form = {"jobs": "0", "processors": "4", "keep": "1"}
    answer = hers.post("/workloads/new/uniform/", form, follow=True)
    assert "There are no jobs." in answer.content.decode()


@pytest.mark.parametrize("key", GENERATORS)
def test_every_model_is_previewed_and_kept(hers: Client, key: str) -> None:
    form = {"jobs": "50", "processors": "32", "preview": "1"}
    preview = hers.post(f"/workloads/new/{key}/", form, follow=True).content.decode()
    assert "<svg" in preview
    assert not Workload.objects.exists()
    hers.post(f"/workloads/new/{key}/", {**form, "keep": "1", "name": "Mine"})
    assert Workload.objects.get().jobs == 50


def test_a_preview_of_moldable_jobs_draws_their_speed_up(hers: Client) -> None:
    form = {"jobs": "50", "processors": "200", "preview": "1"}
    html = hers.post("/workloads/new/cirne/", form, follow=True).content.decode()
    assert "Speed-up by number of processors" in html
    assert html.count('class="speedups-job"') == 30
    assert "<dd>all</dd>" in html
    assert "<dd>1–200</dd>" in html
    rigid = hers.post("/workloads/new/uniform/", form, follow=True).content.decode()
    assert "speedups" not in rigid
    assert "widest job, processors" in rigid


def test_models_stand_apart_by_the_kind_of_their_jobs(hers: Client) -> None:
    html = hers.get("/workloads/new/mixed/").content.decode().split('class="tabs"')[1]
    parts = [
        html.index(text)
        for text in (
            "Rigid jobs:",
            ">Lublin",
            "Rigid or moldable jobs:",
            ">Cauchy",
            "Moldable jobs:",
            ">Mixed",
        )
    ]
    assert parts == sorted(parts)


def test_published_settings_fill_the_form_in(hers: Client) -> None:
    page = Page(hers.get("/workloads/new/paper-uniform/").content.decode())
    assert (page.named("jobs")["value"], page.named("processors")["value"]) == ("40", "32")
    html = hers.get("/workloads/new/paper-uniform/").content.decode()
    query = "?jobs=40&amp;processors=128&amp;param-granularity=10"
    assert f'<a href="{query}">128 processors</a>' in html
    chosen = Page(hers.get(f"/workloads/new/paper-uniform/{unescape(query)}").content.decode())
    assert chosen.named("processors")["value"] == "128"
    assert chosen.named("param-granularity")["value"] == "10"


def test_too_many_times_are_refused_beside_the_widths(hers: Client) -> None:
    form = {"jobs": "100000", "processors": "10000", "preview": "1"}
    page = hers.post("/workloads/new/weak/", form, follow=True).content.decode()
    assert Page(page).named("param-widths")["aria-invalid"] == "true"
    assert "geometric gives 8,800,000" in page


@pytest.mark.parametrize("button", ["preview", "keep"])
def test_no_more_jobs_are_promised_than_a_workload_may_have(
    hers: Client, settings: LazySettings, button: str
) -> None:
    settings.SCHEDWEB_MAX_JOBS = 20
    form = {"jobs": "21", "processors": "4", button: "1"}
    html = hers.post("/workloads/new/uniform/", form, follow=True).content.decode()
    assert "jobs must be at most 20, got 21" in html
    assert not Workload.objects.exists()


def test_the_preview_has_a_limit_of_its_own(hers: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "PREVIEWED", 20)
    form = {"jobs": "21", "processors": "4"}
    html = hers.post(
        "/workloads/new/uniform/", {**form, "preview": "1"}, follow=True
    ).content.decode()
    assert "a preview makes at most 20 jobs; keeping makes all 21" in html
    hers.post("/workloads/new/uniform/", {**form, "keep": "1"})
    assert Workload.objects.get().jobs == 21


MOLDABLE = b"""{"format": "schedweb-workload", "version": 1, "jobs": [
{"id": "a", "times": {"1": 9, "64": 0.5}, "weight": 2}, {"id": "b", "procs": 3, "time": 4}]}"""


def test_a_moldable_workload_tells_how_free_its_jobs_are(hers: Client, alice: User) -> None:
    kept = factories.workload(alice, MOLDABLE)
    html = hers.get(f"/workloads/{kept.pk}/").content.decode()
    assert "<dd>1 of 2</dd>" in html
    assert '<td class="num">1–64, 2 of them</td>' in html
    assert '<td class="num">0.5000 on 64</td><td class="num">18</td>' in html
    assert '<td class="num">3</td><td class="num">4</td><td class="num">–</td>' in html
    assert "≤ 64" in hers.get("/workloads/").content.decode()
    assert (
        "on up to 64 processors each" in hers.get(f"/compare/?workload={kept.pk}").content.decode()
    )


def test_jobs_that_fit_any_machine_are_not_left_out_for_their_width(
    hers: Client, alice: User
) -> None:
    narrow = factories.upload(alice, MOLDABLE.replace(b'"procs": 3', b'"procs": 1'), "jobs.json")
    assert "drop_wider_than" not in hers.get(f"/uploads/{narrow.pk}/").content.decode()
    wide = factories.upload(alice, MOLDABLE, "jobs.json")
    assert "drop_wider_than" in hers.get(f"/uploads/{wide.pk}/").content.decode()


@pytest.mark.parametrize("button", ["preview", "keep"])
def test_errors_of_a_model_land_on_their_fields(hers: Client, button: str) -> None:
    form = {"jobs": "10", "processors": "4", "param-seed": "-5", "name": "Kept", button: "1"}
    page = Page(hers.post("/workloads/new/uniform/", form, follow=True).content.decode())
    assert page.named("param-seed")["value"] == "-5"
    assert page.named("param-seed")["aria-invalid"] == "true"
    assert page.named("name")["value"] == "Kept"
    assert not Workload.objects.exists()


@pytest.mark.parametrize(
    ("jobs", "processors"), [("x", "4"), ("1", "0"), ("-1", "4"), ("9" * 40, "1")]
)
def test_impossible_sizes_are_said(hers: Client, jobs: str, processors: str) -> None:
    form = {"jobs": jobs, "processors": processors, "keep": "1"}
    html = hers.post("/workloads/new/uniform/", form, follow=True).content.decode()
    assert 'class="error"' in html
    assert not Workload.objects.exists()
