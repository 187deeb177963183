"""The search over everything, and recent things on the first page."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison, Welcome
from schedweb.store import filing
from schedweb.studies.models import Study
from schedweb.web.lists import PAGE
from schedweb.workloads.models import Workload
from tests import factories
from tests.studies import declared as made
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_samples(alice: User) -> None:
    Welcome.objects.create(user=alice)


@pytest.fixture
def things(alice: User) -> Comparison:
    """One of each kind, all called after the same place; the comparison is computed."""
    comparison = computed(factories.comparison(alice, ["fcfs", "easy"]))
    Comparison.objects.filter(pk=comparison.pk).update(title="Lyon compared")
    Workload.objects.filter(pk=comparison.workload.pk).update(name="Jobs of Lyon")
    Cluster.objects.filter(owner=alice).update(name="Machine in Lyon")
    made.stored(title="A study of Lyon", owner=alice)
    return Comparison.objects.get(pk=comparison.pk)


def found(client: Client, query: str) -> list[tuple[str, str]]:
    """Kinds and names of what a search found, as the page has them."""
    answer = client.get(f"/search/?{query}")
    assert answer.status_code == 200
    rows = re.findall(
        r'plain">([^<]+)</span></td><th scope="row">(?:<a href="([^"]+)">)?([^<]+)',
        answer.content.decode(),
    )
    assert all(client.get(at).status_code == 200 for _, at, _ in rows if at)
    return [(kind, name.strip()) for kind, _, name in rows]


def test_one_field_finds_things_of_every_kind(hers: Client, things: Comparison) -> None:
    assert 'action="/search/"' in hers.get("/").content.decode()
    kinds = {kind for kind, name in found(hers, "q=lyon") if "Lyon" in name}
    assert kinds == {"comparison", "study", "workload", "machine"}
    assert found(hers, "q=lyon&kind=studies") == [("study", "A study of Lyon")]
    assert found(hers, "q=lyon+compared&sort=name") == [("comparison", "Lyon compared")]
    nothing = hers.get("/search/?q=nowhere").content.decode()
    assert "Nothing in use that fits" in nothing


def test_results_are_sorted_by_kind_name_or_age(hers: Client, things: Comparison) -> None:
    by_name = [name for _, name in found(hers, "q=lyon&sort=name")]
    assert by_name == sorted(by_name, key=str.casefold)
    assert [name for _, name in found(hers, "q=lyon&sort=-name")] == by_name[::-1]
    kinds = [kind for kind, _ in found(hers, "q=lyon&sort=kind")]
    assert list(dict.fromkeys(kinds)) == ["comparison", "study", "workload", "machine"]
    assert found(hers, "q=lyon")[0] == ("study", "A study of Lyon"), "the newest first"


def test_archived_and_deleted_things_are_where_lists_have_them(
    hers: Client, things: Comparison
) -> None:
    filing.archive(Comparison.objects.filter(pk=things.pk))
    assert ("comparison", "Lyon compared") not in found(hers, "q=lyon")
    assert found(hers, "q=lyon&show=archived") == [("comparison", "Lyon compared")]
    study = Study.objects.get()
    hers.post("/lists/studies/change/", {"action": "delete", "pick": study.pk})
    assert ("study", "A study of Lyon") not in found(hers, "q=lyon")
    assert found(hers, "q=lyon&show=trash") == [("study", "A study of Lyon")]
    page = hers.get("/search/?q=lyon&show=trash").content.decode()
    assert f"/studies/{study.pk}/" not in page, "what is in the trash opens nowhere"


def test_no_user_finds_what_others_have(his: Client, things: Comparison) -> None:
    assert found(his, "q=lyon") == []
    assert found(his, "q=lyon&show=trash") == []


@pytest.mark.parametrize("query", ["q=%00&sort=x&kind=y&show=z&page=-3", "q=" + "a" * 5_000])
def test_odd_addresses_still_show_a_page(hers: Client, query: str) -> None:
    found(hers, query)


def test_many_results_come_page_by_page(hers: Client, alice: User) -> None:
    Cluster.objects.filter(owner=alice).delete()
    for number in range(PAGE + 2):
        Cluster.objects.create(
            owner=alice, name=f"m{number:03}", sites=[{"name": "m", "processors": 4}]
        )
    first, rest = (found(hers, f"kind=clusters&sort=name&page={page}") for page in (1, 2))
    assert (len(first), len(rest)) == (PAGE, 2)
    assert [name for _, name in [*first, *rest]] == [f"m{number:03}" for number in range(PAGE + 2)]


def test_recent_things_say_what_they_found_with_thumbnails(
    hers: Client, things: Comparison
) -> None:
    newer = computed(factories.comparison(things.owner, ["fcfs"]))
    Comparison.objects.filter(pk=newer.pk).update(title="Newer")
    page = hers.get("/").content.decode()
    recent = page.partition('id="recent"')[2].partition("</section>")[0]
    assert "Lyon compared" in recent
    assert recent.count("poster-light") == 2
    assert '<span class="badge done">2 runs</span>' in recent
    sentence = re.search(r'<p class="small">([^<]+)</p>', recent)
    assert sentence
    workloads = page.partition('id="recent-workloads"')[2].partition("</section>")[0]
    assert "Jobs of Lyon" in workloads


def test_what_is_shown_in_full_is_not_among_the_recent_ones(
    hers: Client, things: Comparison
) -> None:
    """That is the last one, and if it is a sample all other samples, too."""
    newer = computed(factories.comparison(things.owner, ["fcfs"]))
    for is_sample, recent in ((False, {"Lyon compared"}), (True, set())):
        Comparison.objects.update(is_sample=is_sample)
        page = hers.get("/").content.decode()
        links = re.findall(r'<h3><a href="/comparisons/[^"]+">([^<]+)</a></h3>', page)
        assert set(links) == recent
        assert page.count(f'href="/comparisons/{newer.pk}/"') == 3, "title, button, schedules"
        shown = [*re.findall(r'<h2 id="(?:finished|other-1)"><a[^>]+>([^<]+)', page), *links]
        assert len(shown) == len(set(shown)) == 2 or not is_sample


def test_recent_comparisons_cost_the_same_queries_however_many_there_are(
    hers: Client, things: Comparison
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            hers.get("/")
        return len(caught)

    computed(factories.comparison(things.owner, ["fcfs", "easy"]))
    hers.get("/")
    before = queries()
    for _ in range(3):
        computed(factories.comparison(things.owner, ["fcfs", "easy"]))
    hers.get("/")
    assert queries() <= before + 2
