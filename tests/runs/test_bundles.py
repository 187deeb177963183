"""Everything of a comparison as a zip: its files open elsewhere, and its command repeats it."""

import io
import re
import shlex
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client

from parsched.apps import cli
from schedweb.runs.bundles import bundle
from schedweb.runs.models import Comparison
from schedweb.sharing.services import share
from tests import factories
from tests.latex import problems
from tests.pdf import fonts
from tests.web.test_reports import OF_KINDS, compared

pytestmark = pytest.mark.django_db


def files(content: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(params=OF_KINDS)
def made(request: pytest.FixtureRequest) -> Comparison:
    return compared(factories.person("alice"), request.param)


def test_it_has_what_a_paper_takes_and_is_repeated_from_it(
    made: Comparison,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    content = bundle(made)
    found = files(content)
    runs = made.runs.count()
    assert {"README.txt", "jobs.json", "references.bib", "figures/captions.txt"} <= set(found)
    assert sum(name.startswith("schedules/") for name in found) == runs
    pdfs = [name for name in found if name.endswith(".pdf")]
    assert "figures/gantt-schedules.pdf" in pdfs
    for name in pdfs:
        assert all(fonts(found[name]).values()), name
        for ending in ("svg", "png", "csv"):
            assert found[name.replace(".pdf", f".{ending}")]
    for name in found:
        if name.endswith(".tex"):
            assert problems(found[name].decode()) == [], name
    captions = found["figures/captions.txt"].decode()
    assert all(name.removeprefix("figures/").removesuffix(".pdf") in captions for name in pdfs)
    readme = found["README.txt"].decode()
    assert f"{runs} of {runs} runs with a result" in readme
    with ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(tmp_path)
    monkeypatch.chdir(tmp_path)
    [line] = re.findall(r"^    python -m parsched (.*)$", readme, re.MULTILINE)
    capsys.readouterr()
    assert cli.main([*shlex.split(line), "--json"]) == 0
    told = capsys.readouterr().out
    for run in made.runs.all():
        assert f'"makespan": {run.result.metrics["makespan"]}' in told, run.label


def test_owners_and_readers_export_the_same(client: Client) -> None:
    made = compared(factories.person("alice"), "jobs that arrive")
    client.force_login(made.owner)
    answer = client.get(f"/comparisons/{made.pk}/comparison.zip")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert {"README.txt", "figures/captions.txt"} <= set(files(answer.content))
    token = share(made.owner, made).token
    assert Client().get(f"/s/{token}/comparison.zip").content == answer.content
    assert Client().get(f"/comparisons/{made.pk}/comparison.zip").status_code == 302


def test_without_a_result_there_is_nothing_to_export(client: Client) -> None:
    waiting = factories.comparison(factories.person("alice"))
    client.force_login(waiting.owner)
    assert client.get(f"/comparisons/{waiting.pk}/comparison.zip").status_code == 409
