"""Which work is long, and how many processes may compute such work: one is kept for short work.

What was estimated to take longer than `SHORT_SECONDS` is long, and so is what has computed for
longer, whatever was estimated; of what nothing is known counts as short until then.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from schedweb.workers import lifecycle
from schedweb.workers.models import State, Task, Waiting, Work, Worker, works
from schedweb.workers.presence import processes
from schedweb.workers.processes import worker_name

SHORT_SECONDS = 30.0
"""What a short run takes at most; longer ones leave one process to those."""

Long = Callable[[Collection[str]], Collection[str]]
"""Returns which rows of a model, by their keys, are estimated to be long."""
_LONG: dict[type[Work], Long] = {}


def estimates(model: type[Work], long: Long) -> None:
    """Declare which rows of a model are estimated to be long."""
    _LONG[model] = long


def most_long(processes: int) -> int:
    """Return how many of some processes may compute long work: all but one, and a single one.

    Examples
    --------
    >>> most_long(1), most_long(2), most_long(8)
    (1, 1, 7)
    """
    return max(processes - 1, 1)


def long_among(line: Sequence[Waiting]) -> frozenset[str]:
    """Return the keys of what is estimated to be long in a line, or in a part of it."""
    models = {one.model for one in line} & set(_LONG)
    keys = {model: [one.pk for one in line if one.model is model] for model in models}
    return frozenset(pk for model in models for pk in _LONG[model](keys[model]))


def computing_long() -> int:
    """Return how many processes that compute runs compute long work."""
    late = Q(started__lt=Now() - timedelta(seconds=SHORT_SECONDS))
    count = 0
    for model in works():
        if model is not Task:
            rows = model.objects.filter(state=State.RUNNING).order_by()
            long = _LONG[model](list(rows.values_list("pk", flat=True))) if model in _LONG else ()
            count += rows.filter(late | Q(pk__in=long)).count()
    return count


def is_full() -> bool:
    """Tell whether no further process may begin long work; with a single process it always may."""
    number = processes()
    return number > 1 and computing_long() >= most_long(number)


def claims(one: Waiting) -> bool:
    """Claim long work for this process, unless another process has it or only the process that is
    kept for short work is left.

    Processes claim long work one after the other: the rows of workers are locked, and SQLite lets
    one write at a time.
    """
    with transaction.atomic():
        list(Worker.objects.select_for_update().order_by("name").values_list("name"))
        return not is_full() and lifecycle.claim(one.model, one.pk, worker_name()) is not None
