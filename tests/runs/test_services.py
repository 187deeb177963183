"""Comparisons: what is accepted, what is refused before anything waits."""

import pytest
from django.http import Http404
from pytest_django import DjangoAssertNumQueries, Settings

from parsched.model.problem.platform import DeployTime
from parsched.run.request import RequestEntry
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.clusters.services import update_cluster
from schedweb.runs import selectors, services
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from schedweb.workers import lifecycle
from schedweb.workers.models import State
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]


def test_a_comparison_queues_its_runs_in_order() -> None:
    compared = factories.comparison(factories.person("alice"), ["easy", "fcfs"])
    assert compared.title == "Three jobs on Machine"
    runs = list(compared.runs.all())
    assert [(run.position, run.algorithm, run.state) for run in runs] == [
        (0, "easy", State.QUEUED),
        (1, "fcfs", State.QUEUED),
    ]
    assert compared.rules == {"estimates": "raise", "events": "batch"}, "defaults are stored too"


def test_labels_say_what_differs() -> None:
    alice = factories.person("alice")
    entries = [
        RequestEntry("grid"),
        RequestEntry("grid", {"local": "fcfs"}),
        RequestEntry("grid"),
        RequestEntry("grid", label=" mine "),
    ]
    compared = services.create_comparison(
        alice, factories.workload(alice), factories.cluster(alice), entries
    )
    labels = [run.label for run in compared.runs.all()]
    assert labels == [
        "Two-level grid",
        "Two-level grid (local fcfs)",
        "Two-level grid #2",
        "mine",
    ]


def test_every_mistake_is_told_with_its_place() -> None:
    alice = factories.person("alice")
    entries = [
        RequestEntry("unknown"),
        RequestEntry("grid", {"local": "guess", "unknown": 1}),
        RequestEntry("ltf"),
        RequestEntry("easy", label="x" * 101),
    ]
    with pytest.raises(InvalidError) as caught:
        services.create_comparison(
            alice, factories.workload(alice), factories.cluster(alice), entries
        )
    assert set(caught.value.errors) == {
        "entries.0.algorithm",
        "entries.1.params.local",
        "entries.1.params.unknown",
        "entries.2.algorithm",
        "entries.3.label",
    }
    assert "off-line" in caught.value.errors["entries.2.algorithm"]
    assert not Comparison.objects.exists()


def test_what_an_inner_algorithm_refuses_is_told_before_anything_waits() -> None:
    alice = factories.person("alice")
    entries = [
        RequestEntry("online-batch", {"algorithm": "sequential"}),
        RequestEntry("online-batch", {"algorithm": {"key": "ltf", "params": {"depth": 1}}}),
        RequestEntry("online-batch", {"algorithm": "easy"}),
        RequestEntry("online-batch", {"algorithm": "ltf", "algorithm.placement": "serial"}),
    ]
    with pytest.raises(InvalidError) as caught:
        services.create_comparison(
            alice, factories.workload(alice), factories.cluster(alice), entries
        )
    assert set(caught.value.errors) == {
        "entries.0.algorithm",
        "entries.1.params.algorithm.depth",
        "entries.2.params.algorithm",
    }
    assert "which runs every job on one processor" in caught.value.errors["entries.0.algorithm"]
    assert not Comparison.objects.exists()


@pytest.mark.parametrize(
    ("title", "entries"), [("x" * 201, ["fcfs"]), ("", []), ("", ["fcfs"] * 201)]
)
def test_limits_of_a_comparison(title: str, entries: list[str]) -> None:
    alice = factories.person("alice")
    with pytest.raises(InvalidError):
        services.create_comparison(
            alice,
            factories.workload(alice),
            factories.cluster(alice),
            [RequestEntry(key) for key in entries],
            title=title,
        )


def test_rules_hold_for_all_runs_and_the_machine_is_kept_as_it_was() -> None:
    alice = factories.person("alice")
    rules, slow = {"estimates": "kill"}, {"seconds": 200, "extra": 100}
    compared = factories.comparison(alice, rules=rules, deployment=slow)
    assert compared.rules == {"estimates": "kill", "events": "batch"}
    assert compared.cluster is not None
    update_cluster(compared.cluster, name="Quick", sites=compared.sites, deployment={})
    compared = Comparison.objects.get(pk=compared.pk)
    instance = compared.instance()
    assert instance.rules.estimates == "kill"
    assert instance.platform.deployment == DeployTime(200.0, 100.0)
    assert instance.workload == compared.workload.load()
    again = factories.comparison(alice, ["fcfs"], rules=rules, deployment=slow)
    assert again.instance().digest == instance.digest
    assert factories.comparison(alice, deployment=slow).instance().digest != instance.digest


def test_rules_that_are_wrong_are_named() -> None:
    alice = factories.person("alice")
    with pytest.raises(InvalidError) as caught:
        factories.comparison(alice, rules={"estimates": "guess", "events": "1", "order": "x"})
    assert set(caught.value.errors) == {"rules.estimates", "rules.events", "rules.order"}


def test_rules_are_no_parameters_of_algorithms() -> None:
    alice = factories.person("alice")
    jobs, machine = factories.workload(alice), factories.cluster(alice)
    entries = [
        RequestEntry("easy", {"estimates": "kill"}),
        RequestEntry("easy", {"deploy_seconds": 1}),
    ]
    with pytest.raises(InvalidError) as caught:
        services.create_comparison(alice, jobs, machine, entries)
    assert "with the rules of a comparison" in caught.value.errors["entries.0.params.estimates"]
    assert "with the machine" in caught.value.errors["entries.1.params.deploy_seconds"]


def test_added_runs_are_under_the_same_rules() -> None:
    """Killed at its estimate, a job of a target in seconds is short enough for it."""
    alice = factories.person("alice")
    long = factories.ENVIRONMENTS.replace(b'"time": 10', b'"time": 10, "estimate": 6')
    for estimates, good in (("raise", False), ("kill", True)):
        rules = {"estimates": estimates}
        compared = factories.comparison(alice, ["gls"], long, rules=rules)
        entry = RequestEntry("gls", {"lam": 7, "lam_unit": "seconds"})
        if good:
            assert len(services.add_runs(compared, [entry])) == 1
        else:
            with pytest.raises(InvalidError, match="at least the minimum, 10 s"):
                services.add_runs(compared, [entry])


def test_a_machine_that_is_too_small_is_refused_with_the_job() -> None:
    alice = factories.person("alice")
    with pytest.raises(InvalidError, match="job 2"):
        factories.comparison(alice, ["fcfs"], processors=2)


def test_runs_are_added_behind_the_others() -> None:
    compared = factories.comparison(factories.person("alice"), ["fcfs"])
    added = services.add_runs(compared, [RequestEntry("fcfs"), RequestEntry("easy")])
    assert [(run.position, run.label) for run in added] == [
        (1, "First come, first served #2"),
        (2, "EASY backfilling"),
    ]


def test_one_person_cannot_fill_the_queue(settings: Settings) -> None:
    settings.SCHEDWEB_MAX_QUEUED = 3
    alice, bob = factories.person("alice"), factories.person("bob")
    first = factories.comparison(alice)
    with pytest.raises(RefusedError, match="limit of 3"):
        factories.comparison(alice)
    factories.comparison(bob)
    assert services.stop_comparison(first) == 2
    factories.comparison(alice)


def test_all_runs_are_stopped_and_only_discarded_on_request() -> None:
    compared = factories.comparison(factories.person("alice"), ["fcfs", "easy", "conservative"])
    first, second, _ = compared.runs.all()
    for run in (first, second):
        lifecycle.claim(Run, run.pk, "worker")
    assert services.discard_comparison(compared) == 0, "no run is stopping"
    services.stop_run(first)
    assert services.stop_comparison(compared) == 2, "the second stops, the third is cancelled"
    assert services.stop_comparison(compared) == 0, "who clicks twice gives nothing up"
    assert [(run.state, run.is_stopping) for run in compared.runs.all()] == [
        (State.RUNNING, True),
        (State.RUNNING, True),
        (State.CANCELLED, False),
    ]
    assert services.discard_comparison(compared) == 2
    assert {run.state for run in compared.runs.all()} == {State.CANCELLED}
    assert services.discard_comparison(compared) == 0


def test_runs_that_have_ended_are_not_touched_by_stopping_all(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    compared = factories.comparison(factories.person("alice"), ["fcfs", "easy", "conservative"])
    compared.runs.exclude(algorithm="easy").update(state=State.DONE)
    with django_assert_num_queries(5) as asked:
        assert services.stop_comparison(compared) == 1
    _, renewed, read, written, _ = (query["sql"] for query in asked)
    assert renewed.startswith("SELECT")
    assert read.startswith("SELECT")
    assert '"schedule"' not in read, "results are not read"
    assert written.startswith("UPDATE"), "one in a transaction"


def test_cancel_and_retry() -> None:
    run = factories.queued_run(factories.person("alice"))
    assert services.stop_run(run)
    assert not services.stop_run(run)
    services.retry_run(run)
    execute(run.pk)
    run.refresh_from_db()
    assert run.state == State.DONE
    with pytest.raises(RefusedError):
        services.retry_run(run)


def test_title_and_note_change() -> None:
    compared = factories.comparison(factories.person("alice"))
    services.describe_comparison(compared, title=" New ", note="because")
    compared.refresh_from_db()
    assert (compared.title, compared.note) == ("New", "because")
    with pytest.raises(InvalidError):
        services.describe_comparison(compared, title=" ", note="")


def test_a_comparison_can_be_deleted_while_it_is_computed() -> None:
    run = factories.queued_run(factories.person("alice"))
    services.delete_comparison(run.comparison)
    factories.empty_trash()
    execute(run.pk)
    assert not Run.objects.exists()


def test_the_last_run_goes_only_with_its_comparison() -> None:
    first, second = factories.comparison(factories.person("alice")).runs.all()
    services.delete_run(first)
    with pytest.raises(RefusedError):
        services.delete_run(second)


def test_strangers_find_neither_comparison_nor_run() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    compared = factories.comparison(alice)
    run = compared.runs.all()[0]
    assert selectors.comparison_for(alice, compared.pk) == compared
    assert selectors.run_for(alice, run.pk) == run
    assert selectors.active_runs_of(alice).count() == 2
    assert not selectors.comparisons_of(bob).exists()
    assert not selectors.active_runs_of(bob).exists()
    with pytest.raises(Http404):
        selectors.comparison_for(bob, compared.pk)
    with pytest.raises(Http404):
        selectors.run_for(bob, run.pk)


def test_a_page_of_a_comparison_takes_two_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    alice = factories.person("alice")
    pk = factories.comparison(alice).pk
    with django_assert_num_queries(2):
        compared = selectors.comparison_for(alice, pk)
        [run.comparison.workload.name for run in compared.runs.all()]


def test_the_list_counts_runs() -> None:
    alice = factories.person("alice")
    run = factories.comparison(alice).runs.all()[0]
    execute(run.pk)
    found = vars(selectors.comparisons_of(alice).get())
    assert (found["run_count"], found["over_count"], found["failed_count"]) == (2, 1, 0)


def test_algorithms_are_offered_with_the_reason_against_them() -> None:
    alice = factories.person("alice")
    found = {
        offer.algorithm.key: offer.refusal
        for offer in selectors.offers(alice, factories.comparison(alice).instance())
    }
    assert found["easy"] is None
    assert "off-line" in (found["ltf"] or "")
