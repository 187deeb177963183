"""No number of any length in any field of a form is an error of ours."""

from itertools import cycle, islice
from typing import Any

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Welcome
from tests import factories
from tests.amount import amount
from tests.strange import STRANGE
from tests.web.test_column_pages import ODD, columns_address, fields_of, send

pytestmark = pytest.mark.django_db

LONG = STRANGE["more digits than Python reads"]
NUMBERS = {"long": LONG, "negative": f"-{LONG}", "raised": "²" * 5, "of another script": "٣" * 5000}
FORMS = {
    "/compare/": ("compare",),
    "/clusters/new/": ("save",),
    "/workloads/new/uniform/": ("preview",),
    "/workloads/new/merge/": ("preview",),
    "/studies/new/": ("create", "look"),
    "/studies/new/demt/": ("create",),
}
"""Pages with a form, and the buttons that send it."""
ROWS: dict[str, dict[str, Any]] = {
    "/compare/": {"entry": ["0.fcfs", f"{LONG}.easy"], "omit": LONG, "again": LONG},
    "/clusters/new/": {"omit": LONG, "processors": LONG, "site-processors": LONG},
    "/workloads/new/merge/": {"row": ["0", LONG, "²"], "omit": LONG, "s0-processors": LONG},
}
"""Fields that such a form has in more lines than it shows at first."""


@pytest.fixture(autouse=True)
def _no_samples(alice: User) -> None:
    Welcome.objects.create(user=alice)


def sent_one_by_one(client: Client, at: str, fields: dict[str, str]) -> None:
    """Send a form with each kind of number in all its fields, and a long one in each by itself."""
    pressed = dict.fromkeys(FORMS[at], "1")
    for number in NUMBERS.values():
        everywhere = dict.fromkeys(fields, number)
        assert client.post(at, {**everywhere, **pressed}).status_code < 500
    for name, usual in fields.items():
        if usual.strip("-.").replace(".", "").isdigit() or not usual:
            assert client.post(at, {**fields, **pressed, name: LONG}).status_code < 500


@pytest.mark.parametrize("at", FORMS)
def test_a_form_takes_no_number_for_an_error(hers: Client, alice: User, at: str) -> None:
    factories.workload(alice)
    fields = fields_of(hers.get(at).content)
    assert len(fields) > 2
    sent_one_by_one(hers, at, fields)
    if at in ROWS:
        assert hers.post(at, {**fields, **ROWS[at]}).status_code < 500


def test_the_form_of_columns_takes_no_number_for_an_error(hers: Client) -> None:
    send(hers, ODD)
    fields = fields_of(hers.get(columns_address()).content)
    numbers = cycle(NUMBERS.values())
    for name in (*fields, "place-0", "divide-0"):
        for number in islice(numbers, amount(len(NUMBERS), least=1)):
            for at in (columns_address(), f"{columns_address()}mapped/"):
                assert hers.post(at, {**fields, name: number}).status_code < 500


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("field", ["width", "time", "release", "estimate", "step"])
def test_the_classroom_takes_no_number_for_an_error(
    client: Client, number: str, field: str
) -> None:
    row = {"width": "1", "time": "5", "release": "0", "estimate": "5", "processors": "4"}
    assert client.get("/classroom/", {**row, field: number}).status_code < 500


@pytest.mark.parametrize("number", [*NUMBERS.values(), "9" * 30], ids=[*NUMBERS, "of 30 digits"])
@pytest.mark.parametrize("path", ["{}/0/", "0/{}/", "0/{}/0/compare/"])
def test_an_address_takes_no_number_for_an_error(hers: Client, number: str, path: str) -> None:
    answer = hers.get(f"/studies/none/cells/{path.format(number)}")
    assert answer.status_code in (404, 405)


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_a_body_of_that_length_is_too_large(hers: Client, number: str) -> None:
    answer = hers.post("/clusters/new/", {"name": "x"}, headers={"content-length": number})
    assert answer.status_code < 500


@pytest.mark.parametrize("number", [*NUMBERS.values(), "9" * 18, "9" * 19])
def test_a_question_takes_no_number_for_an_error(hers: Client, alice: User, number: str) -> None:
    kept = factories.workload(alice)
    for question in (f"id:{number}", f"id:1..{number}", f"width>={number}", f"run<{number} h"):
        assert hers.get(f"/workloads/{kept.pk}/", {"question": question}).status_code < 500
