"""The bounds of an instance are computed by one process, after the run that needs them first."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from parsched.measure.bounds import BOUNDS, registry
from schedweb.runs import bounds, execution, proving, services
from schedweb.runs.models import Comparison, KnownBounds, Proof, Run
from schedweb.workers import lifecycle, reconciler
from schedweb.workers.models import ErrorKind, State
from tests import factories

pytestmark = pytest.mark.django_db

ELSEWHERE = "elsewhere|1|1"


def waits_for_proof(comparison: Comparison) -> lifecycle.WorkClaim:
    """Let another process begin with the bounds of an instance."""
    row = bounds.row_of(comparison, comparison.instance())
    proof = Proof.objects.create(known=row, queued=Now())
    held = lifecycle.claim(Proof, proof.pk, ELSEWHERE)
    assert held is not None
    return held


def first_run(comparison: Comparison) -> Run:
    pk = comparison.runs.all()[0].pk
    execution.execute(pk)
    return Run.objects.get(pk=pk)


def test_a_run_is_done_before_bounds_are_computed(
    monkeypatch: pytest.MonkeyPatch,
    computations: list[str],
) -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    compute, states = registry._compute, set[str]()  # noqa: SLF001

    def looking(*arguments: Any) -> float | None:
        states.add(Run.objects.get().state)
        return compute(*arguments)

    monkeypatch.setattr(registry, "_compute", looking)
    run = first_run(place)
    assert states == {State.DONE}
    assert "wait.wait_price" in computations
    assert run.bounds["wait"]["wait_price"] >= 0
    proof = Proof.objects.get()
    assert (proof.state, proof.attempts) == (State.DONE, 1)
    assert proof.cpu_seconds is not None
    assert not Comparison.objects.get().awaits_bounds


def test_what_a_comparison_found_stands_before_its_bounds_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    stands = list[bool]()

    def looking(comparison: Comparison) -> None:
        stands.append(Comparison.objects.filter(pk=comparison.pk, outcome__isnull=False).exists())

    monkeypatch.setattr(execution, "prove", looking)
    first_run(place)
    assert stands == [True]


def test_bounds_that_another_process_computes_are_left_to_it(
    computations: list[str],
) -> None:
    place = factories.comparison(factories.person("alice"))
    held = waits_for_proof(place)
    for run in place.runs.all():
        execution.execute(run.pk)
    assert [run.state for run in place.runs.all()] == [State.DONE, State.DONE]
    assert computations == []
    assert Comparison.objects.get().awaits_bounds
    assert Proof.objects.get().worker == held.worker


def test_bounds_of_a_killed_process_are_computed_by_another(
    computations: list[str],
) -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    held = waits_for_proof(place)
    run = first_run(place)
    assert run.bounds == {}
    long_ago = Now() - timedelta(hours=1)
    Proof.objects.update(heartbeat=long_ago, suspected=long_ago)
    reconciler.recover_lost()
    assert Proof.objects.get().state == State.QUEUED
    proving.carry_out(held.pk)
    assert sorted(computations) == sorted(set(computations))
    assert Run.objects.get().bounds["makespan"]["release_area"] == 17.0
    assert Proof.objects.get().state == State.DONE


def test_a_proof_whose_processes_all_died_ends_no_other_run(
    computations: list[str],
) -> None:
    """It may take more memory than there is."""
    place = factories.comparison(factories.person("alice"), ["easy"])
    held = waits_for_proof(place)
    lifecycle.give_up(held.rows(), ErrorKind.LOST, "It died 3 times.")
    assert first_run(place).state == State.DONE
    assert computations == []
    assert not Comparison.objects.get().awaits_bounds


def test_bounds_that_were_left_out_are_computed_with_the_next_run(
    computations: list[str],
) -> None:
    """Those that failed, and those that are new."""
    place = factories.comparison(factories.person("alice"))
    first, second = place.runs.all()
    execution.execute(first.pk)
    row = KnownBounds.objects.get()
    del row.values["minsum"]["squashed_area"]
    row.save()
    computations.clear()
    registry._kept.clear()  # noqa: SLF001
    execution.execute(second.pk)
    assert computations == ["minsum.squashed_area"]
    assert "squashed_area" in KnownBounds.objects.get().values["minsum"]


def test_a_proof_that_failed_is_tried_with_the_next_run(
    monkeypatch: pytest.MonkeyPatch,
    computations: list[str],
) -> None:
    place = factories.comparison(factories.person("alice"))
    first, second = place.runs.all()

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a defect")

    with monkeypatch.context() as patch:
        patch.setattr(proving, "bounds_of", broken)
        execution.execute(first.pk)
    assert Run.objects.get(pk=first.pk).state == State.DONE
    assert Proof.objects.get().error_kind == ErrorKind.DEFECT
    execution.execute(second.pk)
    assert Proof.objects.get().state == State.DONE
    assert "makespan.area" in computations


def test_bounds_of_what_was_deleted_are_not_computed(
    computations: list[str],
) -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    row = bounds.row_of(place, place.instance())
    proof = Proof.objects.create(known=row, queued=Now())
    place.delete()
    proving.carry_out(proof.pk)
    assert computations == []
    assert not Proof.objects.exists()


def test_who_needs_all_bounds_gets_those_that_apply() -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    instance = place.instance()
    assert bounds.lacks_some(bounds.row_of(place, instance), instance)
    first_run(place)
    row = KnownBounds.objects.get()
    assert not bounds.lacks_some(row, instance)
    apply = registry.applying(instance)
    assert {c: set(row.values[c]) for c in BOUNDS} == {c: set(apply[c]) for c in BOUNDS}


def test_a_run_that_is_cancelled_leaves_bounds_to_others(
    monkeypatch: pytest.MonkeyPatch,
    computations: list[str],
) -> None:
    run = factories.queued_run(factories.person("alice"))
    monkeypatch.setattr(execution, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(execution, "recall", lambda *_: services.stop_run(run))
    execution.execute(run.pk)
    run.refresh_from_db()
    assert (run.state, computations) == (State.CANCELLED, [])
    assert not Proof.objects.exists()
