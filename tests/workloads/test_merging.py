"""Merging stored workloads: sources found, jobs repeatable, refusals with path and next step."""

import hashlib
from typing import Any

import pytest
from pytest_django import Settings

from parsched.data.merging import NothingLeft
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.clusters.services import MAX_SITES
from schedweb.workloads.merging import MOST_SITES, MergePlan, keep_merge, plan_merge, run_merge
from schedweb.workloads.models import Workload
from schedweb.workloads.services import generate_workload, keep_upload
from schedweb.workloads.sources import SourceShelf
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]

START = {"align": "start", "after_days": 0, "days": 1}
DATED = b"; UnixStartTime: 1672531200\n; TimeZoneString: Europe/Stockholm\n" + factories.SWF
"""The same three jobs from midnight in Greenwich on, Sunday 1 January 2023."""
MOLDABLE = b'{"format": "schedweb-workload", "version": 1, "jobs": [{"id": "a", "times": [9, 5]}]}'


@pytest.fixture
def alice() -> User:
    return factories.person("alice")


def stored(owner: User, file: str, content: bytes = DATED, **options: Any) -> Workload:
    """Store a file under its name."""
    return keep_upload(factories.upload(owner, content, file), name=f"Jobs of {file}", **options)


def plan(owner: User, *sources: dict[str, Any], **common: Any) -> MergePlan:
    """Plan a merge of sites of 4 processors on a window from the start, unless told otherwise."""
    given = [{"site": f"s{i}", "processors": 4, **source} for i, source in enumerate(sources)]
    return plan_merge(SourceShelf(owner), {"window": START, "sources": given, **common})


def errors(owner: User, *sources: dict[str, Any], **common: Any) -> dict[str, str]:
    """What is wrong with a plan, or with the merge by it."""
    with pytest.raises(InvalidError) as caught:
        run_merge(plan(owner, *sources, **common))
    return caught.value.errors


def test_an_upload_keeps_what_merging_needs(alice: User) -> None:
    broken = DATED + b"4 7 -1 -5 2 -1 -1 2 4 -1 1 3 1 -1 1 -1 -1 -1\n"
    kept = stored(alice, "a.swf", broken, drop_wider_than=2)
    assert (kept.begin.unix_start, kept.begin.zone) == (1_672_531_200, "Europe/Stockholm")
    assert kept.load().unix_start == 1_672_531_200
    assert kept.source["unusable"] == 1, "a job that is too wide was a job"


def test_the_same_specification_and_files_give_the_same_digest(alice: User) -> None:
    first, second = stored(alice, "a.swf"), stored(alice, "b.swf", factories.SWF)
    made = keep_merge(alice, plan(alice, {"file": "a.swf"}, {"workload": second.pk}, name="Two"))
    assert (made.name, made.jobs, made.processors) == ("Two", 6, 8)
    assert made.source["kind"] == "merge"
    assert made.sites == [{"name": f"s{i}", "processors": 4} for i in range(2)]
    assert [site["kept"] for site in made.report["sites"]] == [3, 3]
    digests = [source["sha256"] for source in made.source["spec"]["sources"]]
    assert digests == [hashlib.sha256(content).hexdigest() for content in (DATED, factories.SWF)]
    first.delete()
    second.delete()
    assert made.load().origin is not None, "the jobs are its own"
    bob = factories.person("bob")
    for file, content in (("renamed.swf", DATED), ("b.swf.gz", factories.SWF)):
        stored(bob, file, content)
    again = keep_merge(bob, plan_merge(SourceShelf(bob), made.source["spec"]))
    assert again.digest == made.digest


def test_a_file_is_found_packed_or_not_and_by_its_digest_first(alice: User) -> None:
    other, meant = stored(alice, "a.swf", factories.SWF), stored(alice, "b.swf.gz")
    digest = meant.source["sha256"]
    for source in ({"file": "b.swf"}, {"file": "a.swf", "sha256": digest}, {"sha256": digest}):
        assert plan(alice, source).workloads == [meant]
    assert plan(alice, {"file": "a.swf"}).workloads == [other]
    assert plan(alice, {"file": "a.swf"}).spec.sources[0].site.sha256 == other.source["sha256"]


def test_of_several_workloads_from_one_file_the_newest_whole_one_is_taken(alice: User) -> None:
    stored(alice, "a.swf")
    newest = stored(alice, "a.swf")
    stored(alice, "a.swf", drop_wider_than=2)
    assert plan(alice, {"file": "a.swf"}).workloads == [newest]


def test_another_digest_is_refused_with_both(alice: User) -> None:
    kept, other = stored(alice, "a.swf"), "0" * 64
    found = errors(alice, {"file": "a.swf", "sha256": other})
    assert set(found) == {"sources[0].sha256"}
    assert other in found["sources[0].sha256"]
    assert kept.source["sha256"] in found["sources[0].sha256"]


def test_strangers_workloads_are_no_sources(alice: User) -> None:
    theirs = stored(factories.person("bob"), "a.swf")
    sha256 = {"sha256": theirs.source["sha256"]}
    found = errors(alice, {"workload": theirs.pk}, {"file": "a.swf"}, sha256, {})
    assert {path: text.split(": ")[1][:20] for path, text in found.items()} == {
        "sources[0].workload": "workload must be the",
        "sources[1].file": "a.swf is not among y",
        "sources[2].file": "a file with the SHA-",
        "sources[3].workload": "a workload must be c",
    }


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ({"file": "b.swf"}, "sources[0].file"),
        ({"sha256": "1" * 64}, "sources[0].sha256"),
        ({"workload": 5}, "sources[0].workload"),
        ({"file": 5}, "sources[0].file"),
        ({"zone": "Mars"}, "sources[0].zone"),
        ({"window": {"align": "noon"}}, "sources[0].window.align"),
        ({"filters": {"queue": "day"}}, "sources[0].filters.queue"),
        ({"processors": 0}, "sources[0].processors"),
    ],
)
def test_what_is_wrong_has_the_path_of_the_specification(
    alice: User, source: dict[str, Any], path: str
) -> None:
    kept = stored(alice, "a.swf")
    assert set(errors(alice, {"workload": kept.pk, **source})) == {path}


@pytest.mark.parametrize("values", [None, [], "x", {"sources": {}}, {"sources": [1]}, {}])
def test_what_is_no_specification_is_refused(alice: User, values: Any) -> None:
    with pytest.raises(InvalidError):
        plan_merge(SourceShelf(alice), values)


def test_the_name_is_checked_before_anything_is_merged(alice: User) -> None:
    stored(alice, "a.swf")
    assert set(errors(alice, {"file": "a.swf"}, name=" ")) == {"name"}


def test_a_window_beyond_the_trace_leaves_nothing_and_says_so(alice: User) -> None:
    stored(alice, "a.swf")
    late = plan(alice, {"file": "a.swf"}, window={**START, "after_days": 36_500})
    with pytest.raises(NothingLeft, match="3 left out: before the window"):
        run_merge(late)
    with pytest.raises(NothingLeft):
        keep_merge(alice, late)
    assert Workload.objects.count() == 1


def test_moldable_jobs_are_refused(alice: User) -> None:
    kept = stored(alice, "a.json", MOLDABLE)
    found = errors(alice, {"workload": kept.pk})
    assert "the jobs must be rigid, Jobs of a.json has mold" in found["sources[0].workload"]


def test_a_workload_from_before_begins_were_kept_can_only_start_at_its_start(alice: User) -> None:
    kept = stored(alice, "a.swf")
    del kept.source["unusable"]
    kept.save()
    monday = {"align": "monday", "after_days": 0, "days": 7}
    found = errors(alice, {"file": "a.swf"}, window=monday)
    assert set(found) == {"sources[0].window.align"}
    assert "align must be start, got 'monday'" in found["sources[0].window.align"]
    assert "upload a.swf again" in found["sources[0].window.align"]
    assert run_merge(plan(alice, {"file": "a.swf"})).report.jobs == 3


def test_a_workload_stored_without_wide_jobs_is_no_stand_in_for_its_file(alice: User) -> None:
    stored(alice, "a.swf", drop_wider_than=2)
    found = errors(alice, {"file": "a.swf"})
    assert "stored without the jobs wider than 2 processors" in found["sources[0].workload"]
    narrow = {"file": "a.swf", "filters": {"most_processors": 2}}
    assert run_merge(plan(alice, narrow)).report.jobs == 2


def test_the_same_workload_twice_is_two_sites(alice: User) -> None:
    kept = stored(alice, "a.swf")
    merged = run_merge(plan(alice, {"workload": kept.pk}, {"workload": kept.pk, "shift": 5}))
    assert merged.workload.release.tolist() == [0, 5, 5, 6, 10, 11]
    found = errors(alice, *({"workload": kept.pk, "site": "same"} for _ in range(2)))
    assert set(found) == {"sources[1].site"}


def test_names_that_would_let_ids_meet_are_refused(alice: User) -> None:
    kept = stored(alice, "a.swf")
    nested = keep_merge(alice, plan(alice, {"workload": kept.pk, "site": "b"}))
    found = errors(
        alice, {"workload": nested.pk, "site": "a"}, {"workload": kept.pk, "site": "a:b"}
    )
    assert "colon" in found["sources[1].site"]


def test_generated_jobs_can_be_merged_from_their_start(alice: User) -> None:
    made = generate_workload(alice, "lublin", jobs=9, processors=4, params={})
    days = {"window": {**START, "days": 3650}}
    merged = run_merge(plan(alice, {"workload": made.pk}, **days))
    assert merged.report.jobs == 9
    assert merged.spec.sources[0].site.sha256 == made.digest
    assert "sources[0].window.align" in errors(alice, {"workload": made.pk}, window={})


def test_no_more_jobs_are_read_than_a_workload_may_have(alice: User, settings: Settings) -> None:
    settings.SCHEDWEB_MAX_JOBS = 5
    kept = stored(alice, "a.swf")
    found = errors(alice, {"workload": kept.pk}, {"workload": kept.pk})
    assert found == {"sources": "sources must have at most 5 jobs together, got 6"}


def test_a_grid_has_as_many_sites_as_a_cluster(alice: User) -> None:
    assert MOST_SITES == MAX_SITES
    kept = stored(alice, "a.swf")
    sources = [{"workload": kept.pk}] * MOST_SITES
    assert run_merge(plan(alice, *sources)).report.jobs == 3 * MOST_SITES
    assert "got 65" in errors(alice, *sources, sources[0])["sources"]
