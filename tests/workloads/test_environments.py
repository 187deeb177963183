"""Which names of jobs are their environments: of an upload, and of what is stored already."""

import pytest

from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.web.contexts.sources import source_line, source_rows
from schedweb.workloads.environments import other_sources, take_environments
from schedweb.workloads.models import MAX_NAME, Workload
from schedweb.workloads.services import keep_upload
from schedweb.workloads.sources import SourceShelf, digest_of, file_of
from tests import factories

pytestmark = pytest.mark.django_db

USERS = ["3", "4", "3"]
NAMED = b"""{"format": "schedweb-workload", "version": 1, "jobs": [
{"id": "1", "procs": 1, "time": 1, "queue": "night"},
{"id": "2", "procs": 4, "time": 1, "queue": "night", "executable": "solver"}]}
"""
"""Of the two jobs, only the wide one has an executable."""


@pytest.fixture
def alice() -> User:
    return factories.person("alice")


def names(workload: Workload) -> list[str | None] | None:
    column = workload.load().environment
    return None if column is None else [column.name(i) for i in range(workload.jobs)]


def refused(workload: Workload, source: str, name: str = "") -> dict[str, str]:
    with pytest.raises(InvalidError) as caught:
        take_environments(workload.owner, workload, source, name)
    return caught.value.errors


def test_an_upload_has_what_the_file_says_unless_told_otherwise(alice: User) -> None:
    kept = keep_upload(factories.upload(alice), name="Plain")
    assert names(kept) is None
    assert kept.features["environments"] == 0
    assert (kept.environment_from, source_line(kept)) == ("as-given", "three.swf")
    own = factories.workload(alice, factories.ENVIRONED)
    assert own.features["environments"] == 2


def test_names_of_an_upload_become_environments_and_the_source_says_which(alice: User) -> None:
    kept = keep_upload(factories.upload(alice), name="Users", environment_from="user")
    assert names(kept) == USERS
    assert kept.features["environments"] == 2
    assert kept.source["environment_from"] == "user"
    assert dict(source_rows(kept))["Environments"] == "of each job its user"
    assert source_line(kept) == "three.swf, environments from user"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (
            "partition",
            "must be one of as-given, executable, queue for these jobs, got 'partition': "
            "no job has one",
        ),
        ("colour", "must be one of as-given, executable, queue, user, partition, got 'colour'"),
        ("", "must be one of as-given, executable, queue, user, partition, got ''"),
    ],
)
def test_names_that_no_job_has_are_refused_by_field(alice: User, source: str, why: str) -> None:
    draft = factories.upload(alice, NAMED)
    with pytest.raises(InvalidError) as caught:
        keep_upload(draft, name="x", environment_from=source)
    [(field, sentence)] = caught.value.errors.items()
    assert field == "environment_from"
    assert sentence == f"environment_from {why}"
    assert not Workload.objects.exists()


def test_names_belong_to_the_jobs_that_stay(alice: User) -> None:
    draft = factories.upload(alice, NAMED)
    with pytest.raises(InvalidError, match="got 'executable': no job has one"):
        keep_upload(draft, name="x", drop_wider_than=2, environment_from="executable")
    assert names(keep_upload(draft, name="x", environment_from="executable")) == [None, "solver"]


def test_stored_jobs_become_a_workload_of_their_own_with_other_environments(alice: User) -> None:
    old = factories.workload(alice)
    made = take_environments(alice, old, "user")
    assert names(made) == USERS
    assert (made.name, made.jobs) == ("Three jobs, environments from user", 3)
    assert made.source["jobs_of"] == {"id": old.pk, "name": "Three jobs", "digest": old.digest}
    assert made.source["sha256"] == old.source["sha256"]
    assert made.report == old.report
    assert "Three jobs (digest" in dict(source_rows(made))["Jobs of"]
    old.refresh_from_db()
    assert names(old) is None
    assert made.digest != old.digest


def test_a_copy_of_a_copy_is_named_after_the_first(alice: User) -> None:
    first = take_environments(alice, factories.workload(alice), "user")
    second = take_environments(alice, first, "queue")
    assert second.name == "Three jobs, environments from queue"
    assert set(names(second) or []) == {"1"}
    assert second.source["jobs_of"]["id"] == first.pk
    assert "user" not in other_sources(first, first.load())
    assert take_environments(alice, first, "queue", "Mine").name == "Mine"


def test_a_long_name_leaves_room_for_what_is_said(alice: User) -> None:
    long = factories.workload(alice, name="x" * MAX_NAME)
    made = take_environments(alice, long, "user")
    assert len(made.name) == MAX_NAME
    assert made.name.endswith("x, environments from user")


@pytest.mark.parametrize("source", ["partition", "as-given", "colour", ""])
def test_what_gives_no_other_environments_is_refused(alice: User, source: str) -> None:
    kept = factories.workload(alice)
    sentence = refused(kept, source)["environment_from"]
    assert sentence.startswith("environment_from must be one of")
    assert sentence.count(repr(source)) == 1
    assert Workload.objects.count() == 1


def test_what_they_are_now_is_no_change(alice: User) -> None:
    made = take_environments(alice, factories.workload(alice), "user")
    assert "got 'user': that is what they are now" in refused(made, "user")["environment_from"]
    nameless = factories.workload(alice, factories.ENVIRONED)
    assert refused(nameless, "user") == {
        "environment_from": "environment_from cannot be another, got 'user': no job has one"
    }


def test_a_name_has_its_rule(alice: User) -> None:
    assert set(refused(factories.workload(alice), "user", "x" * 201)) == {"name"}


def test_merges_do_not_take_the_copy_for_the_file(alice: User) -> None:
    """The same specification and files shall give the same jobs, environments too."""
    old = factories.workload(alice)
    made = take_environments(alice, old, "user")
    shelf = SourceShelf(alice)
    assert shelf.find("three.swf", old.source["sha256"]) == old
    assert shelf.find("", made.digest) == made
    assert (file_of(made), digest_of(made)) == (made.name, made.digest)


def test_a_workload_from_before_knows_nothing_of_environments(alice: User) -> None:
    old = factories.workload(alice)
    del old.features["environments"], old.source["environment_from"]
    old.save()
    assert old.environment_from == "as-given"
    assert ("Environments", "of each job its user") not in source_rows(old)
    assert names(take_environments(alice, old, "user")) == USERS
