"""Whose turn it is: fair between people and kinds, and no row waits for ever."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from parsched.run.request import RequestEntry
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from schedweb.runs.services import create_comparison
from schedweb.runs.tasks import execute as on_message
from schedweb.workers import lifecycle, turns
from schedweb.workers.models import Priority, Served, State, Task, Waiting
from schedweb.workers.tasks import perform as on_task
from tests import factories

NOW = datetime(2026, 5, 3, 12, tzinfo=UTC)
ALICE, BOB, CHARLIE = 1, 2, 3


def waits(
    owner: int, number: int = 0, priority: Priority = Priority.INTERACTIVE, ago: float = 10
) -> Waiting:
    name = f"{owner} {priority.name} {number} {ago:g}"
    return Waiting(Run, name, owner, priority, NOW - timedelta(seconds=ago), number)


def many(owner: int, count: int, priority: Priority = Priority.INTERACTIVE) -> list[Waiting]:
    return [waits(owner, number, priority) for number in range(count)]


def simulated(
    waiting: list[Waiting], turns_taken: int, *, more: list[Waiting] | None = None
) -> list[Waiting]:
    """Let one worker take turns of ten seconds each; one of `more` arrives in each of them."""
    now, left, served, order = NOW, [*waiting], list[Served](), list[Waiting]()
    coming = list(more or ())
    for _ in range(turns_taken):
        if coming:
            left.append(coming.pop(0))
        first = turns.in_order(left, served, now)[0]
        left.remove(first)
        now += timedelta(seconds=10)
        served.append(Served(first.owner, first.priority, now))
        served = [one for one in served if one.ended and now - one.ended <= turns.PATIENCE]
        order.append(first)
    return order


def test_runs_of_one_person_go_in_their_order() -> None:
    own = many(ALICE, 3)
    assert turns.in_order(reversed(own), (), NOW) == own


def test_200_runs_of_one_person_do_not_hold_up_the_single_run_of_another() -> None:
    first = waits(BOB, ago=1)
    line = turns.in_order([*many(ALICE, 200), first], (), NOW)
    assert line.index(first) == 1, "the one of Alice is older"
    line = turns.in_order([*many(ALICE, 200), first], [Served(ALICE, first.priority, None)], NOW)
    assert line[0] == first, "one of Alice computes already"


def test_two_sweeps_share_a_worker() -> None:
    sweeps = [*many(ALICE, 50, Priority.SWEEP), *many(BOB, 50, Priority.SWEEP)]
    order = simulated(sweeps, 40)
    owners = [one.owner for one in order]
    assert Counter(owners) == {ALICE: 20, BOB: 20}
    assert all(a != b for a, b in pairwise(owners)), "in turns"


def test_what_a_user_waits_for_goes_before_sweeps_studies_and_samples() -> None:
    kinds = [Priority.SAMPLE, Priority.STUDY, Priority.SWEEP, Priority.INTERACTIVE]
    everything = [waits(owner, 0, kind) for kind in kinds for owner in (ALICE, BOB)]
    line = turns.in_order(everything, (), NOW)
    assert [one.priority for one in line] == sorted(one.priority for one in everything)


def test_all_that_a_user_waits_for_goes_before_the_first_run_of_a_sweep() -> None:
    sweep, single = waits(ALICE, 0, Priority.SWEEP, ago=30), many(BOB, 5)
    assert turns.in_order([sweep, *single], (), NOW) == [*single, sweep]


def test_nothing_starves_though_interactive_runs_never_end() -> None:
    low = [*many(BOB, 4, Priority.STUDY), *many(CHARLIE, 4, Priority.SAMPLE)]
    stream = [
        Waiting(Run, f"new {i}", ALICE, Priority.INTERACTIVE, NOW + timedelta(seconds=10 * i), i)
        for i in range(100)
    ]
    order = simulated(low, 60, more=stream)
    places = {kind: [i for i, one in enumerate(order) if one.priority == kind] for kind in Priority}
    assert len(places[Priority.STUDY]) == len(places[Priority.SAMPLE]) == 4
    assert places[Priority.STUDY][0] <= 7, "after a minute, that is six turns"
    assert len(places[Priority.INTERACTIVE]) == 52, "and no more than one each minute of a kind"


def test_everything_has_its_turn_once() -> None:
    waiting = [*many(ALICE, 30), *many(BOB, 5, Priority.STUDY), *many(CHARLIE, 9, Priority.SWEEP)]
    order = simulated(waiting, len(waiting))
    assert sorted(one.pk for one in order) == sorted(one.pk for one in waiting)


@pytest.mark.django_db
def test_a_message_computes_what_is_first_in_line() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    factories.comparison(alice, ["fcfs", "easy"])
    own = Run.objects.get(position=1)
    single = factories.comparison(bob, ["easy"]).runs.get()
    on_message(own.pk)
    on_message(own.pk)
    done = Run.objects.filter(state=State.DONE)
    assert {run.comparison.owner for run in done} == {alice, bob}
    single.refresh_from_db()
    assert single.is_done, "the second run of Alice, whose message it was, came later"
    on_message("x" * 11)
    assert not Run.objects.filter(state=State.QUEUED).exists()
    on_message(own.pk)


@pytest.mark.django_db
def test_a_worker_that_others_are_always_before_asks_for_the_line_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factories.comparison(factories.person("alice"), ["fcfs"] * (turns.MOST_TRIES + 2))
    computed = list[str]()

    def compute(pk: str) -> bool:
        if Run.objects.filter(state=State.QUEUED).count() > 2:
            lifecycle.claim(Run, pk, f"another, for {pk}")
            return False
        computed.append(pk)
        return True

    monkeypatch.setattr(turns, "_COMPUTE", {Run: compute})
    turns.take(Run)
    assert computed == [Run.objects.get(position=turns.MOST_TRIES).pk]


@pytest.mark.django_db
def test_a_worker_gives_up_where_nothing_is_to_be_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factories.comparison(factories.person("alice"), ["fcfs"] * turns.MOST_TRIES)
    asked = list[str]()

    def refuse(pk: str) -> bool:
        asked.append(pk)
        return False

    monkeypatch.setattr(turns, "_COMPUTE", {Run: refuse})
    turns.take(Run)
    assert len(asked) == turns.MOST_LINES * turns.MOST_TRIES


@pytest.mark.django_db
def test_stored_runs_have_the_priority_of_their_comparison() -> None:
    alice = factories.person("alice")
    jobs, machine = factories.workload(alice), factories.cluster(alice, 4)
    sizes = {"one": 1, "sweep": 11, "sample": 1}
    for title, size in sizes.items():
        entries = [RequestEntry("fcfs") for _ in range(size)]
        create_comparison(alice, jobs, machine, entries, title=title)
    Comparison.objects.filter(title="sample").update(is_sample=True)
    execute(Run.objects.get(comparison__title="one").pk)
    line = turns.line_of("runs")
    titles = dict(Run.objects.values_list("pk", "comparison__title"))
    assert [titles[one.pk] for one in line] == ["sweep"] * 11 + ["sample"]
    [ended] = Run.served(datetime(2000, 1, 1, tzinfo=UTC))
    assert (ended.owner, ended.priority) == (alice.pk, Priority.INTERACTIVE)
    assert ended.ended is not None
    lifecycle.claim(Run, line[-1].pk, "a worker")
    served = Run.served(datetime(2000, 1, 1, tzinfo=UTC))
    assert [(one.priority, one.ended) for one in served if one.ended is None] == [
        (Priority.SAMPLE, None)
    ]


@pytest.mark.django_db
def test_twenty_files_of_one_person_do_not_hold_up_the_file_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    kinds = [("read", alice)] * 20 + [("read", bob), ("export", bob)]
    made = [
        Task.objects.create(
            owner=owner,
            kind=kind,
            queued=NOW + timedelta(seconds=number),
            expires=NOW + timedelta(days=1),
        )
        for number, (kind, owner) in enumerate(kinds)
    ]
    performed: list[str] = []

    def perform(pk: str) -> bool:
        performed.append(pk)
        Task.objects.filter(pk=pk).update(state=State.DONE, finished=timezone.now())
        return True

    monkeypatch.setattr(turns, "_COMPUTE", {Task: perform})
    for task in made:
        on_task(task.pk)
    whose = ["bob" if Task.objects.get(pk=pk).owner == bob else "alice" for pk in performed]
    assert whose[:4] == ["alice", "bob", "alice", "bob"]
    assert performed[0] == made[0].pk
    assert sorted(performed) == sorted(task.pk for task in made)


@pytest.mark.django_db
def test_a_file_of_another_goes_first_while_one_of_the_many_is_read() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    rows = {"kind": "read", "expires": NOW + timedelta(days=1)}
    Task.objects.create(owner=alice, queued=NOW, state=State.RUNNING, **rows)
    Task.objects.create(owner=alice, queued=NOW, **rows)
    late = Task.objects.create(owner=bob, queued=NOW + timedelta(hours=1), **rows)
    assert turns.line_of(Task.LINE)[0].pk == late.pk
    assert turns.line_of(Run.LINE) == []
