"""Fields that are refused refer to their sentences, and no sentence is lost."""

from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from tests import factories
from tests.web.pages import Page


def described(html: str, name: str) -> str:
    """Return the markup from the sentence on that a refused field refers to by its id."""
    page = Page(html)
    assert len(page.ids) == len(set(page.ids))
    field = page.named(name)
    assert field["aria-invalid"] == "true"
    ids = (field["aria-describedby"] or "").split()
    assert set(ids) <= set(page.ids)
    return unescape(html.split(f'id="{ids[-1]}"')[1])


def test_a_schedule_without_a_file(hers: Client, done: Comparison) -> None:
    answer = hers.post(f"/comparisons/{done.pk}/schedules/add/", {"label": "Theirs"})
    assert answer.status_code == 422
    assert "File is missing" in described(answer.content.decode(), "file")


def test_a_workload_whose_file_has_a_hidden_name(hers: Client) -> None:
    file = SimpleUploadedFile("a\u202eb.swf", factories.SWF)
    answer = hers.post("/workloads/new/", {"file": file})
    assert answer.status_code == 422
    assert "File must have a name without RIGHT-TO-LEFT" in described(
        answer.content.decode(), "file"
    )


def test_a_width_that_is_no_number(hers: Client, alice: User) -> None:
    upload = factories.upload(alice)
    form = {"name": "Three jobs", "drop_wider_than": '4"'}
    html = hers.post(f"/uploads/{upload.pk}/keep/", form).content.decode()
    assert "Leave out jobs wider than must be a whole number" in described(html, "drop_wider_than")
    field = Page(html).named("drop_wider_than")
    assert (field["value"], field["hx-get"]) == ('4"', f"/uploads/{upload.pk}/fit/")


@pytest.mark.parametrize(
    ("name", "title", "typed"),
    [
        ("drop_wider_than", "Leave out jobs wider than", "0"),
        ("environment_from", "Environments from", "colour"),
    ],
)
def test_a_field_that_is_not_on_the_page(
    hers: Client, alice: User, name: str, title: str, typed: str
) -> None:
    upload = factories.upload(alice, b"1 0 -1 9 1 -1 -1 1 9 -1 1 -1 -1 -1 -1 -1 -1 -1\n")
    at = f"/uploads/{upload.pk}/"
    assert f'name="{name}"' not in hers.get(at).content.decode()
    answer = hers.post(f"{at}keep/", {"name": "One job", name: typed})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.count(f"{title} must be") == 1
