"""How far a study is, by value: also where batches end in the middle of a repetition."""

import pytest
from django.utils import timezone

from schedweb.studies.models import Batch
from schedweb.studies.progress import Completion, Phase
from schedweb.studies.selectors import origins_of
from schedweb.workers.models import State
from tests.studies import declared as made

pytestmark = pytest.mark.django_db


def test_instances_are_counted_by_value() -> None:
    study = made.stored()
    Batch.objects.all().delete()
    [origin] = origins_of(study.declared)
    about = {"study": study, "part": 0, "origin": origin, "queued": timezone.now()}
    for first, end in ((0, 2), (4, 9)):
        Batch.objects.create(**about, first=first, end=end, state=State.DONE)
    [part] = Completion.of(study).parts
    # Values 0, 1; then 1, 2, 0, 1, 2.
    assert part.done.tolist() == [2, 3, 2]
    assert part.left.tolist() == [2, 1, 2]


def test_a_study_that_is_not_computed_waits() -> None:
    assert Completion.of(made.stored()).phase == Phase.WAITING
