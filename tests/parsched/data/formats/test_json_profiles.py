"""Moldable jobs in the JSON workload: times, laws of speed-up, and the shortest form."""

import io
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.formats import write
from parsched.data.formats.jobs_json import read as read_module
from parsched.data.formats.jobs_json import shortest_form
from parsched.data.formats.jobs_json import write as write_module
from parsched.data.generators import generate
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.speedup import geometric
from parsched.model.problem.workload import Workload
from tests.parsched.data.formats.json_files import document, job, reading
from tests.parsched.data.formats.workloads import same_profiles, workloads
from tests.parsched.factories import moldable
from tests.twins import uncompiled


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        ([], "times must be a list or an object of at least one time, got []"),
        (5, "times must be a list or an object of at least one time, got 5"),
        ([3, -1], "times[1] (on 2 processors) must be a number from 0 to 2^53 or null, got -1"),
        ([3, True], "times[1] (on 2 processors) must be a number from 0 to 2^53 or null, got true"),
        ([None], "times must hold a time, got only null"),
    ],
)
def test_a_wrong_list_of_times_names_the_entry(times: Any, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        reading(document({"id": 4, "times": times}))
    assert f"job 4: {sentence}" in str(caught.value)


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        ({}, "times must be a list or an object of at least one time, got {}"),
        ({"1": 3, "2": -1}, 'times["2"] must be a number from 0 to 2^53, got -1'),
        ({"1": 3, "2": None}, 'times["2"] must be a number from 0 to 2^53, got null'),
        ({"4": True}, 'times["4"] must be a number from 0 to 2^53, got true'),
        *(
            (
                {"1": 3, key: 2},
                f'times must have numbers of processors as keys, from 1 to 2^31 − 1, got "{key}"',
            )
            for key in ("0", "-1", "01", "2.5", "1e3", " 2", "x", "²", "2147483648", "9" * 30)
        ),
    ],
)
def test_a_wrong_object_of_times_names_the_entry(times: Any, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        reading(document({"id": 4, "times": times}))
    assert f"job 4: {sentence}" in str(caught.value)


def test_a_width_that_is_given_twice_is_named() -> None:
    content = document().replace(b"[]", b'[{"id": 4, "times": {"2": 1, "2": 1}}]')
    with pytest.raises(FormatError, match=r'job 4: times\["2"\] must be given once, got it twice'):
        reading(content)


def test_times_for_some_widths_allow_only_those() -> None:
    found = reading(document({"id": 1, "times": {"16": 2.5, "1": 9, "1024": 0.5}}))
    widths, times = found.workload.profiles.job(0)
    assert (widths.tolist(), times.tolist()) == ([1, 16, 1024], [9, 2.5, 0.5])
    assert found.processors == 1024


def test_a_law_of_speed_up_is_worked_out_for_each_number_of_processors() -> None:
    found = reading(
        document(
            job(procs=8, time=12, speedup={"law": "amdahl", "fraction": 0.25}),
            job(id="b", procs=16, time=10, speedup={"law": "downey", "A": 8, "sigma": 0}),
            job(id="c", procs=256, time=10, speedup={"law": "downey", "A": 30, "sigma": 1.2}),
        )
    )
    profiles = found.workload.profiles
    assert profiles.counts.tolist() == [8, 16, 256]
    assert profiles.job(0)[1] == pytest.approx([12, 7.5, 6, 5.25, 4.8, 4.5, 3 + 9 / 7, 4.125])
    assert profiles.job(1)[1] == pytest.approx([10 / min(k, 8) for k in range(1, 17)])
    times = profiles.job(2)[1]
    assert times[0] == 10
    assert times[9] == pytest.approx(10 * (1.2 * 39 + 30) / (10 * 30 * 2.2))
    assert times[-1] == pytest.approx(10 / 30)


def test_a_law_for_many_processors_is_worked_out_on_the_geometric_grid() -> None:
    law = {"law": "amdahl", "fraction": 0}
    found = reading(document(job(procs=257, time=100, speedup=law)))
    widths, times = found.workload.profiles.job(0)
    assert widths.tolist() == geometric(257).tolist()
    assert times == pytest.approx(100 / widths)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"speedup": 5}, "speedup must be an object with a law, got 5"),
        ({"speedup": {}}, 'speedup.law must be "downey" or "amdahl", got nothing'),
        ({"speedup": {"law": []}}, 'speedup.law must be "downey" or "amdahl", got []'),
        ({"speedup": {"law": "gustafson"}}, 'speedup.law must be "downey" or "amdahl", got "gust'),
        ({"speedup": {"law": "amdahl"}}, "speedup.fraction must be a number from 0 to 1, got noth"),
        (
            {"speedup": {"law": "amdahl", "fraction": 1.5}},
            "speedup.fraction must be a number from 0 to 1, got 1.5",
        ),
        (
            {"speedup": {"law": "amdahl", "fraction": 0.5, "A": 3}},
            'speedup by amdahl must have no keys but law, fraction, got "A"',
        ),
        (
            {"speedup": {"law": "downey", "A": 0.5, "sigma": 1}},
            "speedup.A must be a number from 1 to 2^53, got 0.5",
        ),
        (
            {"speedup": {"law": "downey", "A": 5, "sigma": -1}},
            "speedup.sigma must be a number from 0 to 2^53, got -1",
        ),
        (
            {"speedup": {"law": "downey", "A": True, "sigma": 1}},
            "speedup.A must be a number from 1 to 2^53, got true",
        ),
        (
            {"moldable": "ceil", "speedup": {"law": "amdahl", "fraction": 0}},
            "speedup must not stand beside moldable, got {'law': 'amdahl'",
        ),
        (
            {"times": [1], "speedup": {"law": "amdahl", "fraction": 0}},
            "speedup must not stand beside times, got {'law': 'amdahl'",
        ),
    ],
)
def test_a_wrong_law_names_key_rule_and_value(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        reading(document(job(**values)))
    told = [str(caught.value), *caught.value.problems]
    assert any(f'job "a": {sentence}' in each for each in told)


@given(
    procs=st.integers(1, 2**31 - 1),
    time=st.integers(0, 2**53) | st.floats(0, 2**53),
    law=st.fixed_dictionaries({"law": st.just("amdahl"), "fraction": st.floats(0, 1)})
    | st.fixed_dictionaries(
        {"law": st.just("downey"), "A": st.floats(1, 2**53), "sigma": st.floats(0, 2**53)}
    ),
)
def test_every_law_within_its_limits_gives_a_workload(
    procs: int, time: float, law: dict[str, Any]
) -> None:
    found = reading(document(job(procs=procs, time=time, speedup=law)))
    widths, times = found.workload.profiles.job(0)
    assert widths[-1] == procs
    assert (times <= max(time * (1 + 1e-12), 5e-324)).all()


@pytest.mark.parametrize("times", [[1, 2], {"1": 2, "3": 1}])
def test_listed_times_are_counted_while_the_file_is_read(
    times: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_module, "MOST_CONFIGURATIONS", 4)
    reading(document(*({"id": i, "times": times} for i in range(2))))
    with pytest.raises(FormatError, match="the jobs have more than 4 times in all, the limit"):
        reading(document(*({"id": i, "times": times} for i in range(3))))


def written(workload: Workload) -> list[dict[str, Any]]:
    """The jobs of the file that holds a workload."""
    stream = io.BytesIO()
    write(workload, stream, format="json")
    jobs: list[dict[str, Any]] = json.loads(stream.getvalue())["jobs"]
    return jobs


def test_profiles_are_written_compactly() -> None:
    jobs = written(moldable([6, 4, 2], [6, 3, 2]))
    assert jobs[0] == {"id": "1", "release": 0, "procs": 3, "time": 2, "moldable": "ceil"}
    assert jobs[1] == {"id": "2", "release": 0, "times": [6, 3, 2]}


def with_widths(*jobs: dict[int, float]) -> Workload:
    """Jobs with these times, by number of processors."""
    return Workload(
        name="gaps",
        ids=np.arange(len(jobs)),
        release=np.zeros(len(jobs)),
        profiles=Profiles.of([(list(times), list(times.values())) for times in jobs]),
    )


def test_times_far_apart_are_written_as_an_object() -> None:
    near, far = written(with_widths({1: 9, 3: 4, 4: 3.5}, {1: 9, 2**31 - 1: 0.5}))
    assert near["times"] == [9, None, 4, 3.5]
    assert far["times"] == {"1": 9, "2147483647": 0.5}


@given(
    st.lists(
        st.dictionaries(st.integers(1, 40), st.floats(0, 99), min_size=2, max_size=9),
        min_size=1,
        max_size=4,
    )
)
def test_the_shorter_form_of_times_is_written(jobs: list[dict[int, float]]) -> None:
    for values in written(with_widths(*(dict(sorted(times.items())) for times in jobs))):
        times = values.get("times")
        if isinstance(times, list):
            other: Any = {str(k): t for k, t in enumerate(times, 1) if t is not None}
        elif isinstance(times, dict):
            other = [times.get(str(k)) for k in range(1, max(map(int, times)) + 1)]
        if times is not None:
            assert len(json.dumps(times)) <= len(json.dumps(other))


@given(workloads())
def test_the_forms_are_chosen_as_by_their_plain_twins(workload: Workload) -> None:
    fast = written(workload)
    with uncompiled(shortest_form):
        assert written(workload) == fast
        flags = np.empty(len(workload), np.bool_)
        shortest_form.goes_up(workload.profiles.offsets, workload.profiles.times, flags)
    for i in range(len(workload)):
        assert flags[i] == bool((np.diff(workload.profiles.job(i)[1]) > 0).any())


def test_more_configurations_than_can_be_read_are_not_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(write_module, "MOST_CONFIGURATIONS", 4)
    with pytest.raises(WorkloadError, match="the jobs have 5 configurations, the format holds 4"):
        written(moldable([6, 4, 2], [6, 3]))


def test_jobs_of_a_generator_come_back() -> None:
    made = generate("cirne", jobs=20, processors=3_000, params={"widths": "geometric"})
    stream = io.BytesIO()
    write(made, stream, format="json")
    again = reading(stream.getvalue())
    same_profiles(made, again.workload)
    assert again.processors == 3_000
