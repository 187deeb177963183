"""Clusters: what is accepted, what is refused, who sees them."""

import pytest
from django.http import Http404

from parsched.model.problem.platform import DeployTime
from schedweb.base.errors import InvalidError
from schedweb.clusters.selectors import cluster_for, clusters_of
from schedweb.clusters.services import create_cluster, delete_cluster, update_cluster
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]


def test_a_single_machine_takes_its_own_name_for_its_site() -> None:
    made = create_cluster(factories.person("alice"), name=" KTH ", sites=[{"processors": "100"}])
    assert made.name == "KTH"
    assert made.sites == [{"name": "KTH", "processors": 100}]
    assert made.platform().processors == 100
    assert not made.platform().is_grid


def test_sites_of_a_grid_keep_their_order_and_get_names() -> None:
    sites: list[dict[str, object]] = [{"name": "Lyon", "processors": 4}, {"processors": 8}]
    made = create_cluster(factories.person("alice"), name="Grid", sites=sites)
    assert [site.name for site in made.platform().sites] == ["Lyon", "site 2"]
    assert made.processors == 12


@pytest.mark.parametrize("processors", [0, -1, 2**31, True, None, "", "four", "1e3", 2.5, "9" * 40])
def test_an_impossible_size_is_refused_by_site(processors: object) -> None:
    sites: list[dict[str, object]] = [{"processors": 1}, {"processors": processors}]
    with pytest.raises(InvalidError) as caught:
        create_cluster(factories.person("alice"), name="Grid", sites=sites)
    assert list(caught.value.errors) == ["sites.1.processors"]


def test_all_mistakes_are_told_at_once() -> None:
    sites = [{"name": "a", "processors": 1}, {"name": "a", "processors": 0}]
    with pytest.raises(InvalidError) as caught:
        create_cluster(factories.person("alice"), name=" ", sites=sites)
    assert set(caught.value.errors) == {"name", "sites.1.name", "sites.1.processors"}


def test_a_cluster_needs_a_site() -> None:
    with pytest.raises(InvalidError) as caught:
        create_cluster(factories.person("alice"), name="None", sites=[])
    assert list(caught.value.errors) == ["sites"]


def test_strangers_do_not_find_a_cluster() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    made = factories.cluster(alice)
    assert cluster_for(alice, made.pk) == made
    assert not clusters_of(bob).exists()
    with pytest.raises(Http404):
        cluster_for(bob, made.pk)


def test_results_keep_the_machine_they_were_made_for() -> None:
    compared = factories.comparison(factories.person("alice"))
    machine = compared.cluster
    assert machine is not None
    update_cluster(machine, name="Larger", sites=[{"processors": 512}])
    compared.refresh_from_db()
    assert compared.platform().processors == 4
    delete_cluster(machine)
    factories.empty_trash()
    compared.refresh_from_db()
    assert compared.cluster is None
    assert (compared.cluster_name, compared.processors) == ("Machine", 4)


def test_keys_cannot_be_counted_through() -> None:
    alice = factories.person("alice")
    keys = {factories.cluster(alice).pk for _ in range(20)}
    assert len(keys) == 20
    assert {len(key) for key in keys} == {11}


def test_deployments_take_the_time_that_the_machine_says() -> None:
    alice = factories.person("alice")
    sites = [{"processors": 4}]
    quick = create_cluster(alice, name="Quick", sites=sites)
    assert quick.platform().deployment.is_instant
    deployment = {"seconds": "200", "extra": 100}
    slow = create_cluster(alice, name="Slow", sites=sites, deployment=deployment)
    assert slow.platform().deployment == slow.deployment == DeployTime(200.0, 100.0)
    update_cluster(slow, name="Renamed", sites=sites)
    assert cluster_for(alice, slow.pk).deployment == DeployTime(200.0, 100.0)
    update_cluster(slow, name="Renamed", sites=sites, deployment={"seconds": 5})
    assert cluster_for(alice, slow.pk).deployment == DeployTime(5.0)


def test_processors_hold_as_many_systems_as_the_machine_says() -> None:
    alice = factories.person("alice")
    sites = [{"processors": 4}]
    assert create_cluster(alice, name="One", sites=sites).platform().systems == 1
    several = create_cluster(alice, name="Four", sites=sites, systems="4")
    assert several.platform().systems == several.systems == 4
    update_cluster(several, name="Renamed", sites=sites)
    assert cluster_for(alice, several.pk).systems == 4
    update_cluster(several, name="Renamed", sites=sites, systems=2)
    assert cluster_for(alice, several.pk).systems == 2


@pytest.mark.parametrize("systems", [0, 65, -1, True, "many", 1.5, None, [2], {}])
def test_impossible_systems_are_refused(systems: object) -> None:
    with pytest.raises(InvalidError) as caught:
        create_cluster(
            factories.person("alice"), name="Four", sites=[{"processors": 4}], systems=systems
        )
    assert set(caught.value.errors) == {"systems"}


def test_impossible_deployments_are_refused_with_all_else() -> None:
    deployment = {"seconds": -1, "extra": "long", "minutes": 1}
    with pytest.raises(InvalidError) as caught:
        create_cluster(factories.person("alice"), name=" ", sites=[], deployment=deployment)
    assert set(caught.value.errors) == {
        "name",
        "sites",
        "deployment.seconds",
        "deployment.extra",
        "deployment.minutes",
    }
