"""Going back to a preview that was used leads to the workload that was made of it."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from schedweb.accounts.models import User
from schedweb.workloads.models import Upload, Workload
from tests import factories
from tests.web.test_merge_pages import MERGE, form, spec_of, stored

MODEL = "/workloads/new/uniform/"
SIZE = {"jobs": "5", "processors": "4", "name": "Made"}


def of_upload(hers: Client) -> tuple[str, Callable[[], None]]:
    """Return the address of a preview, and what uses it."""
    file = SimpleUploadedFile("three.swf", factories.SWF)
    at = hers.post("/workloads/new/", {"file": file})["Location"]
    return at, lambda: _posted(hers, f"{at}keep/", {"name": "Made"})


def of_model(hers: Client) -> tuple[str, Callable[[], None]]:
    at = hers.post(MODEL, {**SIZE, "preview": "1"})["Location"]
    return at, lambda: _posted(hers, MODEL, {**SIZE, "keep": "1"})


def of_merge(hers: Client) -> tuple[str, Callable[[], None]]:
    part = stored(User.objects.get(username="alice"))
    sent = form(part, part, preview="1") | {"heading-name": "Made"}
    at = hers.post(MERGE, sent)["Location"]
    spec = spec_of(hers.get(at).content.decode())
    return at, lambda: _posted(hers, MERGE, {"spec": spec, "keep": "1"})


def _posted(hers: Client, at: str, form: dict[str, str]) -> None:
    assert hers.post(at, form).status_code == 302


PREVIEWS = [of_upload, of_model, of_merge]


@pytest.mark.parametrize("preview", PREVIEWS)
def test_back_leads_to_the_workload(
    hers: Client, preview: Callable[[Client], tuple[str, Callable[[], None]]]
) -> None:
    at, use = preview(hers)
    assert hers.get(at).status_code == 200
    assert "Use this workload" in hers.get(at).content.decode()
    use()
    made = Workload.objects.get(name="Made")
    answer = hers.get(at)
    assert answer.status_code == 302
    assert answer["Location"] == f"/workloads/{made.pk}/"
    assert "made of the preview" in hers.get(answer["Location"]).content.decode()
    assert Workload.objects.filter(name="Made").count() == 1


@pytest.mark.parametrize("button", ["keep", "discard"])
def test_so_do_the_buttons_of_an_old_tab(hers: Client, button: str) -> None:
    at, use = of_upload(hers)
    use()
    made = Workload.objects.get(name="Made")
    assert hers.post(f"{at}{button}/", {"name": "x"})["Location"] == f"/workloads/{made.pk}/"
    assert Workload.objects.count() == 1


def test_a_workload_in_the_trash_is_found_there(hers: Client) -> None:
    at, use = of_upload(hers)
    use()
    made = Workload.objects.get(name="Made")
    hers.post(f"/workloads/{made.pk}/delete/")
    assert "in the trash" in hers.get(at, follow=True).content.decode()


@pytest.mark.parametrize("preview", [of_model, of_merge])
def test_a_preview_stays_where_its_workload_is_gone(
    hers: Client, preview: Callable[[Client], tuple[str, Callable[[], None]]]
) -> None:
    at, use = preview(hers)
    use()
    Workload.objects.get(name="Made").delete()
    assert hers.get(at).status_code == 200


def test_what_was_discarded_is_uploaded_again(hers: Client) -> None:
    at, _ = of_upload(hers)
    hers.post(f"{at}discard/")
    for method in (hers.get, hers.post):
        address = at if method == hers.get else f"{at}keep/"
        answer = method(address)
        assert answer["Location"] == "/workloads/new/"
    assert "discarded or has expired" in hers.get("/workloads/new/").content.decode()


def test_other_values_of_a_model_are_another_preview(hers: Client) -> None:
    at, _ = of_model(hers)
    _posted(hers, MODEL, {**SIZE, "jobs": "6", "keep": "1"})
    assert hers.get(at).status_code == 200


def test_no_other_user_is_led_anywhere(hers: Client, his: Client) -> None:
    at, use = of_upload(hers)
    use()
    assert his.get(at).status_code == 404
    assert hers.get("/uploads/nothing_123/").status_code == 404
    assert not Upload.objects.exists()
