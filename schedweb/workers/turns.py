"""Whose turn it is: workers claim what waits in a fair order, whatever row their message named.

A message says that something waits. Who takes it asks for the line, and computes the first of it:

- There is a line of runs, with studies, and one of tasks, such as files to read or to write.
- What a user waits for goes before sweeps, these before studies, and these before samples.
- Within a priority people take turns: first the person with the fewest rows that compute or stand
  before in line, then the person who was served longest ago. So neither 200 runs nor 20 files of
  one person hold up another.
- One of several processes is kept for short runs: long ones are passed over while all others
  compute such, see `workers.lengths`. A process that has computed a long one calls for the next.
- No row waits for ever: a priority whose rows got no turn for `PATIENCE` has the next turn.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from time import monotonic

from django.utils import timezone

from schedweb.workers import broker, lengths
from schedweb.workers.models import Served, Waiting, Work, works

PATIENCE = timedelta(minutes=1)
"""What a priority waits at most until something of it is computed, as soon as a worker is free."""
MOST_TRIES = 20
"""Rows of the line that others may have claimed meanwhile, after which a worker asks again."""
MOST_LINES = 5
"""Lines that a worker asks for, before it leaves what waits to the next message."""
NEVER = datetime(1970, 1, 1, tzinfo=UTC)

Compute = Callable[[str], bool]
"""Computes a row by its key; False where another process had it, or it was not to be computed."""
_COMPUTE: dict[type[Work], Compute] = {}


def computes(model: type[Work], compute: Compute) -> None:
    """Declare what computes the rows of a model that stand in line."""
    _COMPUTE[model] = compute


def take(model: type[Work]) -> None:
    """Compute the first row in the line of a model that no other process claims at the same
    time."""
    for _ in range(MOST_LINES):
        for tried, (one, is_long) in enumerate(_open_line(model.LINE), start=1):
            if _begins(one, is_long=is_long):
                return
            if tried == MOST_TRIES:
                break
        else:  # each was tried, and what came later has its own message
            return


def _open_line(name: str) -> Iterator[tuple[Waiting, bool]]:
    """Yield what may begin now, in order, and whether it is long."""
    is_full: bool | None = None
    for one, is_long in _with_lengths(line_of(name)):
        if is_long and is_full is None:
            is_full = lengths.is_full()
        if not (is_long and is_full):
            yield one, is_long


def _with_lengths(line: Sequence[Waiting]) -> Iterator[tuple[Waiting, bool]]:
    """Yield what waits and whether it is long: estimated in parts, as mostly the first begins."""
    for first in range(0, len(line), MOST_TRIES):
        part = line[first : first + MOST_TRIES]
        long = lengths.long_among(part)
        yield from ((one, one.pk in long) for one in part)


def _begins(one: Waiting, *, is_long: bool) -> bool:
    """Compute the row; False where another process has it, or it has to wait on."""
    if one.model not in _COMPUTE or (is_long and not lengths.claims(one)):
        return False
    began = monotonic()
    has_computed = _COMPUTE[one.model](one.pk)  # its own claim is from a moment ago
    # What has outgrown its estimate had the place of a long one, too.
    if is_long or monotonic() - began > lengths.SHORT_SECONDS:
        _call_next_long(one.model.LINE)
    return has_computed


def _call_next_long(name: str) -> None:
    """Send a message for the first long work in line: the messages of rows that were passed over
    are gone."""
    one = next((one for one, is_long in _with_lengths(line_of(name)) if is_long), None)
    if one is not None:
        broker.enqueue(one.model, one.pk)


def line_of(name: str) -> list[Waiting]:
    """Return everything that waits in a line, whose turn is next first."""
    models = [model for model in works() if name == model.LINE]
    waiting = [one for model in models for one in model.waiting()]
    now = timezone.now()
    if len({(one.owner, one.priority) for one in waiting}) < 2:
        return in_order(waiting, (), now)
    return in_order(waiting, [s for model in models for s in model.served(now - PATIENCE)], now)


def in_order(waiting: Iterable[Waiting], served: Iterable[Served], now: datetime) -> list[Waiting]:
    """Return what waits in the order of turns; `served` is what computes and what has ended."""
    listed, done = sorted(waiting, key=_age), list(served)
    last: dict[int, datetime] = {}
    for service in done:
        ended = service.ended or now
        last[service.owner] = max(last.get(service.owner, NEVER), ended)
    numbers = Counter(one.owner for one in done if one.ended is None)
    keys = {}
    for one in listed:
        numbers[one.owner] += 1
        turn = (one.priority, numbers[one.owner], last.get(one.owner, NEVER), _age(one))
        keys[one.model, one.pk] = turn
    listed.sort(key=lambda one: keys[one.model, one.pk])
    return _overdue_first(listed, done, now)


def _overdue_first(line: list[Waiting], served: Sequence[Served], now: datetime) -> list[Waiting]:
    """Move the first row of each priority that got no turn for too long to the front."""
    recent = {one.priority for one in served if now - (one.ended or now) < PATIENCE}
    old = [one for one in line if now - one.queued > PATIENCE and one.priority not in recent]
    firsts = list({one.priority: one for one in reversed(old)}.values())[::-1]
    return [*firsts, *(one for one in line if one not in firsts)]


def _age(one: Waiting) -> tuple[int, datetime, int]:
    return one.priority, one.queued, one.place
