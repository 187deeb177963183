"""Random small cases for property tests."""

from typing import Any

from hypothesis import strategies as st

from parsched.model.problem.workload import Workload
from tests.parsched.factories import configured, moldable, rigid


@st.composite
def machines(draw: Any, *, largest: int = 8) -> int:
    """A number of processors."""
    return int(draw(st.integers(1, largest)))


@st.composite
def rigid_cases(
    draw: Any, *, released: bool = False, jobs: int = 12, longest: int = 9
) -> tuple[Workload, int]:
    """Rigid jobs with whole times (0 among them), and a machine that they fit."""
    processors = draw(machines())
    job = st.tuples(
        st.integers(0, 12) if released else st.just(0),
        st.integers(1, processors),
        st.integers(0, longest),
        st.integers(0, 2 * longest),
    )
    return rigid(*sorted(draw(st.lists(job, max_size=jobs)), key=lambda j: j[0])), processors


@st.composite
def moldable_cases(draw: Any, *, jobs: int = 4) -> tuple[Workload, int]:
    """Moldable jobs with weights, and a machine that they fit on at least one processor."""
    processors = draw(machines(largest=4))
    times = st.lists(st.integers(1, 6), min_size=1, max_size=processors)
    chosen = draw(st.lists(times, min_size=1, max_size=jobs))
    weight = draw(
        st.lists(st.integers(1, 5), min_size=len(chosen), max_size=len(chosen)),
    )
    return moldable(*chosen, weight=weight), processors


@st.composite
def rough_cases(
    draw: Any, *, released: bool = False, sequential: bool = False, jobs: int = 12
) -> tuple[Workload, int]:
    """Moldable jobs as careless as measurements: gaps in the widths, times that rise with them or
    are 0, widths that the machine does not have, tenths of seconds; each fits the machine."""
    processors = draw(machines())
    least = st.just(1) if sequential else st.integers(1, processors)
    times = st.dictionaries(st.integers(1, processors + 3), st.integers(0, 30), max_size=5)
    job = st.tuples(least, st.integers(0, 30), times, st.integers(0, 40), st.integers(1, 99))
    found = sorted(draw(st.lists(job, min_size=1, max_size=jobs)), key=lambda j: j[3])
    return configured(
        *({q: t / 10 for q, t in {**more, width: time}.items()} for width, time, more, *_ in found),
        release=[j[3] / 10 if released else 0 for j in found],
        weight=[j[4] / 10 for j in found],
    ), processors
