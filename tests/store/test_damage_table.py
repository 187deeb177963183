"""Every address × every kind of damage × every stored file: a sentence, never an error of ours.

Alice uploads three jobs and runs EASY on them; Bob has the same jobs. Derived files come back by
themselves. Jobs come back for both when Bob uploads them again, a schedule when it is run again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from schedweb.runs.services import retry_run
from schedweb.sharing.services import share
from schedweb.store import blobs
from schedweb.workers.models import State
from schedweb.workloads.models import Upload
from tests import factories
from tests.store.damaging import DAMAGE, damage, forget
from tests.store.drawing import draw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_store")]

DERIVED = ("gantt", "poster", "pack")
OTHER = factories.SWF.replace(b"1 0 -1", b"7 0 -1")
ORIGINAL = ("jobs", "schedule", "lines")


@dataclass(frozen=True)
class Stored:
    """A run that is done, an upload that waits, and links to look through."""

    run: Run
    upload: Upload
    to_run: str
    to_comparison: str

    def digests(self, file: str) -> list[str]:
        """Return the blobs of a file by its name here."""
        match file:
            case "jobs":
                return [self.run.comparison.workload.digest]
            case "lines":
                return [self.upload.lines]
            case "pack":
                return [self.run.comparison.workload.pack]
        return [getattr(self.run, file)]

    @property
    def addresses(self) -> list[str]:
        """Everything that needs a stored file, or stands beside what does."""
        comparison = f"/comparisons/{self.run.comparison.pk}/"
        workload = self.run.comparison.workload.pk
        return [
            "/",
            "/workloads/",
            "/comparisons/",
            f"/compare/?workload={workload}",
            f"/workloads/{workload}/",
            f"/workloads/{workload}/jobs.swf",
            f"/uploads/{self.upload.pk}/",
            f"/uploads/{self.upload.pk}/fit/?drop_wider_than=2",
            comparison,
            f"{comparison}add/",
            f"{comparison}results/",
            f"{comparison}plots/wait/",
            *(f"/runs/{self.run.pk}/{part}" for part in self._of_run()),
            f"/s/{self.to_comparison}/",
            f"/s/{self.to_comparison}/plots/queue/",
            f"/s/{self.to_run}/",
            *(f"/s/{self.to_run}/runs/{self.run.pk}/{part}" for part in self._of_run()[2:]),
            *(f"/api/v1{at}" for at in self._of_api()),
        ]

    def _of_run(self) -> list[str]:
        schedule, jobs = self.run.schedule, self.run.comparison.workload.digest
        posters = [f"poster/{schedule}.png", f"poster/{schedule}/dark.png"]
        files = [f"gantt/{schedule}/", f"jobs/{jobs}/", "schedule.csv", "schedule.swf"]
        return ["", "frame/", *files, *posters]

    def _of_api(self) -> list[str]:
        run, workload = f"/runs/{self.run.pk}", f"/workloads/{self.run.comparison.workload.pk}"
        schedules = [f"{run}/schedule?format={key}" for key in ("csv", "pack")]
        return [*schedules, f"{run}/series", run, f"{workload}/file?format=swf", workload]


BY_DAY = ("deleted", "a bit flipped")
WAYS = [pytest.param(h, marks=() if h in BY_DAY else pytest.mark.night) for h in DAMAGE]
"""Ways to damage a file: by day one that leaves no file, and one that only its digest tells."""


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("alice")


@pytest.fixture
def hers(alice: User) -> Client:
    """Alice's browser, which hears of an error as a person would: by status 500."""
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    return client


@pytest.fixture
def stored(alice: User) -> Iterator[Stored]:
    run = factories.comparison(alice, ["easy"]).runs.get()
    execute(run.pk)
    draw(Run.objects.get(pk=run.pk))
    run = Run.objects.select_related("comparison__workload").get(pk=run.pk)
    upload = factories.upload(alice, OTHER, "other.swf")
    tokens = [share(alice, target).token for target in (run, run.comparison)]
    yield Stored(run, upload, *tokens)
    forget()


def answers(client: Client, stored: Stored) -> dict[str, int]:
    """Return the status of every address that is not 200, asked when nothing is remembered."""
    found = {}
    for address in stored.addresses:
        forget()
        response = client.get(address)
        found[address] = response.status_code
        if response.streaming:  # else its file stays open
            b"".join(response)
    return {address: status for address, status in found.items() if status != 200}


def test_all_is_well_without_damage(hers: Client, stored: Stored) -> None:
    assert answers(hers, stored) == {}


@pytest.mark.parametrize("how", WAYS)
def test_derived_files_are_computed_again(hers: Client, stored: Stored, how: str) -> None:
    digests = [digest for file in DERIVED for digest in stored.digests(file)]
    before = [blobs.get(digest) for digest in digests]
    damage(how, *digests)
    assert answers(hers, stored) == {}
    assert [blobs.get(digest) for digest in digests] == before


@pytest.mark.parametrize("how", WAYS)
def test_damaged_originals_are_named_and_healed_by_a_new_upload_and_a_new_run(
    hers: Client, stored: Stored, how: str
) -> None:
    bob, at = factories.person("bob"), f"/comparisons/{stored.run.comparison.pk}/"
    damage(how, *(digest for file in (*ORIGINAL, *DERIVED) for digest in stored.digests(file)))
    refused = answers(hers, stored)
    assert set(refused.values()) == {409}
    assert not {"/", "/workloads/", "/comparisons/", at, f"{at}results/"} & refused.keys()
    retry_run(stored.run)
    execute(stored.run.pk)
    failed = Run.objects.get(pk=stored.run.pk)
    assert failed.state == State.FAILED
    assert "your workload Three jobs" in failed.error
    assert "upload three.swf (SHA-256" in failed.error
    factories.upload(bob)
    factories.upload(bob, OTHER, "the same.swf")
    retry_run(failed)
    execute(stored.run.pk)
    assert answers(hers, stored) == {}
