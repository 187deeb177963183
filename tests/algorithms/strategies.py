"""Random small cases for property tests."""

from typing import Any

from hypothesis import strategies as st

from algorithms.workload import Workload
from tests.algorithms.factories import moldable, rigid


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
