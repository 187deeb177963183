"""Lists of a person's things: search, filters, sorts, pages, tags, archive, trash with undo."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison, Run
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.store import blobs, filing, known, trash
from schedweb.store.references import digests
from schedweb.studies.models import Study
from schedweb.web.lists import KINDS, PAGE, ListPage
from schedweb.workers.models import State
from schedweb.workloads.models import Workload
from tests import factories
from tests.web.pages import Page

NAMES = ("Alpha", "Beta", "Gamma")


def compared(owner: User, *titles: str) -> list[Comparison]:
    """Store comparisons of these titles on one workload."""
    jobs, machine = factories.workload(owner), factories.cluster(owner, 4)
    entries = [RequestEntry("fcfs")]
    return [create_comparison(owner, jobs, machine, entries, title=title) for title in titles]


def shown(client: Client, address: str) -> list[str]:
    """Return the names in the rows of a list."""
    html = client.get(address).content.decode()
    rows = re.findall(r'name="pick" value="([^"]+)"[^§]*?<th scope="row">(.*?)</th>', html, re.S)
    return [re.sub(r"<[^>]+>", " ", title).split()[0] for _, title in rows]


def change(client: Client, key: str, action: str, *things: Any, **more: str) -> Any:
    picked = [thing.pk for thing in things]
    return client.post(f"/lists/{key}/change/", {"action": action, "pick": picked, **more})


def test_words_are_looked_for_in_all_that_says_what_it_is(hers: Client, alice: User) -> None:
    compared(alice, *NAMES)
    assert shown(hers, "/comparisons/?q=bet") == ["Beta"]
    assert shown(hers, "/comparisons/?q=three+alpha") == ["Alpha"], "the workload has three jobs"
    assert shown(hers, "/comparisons/?q=alpha+beta") == []
    assert "No comparison in use that fits" in hers.get("/comparisons/?q=x").content.decode()


def test_columns_sort_both_ways(hers: Client, alice: User) -> None:
    compared(alice, "Beta", "Alpha", "Gamma")
    assert shown(hers, "/comparisons/") == ["Gamma", "Alpha", "Beta"], "the newest first"
    assert shown(hers, "/comparisons/?sort=title") == ["Alpha", "Beta", "Gamma"]
    page = Page(hers.get("/comparisons/?sort=title").content.decode())
    assert "?sort=-title" in page.addresses
    assert shown(hers, "/comparisons/?sort=-title") == ["Gamma", "Beta", "Alpha"]


def test_filters_narrow_and_keep_what_else_is_asked_for(hers: Client, alice: User) -> None:
    first, second, _ = compared(alice, *NAMES)
    first.runs.update(state=State.DONE)
    second.runs.update(state=State.FAILED)
    Comparison.objects.filter(title="Gamma").update(is_sample=True)
    assert shown(hers, "/comparisons/?state=ended&sort=title") == ["Alpha", "Beta"]
    assert shown(hers, "/comparisons/?state=failed") == ["Beta"]
    assert shown(hers, "/comparisons/?state=running") == ["Gamma"]
    assert shown(hers, "/comparisons/?origin=sample") == ["Gamma"]
    html = hers.get("/comparisons/?state=ended&q=a").content.decode()
    assert "?q=a&amp;state=ended&amp;sort=title" in html


def test_what_is_not_offered_is_left_out(hers: Client, alice: User) -> None:
    compared(alice, "Alpha")
    wrong = "?state=x&sort=owner&show=x&page=9&tag=%00&q=%00&undo=.."
    assert hers.get(f"/comparisons/{wrong}").status_code == 200
    assert shown(hers, "/comparisons/?state=x&sort=owner__password&page=9") == ["Alpha"]


def test_long_lists_have_pages(hers: Client, alice: User) -> None:
    compared(alice, *(f"T{number:03}" for number in range(PAGE + 3)))
    first = hers.get("/comparisons/?sort=title").content.decode()
    assert f"{PAGE + 3} comparisons, page 1 of 2" in first
    assert 'href="?sort=title&amp;page=2" rel="next"' in first
    assert shown(hers, "/comparisons/?sort=title&page=2") == ["T050", "T051", "T052"]


@pytest.fixture
def things(alice: User) -> dict[str, Any]:
    """One thing of each kind."""
    [comparison] = compared(alice, "Alpha")
    study = Study.objects.create(
        owner=alice, title="Alpha", definition={}, instances=1, runs=1, is_paused=True
    )
    return {
        "comparisons": comparison,
        "studies": study,
        "workloads": factories.workload(alice, name="Alpha"),
        "clusters": factories.cluster(alice, 4, name="Alpha"),
    }


@pytest.mark.parametrize("key", KINDS)
def test_every_kind_is_archived_tagged_deleted_and_brought_back(
    hers: Client, his: Client, things: dict[str, Any], key: str
) -> None:
    thing, at = things[key], f"/{key}/"
    assert "Alpha" in shown(hers, at)
    change(hers, key, "archive", thing)
    assert "Alpha" not in shown(hers, at)
    assert shown(hers, f"{at}?show=archived") == ["Alpha"]
    assert hers.get(f"{at}{thing.pk}/").status_code == 200, "it is only out of the way"
    change(hers, key, "unarchive", thing)
    change(hers, key, "tag", thing, word="My Paper")
    assert "Alpha" in shown(hers, f"{at}?tag=my-paper")
    assert shown(hers, f"{at}?q=paper") == ["Alpha"]
    change(hers, key, "untag", thing, word="my-paper")
    assert shown(hers, f"{at}?tag=my-paper") == []
    change(his, key, "delete", thing)
    assert "Alpha" in shown(hers, at), "it is none of Bob's"
    answer = change(hers, key, "delete", thing, back="sort=-created")
    assert answer["Location"] == f"{at}?sort=-created&undo={thing.pk}"
    offered = hers.get(answer["Location"]).content.decode()
    assert f"1 {KINDS[key].noun} is in the trash, for 30 days." in offered
    assert "Alpha" not in shown(hers, at)
    assert hers.get(f"{at}{thing.pk}/").status_code == 404
    assert shown(hers, f"{at}?show=trash") == ["Alpha"]
    assert shown(his, f"{at}?show=trash") == []
    change(his, key, "restore", thing)
    assert "Alpha" not in shown(hers, at)
    change(hers, key, "restore", thing)
    assert "Alpha" in shown(hers, at)
    assert hers.get(f"{at}{thing.pk}/").status_code == 200


def test_what_is_in_the_trash_computes_no_more_and_its_links_are_closed(
    hers: Client, client: Client, alice: User
) -> None:
    [comparison] = compared(alice, "Alpha")
    token, run = share(alice, comparison).token, comparison.runs.get()
    change(hers, "comparisons", "delete", comparison)
    run.refresh_from_db()
    assert run.state == State.CANCELLED
    assert client.get(f"/s/{token}/").status_code == 410
    assert hers.get(f"/runs/{run.pk}/").status_code == 404
    change(hers, "comparisons", "restore", comparison)
    assert client.get(f"/s/{token}/").status_code == 200


def test_a_workload_goes_only_after_what_needs_it(hers: Client, alice: User) -> None:
    [comparison] = compared(alice, "Alpha")
    jobs = comparison.workload
    answer = change(hers, "workloads", "delete", jobs).url
    assert "a comparison uses it. Delete that first." in hers.get(answer).content.decode()
    assert Workload.objects.filter(pk=jobs.pk).exists()
    change(hers, "comparisons", "delete", comparison)
    change(hers, "workloads", "delete", jobs)
    assert not Workload.objects.filter(pk=jobs.pk).exists()


def test_the_trash_keeps_files_and_is_emptied_after_the_grace(hers: Client, done: Any) -> None:
    [schedule, *_] = [run.schedule for run in done.runs.all()]
    jobs = done.workload
    change(hers, "comparisons", "delete", done)
    change(hers, "workloads", "delete", jobs)
    assert schedule in set(digests())
    assert filing.empty_trash() == 0
    old = timezone.now() - trash.GRACE - timedelta(days=1)
    for model in (Comparison, Workload):
        model.everything.update(trashed=old)
    known.forget(list(known.known()))
    assert sum(filing.empty_trash() for _ in range(2)) == 2
    assert not Run.objects.exists()
    assert not Workload.everything.exists()
    assert schedule not in set(digests())
    assert blobs.verifies(schedule), "the file goes with the next tidying"
    assert schedule in set(known.known()), "which does not take it for a stranger"


def test_what_is_taken_back_while_the_trash_is_emptied_stays(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = timezone.now() - trash.GRACE - timedelta(days=1)
    for name in NAMES[:2]:
        factories.workload(alice, name=name)
    Workload.everything.update(trashed=old)

    def release(row: Any, *_: Any) -> None:
        filing.restore(Workload.everything.exclude(pk=row.pk))

    monkeypatch.setattr(known, "release", release)
    assert filing.empty_trash() == 1
    assert Workload.objects.count() == 1


def test_a_comparison_comes_back_with_its_workload_and_machine(
    hers: Client, alice: User, done: Comparison
) -> None:
    assert done.cluster is not None
    for key, thing in (("comparisons", done), ("workloads", done.workload)):
        change(hers, key, "delete", thing)
    change(hers, "clusters", "delete", done.cluster)
    row = hers.get("/comparisons/?show=trash").content.decode()
    assert done.workload.name in row
    assert f"/workloads/{done.workload.pk}/" not in row, "it would not be found"
    machines = hers.get("/clusters/?show=trash").content.decode()
    assert f"/compare/?cluster={done.cluster.pk}" not in machines
    change(hers, "comparisons", "restore", done)
    assert Workload.objects.filter(pk=done.workload.pk).exists()
    assert Cluster.objects.filter(pk=done.cluster.pk).exists()


def test_a_study_comes_back_with_its_workloads(hers: Client, alice: User) -> None:
    study = Study.objects.create(owner=alice, title="A", definition={}, instances=1, runs=1)
    jobs = factories.workload(alice)
    study.uses.create(workload=jobs)
    for row in (study, jobs):
        filing.throw_away(row)
    change(hers, "studies", "restore", study)
    assert Workload.objects.get() == jobs


def test_no_link_leads_into_the_trash(hers: Client, done: Comparison) -> None:
    at, machine, jobs = f"/comparisons/{done.pk}/", done.cluster, done.workload
    assert machine is not None
    repeat = f"/compare/?repeat={done.pk}"
    assert repeat in hers.get(at).content.decode()
    assert hers.get(repeat).context["page"].cluster == machine.pk
    filing.throw_away(machine)
    html = hers.get(at).content.decode()
    assert repeat in html
    assert machine.pk not in html
    filing.throw_away(jobs)
    html = hers.get(at).content.decode()
    assert repeat not in html
    assert f"/workloads/{jobs.pk}/" not in html


def test_what_comes_back_says_what_was_stopped(hers: Client, alice: User) -> None:
    first, second = compared(alice, "Alpha", "Beta")
    first.runs.update(state=State.RUNNING)
    for thing in (first, second):
        change(hers, "comparisons", "delete", thing)
    answer = change(hers, "comparisons", "restore", first, second)
    html = hers.get(answer["Location"]).content.decode()
    assert "2 comparisons are back. 1 run was cancelled: start it again" in html
    assert "1 run was stopped before the end." in html
    study = Study.objects.create(owner=alice, title="A", definition={}, instances=1, runs=1)
    change(hers, "studies", "delete", study)
    answer = change(hers, "studies", "restore", study)
    html = hers.get(answer["Location"]).content.decode()
    assert "1 study is back. 1 study is paused: continue it on its page." in html


@pytest.mark.parametrize("key", KINDS)
def test_ticks_name_what_they_tick(hers: Client, things: dict[str, Any], key: str) -> None:
    html = hers.get(f"/{key}/").content.decode()
    assert f'value="{things[key].pk}" aria-label="Tick Alpha"' in html


@pytest.mark.parametrize("key", KINDS)
def test_tags_are_asked_for_without_what_rows_say_of_others(
    alice: User, things: dict[str, Any], key: str
) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert ListPage.of(alice, key, QueryDict()).tags == []
    [query] = asked
    assert "JOIN" not in query["sql"]


def test_who_tags_at_once_loses_no_tag(alice: User) -> None:
    machine = factories.cluster(alice, 4)
    seen = Cluster.objects.all()
    assert len(seen) == 1, "as it was before another user tags it"
    filing.add_tag(Cluster.objects.all(), "theirs")
    filing.add_tag(seen, "mine")
    machine.refresh_from_db()
    assert machine.tag_list == ["mine", "theirs"]
    filing.remove_tag(Cluster.objects.all(), "theirs")
    filing.remove_tag(seen, "none")
    machine.refresh_from_db()
    assert machine.tag_list == ["mine"]


def test_enter_in_the_field_of_tags_adds_the_tag(hers: Client, alice: User) -> None:
    factories.cluster(alice, 4)
    for show in ("", "archived"):
        Cluster.objects.update(archived=timezone.now() if show else None)
        html = hers.get(f"/clusters/?show={show}", follow=True).content.decode()
        form = html.partition('id="list-found"')[2].partition("</form>")[0]
        first, *others = re.findall(r'<button[^>]* name="action" value="(\w+)"', form)
        assert (first, len(others)) == ("tag", 4), "browsers press the first button"


@pytest.mark.parametrize("word", ["", "a" * 31, "<b>", "a  ", "-", "ä\0"])
def test_tags_are_words(hers: Client, alice: User, word: str) -> None:
    machine = factories.cluster(alice, 4)
    answer = change(hers, "clusters", "tag", machine, word=word)
    machine.refresh_from_db()
    if word == "a  ":
        assert machine.tag_list == ["a"]
    else:
        assert machine.tag_list == []
        assert "A tag must have 1 to 30" in hers.get(answer["Location"]).content.decode()


def test_there_are_only_so_many_tags(hers: Client, alice: User) -> None:
    machine = factories.cluster(alice, 4)
    for number in range(filing.MAX_TAGS + 1):
        answer = change(hers, "clusters", "tag", machine, word=f"t{number}")
    machine.refresh_from_db()
    assert len(machine.tag_list) == filing.MAX_TAGS
    assert "the limit: take one off first" in hers.get(answer["Location"]).content.decode()


def test_nothing_ticked_and_nonsense_change_nothing(hers: Client, alice: User) -> None:
    machine = factories.cluster(alice, 4)
    answer = hers.post("/lists/clusters/change/", {"action": "delete"})
    assert "Tick a machine first." in hers.get(answer["Location"]).content.decode()
    change(hers, "clusters", "nothing", machine)
    wrong = hers.post("/lists/clusters/change/", {"action": "delete", "pick": ["\0", "x" * 99]})
    assert wrong.status_code == 302
    assert hers.post("/lists/none/change/", {}).status_code == 404
    hers.post("/lists/clusters/change/", {"action": "archive", "pick": ["\0", machine.pk]})
    assert Cluster.objects.get(pk=machine.pk).archived, "what is odd drops nothing else"
    assert hers.get("/lists/clusters/change/").status_code == 405
    assert Cluster.objects.filter(pk=machine.pk).exists()


def test_what_is_archived_is_not_offered_to_compare(hers: Client, alice: User) -> None:
    old, new = (factories.workload(alice, name=name) for name in ("Old", "New"))
    change(hers, "workloads", "archive", old)
    html = hers.get("/compare/").content.decode()
    assert f'value="{new.pk}"' in html
    assert f'value="{old.pk}"' not in html
    assert f'value="{old.pk}"' in hers.get(f"/compare/?workload={old.pk}").content.decode()


def purged(client: Client, thing: Any) -> str:
    """Delete something for good, and return the page that follows."""
    key = f"{thing._meta.model_name}s"
    return str(client.get(change(client, key, "purge", thing, back="show=trash").url).content)


@pytest.mark.parametrize("key", KINDS)
def test_what_is_deleted_on_its_own_page_can_be_taken_back(
    hers: Client, things: dict[str, Any], key: str
) -> None:
    thing = things[key]
    if key == "workloads":
        things["comparisons"].delete()
    page = hers.post(f"/{key}/{thing.pk}/delete/", follow=True)
    assert "in the trash, for 30 days" in page.content.decode()
    assert page.redirect_chain[-1][0] == f"/{key}/?undo={thing.pk}"
    change(hers, key, "restore", thing)
    assert hers.get(f"/{key}/{thing.pk}/", follow=True).status_code == 200


def test_the_trash_is_emptied_by_hand_in_an_order_that_works(
    hers: Client, done: Comparison
) -> None:
    workload = done.workload
    hers.post(f"/comparisons/{done.pk}/delete/")
    hers.post(f"/workloads/{workload.pk}/delete/")
    assert "1 workload stays: comparisons or studies in the trash need it" in purged(hers, workload)
    assert "1 comparison is deleted for good." in purged(hers, done)
    assert "1 workload is deleted for good." in purged(hers, workload)
    assert not Workload.everything.exists()


def test_only_what_is_in_the_trash_is_deleted_for_good(hers: Client, done: Comparison) -> None:
    change(hers, "comparisons", "purge", done)
    assert Comparison.objects.filter(pk=done.pk).exists()
