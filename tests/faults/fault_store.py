"""What happens to files: no room for them, damage, and a database that does not know them."""

from pathlib import Path
from typing import Any

import psycopg
from django.core.files.uploadedfile import SimpleUploadedFile

from schedweb.runs.models import Run
from schedweb.store import blobs
from schedweb.workers.models import ErrorKind, State
from schedweb.workloads.models import Workload
from tests.factories import SWF
from tests.faults.fault import Scene, fault
from tests.faults.fault_services import POSTGRES
from tests.faults.ground import Ground
from tests.faults.person import Person, RefusedError
from tests.faults.services import BASE, wait_for
from tests.faults.site import worker
from tests.store.damaging import DAMAGE, path_of

STORE = "store"
FULL_SECONDS, READ_ONLY_SECONDS = 5.0, 4.0
FOREIGN = "elsewhere"
"""A database with all tables and nothing in them."""
DAMAGED, REFUSED = "damaged", "refused"
"""Codes of answers."""


@fault("disk: full", STORE, needs_root=True)
def full_disk(scene: Scene) -> None:
    """Leave no room for files and results."""
    scene.ground.disk.fill()
    try:
        scene.last(FULL_SECONDS)
    finally:
        scene.ground.disk.free()


@fault("disk: read-only", STORE, needs_root=True)
def read_only_disk(scene: Scene) -> None:
    """Forbid writing files."""
    scene.ground.disk.protect("blobs")
    try:
        scene.last(READ_ONLY_SECONDS)
    finally:
        scene.ground.disk.unprotect("blobs")


def _spoil(scene: Scene, digest: str) -> None:
    how = scene.random.choice(list(DAMAGE))
    wait_for(lambda: _is_spoilt(how, path_of(digest)), f"{digest} is damaged")


def _is_spoilt(how: str, path: Path) -> bool:
    """Damage a file; another fault may have made the disk full or read-only for a while."""
    try:
        DAMAGE[how](path)
    except FileNotFoundError:  # two kinds of damage at once are as good as one
        return True
    except OSError:
        return False
    return True


@fault("files: a picture damaged", POSTGRES)
def damaged_picture(scene: Scene) -> None:
    """Damage what is drawn of a run: a reader gets it nevertheless."""
    run = scene.random.choice(list(Run.objects.filter(state=State.DONE)))
    wait_for(lambda: _drawn(scene, run), "the picture is drawn and kept")
    _spoil(scene, run.gantt)
    scene.person.patiently(lambda: scene.person.read(f"/runs/{run.pk}/schedule?format=pack"))
    wait_for(lambda: blobs.verifies(run.gantt), "the picture is drawn again")


def _drawn(scene: Scene, run: Run) -> bool:
    """Ask for the picture; it is kept, unless another fault leaves no room for it."""
    scene.person.patiently(lambda: scene.person.read(f"/runs/{run.pk}/schedule?format=pack"))
    run.refresh_from_db()
    return bool(run.gantt)


@fault("files: a schedule damaged", POSTGRES)
def damaged_schedule(scene: Scene) -> None:
    """Damage the result of a run: who runs it again has it again."""
    run = scene.random.choice(list(Run.objects.filter(state=State.DONE)))
    _spoil(scene, run.schedule)
    _wanted(scene, f"/runs/{run.pk}/schedule?format=csv")
    _retry(scene, run.pk)
    wait_for(lambda: blobs.verifies(run.schedule), "the schedule is computed again")


@fault("files: a workload damaged", POSTGRES)
def damaged_workload(scene: Scene) -> None:
    """Damage the jobs of a workload: it is refused, or its run fails, and both say why, until the
    file is sent again."""
    person = scene.person
    file = b"; Note: damaged\n" + SWF
    made = person.patiently(lambda: _upload(person, file))
    _spoil(scene, Workload.objects.get(pk=made["id"]).digest)
    pk = _compared(person, made["id"])
    failed = pk is not None and _failed(pk)
    person.patiently(lambda: _upload(person, file))
    if pk is None:
        pk = _compared(person, made["id"])
    elif failed:
        _retry(scene, pk)
    wait_for(lambda: Run.objects.get(pk=pk).is_done, "the run of healed jobs is done")


def _compared(person: Person, workload: str) -> str | None:
    """Order a run and return its id; None where its jobs are damaged."""
    machine = person.patiently(lambda: person.get("/clusters"))["results"][0]["id"]
    asked = {"workload": workload, "cluster": machine, "algorithms": [{"algorithm": "fcfs"}]}
    try:
        made = person.patiently(lambda: person.post("/comparisons", asked))
    except RefusedError as error:
        if error.code != DAMAGED:
            raise
        return None
    return str(made["runs"][0]["id"])


def _failed(pk: str) -> bool:
    """Wait for the end of a run of damaged jobs, which can only fail for them."""
    wait_for(lambda: Run.objects.get(pk=pk).is_over, "the run of damaged jobs ends")
    run = Run.objects.get(pk=pk)
    if run.state == State.FAILED and run.error_kind != ErrorKind.STORAGE:
        raise AssertionError(f"a run of damaged jobs failed otherwise: {run.error}")
    return run.state == State.FAILED


def _upload(person: Person, file: bytes) -> Any:
    sent = SimpleUploadedFile("three.swf", file)
    return person.made(person.upload("/workloads", file=sent, name="to be damaged"))


def _wanted(scene: Scene, path: str) -> None:
    """Read a file, or be refused with the sentence about the damage."""
    try:
        scene.person.patiently(lambda: scene.person.read(path))
    except RefusedError as error:
        if error.code != DAMAGED:
            raise


def _retry(scene: Scene, pk: str) -> None:
    """Run again, unless another run with the same result has healed the file meanwhile."""
    try:
        scene.person.patiently(lambda: scene.person.post(f"/runs/{pk}/retry"))
    except RefusedError as error:
        if error.code != REFUSED:
            raise


def copy_empty(ground: Ground) -> None:
    """Copy the database, while nothing is stored in it, as another installation's database."""
    with psycopg.connect(ground.url(ground.database_port, "postgres"), autocommit=True) as base:
        base.execute(f"CREATE DATABASE {FOREIGN} TEMPLATE {BASE}")
    with psycopg.connect(ground.url(ground.database_port, FOREIGN)) as other:
        other.execute("UPDATE store_installation SET name = 'another'")


@fault("database: another one on these files", STORE)
def foreign_database(scene: Scene) -> None:
    """Start a worker with an empty database of another installation: it refuses."""
    before = set(blobs.names())
    ground = scene.ground
    environment = ground.environment() | {
        "DATABASE_URL": ground.url(ground.database_port, FOREIGN),
        "REDIS_URL": f"redis://127.0.0.1:{ground.redis_port}/1",
    }
    started = worker(environment, ground.folder / "foreign.log")
    try:
        wait_for(lambda: not started.is_running, "a worker of another installation refuses")
    finally:
        started.end()
    if "belong to installation" not in started.log.read_text():
        raise AssertionError("a worker of another installation does not say why it ends")
    if gone := before - set(blobs.names()):
        raise AssertionError(f"a worker of another installation took {len(gone)} files")
