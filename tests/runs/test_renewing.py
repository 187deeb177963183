"""Results of an older version: marked, kept, and computed again."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.files.base import File

from parsched.measure.bounds import registry
from schedweb.accounts.models import User
from schedweb.base.errors import RefusedError
from schedweb.runs import services
from schedweb.runs.execution import renew
from schedweb.runs.imports import submit_schedule
from schedweb.runs.models import Comparison, KnownBounds, Proof, Renewal, Run
from schedweb.runs.outcomes import findings_of
from schedweb.runs.proving import carry_out
from schedweb.runs.records import records_of
from schedweb.runs.renewing import older_of, recompute
from schedweb.runs.storage import load_schedule
from schedweb.workers import lifecycle
from schedweb.workers.models import ErrorKind, State
from schedweb.workers.performing import perform
from tests import factories
from tests.runs.older import SECONDS, TENTHS, compared, run_of, without_versions
from tests.versions import ANYWHERE, first_versions, raised

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures(first_versions.__name__)]
Patch = pytest.MonkeyPatch


@pytest.fixture
def alice() -> User:
    return factories.person("alice")


def again(comparison: Comparison) -> Comparison:
    """Return it as the next reader reads it."""
    return Comparison.objects.select_related("known", "workload").get(pk=comparison.pk)


def carried_out() -> None:
    """Compute everything that was queued again."""
    for pk in list(Renewal.objects.filter(state=State.QUEUED).values_list("pk", flat=True)):
        renew(pk)
    for pk in list(Proof.objects.filter(state=State.QUEUED).values_list("pk", flat=True)):
        carry_out(pk)


@pytest.mark.parametrize("forget", [False, True], ids=["stored", "without versions"])
def test_only_what_a_change_concerns_is_marked(
    alice: User, monkeypatch: Patch, forget: bool
) -> None:
    made = [compared(alice, content) for content in (TENTHS, SECONDS)]
    if forget:
        made = list(map(without_versions, made))
    assert not any(records_of(again(one)).mark for one in made)
    raised(monkeypatch, "algorithms", "easy")
    tenths, seconds = (records_of(again(one)) for one in made)
    assert [bool(record.outdated) for record in tenths] == [False, True]
    assert tenths.mark.startswith("1 of 2 results is of an older version of the program: EASY back")
    assert not seconds.mark


def test_the_answer_on_the_instance_is_stored(alice: User, monkeypatch: Patch) -> None:
    made = without_versions(compared(alice))
    raised(monkeypatch, "algorithms", "easy")
    assert records_of(again(made)).mark
    assert again(made).concerned == {"decimals": True}
    monkeypatch.setattr(Comparison, "instance", None)
    assert records_of(again(made)).mark


def test_where_the_jobs_cannot_be_read_it_may_be_concerned(alice: User, monkeypatch: Patch) -> None:
    made = without_versions(compared(alice, SECONDS))
    raised(monkeypatch, "algorithms", "easy")
    monkeypatch.setattr(Comparison, "instance", _lost)
    assert records_of(again(made)).mark
    assert again(made).concerned == {}, "it is not known yet"


def _lost(*_: object) -> None:
    raise OSError("it is gone")


def test_results_stay_until_the_new_ones_are_there(alice: User, monkeypatch: Patch) -> None:
    made = compared(alice)
    before = run_of(made, "easy")
    raised(monkeypatch, "algorithms", "easy")
    recompute(again(made))
    queued = run_of(made, "easy")
    assert (queued.state, queued.record, queued.schedule) == (
        State.DONE,
        before.record,
        before.schedule,
    )
    carried_out()
    after = run_of(made, "easy")
    assert (after.pk, after.version, after.params) == (before.pk, 2, before.params)
    assert after.result.metrics == before.result.metrics
    assert after.finished != before.finished
    assert not Renewal.objects.exists()
    assert not records_of(again(made)).mark
    assert run_of(made, "fcfs").finished == made.runs.get(algorithm="fcfs").finished
    load_schedule(after.schedule)


def test_what_was_found_is_said_again(alice: User, monkeypatch: Patch) -> None:
    made = compared(alice)
    [before] = findings_of([again(made)])
    raised(monkeypatch, "algorithms", "easy")
    [marked] = findings_of([again(made)])
    assert "older version" in marked.sentence
    recompute(again(made))
    carried_out()
    [after] = findings_of([again(made)])
    assert after.sentence == before.sentence


def test_a_second_click_changes_nothing(alice: User, monkeypatch: Patch) -> None:
    made = compared(alice)
    raised(monkeypatch, "metrics", "mean_wait")
    for _ in range(2):
        assert len(recompute(again(made)).runs) == 2
    assert Renewal.objects.count() == 2
    carried_out()
    assert not older_of(again(made))
    recompute(again(made))
    assert not Renewal.objects.exists()


def test_a_seed_is_kept(alice: User, monkeypatch: Patch) -> None:
    made = compared(alice, factories.OFFLINE_SWF, "demt")
    Run.objects.filter(comparison=made).update(params={**run_of(made, "demt").params, "seed": 77})
    raised(monkeypatch, "algorithms", "demt", ANYWHERE)
    recompute(again(made))
    carried_out()
    assert run_of(made, "demt").params["seed"] == 77


@pytest.mark.parametrize("how", ["fails", "is stopped", "is deleted"])
def test_what_cannot_be_computed_again_leaves_what_was_there(
    alice: User, monkeypatch: Patch, how: str
) -> None:
    made = compared(alice)
    before = run_of(made, "easy")
    raised(monkeypatch, "algorithms", "easy")
    recompute(again(made))
    renewal = Renewal.objects.get()
    if how == "fails":
        held = lifecycle.claim(Renewal, renewal.pk, "somewhere|1|1")
        assert held is not None
        assert lifecycle.fail(held, ErrorKind.MEMORY, "It needs too much.")
    elif how == "is stopped":
        services.stop_comparison(made)
    else:
        renewal.delete()
    after = run_of(made, "easy")
    assert (after.state, after.record, after.schedule) == (
        before.state,
        before.record,
        before.schedule,
    )
    assert records_of(again(made)).mark
    recompute(again(made))
    carried_out()
    assert run_of(made, "easy").version == 2


def test_one_that_computes_is_given_up_when_it_is_stopped(alice: User, monkeypatch: Patch) -> None:
    made = compared(alice)
    raised(monkeypatch, "algorithms", "easy")
    recompute(again(made))
    held = lifecycle.claim(Renewal, Renewal.objects.get().pk, "somewhere|1|1")
    assert held is not None
    services.stop_comparison(made)
    assert Renewal.objects.get().state == State.CANCELLED
    with pytest.raises(lifecycle.LostClaimError):
        lifecycle.beat(held)
    assert not lifecycle.finish(held, {"record": {}, "version": 2})


def test_a_run_that_is_removed_takes_its_renewal_along(alice: User, monkeypatch: Patch) -> None:
    made = compared(alice)
    raised(monkeypatch, "algorithms", "easy")
    recompute(again(made))
    services.delete_run(run_of(made, "easy"))
    carried_out()
    assert not Renewal.objects.exists()
    assert Run.objects.get(comparison=made).algorithm == "fcfs"


@pytest.mark.parametrize("why", ["gone", "parameters"])
def test_what_this_version_cannot_compute_says_why(
    alice: User, monkeypatch: Patch, why: str
) -> None:
    made = compared(alice)
    if why == "gone":
        Run.objects.filter(comparison=made).update(algorithm="gone", version=1)
    else:
        Run.objects.filter(comparison=made).update(params={"gone": 1})
    raised(monkeypatch, "metrics", "makespan")
    older = older_of(again(made))
    assert (len(older.runs), len(older.refused)) == (0, 2)
    with pytest.raises(RefusedError, match=r"cannot be run again"):
        recompute(again(made))
    assert not Renewal.objects.exists()


CSV = b"job_id,starting_time,execution_time,width\n1,0,0.3,2\n2,1,100,4\n3,0.3,0.2,2\n"


def with_given(alice: User, content: bytes) -> Run:
    """Return a schedule that was made elsewhere in a comparison."""
    made = compared(alice)
    file = File(BytesIO(content), "theirs.csv")
    perform(submit_schedule(made, file, "theirs.csv", made_by="Bob").pk)
    return Run.objects.get(comparison=made, algorithm="given")


def test_a_schedule_made_elsewhere_is_judged_again(alice: User, monkeypatch: Patch) -> None:
    before = with_given(alice, CSV)
    assert not before.result.violation_count
    raised(monkeypatch, "parts", "checker")
    assert Run.objects.get(pk=before.pk).result.outdated
    recompute(again(before.comparison))
    carried_out()
    after = Run.objects.get(pk=before.pk)
    assert not after.result.outdated
    assert after.result.metrics == before.result.metrics
    assert (after.result.made_by, after.result.tolerance) == ("Bob", before.result.tolerance)
    assert after.matching == before.matching
    assert after.result.remarks == before.result.remarks


def test_one_that_breaks_rules_is_to_be_uploaded_again(alice: User, monkeypatch: Patch) -> None:
    before = with_given(alice, CSV.replace(b"2,1,100", b"2,0,100"))
    assert before.result.violation_count
    raised(monkeypatch, "parts", "checker")
    older = older_of(again(before.comparison))
    assert older.refused == [
        "theirs.csv was made elsewhere and breaks rules: upload theirs.csv again."
    ]
    assert [run.algorithm for run in older.runs] == ["fcfs", "easy"]


def test_older_bounds_are_not_used_and_are_computed_again(alice: User, monkeypatch: Patch) -> None:
    made = again(compared(alice))
    assert made.known is not None
    area = made.known.values["makespan"]["area"]
    raised(monkeypatch, "bounds", "makespan/area")
    registry._kept.clear()  # noqa: SLF001 (as in a process of the new version)
    assert "area" not in again(made).bounds["makespan"]
    assert records_of(again(made)).mark.startswith("Lower bounds of an older version are left out")
    recompute(again(made))
    assert KnownBounds.objects.get().values["makespan"]["area"] == area, "nothing is lost"
    carried_out()
    assert again(made).bounds["makespan"]["area"] == area
    assert KnownBounds.objects.get().versions == {"bounds/makespan/area": 2}
    assert not records_of(again(made)).mark


def test_bounds_of_whole_seconds_stay(alice: User, monkeypatch: Patch) -> None:
    made = compared(alice, SECONDS)
    raised(monkeypatch, "bounds", "makespan/area")
    assert "area" in again(made).bounds["makespan"]
    assert not older_of(again(made))


def test_a_bound_that_applies_no_more_is_forgotten(alice: User, monkeypatch: Patch) -> None:
    made = again(compared(alice))
    assert made.known is not None
    made.known.values = {**made.known.values, "makespan": {"area": 1.0, "dual": 9.0}}
    made.known.save()
    raised(monkeypatch, "bounds", "makespan/dual")
    assert again(made).old_bounds
    monkeypatch.setattr("schedweb.runs.renewing.wanted", lambda comparison: None)
    recompute(again(made))
    assert not again(made).old_bounds


def shares(run: Run, proved: float) -> KnownBounds:
    """Let a run prove something, and return what is known of its instance."""
    Run.share(run.pk, {"record": {"proved": proved}})
    return KnownBounds.objects.get()


def test_an_older_proof_counts_no_more_until_it_is_made_again(
    alice: User, monkeypatch: Patch
) -> None:
    made = again(compared(alice, factories.OFFLINE_SWF.replace(b" 10 ", b" 10.5 "), "exact"))
    run = run_of(made, "exact")
    assert shares(run, 19.0).proved_by == {"algorithms/exact": 1}
    assert shares(run, 18.0).proved == 19.0, "the largest counts"
    raised(monkeypatch, "algorithms", "exact", ANYWHERE)
    assert again(made).proved is None
    assert shares(run, 18.0).proved == 18.0, "an older proof is none"
    assert again(made).proved == 18.0


@pytest.mark.parametrize("change", [lambda p: None, lambda p: raised(p, "metrics", "makespan")])
def test_records_are_kept_as_long_as_nothing_changes(
    alice: User, monkeypatch: Patch, change: Callable[[Patch], object]
) -> None:
    made = compared(alice)
    first = records_of(again(made))
    changed = change(monkeypatch) is not None
    assert (records_of(again(made)) is first) is not changed
