"""Batches: what they hold, what follows from their ends, and that the table is always the same."""

from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from parsched.studies import Cells, Generated, Listed
from parsched.studies.computing import compute
from parsched.studies.measured import UnitRow
from schedweb.base.errors import DamagedError, InvalidError, RefusedError
from schedweb.runs.damage import elsewhere
from schedweb.store import blobs
from schedweb.studies import (
    execution,
    handing,
    opening,
    reading,
    selectors,
    services,
    storage,
    tasks,
)
from schedweb.studies.models import Batch, Study
from schedweb.studies.planning import FAILURES
from schedweb.studies.progress import Completion
from schedweb.studies.reading import cells_of
from schedweb.studies.units import InstanceSpan
from schedweb.workers.models import State
from tests import factories
from tests.studies import declared as made

pytestmark = pytest.mark.django_db


def computed_at_once(study: Study) -> Cells:
    cells = Cells(study.declared)
    for unit in study.declared.units():
        cells.put(unit, compute(study.declared, unit))
    return cells


def waiting_at_most() -> int:
    return 1 + int(settings.CELERY_WORKER_CONCURRENCY)


def assert_same(one: Cells, other: Cells) -> None:
    for key, part in one.parts.items():
        assert np.array_equal(part.is_done, other.parts[key].is_done)
        assert part.numbers.tobytes() == other.parts[key].numbers.tobytes()
        assert part.problems == other.parts[key].problems


@pytest.mark.smoke
def test_a_study_is_computed_batch_by_batch_as_the_library_computes_it() -> None:
    study = made.work(made.stored())
    assert study.finished is not None
    assert_same(cells_of(study), computed_at_once(study))
    assert 1 < study.batches.count() < 12


def test_jobs_that_stand_in_a_study_are_computed_and_opened() -> None:
    jobs = ({"id": "1", "procs": 2, "time": 5}, {"id": "2", "procs": 1, "time": 3})
    listed = Listed(listed={"a": jobs, "b": jobs[:1]}, processors=(2,))
    study = made.work(made.stored(made.part(instances=listed, methods=("ltf",), repetitions=1)))
    assert cells_of(study).parts["small"].of("makespan").ravel().tolist() == [8, 5]
    comparison = opening.prepared(study, {"part": 0, "value": 0, "repetition": 0})()
    assert len(comparison.workload.load()) == 2


def test_batches_in_another_order_give_the_same_table() -> None:
    study, other = made.stored(), made.stored()
    made.work(study)
    while waiting := Batch.objects.filter(study=other, state=State.QUEUED).order_by("-first"):
        execution.compute(waiting[0].pk)
    assert_same(cells_of(study), cells_of(other))


def test_merged_cells_equal_the_batches_cells() -> None:
    study = made.work(made.stored())
    one_by_one = cells_of(study)
    assert made.summed_up(study).merged
    assert reading.read(study)[1] == 0, "no batch had to be opened"
    assert_same(cells_of(study), one_by_one)


def test_a_study_whose_merged_file_is_lost_is_read_from_its_batches(own_store: Path) -> None:
    study = made.work(made.stored())
    merged = made.summed_up(study).merged
    whole = cells_of(study)
    (own_store / blobs.path_of(merged)).unlink()
    storage.forget_loaded()
    assert_same(cells_of(study), whole)


def test_a_paused_study_goes_on_where_it_was() -> None:
    study = made.work(made.stored(), batches=2)
    services.pause_study(study)
    assert not Batch.objects.filter(state=State.QUEUED).exists()
    done = cells_of(study).done
    assert 0 < done < study.runs
    services.continue_study(study)
    study = made.work(study)
    assert study.finished is not None
    assert_same(cells_of(study), computed_at_once(study))


def test_a_batch_that_waited_when_its_study_was_paused_is_not_computed() -> None:
    study = made.stored()
    waiting = Batch.objects.filter(study=study)[0]
    Study.objects.update(is_paused=True)
    execution.compute(waiting.pk)
    assert not Batch.objects.filter(pk=waiting.pk).exists()
    assert cells_of(study).done == 0


def test_a_stopped_study_rests_and_goes_on_where_it_was() -> None:
    study = made.work(made.stored(), batches=2)
    services.stop_study(study)
    done = cells_of(study).done
    handing.hand_out()
    assert made.work(study).stopped is not None
    before, files = cells_of(study), set(study.batches.values_list("cells", flat=True))
    assert before.done == done > 0
    services.continue_study(study)
    study = made.work(study)
    assert study.finished is not None
    assert study.stopped is None
    assert files < set(study.batches.values_list("cells", flat=True)), "nothing is computed twice"
    assert_same(cells_of(study), computed_at_once(study))


def test_a_stopped_study_gets_more_repetitions() -> None:
    study = made.work(made.stored(), batches=2)
    services.stop_study(study)
    services.repeat_more(study, 5)
    handing.hand_out()
    study = made.work(study)
    assert cells_of(study).done == study.runs == 30
    assert_same(cells_of(study), computed_at_once(study))


def test_no_more_studies_go_on_by_stopping_and_continuing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_GOING_ON", 1)
    study = made.stored()
    services.continue_study(study)
    services.stop_study(study)
    made.stored()
    for change in (services.continue_study, lambda s: services.repeat_more(s, 9)):
        with pytest.raises(RefusedError, match="the limit"):
            change(study)


@pytest.mark.django_db(transaction=True)
def test_more_repetitions_change_nothing_that_is_computed() -> None:
    study = made.work(made.stored())
    before, files = cells_of(study), set(study.batches.values_list("cells", flat=True))
    made.summed_up(study)
    services.repeat_more(study, 6)
    study = made.work(Study.objects.get(pk=study.pk))
    after = cells_of(study)
    assert after.done == study.runs == 36
    assert files < set(study.batches.values_list("cells", flat=True))
    assert np.array_equal(after.parts["small"].numbers[:, :4], before.parts["small"].numbers)
    assert_same(after, computed_at_once(study))


def test_there_are_never_fewer_repetitions() -> None:
    study = made.stored()
    for repetitions, rule in ((3, "at least 4"), (0, "from 1"), (10**9, "from 1")):
        with pytest.raises(InvalidError, match=rule):
            services.repeat_more(study, repetitions)


def test_instances_that_cannot_be_made_fail_with_a_sentence_and_others_go_on() -> None:
    wrong = Generated(generator="uniform", jobs=(5,), processors=(8,), params={"max_width": 9})
    study = made.work(made.stored(made.part("wrong", instances=wrong), made.part("right")))
    failed = selectors.failed_batches(study)
    assert failed.count() == FAILURES, "the rest is not tried"
    assert "ax_width must be at most" in failed[0].error
    assert cells_of(study).parts["right"].is_done.all()
    assert study.finished is not None
    others = dict(study.batches.filter(state=State.DONE).values_list("pk", "cells"))
    services.retry_failed(study)
    assert not failed.exists()
    assert 0 < study.batches.filter(state=State.QUEUED).count() <= waiting_at_most()
    made.work(study)
    assert FAILURES <= failed.count() < FAILURES + waiting_at_most(), "they are tried again"
    assert dict(study.batches.filter(state=State.DONE).values_list("pk", "cells")) == others


def test_a_method_without_a_schedule_leaves_a_sentence() -> None:
    study = made.work(made.stored(made.part(methods=("ltf", "sequential"))))
    cells = cells_of(study)
    assert "on one processor" in cells.parts["small"].problems[0, 0, 1]
    assert cells.problems == sum(study.batches.values_list("problems", flat=True)) == 12
    assert_same(cells, computed_at_once(study))


def test_numbers_that_are_lost_are_computed_again(own_store: Path) -> None:
    study = made.work(made.stored())
    whole, lost = cells_of(study), study.batches.all()[0]
    (own_store / blobs.path_of(lost.cells)).write_bytes(b"damaged")
    storage.forget_loaded()
    with pytest.raises(DamagedError):
        cells_of(study)
    services.retry_failed(study)
    study = made.work(Study.objects.get(pk=study.pk))
    assert_same(cells_of(study), whole)
    assert study.finished is not None


def test_what_is_computed_again_waits_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedweb.studies.planning.BATCH_SECONDS", 1e-9)
    study = made.work(made.stored())
    whole = cells_of(study)
    assert study.batches.count() == 12
    study.batches.filter(first__gt=1).update(origin="of another")
    services.retry_failed(study)
    assert Batch.objects.filter(state=State.QUEUED).count() == waiting_at_most()
    other = made.stored()
    execution.compute(Batch.objects.filter(state=State.QUEUED)[0].pk)
    assert other.batches.exists(), "others need not wait until all of them are through"
    assert_same(cells_of(made.work(study)), whole)


def test_few_batches_wait_and_studies_take_turns() -> None:
    studies = [made.stored() for _ in range(3)]
    waiting = Batch.objects.filter(state=State.QUEUED)
    for turn in range(6):
        assert 1 < waiting.count() <= waiting_at_most(), turn
        execution.compute(waiting.order_by("queued")[0].pk)
    assert all(study.batches.exists() for study in studies)


def test_what_was_not_handed_out_is_handed_out_later() -> None:
    study = made.stored()
    Batch.objects.all().delete()
    tasks.go_on()
    assert made.work(study).finished is not None


def test_deleting_a_study_takes_its_batches_along() -> None:
    study = made.work(made.stored())
    services.delete_study(study)
    factories.empty_trash()
    assert not Batch.objects.exists()
    execution.compute("x" * 11)


def test_numbers_of_earlier_versions_are_said_and_computed_again() -> None:
    study = made.work(made.stored())
    [part] = study.declared.parts
    batch = study.batches.all()[0]
    span = InstanceSpan(batch.first, batch.end)
    wrong = [UnitRow(np.full((2, len(part.numbers)), 7.0)) for _ in range(*span)]
    Batch.objects.filter(pk=batch.pk).update(cells=storage.save_rows(part, wrong))
    assert made.summed_up(study).merged
    assert Completion.of(study).outdated == 0
    Batch.objects.filter(pk=batch.pk).update(origin="of another")
    assert Completion.of(study).outdated == span.end - span.first
    services.retry_failed(study)
    study = made.work(Study.objects.get(pk=study.pk))
    assert Completion.of(study).outdated == 0
    assert_same(cells_of(study), computed_at_once(study))


def test_a_user_cannot_have_very_many_studies_that_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_GOING_ON", 2)
    first = made.stored()
    made.stored()
    with pytest.raises(RefusedError, match="You have 2 studies that are not finished, the limit"):
        made.stored()
    made.stored(owner=factories.person("bob"))
    services.stop_study(first)
    assert made.stored().pk


def test_a_summary_is_renewed_once_there_are_more_numbers() -> None:
    study = made.work(made.stored(claims=(made.BETTER,)), batches=2)
    assert made.summed_up(study).content["done"] < study.runs
    made.work(study)
    assert made.summed_up(study).content["done"] == study.runs
    assert_same(cells_of(study), computed_at_once(study))


def test_numbers_that_come_after_a_study_was_put_away_are_noted() -> None:
    study = made.work(made.stored())
    Study.objects.filter(pk=study.pk).update(changed=None)
    services.delete_study(study)
    Batch.share(Batch.objects.filter(study=study)[0].pk, {})
    assert Study.everything.get(pk=study.pk).changed is not None
    [lost] = elsewhere(Batch.objects.filter(study=study)[0].cells)
    assert lost.key == study.pk, "check_store names it"


@pytest.mark.parametrize("note", ["a\0b", "x" * 10_001])
def test_notes_of_studies_are_checked(note: str) -> None:
    with pytest.raises(InvalidError) as caught:
        services.describe_study(made.stored(), title="A", note=note)
    assert list(caught.value.errors) == ["note"]
