"""Workloads that are kept, and those that models make."""

import pytest
from django.test import Client

from algorithms.generators import GENERATORS
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.workloads.models import Workload
from tests import factories
from tests.web.pages import Page


def test_a_workload_comes_back_as_the_file_it_was(hers: Client, alice: User) -> None:
    kept = factories.workload(alice)
    answer = hers.get(f"/workloads/{kept.pk}/jobs.swf")
    assert 'filename="Three jobs.swf"' in answer["Content-Disposition"]
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith(";")]
    assert [line.split()[3] for line in lines] == ["10", "10", "4"]


@pytest.mark.parametrize("extension", ["csv", "swf.zip", "../swf", "json.gz.gz"])
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


def test_an_empty_workload_has_a_page(hers: Client, alice: User) -> None:
    form = {"jobs": "0", "processors": "4", "keep": "1"}
    answer = hers.post("/workloads/new/uniform/", form, follow=True)
    assert "There are no jobs." in answer.content.decode()


@pytest.mark.parametrize("key", GENERATORS)
def test_every_model_is_previewed_and_kept(hers: Client, key: str) -> None:
    form = {"jobs": "50", "processors": "32", "preview": "1"}
    preview = hers.post(f"/workloads/new/{key}/", form).content.decode()
    assert "<svg" in preview
    assert not Workload.objects.exists()
    hers.post(f"/workloads/new/{key}/", {**form, "keep": "1", "name": "Mine"})
    assert Workload.objects.get().jobs == 50


@pytest.mark.parametrize("button", ["preview", "keep"])
def test_errors_of_a_model_land_on_their_fields(hers: Client, button: str) -> None:
    form = {"jobs": "10", "processors": "4", "param-seed": "-5", "name": "Kept", button: "1"}
    page = Page(hers.post("/workloads/new/uniform/", form).content.decode())
    assert page.named("param-seed")["value"] == "-5"
    assert page.named("param-seed")["aria-invalid"] == "true"
    assert page.named("name")["value"] == "Kept"
    assert not Workload.objects.exists()


@pytest.mark.parametrize(
    ("jobs", "processors"), [("x", "4"), ("1", "0"), ("-1", "4"), ("9" * 40, "1")]
)
def test_impossible_sizes_are_said(hers: Client, jobs: str, processors: str) -> None:
    form = {"jobs": jobs, "processors": processors, "keep": "1"}
    html = hers.post("/workloads/new/uniform/", form).content.decode()
    assert 'class="error"' in html
    assert not Workload.objects.exists()
