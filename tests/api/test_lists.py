"""Lists are searched and narrowed over the API as on their pages."""

from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison
from schedweb.runs.services import delete_comparison
from schedweb.store import filing
from schedweb.workloads.models import Workload
from tests import factories
from tests.api.caller import Caller


def test_words_tags_and_the_archive_narrow_every_list(alice: Caller) -> None:
    owner = factories.person("alice")
    factories.workload(owner, name="Other jobs")
    for number in range(2):
        factories.cluster(owner, 4, name=f"Other {number}")
    factories.comparison(owner)
    for model in (Cluster, Workload):
        filing.add_tag(model.objects.filter(name__startswith="Other"), "old")
        filing.archive(model.objects.filter(name__startswith="Other"))
    counts = {
        "/clusters": 3,
        "/clusters?q=other": 2,
        "/clusters?tag=old": 2,
        "/clusters?archived=false": 1,
        "/clusters?archived=true&q=1": 1,
        "/workloads": 2,
        "/workloads?q=other": 1,
        "/workloads?archived=false": 1,
        "/comparisons?q=three": 1,
        "/comparisons?q=none": 0,
        "/studies?q=none": 0,
        "/studies?archived=true": 0,
    }
    assert {path: alice.get(path).json["count"] for path in counts} == counts


def test_what_is_in_the_trash_is_nowhere(alice: Caller) -> None:
    comparison = factories.comparison(factories.person("alice"))
    run = comparison.runs.all()[0]
    delete_comparison(comparison)
    for path in (f"/comparisons/{comparison.pk}", f"/runs/{run.pk}"):
        assert alice.get(path).status == 404
    assert alice.get("/comparisons").json["count"] == 0
    assert alice.get("/runs").json["count"] == 0


def test_a_comparison_says_its_tags(alice: Caller) -> None:
    comparison = factories.comparison(factories.person("alice"))
    filing.add_tag(Comparison.objects.all(), "paper")
    shown = alice.get(f"/comparisons/{comparison.pk}").json
    assert (shown["tags"], shown["archived"]) == (["paper"], None)


def test_what_is_asked_for_wrongly_is_refused(alice: Caller) -> None:
    assert alice.get("/clusters?archived=perhaps").status == 400
    assert alice.get("/clusters?tag=" + "x" * 31).status == 400
