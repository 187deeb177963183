"""What the form of a comparison costs the server: queries, and markup that is made once."""

import re
from typing import Any

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.web.templatetags import fields
from tests import factories


def page(client: Client, path: str) -> str:
    """Return a page without the token of its forms, which is another one each time."""
    html = client.get(path).content.decode()
    return re.sub(r'(csrfmiddlewaretoken" value|X-CSRFToken(&quot;|"):)[^>]*', "", html)


def test_fields_as_declared_are_rendered_once(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form has a hundred of them; what a user has typed is rendered each time."""
    path = f"/compare/?workload={factories.workload(alice, factories.MOLDABLE).pk}"
    monkeypatch.setattr(fields, "_kept", {})
    first = page(hers, path)
    assert 'name="p0-' in first
    with monkeypatch.context() as patch:
        patch.setattr(fields, "get_template", lambda _: pytest.fail("a field is rendered again"))
        assert page(hers, path) == first
    assert 'value="7"' in page(hers, f"{path}&run=demt:shuffles=7")
    assert page(hers, path) == first


def test_fields_of_rows_have_their_own_names(hers: Client, alice: User) -> None:
    path = f"/compare/?workload={factories.workload(alice, factories.MOLDABLE).pk}"
    html = page(hers, f"{path}&run=demt&run=demt:shuffles=7")
    names = re.findall(r'name="(p\d+)-shuffles"', html)
    assert len(names) == len(set(names)) == 2


def test_a_form_takes_few_queries(
    hers: Client, done: Comparison, django_assert_max_num_queries: Any
) -> None:
    path = f"/compare/?workload={done.workload.pk}&cluster={done.cluster_id}"
    hers.get(path)
    with django_assert_max_num_queries(8):
        hers.get(path)
