"""What is written is read again as it was, column by column, or the file says what is lost."""

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.base.errors import FormatError
from parsched.data.formats import FORMATS, Reading, ReadOptions, read, write
from parsched.data.formats.gwf.write import RENAMED
from parsched.data.formats.swf import GUESSED, unkept
from parsched.data.formats.swf.lossless import ROUNDED
from parsched.data.formats.swf.write import NO_PARTITIONS, RENUMBERED
from parsched.data.generators import generate
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.machine import NOT_STATED, StatedMachine
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.unmodelled import PARTITIONS, UNMODELLED
from parsched.model.problem.workload import LABELS, Labels, Workload
from tests.amount import amount
from tests.parsched.data.formats.workloads import names
from tests.parsched.factories import moldable, rigid

FILES = ("json", "csv", "swf", "gwf")

_SECONDS = st.integers(0, 10**7)
_DECIMALS = st.integers(0, 10**9).map(lambda n: n / 1000)
_REAL = st.floats(0, 1e7, allow_subnormal=False)
_NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), include_characters=" "),
    min_size=1,
    max_size=8,
).filter(lambda name: name == name.strip() and name != "-1")
_SIZES = st.none() | st.integers(1, 2**31 - 1)
_ZONES = st.sampled_from(("", "Europe/Stockholm", "+05:30", "3600", "UTC"))
_STARTS = st.none() | st.integers(10**8, 4 * 10**9) | st.just(1771056000.5)


def _dependencies(draw: Any, jobs: int) -> Dependencies | None:
    pairs = [
        (job, before, draw(st.sampled_from((0.0, 5.0, 2.25))))
        for job in range(1, jobs)
        for before in range(job)
        if draw(st.integers(0, 3)) == 0
    ]
    columns = np.array(pairs, np.float64).reshape(-1, 3).T
    job, before = columns[:2].astype(np.int64)
    return Dependencies.of(jobs, job=job, before=before, delay=columns[2]) if pairs else None


@st.composite
def _workloads(draw: Any, times: st.SearchStrategy[Any]) -> Workload:
    jobs = draw(st.integers(1, 6))

    def column(strategy: st.SearchStrategy[Any]) -> list[Any]:
        return list(draw(st.lists(strategy, min_size=jobs, max_size=jobs)))

    release = np.array(sorted(column(times)), np.float64)
    starts = np.array(column(st.none() | times), np.float64) if draw(st.booleans()) else None
    ids = st.lists(
        _NAMES.filter(lambda n: not set(" ,;|") & set(n)), min_size=jobs, max_size=jobs, unique=True
    )
    start = draw(_STARTS)
    labels: dict[str, Any] = {name: Labels.of(column(st.none() | _NAMES)) for name in LABELS}
    return Workload(
        name="again",
        ids=np.array(draw(ids), np.str_) if draw(st.booleans()) else np.arange(jobs) + 1,
        release=release,
        profiles=Profiles.rigid(column(st.integers(1, 512)), column(times)),
        estimate=np.array(column(st.none() | times.filter(bool)), np.float64),
        weight=np.array(column(st.just(1.0) | st.integers(0, 9)), np.float64),
        recorded=None if starts is None or np.isnan(starts).all() else starts,
        allocated=np.array(column(st.just(0) | st.integers(0, 512))),
        after=_dependencies(draw, jobs),
        unix_start=start,
        zone=draw(_ZONES) if start is not None else "",
        unmodelled=tuple(sorted(draw(st.sets(st.sampled_from(UNMODELLED))))),
        machine=StatedMachine(processors=draw(_SIZES), nodes=draw(_SIZES)),
        **labels,
    )


def again(workload: Workload, format: str) -> Reading:
    """Write and read, without the doubts that have their own tests: random jobs deserve them."""
    file = io.BytesIO()
    write(workload, file, format=format)
    return FORMATS[format].read(iter([file.getvalue()]), "again", ReadOptions())


def _is_same(one: Workload, other: Workload, column: str) -> bool:
    mine, theirs = getattr(one, column), getattr(other, column)
    if column in LABELS:
        return names(one, column) == names(other, column)
    if column == "after":
        return _pairs(one) == _pairs(other)
    if column == "profiles":
        return all(
            np.array_equal(getattr(mine, part), getattr(theirs, part))
            for part in ("offsets", "widths", "times")
        )
    if mine is None or theirs is None:
        return mine is theirs
    if isinstance(mine, np.ndarray):
        is_real = mine.dtype.kind == "f"
        return [*map(str, mine)] == [*map(str, theirs)] if not is_real else _are_equal(mine, theirs)
    if column == "unmodelled":  # readers mark several partitions themselves
        return {*mine, PARTITIONS} == {*theirs, PARTITIONS}
    return bool(mine == theirs)


def _are_equal(mine: Any, theirs: Any) -> bool:
    return np.array_equal(mine, theirs, equal_nan=True)


def _pairs(jobs: Workload) -> list[tuple[int, int, float]]:
    if jobs.after is None:
        return []
    columns = jobs.after.job.tolist(), jobs.after.before.tolist(), jobs.after.delay.tolist()
    return sorted(zip(*columns, strict=True))


COLUMNS = (
    *("ids", "release", "profiles", "estimate", "weight", "recorded", "allocated", "after"),
    *("unix_start", "zone", "machine", "unmodelled", *LABELS),
)
TOLD_BY: dict[str, Callable[[list[str]], bool]] = {
    "weight": lambda said: unkept("weights") in said,
    "environment": lambda said: any("environments" in text for text in said) or RENAMED in said,
    "partition": lambda said: NO_PARTITIONS in said or RENAMED in said,
    "ids": lambda said: RENUMBERED in said,
    "after": lambda said: unkept("dependencies") in said or ROUNDED in said,
    "unmodelled": lambda said: unkept("dependencies") in said,
    "recorded": lambda said: ROUNDED in said or any("before" in text for text in said),
    **dict.fromkeys(("release", "profiles", "estimate"), lambda said: ROUNDED in said),
    **dict.fromkeys(("user", "group", "executable", "queue", "origin"), lambda s: RENAMED in s),
}
"""How a file says that a column of ours is not what it was."""


def lost(workload: Workload, format: str) -> list[str]:
    """Columns that changed although the file does not say so."""
    found, said = again(workload, format).workload, FORMATS[format].unkept(workload)
    changed = [name for name in COLUMNS if not _is_same(workload, found, name)]
    return [name for name in changed if name not in TOLD_BY or not TOLD_BY[name](said)]


@pytest.mark.parametrize("format", FILES)
@settings(max_examples=amount(180), deadline=None)
@given(jobs=_workloads(_SECONDS))
def test_whole_seconds_come_back(format: str, jobs: Workload) -> None:
    assert lost(jobs, format) == []


@pytest.mark.parametrize("format", FILES)
@settings(max_examples=amount(180), deadline=None)
@given(jobs=_workloads(_DECIMALS))
def test_decimals_come_back(format: str, jobs: Workload) -> None:
    assert lost(jobs, format) == []
    if format != "json":
        assert ROUNDED not in FORMATS[format].unkept(jobs)


@pytest.mark.parametrize("format", FILES)
@settings(max_examples=amount(180), deadline=None)
@given(jobs=_workloads(_REAL))
def test_real_numbers_come_back_or_are_said_to_be_rounded(format: str, jobs: Workload) -> None:
    assert lost(jobs, format) == []


KEPT_240 = b"""; Computer: small
; MaxNodes: 4
; MaxProcs: 240
; UnixStartTime: 1771056000
; TimeZoneString: Europe/Berlin
1 0 0 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1
2 1 0 100 4 -1 -1 4 200 -1 1 2 1 1 1 1 -1 -1
3 2 0 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1
4 3 0 100 4 -1 -1 4 200 -1 1 2 1 1 1 1 -1 -1
5 4 97 50 4 -1 -1 4 100 -1 1 1 1 1 1 1 -1 -1
"""
"""A log whose busiest instant takes 16 of 240 processors."""


@pytest.mark.parametrize("format", FILES)
def test_the_machine_that_a_log_states_is_kept(format: str) -> None:
    jobs = read(io.BytesIO(KEPT_240), name="small.swf").workload
    assert jobs.machine == StatedMachine(processors=240, nodes=4)
    found = again(jobs, format)
    assert (found.processors, found.workload.machine) == (240, jobs.machine)
    assert (found.workload.unix_start, found.workload.zone) == (1771056000, "Europe/Berlin")


@pytest.mark.parametrize("format", FILES)
@pytest.mark.parametrize("through", FILES)
def test_the_machine_is_kept_through_two_formats(format: str, through: str) -> None:
    jobs = again(read(io.BytesIO(KEPT_240), name="small.swf").workload, through).workload
    assert again(jobs, format).processors == 240


@pytest.mark.parametrize("format", FILES)
def test_a_guess_stays_one(format: str) -> None:
    log = KEPT_240.replace(b"; MaxProcs: 240\n", b"")
    jobs = read(io.BytesIO(log), name="small.swf").workload
    found = again(jobs, format)
    assert (found.processors, found.workload.machine) == (16, StatedMachine(nodes=4))


def test_a_guess_is_said_to_be_one_where_other_programs_need_a_size() -> None:
    file = io.BytesIO()
    write(rigid((0, 2, 10), (0, 3, 10)), file, format="swf")
    text = file.getvalue().decode()
    assert "; MaxProcs: 3\n" in text
    assert f"; Note: {GUESSED}\n" in text
    write(replace(rigid((0, 2, 10)), machine=StatedMachine(processors=8)), file, format="swf")
    text = file.getvalue().decode()[len(text) :]
    assert "; MaxProcs: 8\n" in text
    assert GUESSED not in text


@pytest.mark.parametrize("format", FILES)
def test_decimal_times_of_a_table_are_the_same_after_a_round_trip(format: str) -> None:
    table = b"id,release,procs,time,start\n1,0,2,10.7,0\n2,0.4,2,3.2,0.4\n3,1,4,5.5,10.7\n"
    jobs = read(io.BytesIO(table), name="table.csv").workload
    found = again(jobs, format).workload
    assert found.runtime.tolist() == [10.7, 3.2, 5.5]
    assert found.release.tolist() == [0, 0.4, 1]
    assert found.recorded is not None
    assert found.recorded.tolist() == [0, 0.4, 10.7]
    assert FORMATS[format].unkept(jobs) == []


def test_decimals_of_other_programs_are_still_rounded_down_and_said() -> None:
    found = read(io.BytesIO(b"1 0.5 0 10.7 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1\n"), name="x.swf")
    assert found.workload.runtime.tolist() == [10]
    assert [finding.kind.key for finding in found.report.findings] == ["fractional_times"]


@pytest.mark.parametrize(
    "name",
    [
        *("ann (guest)", '"quoted"', "a: b", "-x", "7", "007", "tab\there", "; x;", "ünïcode"),
        *("two  blanks", "(", ":", "1 2", "User: 3 bob", "0"),
    ],
)
def test_names_come_back_through_the_header_of_swf(name: str) -> None:
    jobs = replace(rigid((0, 2, 10), (0, 3, 10)), user=Labels.of([name, "other"]))
    expected = name.replace("\t", "?")
    assert names(again(jobs, "swf").workload, "user") == [expected, "other"]


def test_more_users_than_an_earlier_header_had_entries_come_back() -> None:
    count = 12_000
    jobs = rigid(*((0, 1, 1),) * count)
    jobs = replace(jobs, user=Labels.of([f"user {i}" for i in range(count)]))
    assert names(again(jobs, "swf").workload, "user") == names(jobs, "user")


@pytest.mark.parametrize(
    ("stated", "text"),
    [
        ('{"processors": 0}', "machine.processors must be a whole number from 1"),
        ('{"nodes": 2.5}', "machine.nodes must be a whole number from 1"),
        ('{"processors": true}', "machine.processors must be a whole number from 1"),
        ('{"processors": "16"}', "machine.processors must be a whole number from 1"),
        ("[16]", "machine must be an object such as"),
    ],
)
def test_a_machine_that_cannot_be_is_refused(stated: str, text: str) -> None:
    file = f'{{"format": "schedweb-workload", "version": 1, "machine": {stated}, "jobs": []}}'
    with pytest.raises(FormatError, match=text):
        read(io.BytesIO(file.encode()), name="x.json")


def test_what_later_versions_say_of_machines_is_passed_over_and_said() -> None:
    file = b"""{"format": "schedweb-workload", "version": 1,
        "machine": {"processors": 16, "kinds": []}, "jobs": [{"id": 1, "procs": 1, "time": 1}]}"""
    found = read(io.BytesIO(file), name="x.json")
    assert found.processors == 16
    assert "machine.kinds" in found.report.findings[0].sentence


@pytest.mark.parametrize("cell", ["0", "1.5", "many", "99999999999", "-4"])
def test_a_table_says_which_size_is_none(cell: str) -> None:
    table = f"id,procs,time,machine_processors\n1,2,10,{cell}\n".encode()
    found = read(io.BytesIO(table), name="x.csv")
    assert found.workload.machine == NOT_STATED
    assert any(finding.kind.key == "no_machine_size" for finding in found.report.findings)


def test_what_a_generator_was_told_of_the_machine_is_kept() -> None:
    assert again(generate("uniform", jobs=5, processors=240), "swf").processors == 240


def test_moldable_jobs_keep_the_machine_in_json() -> None:
    jobs = replace(moldable([9, 5]), machine=StatedMachine(processors=12))
    assert again(jobs, "json").processors == 12
