"""DEMT as its paper prints it: K + 1 batches, and the steps between shelves and list."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsched.base.errors import NoScheduleError
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.batches import compaction
from parsched.run.request import requests
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import moldable, offline
from tests.parsched.policies.batches.test_demt import (
    LEFT_OVER,
    OVERTAKING,
    accepted,
    any_cases,
    select,
)
from tests.parsched.profiles import Case
from tests.twins import uncompiled

SMALL = offline((1, 8), (2, 2), (1, 6)), 2


def run(
    workload: Workload, processors: int, *, stop: Stop | None = None, **params: object
) -> Result:
    return solve(Instance(workload, Platform.of(processors)), "demt", params, stop=stop, bounds=())


def held(schedule: Schedule) -> list[str]:
    """Processors of each job, as text."""
    assert schedule.processors is not None
    return schedule.processors.text()


class TestTheLoop:
    def test_it_says_how_many_jobs_it_leaves_out(self) -> None:
        """C* is 17/3 to a thousandth and t_min is 2, so K is 1; the third job fits neither batch
        beside the others."""
        for way in ("list", "best", "shelves"):
            with pytest.raises(NoScheduleError) as caught:
                run(LEFT_OVER, 3, loop="printed", compaction=way)
            sentence = str(caught.value)
            assert "leaves out 1 of 3 jobs: it ends after 2 batches" in sentence
            assert re.search(r"C\* = 5\.6\d+ s", sentence)

    def test_nothing_is_left_behind_by_a_run_that_fails(self) -> None:
        stop = Stop()
        with pytest.raises(NoScheduleError):
            run(LEFT_OVER, 3, stop=stop, loop="printed")
        assert stop.best is None

    @settings(max_examples=amount(500))
    @given(any_cases(), st.sampled_from(["knapsack", "greedy"]))
    @example((LEFT_OVER, 3), "knapsack")
    @example((OVERTAKING, 3), "knapsack")
    def test_it_fails_where_a_batch_is_longer_than_the_guess_and_only_there(
        self, case: Case, selection: str
    ) -> None:
        workload, m = case
        batches = select(workload, m, exact=selection == "knapsack").batches
        overflow = sum(len(b.jobs) for b in batches if b.length > accepted(workload, m))
        asked: dict[str, Any] = {"selection": selection, "shuffles": 2}
        if overflow:
            with pytest.raises(NoScheduleError, match=f"out {overflow} of {len(workload)} jobs"):
                run(workload, m, loop="printed", **asked)
        else:
            printed, whole = (run(workload, m, loop=v, **asked) for v in ("printed", "whole"))
            assert printed.schedule.start.tolist() == whole.schedule.start.tolist()

    def test_one_word_asks_for_what_is_printed(self) -> None:
        [request] = requests(["demt:printed"])
        assert request.params.changed() == {"loop": "printed", "compaction": "list"}


class TestTheSameProcessors:
    def test_a_job_starts_once_its_processors_are_idle(self) -> None:
        """C* is 9, so batches of 2.25, 4.5 and 9 s begin at their lengths."""
        workload, m = SMALL
        shelves = run(workload, m, compaction="shelves", shuffles=0).schedule
        moved = run(workload, m, compaction="same-processors", shuffles=0).schedule
        assert shelves.start.tolist() == [9, 2, 9]
        assert moved.start.tolist() == [2, 0, 2]
        assert held(moved) == held(shelves) == ["0", "0-1", "1"]

    def test_it_does_not_move_to_other_processors_as_a_list_does(self) -> None:
        """Processor 1 is idle all the time: the list takes it, and ends first."""
        workload = moldable([4], [2], weight=(1, 9))
        moved = run(workload, 3, compaction="same-processors", shuffles=0).schedule
        listed = run(workload, 3, compaction="list", shuffles=0).schedule
        assert listed.start.tolist() == [0, 0]
        assert moved.start.tolist() == [2, 0]
        assert held(moved) == ["0", "0"]

    @settings(max_examples=amount(1_000))
    @given(any_cases(), st.sampled_from(["knapsack", "greedy"]))
    def test_no_job_is_later_than_on_its_shelf_and_each_keeps_its_processors(
        self, case: Case, selection: str
    ) -> None:
        workload, m = case
        asked: dict[str, Any] = {"shuffles": 0, "selection": selection}
        shelves = run(workload, m, compaction="shelves", **asked).schedule
        moved = run(workload, m, compaction="same-processors", **asked).schedule
        assert (moved.start <= shelves.start).all()
        assert held(moved) == held(shelves)

    @settings(max_examples=amount(500))
    @given(any_cases())
    def test_no_job_could_move_forward_any_further(self, case: Case) -> None:
        """Each that takes time starts at 0, or when another ends on one of its processors."""
        workload, m = case
        moved = run(workload, m, compaction="same-processors", shuffles=0).schedule
        assert moved.processors is not None
        spans = [
            list(zip(*moved.processors.intervals(i), strict=True)) for i in range(len(workload))
        ]
        for job in np.flatnonzero(moved.duration > 0):
            before = np.flatnonzero(moved.end == moved.start[job])
            assert moved.start[job] == 0 or any(
                lo < high and low < hi
                for i in before
                if i != job
                for lo, hi in spans[i]
                for low, high in spans[job]
            )

    @settings(max_examples=amount(200))
    @given(any_cases(), st.integers(0, 9))
    def test_shuffles_keep_the_processors(self, case: Case, seed: int) -> None:
        workload, m = case
        asked: dict[str, Any] = {"compaction": "same-processors", "seed": seed}
        plain, shuffled = (run(workload, m, shuffles=n, **asked).schedule for n in (0, 8))
        assert held(plain) == held(shuffled)

    @pytest.mark.parametrize("model", ["weak", "high", "mixed", "cirne"])
    def test_every_step_of_the_paper_improves_the_weighted_completion(self, model: str) -> None:
        """On average: a list alone may lose to the same processors."""
        value = np.zeros(3)
        for seed in range(5):
            workload = generate(model, jobs=100, processors=64, params={"seed": seed})
            value += [
                run(workload, 64, compaction=way, shuffles=0).metrics["sum_weighted_completion"]
                for way in ("shelves", "same-processors", "list")
            ]
        assert value[0] > value[1] > value[2]

    def test_one_word_asks_for_all_steps(self) -> None:
        steps = [request.params.flat() for request in requests(["demt:steps"])]
        assert [(s["compaction"], s["shuffles"]) for s in steps] == [
            (way, n) for way in ("shelves", "same-processors", "list") for n in (0, 10)
        ]

    @settings(max_examples=amount(100))
    @given(any_cases())
    def test_the_kernel_equals_its_plain_twin(self, case: Case) -> None:
        compiled = run(*case, compaction="same-processors").schedule
        with uncompiled(compaction):
            plain = run(*case, compaction="same-processors").schedule
            assert plain.start.tolist() == compiled.start.tolist()
