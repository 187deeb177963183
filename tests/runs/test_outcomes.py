"""What comparisons found is stored when their last run ends, and void when their runs change."""

from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from parsched.measure.certificates import Certificate
from parsched.report import standings
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.run.request import RequestEntry
from schedweb.runs import outcomes, services
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Outcome, Run
from schedweb.runs.outcomes import OutcomeFindings, findings_of, sentence_of
from schedweb.runs.records import records_of
from schedweb.runs.selectors import with_runs
from schedweb.workers import lifecycle
from schedweb.workers.models import State
from schedweb.workloads.services import generate_workload
from tests import factories

pytestmark = pytest.mark.django_db


def finish(comparison: Comparison) -> Comparison:
    """Compute what waits."""
    for pk in comparison.runs.filter(state=State.QUEUED).values_list("pk", flat=True):
        execute(pk)
    return again(comparison)


def again(comparison: Comparison) -> Comparison:
    return with_runs(Comparison.objects.filter(pk=comparison.pk)).get()


def two_criteria() -> Comparison:
    """Runs; some are on the front."""
    alice = factories.person("alice")
    jobs = generate_workload(alice, "mixed", jobs=12, processors=8, params={"seed": 1})
    entries = [RequestEntry(key) for key in ("demt", "gang", "smith", "sequential")]
    machine = factories.cluster(alice, 8)
    return finish(services.create_comparison(alice, jobs, machine, entries))


def computed_of(comparison: Comparison) -> OutcomeFindings:
    """Return what is computed, which must not be read."""
    fresh = again(comparison)
    return OutcomeFindings.of(fresh, list(fresh.runs.all()))


def stored_of(comparison: Comparison) -> OutcomeFindings:
    """Return what is read, which must not be computed."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(outcomes, "standings_of", None)
        [found] = findings_of([again(comparison)])
        return found


def test_it_is_stored_when_the_last_run_ends() -> None:
    compared = factories.comparison(factories.person("alice"))
    first, second = compared.runs.all()
    execute(first.pk)
    assert not Outcome.objects.exists()
    execute(second.pk)
    assert stored_of(compared).sentence == sentence(standings_of(records_of(again(compared))))


def test_what_is_read_is_what_was_computed() -> None:
    compared = two_criteria()
    computed = computed_of(compared)
    found = stored_of(compared)
    assert found.front == computed.front
    assert 0 < len(found.front) < 4
    unproved = [
        replace(row, ratios={key: replace(cell, proof=None) for key, cell in row.ratios.items()})
        for row in computed.table.rows
    ]
    assert replace(found.table, records=computed.table.records) == replace(
        computed.table, rows=tuple(unproved)
    )
    assert (found.sentence, found.choice, found.more) == (computed.sentence, "", 0)


def test_a_proof_up_to_rounding_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"makespan": Certificate(0.0, is_rounded=True, reason="why")}
    monkeypatch.setattr(standings, "certificates_of", lambda *_: told)
    rows = stored_of(two_criteria()).table.rows
    assert [row.certificates for row in rows] == [told] * 4


def test_of_many_runs_only_the_highlights_are_read(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    alice = factories.person("alice")
    entry = RequestEntry("ltf", vary={"placement": ["graham", "serial"]})
    labelled = [RequestEntry("ltf", {}, label=f"LTF {i}") for i in range(10)]
    jobs, machine = factories.workload(alice, factories.OFFLINE_SWF), factories.cluster(alice, 4)
    compared = services.create_comparison(alice, jobs, machine, [entry, *labelled])
    finish(compared)
    compared = Comparison.objects.select_related("workload", "outcome", "known").get(pk=compared.pk)
    with django_assert_num_queries(2):
        [found] = findings_of([compared])
    assert len(found.table.rows) + found.more == 12
    assert found.more > 0


@pytest.mark.parametrize("change", ["added", "removed", "repeated", "cancelled"])
def test_it_is_void_when_runs_change(change: str) -> None:
    compared = two_criteria()
    before = compared.outcome.stamp
    run = compared.runs.all()[0]
    match change:
        case "added":
            services.add_runs(compared, [RequestEntry("list-graham")])
        case "removed":
            services.delete_run(run)
        case "repeated":
            Run.objects.filter(pk=run.pk).update(state=State.FAILED)
            lifecycle.retry(run)
        case "cancelled":
            Run.objects.filter(pk=run.pk).update(state=State.CANCELLED)
    table = standings_of(records_of(again(compared)))
    assert sentence_of(again(compared), table) == sentence(table)
    finish(compared)
    [found] = findings_of([again(compared)])
    assert again(compared).outcome.stamp != before
    computed = computed_of(compared)
    assert replace(found, table=computed.table) == computed


def test_a_proof_that_joins_counts() -> None:
    alice = factories.person("alice")
    compared = finish(factories.comparison(alice, ["lpt"], factories.OFFLINE_SWF))
    services.add_runs(compared, [RequestEntry("fcfs")])
    run = finish(compared).runs.all()[1]
    factories.came_out(Run.objects.filter(pk=run.pk), proved=20.0)
    factories.know(compared, makespan={}, minsum={})
    Outcome.objects.all().delete()  # as if it had been computed so
    [found] = findings_of([again(compared)])
    assert found.sentence == sentence(standings_of(records_of(again(compared))))
    assert stored_of(compared).sentence == found.sentence


def test_it_is_computed_where_it_is_missing() -> None:
    compared = two_criteria()
    Outcome.objects.all().delete()
    [found] = findings_of([again(compared)])
    assert found.sentence == stored_of(compared).sentence


def test_a_run_keeps_its_result_where_nothing_can_be_concluded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outcomes, "standings_of", None)
    compared = finish(factories.comparison(factories.person("alice"), ["easy"]))
    assert compared.runs.get().is_done
    assert "is not concluded" in caplog.text
    assert not Outcome.objects.exists()
