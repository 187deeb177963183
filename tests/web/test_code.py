"""A comparison as code, on its page: it makes the same runs."""

import io
import json
import re
from html import unescape
from typing import Any
from urllib.request import Request

import pytest
from django.test import Client

from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison
from tests import factories

pytestmark = pytest.mark.django_db


def code(html: str, name: str) -> str:
    found = re.search(rf'<pre id="{name}">(.*?)</pre>', html, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def test_both_programs_make_the_same_runs(
    hers: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = factories.comparison(factories.person("alice"))
    for run in made.runs.all():
        execute(run.pk)
    html = hers.get(f"/comparisons/{made.pk}/code/").content.decode()
    posted: list[Any] = []

    def answer(request: Request) -> io.BytesIO:
        assert isinstance(request.data, bytes)
        posted.append(json.loads(request.data))
        sent = hers.post("/api/v1/comparisons", posted[-1], "application/json")
        assert sent.status_code == 201, sent.content
        return io.BytesIO(sent.content)

    monkeypatch.setattr("urllib.request.urlopen", answer)
    exec(code(html, "api-code"), {})
    again = Comparison.objects.exclude(pk=made.pk).get()
    assert [(run.algorithm, run.params) for run in again.runs.all()] == [
        (run.algorithm, run.params) for run in made.runs.all()
    ]
    assert f"/comparisons/{again.pk}/" in capsys.readouterr().out
    assert 'sched.compare(instance, "' in code(html, "library-code")
