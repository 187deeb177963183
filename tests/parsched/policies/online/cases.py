"""Random small cases, and both implementations run on them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import example
from hypothesis import strategies as st

from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from tests.parsched.factories import rigid
from tests.parsched.policies.online.naive import RULES, Job

KEYS = tuple(RULES)
MODES = ("raise", "kill", "overrun")
EVENTS = ("batch", "sequential")


@st.composite
def cases(draw: Any, *, jobs: int = 25, modes: tuple[str, ...] = MODES) -> Any:
    """A workload as the rules make it, processors and rules.

    Short spans make many ties; run times may be 0, estimates wrong, 0, negative or exact; times
    are whole seconds or tenths.
    """
    processors = draw(st.integers(1, 6))
    span, longest = draw(st.sampled_from([(2, 3), (10, 8), (30, 20)]))
    second = draw(st.sampled_from([1.0, 0.1]))
    shape = st.tuples(
        st.integers(0, span),
        st.integers(1, processors),
        st.integers(0, longest),
        st.integers(-1, 2 * longest) | st.none(),
    )
    drawn = sorted(draw(st.lists(shape, min_size=1, max_size=jobs)), key=lambda job: job[0])
    rules = Rules(estimates=draw(st.sampled_from(modes)), events=draw(st.sampled_from(EVENTS)))
    workload = rigid(
        *(
            (
                second * release,
                width,
                second * run,
                second * (run if estimate is None else estimate),
            )
            for release, width, run, estimate in drawn
        )
    )
    return effective(workload, rules), processors, rules


EDGES = (
    (5, ((0, 3, 10, 10), (1, 4, 5, 5), (2, 1, 8, 8))),
    (5, ((0, 3, 10, 10), (1, 4, 5, 5), (2, 1, 8, 8), (3, 1, 20, 20), (10, 1, 6, 6))),
    (5, ((0, 2, 10, 10), (0, 2, 10, 10), (1, 3, 5, 5), (2, 1, 20, 20))),
    (5, ((0, 2, 0, 0), (0, 4, 0, 3), (0, 4, 5, 0), (5, 1, 0, 0))),
    (5, ((0, 4, 5, 9), (5, 4, 5, 4), (9, 1, 3, 1), (9, 1, 3, 3))),
    (
        4,
        (
            *((0, 1, 3, 5), (0, 1, 7, 7), (1, 1, 2, 3), (1, 3, 1, 3), (1, 3, 3, 7), (1, 3, 7, 7)),
            *((2, 1, 2, 2), (2, 1, 8, 12), (2, 1, 8, 12)),
        ),
    ),
    (
        4,
        (
            *((0, 1, 7, 8), (0, 2, 1, 2), (2, 1, 3, 5), (2, 3, 3, 11), (4, 1, 9, 9), (4, 3, 7, 9)),
            *((5, 1, 10, 12), (6, 1, 7, 7)),
        ),
    ),
)
"""Processors and jobs: some end at the shadow time, all at once, at no time, before and after their
estimates; in the last two, compression moves a reservation to where a later job has its own."""


def on_edges(test: Callable[..., None]) -> Callable[..., None]:
    """Let a property test of cases have the cases of `EDGES`, under all events."""
    for processors, jobs in EDGES:
        for events in EVENTS:
            rules = Rules(events=events)
            test = example(case=(effective(rigid(*jobs), rules), processors, rules))(test)
    return test


def effective(workload: Workload, rules: Rules) -> Workload:
    """Return the jobs as the rules make them."""
    return Instance(workload, Platform.of(1), rules).jobs


def scheduled(key: str, workload: Workload, processors: int, rules: Rules) -> Schedule:
    """Run a registered algorithm."""
    return algorithm(key).schedule(
        Instance(workload, Platform.of(processors), rules), Params(), Stop()
    )


def by_hand(key: str, workload: Workload, processors: int, rules: Rules) -> list[Job]:
    """Run the plain implementation on whole units of time; return the jobs in order of arrival."""
    instance = Instance(workload, Platform.of(processors), rules)
    counted = instance.counted.jobs
    columns = (counted.release, counted.runtime, counted.estimate, counted.width)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    jobs = [Job(number, *row) for number, row in enumerate(rows)]
    RULES[key](jobs, processors, rules.is_sequential).simulate()
    for job in jobs:
        job.start = None if job.start is None else job.start / instance.ticks.second
    return jobs


def crowd(jobs: int) -> Workload:
    """Jobs that arrive faster than they are done, with loose estimates."""
    chance = np.random.default_rng(1)
    run = chance.integers(1, 500, jobs)
    width = chance.integers(1, 17, jobs)
    release = np.sort(chance.integers(0, 100 * jobs, jobs))
    estimate = run * chance.integers(1, 6, jobs)
    return rigid(*zip(release, width, run, estimate, strict=True))
