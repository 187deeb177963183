"""Random workloads with every column, for round trips."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload

TIMES = st.integers(0, 10**6) | st.floats(0, 1e9, allow_subnormal=False)
RELEASES = TIMES.filter(lambda time: time < 1e8)
"""Seconds since time 0: what is larger is read as seconds since 1970."""
NAMES = st.none() | st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=6
)


@st.composite
def workloads(draw: Any, *, whole: bool = False, moldable: bool = True) -> Workload:
    """Workloads of up to six jobs; with whole times if asked."""
    jobs = draw(st.integers(0, 6))
    times = st.integers(0, 10**6) if whole else TIMES

    def column(strategy: st.SearchStrategy[Any]) -> list[Any]:
        return list(draw(st.lists(strategy, min_size=jobs, max_size=jobs)))

    widths = st.lists(st.integers(1, 9), min_size=1, max_size=4 if moldable else 1, unique=True)
    configurations = [
        (sorted(chosen), draw(st.lists(times, min_size=len(chosen), max_size=len(chosen))))
        for chosen in column(widths)
    ]
    labels: dict[str, Any] = {
        name: Labels.of(column(NAMES)) for name in ("user", "queue", "environment")
    }
    return Workload(
        name=draw(st.text("ab, \"'ü", min_size=1, max_size=8).filter(str.strip)),
        ids=np.arange(jobs) * draw(st.integers(1, 3)) + 1,
        release=np.array(sorted(column(times if whole else RELEASES)), np.float64),
        profiles=Profiles.of(configurations),
        estimate=np.array(column(st.just(np.nan) | st.integers(1, 10**6)), np.float64),
        weight=np.array(column(st.integers(0, 9) | st.floats(0.5, 2)), np.float64),
        allocated=np.array(column(st.integers(0, 9))),
        **labels,
    )


def same(one: Workload, other: Workload, *columns: str) -> None:
    """Fail unless the workloads agree in these columns."""
    for name in columns:
        mine, theirs = getattr(one, name), getattr(other, name)
        assert np.array_equal(mine, theirs, equal_nan=mine.dtype.kind == "f"), name


def same_profiles(one: Workload, other: Workload) -> None:
    """Fail unless all configurations agree."""
    for name in ("offsets", "widths", "times"):
        mine, theirs = getattr(one.profiles, name), getattr(other.profiles, name)
        assert mine.tolist() == theirs.tolist()


def names(workload: Workload, label: str) -> list[str | None]:
    """A name column, job by job."""
    column = getattr(workload, label)
    return [None if column is None else column.name(i) for i in range(len(workload))]
