"""What a newcomer finds."""

import pytest
from django.core.management import call_command
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from parsched.data.generators import SAMPLES
from parsched.report.order import front
from parsched.report.pareto import pareto
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from schedweb.accounts.local import local_user
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.runs.samples import (
    BACKFILLING,
    FEWER_DEPLOYMENTS,
    NEAR_OPTIMUM,
    NINE_STRATEGIES,
    TWO_CRITERIA,
    needs_welcome,
    welcome,
)
from schedweb.runs.selectors import comparisons_of
from schedweb.workers.models import State
from schedweb.workloads.models import Workload
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.smoke
def test_a_newcomer_finds_machines_workloads_and_comparisons(settings: Settings) -> None:
    settings.SCHEDWEB_MODE = "local"
    call_command("seed_samples", verbosity=0)
    user = local_user()
    assert Workload.objects.filter(owner=user).count() == len(SAMPLES)
    assert Cluster.objects.filter(owner=user, name__contains="KTH").exists()
    compared = comparisons_of(user).get(title=BACKFILLING.title)
    assert compared.is_sample
    assert {run.state for run in compared.runs.all()} == {State.QUEUED}
    assert [run.algorithm for run in compared.runs.all()] == list(BACKFILLING.algorithms)


def test_workers_finish_a_second_comparison_about_two_criteria() -> None:
    alice = factories.person("alice")
    welcome(alice)
    second = Comparison.objects.get(owner=alice, title=TWO_CRITERIA.title)
    assert second.is_sample
    assert {run.state for run in second.runs.all()} == {State.QUEUED}
    for run in second.runs.all():
        execute(run.pk)
    runs = list(Comparison.objects.get(pk=second.pk).runs.all())
    assert {run.state for run in runs} == {State.DONE}
    assert len(pareto(records_of(Comparison.objects.get(pk=second.pk))).points) == len(
        TWO_CRITERIA.algorithms
    )


@pytest.mark.django_db(transaction=True)
def test_a_third_comparison_shows_a_proof_and_what_falls_short_of_it() -> None:
    """The heart of a run that takes seconds beats, which an open transaction would keep waiting."""
    alice = factories.person("alice")
    welcome(alice)
    third = Comparison.objects.get(owner=alice, title=NEAR_OPTIMUM.title)
    for run in third.runs.all():
        execute(run.pk)
    third.refresh_from_db()
    table = standings_of(records_of(third))
    texts = {row.record.algorithm: row.optimality.text for row in table.done if row.optimality}
    assert list(texts) == list(NEAR_OPTIMUM.algorithms)
    gaps = [row.optimality.gap or 0.0 for row in table.done if row.optimality]
    assert texts["exact"] == "proved optimal"
    assert gaps[0] > max(gaps[1:]) > gaps[-1] == 0
    assert "38 s" in sentence(table)


def test_a_fourth_comparison_sweeps_nine_strategies_on_a_grid() -> None:
    alice = factories.person("alice")
    welcome(alice)
    fourth = Comparison.objects.get(owner=alice, title=NINE_STRATEGIES.title)
    assert fourth.cluster is not None
    assert fourth.cluster.name == "Grid 3"
    for run in fourth.runs.all():
        execute(run.pk)
    rows = {row.record.label: row for row in standings_of(records_of(fourth)).done}
    assert len(rows) == 18
    assert rows["MST, a = 1"].rank == 1
    assert {"Random, a = 0.5", "LBal_S, a = 1"} <= set(rows)


def test_a_fifth_comparison_trades_deployments_for_makespan() -> None:
    """With deployments of 200 to 300 s the shortest schedule is one that was made to avoid them."""
    alice = factories.person("alice")
    welcome(alice)
    fifth = Comparison.objects.get(owner=alice, title=FEWER_DEPLOYMENTS.title)
    for run in fifth.runs.all():
        execute(run.pk)
    runs = list(fifth.runs.all())
    assert runs[0].label == "List blind to environments"
    assert fifth.deployment == {"seconds": 200, "extra": 100}
    assert len(standings_of(records_of(fifth)).done) == 4 + 5 + 2 * 5
    points = [
        (factories.measured(run, "makespan"), factories.measured(run, "deployments"))
        for run in runs
    ]
    unbeaten = {
        (point, run.algorithm)
        for run, point, is_unbeaten in zip(runs, points, front(points), strict=True)
        if is_unbeaten
    }
    methods = [key for _, key in sorted(unbeaten)]
    assert methods[0] == "gls-plus"
    assert methods[-1] == "env-sequential"
    assert len(methods) >= 6


def test_lists_have_the_samples_in_the_order_in_which_they_are_met() -> None:
    alice = factories.person("alice")
    welcome(alice)
    titles = [compared.title for compared in comparisons_of(alice)]
    later = (TWO_CRITERIA, NEAR_OPTIMUM, NINE_STRATEGIES, FEWER_DEPLOYMENTS)
    assert titles == [shown.title for shown in (BACKFILLING, *later)]


def test_workers_compute_quick_samples_before_those_that_search_for_long(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The message of a run waits behind those that were sent before it."""
    sent: list[str] = []
    monkeypatch.setattr(
        "schedweb.workers.broker.current_app.send_task", lambda task, args: sent.extend(args)
    )
    with django_capture_on_commit_callbacks(execute=True):
        welcome(factories.person("alice"))
    titles = dict.fromkeys(Run.objects.get(pk=pk).comparison.title for pk in sent)
    quick = (BACKFILLING, FEWER_DEPLOYMENTS, TWO_CRITERIA, NINE_STRATEGIES)
    assert list(titles) == [compared.title for compared in (*quick, NEAR_OPTIMUM)]
    resent = Run.objects.order_by("queued", "position").values_list("comparison__title", flat=True)
    assert list(dict.fromkeys(resent)) == list(titles)


def test_samples_are_given_once_and_what_was_deleted_stays_away() -> None:
    alice = factories.person("alice")
    assert needs_welcome(alice)
    assert welcome(alice)
    assert not needs_welcome(alice)
    Comparison.objects.all().delete()
    Workload.objects.all().delete()
    assert not welcome(alice)
    assert not Workload.objects.exists()


def test_every_sample_has_a_machine_of_its_size() -> None:
    alice = factories.person("alice")
    welcome(alice)
    clusters = Cluster.objects.filter(owner=alice)
    machines = {tuple(site["processors"] for site in cluster.sites) for cluster in clusters}
    assert {sample.sites for sample in SAMPLES} <= machines
    (slow,) = [cluster for cluster in clusters if not cluster.deployment.is_instant]
    assert (slow.deployment.values, slow.processors) == ((200.0, 100.0), 100)
    assert slow.name == "100 processors, deployments of 200–300 s"
    assert all(sum(sample.sites) == sample.processors for sample in SAMPLES)


def test_each_person_has_samples_of_their_own() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    welcome(alice)
    welcome(bob)
    assert Workload.objects.filter(owner=bob).count() == len(SAMPLES)
    assert Workload.objects.values("digest").distinct().count() == len(SAMPLES)


def test_a_team_has_no_local_user_to_seed() -> None:
    call_command("seed_samples", verbosity=0)
    assert not User.objects.exists()
