"""What a file states of its machine, and what of it is not kept, survives every way out and in."""

import io
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.test import Client

from parsched.data.formats import FORMATS, read
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.unmodelled import DEPENDENCIES, MEMORY, sentence
from schedweb.accounts.models import User
from schedweb.runs.bundles import bundle
from schedweb.sharing.services import share
from schedweb.workloads.models import Workload
from tests import factories
from tests.api.caller import Caller
from tests.installations import empty_installation, run
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db

MACHINE = StatedMachine(processors=240, nodes=60)
MARKS = (DEPENDENCIES, MEMORY)
SWF = b"""; MaxProcs: 240
; MaxNodes: 60
1 0 0 100 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1
2 0 0 50 2 -1 -1 2 100 4096 1 1 1 1 1 1 9 20
"""
"""Two jobs on part of a machine: one wants memory, and waits for a job that the file lacks."""


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("alice")


@pytest.fixture
def caller(alice: User) -> Caller:
    return Caller(alice)


def told(workload: Workload) -> tuple[StatedMachine, tuple[str, ...]]:
    """Return what a stored workload says, and hold that its jobs say the same."""
    jobs = workload.load()
    assert (jobs.machine, jobs.unmodelled) == (workload.machine, workload.unmodelled)
    return workload.machine, workload.unmodelled


@pytest.mark.parametrize("key", FORMATS)
def test_a_download_brings_them_back(caller: Caller, key: str) -> None:
    first = caller.upload(content=SWF, name="log.swf").json["id"]
    assert told(Workload.objects.get(pk=first)) == (MACHINE, MARKS)
    file = caller.get(f"/workloads/{first}/file?format={key}").content
    second = caller.upload(content=file, name=f"again.{key}").json["id"]
    assert told(Workload.objects.get(pk=second)) == (MACHINE, MARKS)


def test_pseudonyms_take_neither(caller: Caller) -> None:
    made = caller.upload("/workloads", SWF, "log.swf", pseudonyms="true").json["id"]
    assert told(Workload.objects.get(pk=made)) == (MACHINE, MARKS)
    file = caller.get(f"/workloads/{made}/file?format=json").content
    again = read(io.BytesIO(file), name="again.json").workload
    assert (again.machine, again.unmodelled) == (MACHINE, MARKS)


def test_a_bundle_has_both(alice: User) -> None:
    made = computed(factories.comparison(alice, ["fcfs"], SWF))
    with ZipFile(io.BytesIO(bundle(made))) as archive:
        jobs = read(io.BytesIO(archive.read("jobs.json")), name="jobs.json").workload
    assert (jobs.machine, jobs.unmodelled) == (MACHINE, MARKS)


def test_a_shared_page_and_its_bundle_have_both(alice: User) -> None:
    made = computed(factories.comparison(alice, ["fcfs"], SWF))
    token, reader = share(alice, made).token, Client()
    assert sentence(MARKS) in reader.get(f"/s/{token}/").content.decode()
    answer = reader.get(f"/s/{token}/comparison.zip")
    with ZipFile(io.BytesIO(answer.content)) as archive:
        document = json.loads(archive.read("jobs.json"))
    assert document["machine"] == MACHINE.as_json()
    assert document["unmodelled"] == list(MARKS)


TELLS = """
import django; django.setup()
import json
from schedweb.workloads.models import Workload
kept = Workload.objects.get()
jobs = kept.load()
stated = [each.machine.as_json() for each in (jobs, kept)]
print(json.dumps([*stated, kept.unmodelled, jobs.unmodelled]))
"""


@pytest.mark.django_db(transaction=True)
def test_an_archive_brings_them_back(own_store: Path, tmp_path: Path) -> None:
    factories.workload(factories.person("alice"), SWF)
    call_command("backup", str(tmp_path / "all.zip"))
    empty = empty_installation(tmp_path / "empty")
    run(empty, "manage.py", "restore", str(tmp_path / "all.zip"))
    stated, marks = MACHINE.as_json(), list(MARKS)
    assert json.loads(run(empty, "-c", TELLS)) == [stated, stated, marks, marks]
