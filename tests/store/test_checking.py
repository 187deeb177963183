"""`check_store` names what is lost, and brings back what can be."""

import os

import pytest
from django.core.management import CommandError, call_command

from schedweb.base.errors import DamagedError
from schedweb.runs.checking import check_store
from schedweb.runs.damage import explain
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from schedweb.store import blobs, filing, trash
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.store.damaging import damage, path_of
from tests.store.drawing import draw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_store"), pytest.mark.smoke]

DERIVED = ("gantt", "poster")


@pytest.fixture
def run() -> Run:
    made = factories.comparison(factories.person("alice"), ["easy"])
    execute(made.runs.get().pk)
    draw(made.runs.get())
    return Run.objects.select_related("comparison__workload").get()


def test_nothing_is_wrong_with_a_whole_store(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_store")
    told = capsys.readouterr().out
    assert told.startswith("The database names 5 stored files.\n")
    assert "missing" not in told


def test_lost_originals_are_named_with_everybody_who_needs_them(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    factories.workload(factories.person("bob"), name="Bob's jobs")
    damage("cut", run.comparison.workload.digest)
    damage("deleted", run.schedule)
    with pytest.raises(CommandError, match="Originals are missing or damaged"):
        call_command("check_store", repair=True)
    lines = capsys.readouterr().out.splitlines()
    [alice, bob] = [line for line in lines if run.comparison.workload.digest in line]
    assert "alice: The stored jobs of your workload Three jobs are" in alice
    assert "bob: The stored jobs of your workload Bob's jobs are" in bob
    assert "your run EASY backfilling in Three jobs on Machine is missing" in "".join(lines)


def test_derived_files_are_listed_and_made_again(run: Run) -> None:
    lost = [getattr(run, name) for name in DERIVED] + [run.comparison.workload.pack]
    damage("a bit flipped", *lost)
    assert check_store().derived == sorted(lost)
    found = check_store(repair=True)
    assert (found.derived, found.repaired) == ([], 3)
    assert all(blobs.verifies(digest) for digest in lost)


def test_damaged_files_are_kept_in_the_trash(run: Run) -> None:
    damage("cut", run.gantt)
    check_store(repair=True)
    [trashed] = blobs.trashed_names(run.gantt)
    assert blobs.read(trashed) != blobs.get(run.gantt)


def test_files_that_were_deleted_by_mistake_come_back(run: Run) -> None:
    trash.discard(blobs.path_of(run.schedule))
    assert check_store().originals == []
    assert path_of(run.schedule).exists()


def test_generated_jobs_are_made_again(run: Run) -> None:
    alice = factories.person("alice")
    made = generate_workload(alice, "uniform", jobs=5, processors=4, params={})
    damage("empty", made.digest)
    assert len(check_store().originals) == 1
    assert check_store(repair=True).originals == []


def test_unnamed_files_are_listed_and_only_old_drafts_are_deleted(run: Run) -> None:
    stranger = blobs.put(b"stranger")
    old = path_of(run.gantt).with_name("draft-old")
    new = path_of(run.gantt).with_name("draft-new")
    old.write_bytes(b"half")
    new.write_bytes(b"half")
    os.utime(old, (0, 0))
    found = check_store(repair=True)
    assert blobs.path_of(stranger) in found.unused
    assert len(found.drafts) == 2
    assert (old.exists(), new.exists()) == (False, True)


def test_what_is_lost_in_the_trash_is_named_and_made_again(run: Run) -> None:
    alice = factories.person("alice")
    made = generate_workload(alice, "uniform", jobs=5, processors=4, params={})
    read = factories.workload(alice, factories.OFFLINE_SWF, name="Read")
    for workload in (made, read):
        filing.throw_away(workload)
        damage("empty", workload.digest)
    of_made, of_read = sorted(check_store().originals, key=lambda s: "workload Read" in s)
    assert "take it back from the trash and make them again" in of_made
    assert "your workload Read are damaged: take it back from the trash and upload" in of_read
    assert check_store(repair=True).originals == [of_read]


def test_the_button_that_makes_jobs_again_is_for_what_is_in_use() -> None:
    alice = factories.person("alice")
    made = generate_workload(alice, "uniform", jobs=5, processors=4, params={})
    lost = DamagedError(made.digest, is_missing=True)
    assert explain(lost, alice).can_remake
    filing.throw_away(made)
    explained = explain(lost, alice)
    assert (explained.thing, explained.can_remake, explained.can_upload) == (made, False, False)
    twin = generate_workload(alice, "uniform", jobs=5, processors=4, params={})
    assert explain(lost, alice).thing == twin, "what is in use comes first"
