"""ElastiSim's jobs in a zip with their models and the platform: run times, and what has none."""

import io
import json
import zipfile
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import Reading, ReadOptions, read, sample_of

NUMBERS = {
    "iterations": 24,
    "flops": 28010281208643,
    "model_size": 303564911249,
    "checkpoint_size": 399004473015,
    "communication_size": 23879643869,
    "alpha": 0.8527412240709863,
}
FROM_DISK = {"type": "pfs_read", "bytes": "model_size", "pattern": "all_ranks"}
COMPUTED = {"type": "cpu", "flops": "flops/num_nodes^alpha", "computation_pattern": "uniform"}
SENT = {"bytes": "communication_size", "communication_pattern": "all_to_all", "coupled": True}
TO_DISK = {"type": "pfs_write", "bytes": "checkpoint_size", "pattern": "all_ranks"}
OFFICIAL = {
    "on_init": {"tasks": [FROM_DISK]},
    "on_expansion": {"tasks": [FROM_DISK]},
    "phases": [{"iterations": "iterations", "tasks": [{**COMPUTED, **SENT}, TO_DISK]}],
}
"""The model of ElastiSim's own example, on which the right values below are worked out by hand."""

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="All" routing="Full">
<cluster id="C" prefix="n" radical="100-227" suffix="" speed="100Gf" bw="100Gbps" lat="50us"/>
<zone id="Z" routing="Full">
<host id="P" speed="0Gf"><prop id="pfs_host" value="true"/></host></zone>
<link id="R" bandwidth="80GBps" latency="500us"/><link id="W" bandwidth="50GBps" latency="1us"/>
<zoneRoute src="Z" dst="C" symmetrical="NO"><link_ctn id="R"/></zoneRoute>
<zoneRoute src="C" dst="Z" symmetrical="NO"><link_ctn id="W"/></zoneRoute>
</zone></platform>"""
RIGID = {"type": "rigid", "submit_time": 5, "num_nodes": 4}
MOLDABLE = {"type": "moldable", "submit_time": 0, "num_nodes_min": 1, "num_nodes_max": 4}
FLOPS = {"type": "cpu", "flops": 4e9, "computation_pattern": "uniform"}
DELAY = {"type": "idle", "delay": 60, "pattern": "uniform"}


def _job(of: dict[str, Any] = RIGID, **more: Any) -> dict[str, Any]:
    return {**of, "application_model": "data/input/model.json", **more}


def _model(*tasks: dict[str, Any], **of: Any) -> dict[str, Any]:
    return {"phases": [{"tasks": [*tasks], **of}]}


def _zip(files: dict[str, Any]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in files.items():
            archive.writestr(name, held if isinstance(held, str) else json.dumps(held))
    return into.getvalue()


def _read(model: Any, *jobs: dict[str, Any], platform: str = "", **files: Any) -> Reading:
    whole = {"jobs.json": {"jobs": [*(jobs or (_job(),))]}, "model.json": model, **files}
    whole |= {"platform.xml": platform} if platform else {}
    return read(io.BytesIO(_zip(whole)), name="example.zip")


def _times(model: Any, *jobs: dict[str, Any], platform: str = "") -> list[float]:
    return list(_read(model, *jobs, platform=platform).workload.profiles.times)


def _found(reading: Reading) -> set[str]:
    return {each.kind.key for each in reading.report.findings}


def test_the_official_example_is_read() -> None:
    of = {"type": "adaptive", "submit_time": 61, "num_nodes_min": 2, "num_nodes_max": 16}
    job = _job(of, arguments=NUMBERS)
    configuration = {"jobs_file": "jobs.json", "platform_file": "data/input/platform.xml"}
    more = {"configuration.json": configuration, "PFS.xml": PLATFORM.replace("227", "230")}
    found = _read(OFFICIAL, job, platform=PLATFORM, **more)
    jobs = found.workload
    n, link = jobs.profiles.widths, 12.5e9
    assert n.tolist() == [*range(2, 17)]
    computed = NUMBERS["flops"] / n ** NUMBERS["alpha"] / 100e9
    sent = NUMBERS["communication_size"] / n / link
    written = np.maximum(NUMBERS["checkpoint_size"] / 50e9, NUMBERS["checkpoint_size"] / n / link)
    begun = np.maximum(NUMBERS["model_size"] / 80e9, NUMBERS["model_size"] / n / link)
    np.testing.assert_allclose(
        jobs.profiles.times, begun + 24 * (np.maximum(computed, sent) + written)
    )
    assert (found.format, found.processors, jobs.machine.processors) == ("elastisim", 128, 128)
    assert {"model_alone", "changes_nodes"} <= _found(found)


@pytest.mark.parametrize(
    ("task", "seconds"),
    [
        (DELAY, 60),
        ({**DELAY, "type": "busy_wait", "pattern": "total"}, 15),
        ({**DELAY, "pattern": "root_only"}, 60),
        ({**DELAY, "pattern": "even_ranks"}, 30),
        ({**DELAY, "pattern": "odd_ranks", "delay": "num_nodes * 10"}, 20),
        ({**DELAY, "pattern": "vector", "delay": [1, 2, 7, 3]}, 7),
        ({"type": "sequence", "iterations": 3, "tasks": [DELAY, {**DELAY, "iterations": 2}]}, 540),
        ({**DELAY, "delay": "max(2^3, num_nodes) / 2"}, 4),
        (FLOPS, 4),
        ({**FLOPS, "bytes": 0, "communication_pattern": "ring"}, 4),
    ],
)
def test_what_needs_no_network_has_a_time(task: dict[str, Any], seconds: float) -> None:
    found = _read(_model(task))
    assert found.workload.runtime.tolist() == [seconds]
    assert ("model_at_speed" in _found(found)) == (task["type"] == "cpu")


@pytest.mark.parametrize(
    ("task", "seconds"),
    [
        (FLOPS, 0.04),
        ({"type": "cpu", "bytes": 25e9, "communication_pattern": "gather"}, 1.5),
        ({"type": "cpu", "bytes": 25e9, "communication_pattern": "ring"}, 0.5),
        ({"type": "cpu", "bytes": [0, 25e9] + [0] * 14, "communication_pattern": "matrix"}, 2),
        ({"type": "pfs_read", "bytes": 100e9, "pattern": "uniform"}, 8),
        ({"type": "pfs_write", "bytes": 100e9, "pattern": "total"}, 2),
    ],
)
def test_a_platform_gives_speeds(task: dict[str, Any], seconds: float) -> None:
    assert _times(_model(task), platform=PLATFORM) == pytest.approx([seconds])


def test_a_moldable_job_has_a_time_on_each_number_of_nodes() -> None:
    task = {**DELAY, "delay": "work / num_nodes"}
    first, second = _job(MOLDABLE, arguments={"work": 60}), _job(arguments={"work": "20"})
    assert _times(_model(task), second, first) == [60, 30, 20, 15, 5]
    cut = _read(_model(task), {**first, "walltime": 25})
    assert cut.workload.profiles.times.tolist() == [25, 25, 20, 15]
    assert "model_reaches_walltime" in _found(cut)


@pytest.mark.parametrize(
    ("task", "why"),
    [
        ({"type": "gpu", "flops": 1e9, "computation_pattern": "uniform"}, "tasks[0]: gpu"),
        ({"type": "bb_read", "bytes": 1e9, "pattern": "uniform"}, "tasks[0]: bb_read"),
        (FROM_DISK | {"bytes": 1e9}, "pfs_read, without a platform file"),
        ({"type": "cpu", **SENT, "bytes": 5}, "bytes, without a platform file"),
        (FROM_DISK | {"async": True}, "pfs_read beside other tasks"),
        ({**DELAY, "delay": "beta * 2"}, "beta is no argument of the job"),
        ({**DELAY, "delay": "__import__('os').getpid()"}, "is no part of a formula"),
        ({**DELAY, "delay": "9^9^9^9"}, "no finite value of 0 or more"),
        ({**DELAY, "delay": "1 / 0"}, "no finite value of 0 or more"),
        ({**DELAY, "delay": "(" * 200}, "is no formula"),
        ({**DELAY, "pattern": "vector", "delay": [1]}, "must list 4 numbers"),
        ({**DELAY, "pattern": "sideways"}, "the pattern sideways"),
        ({"type": "sequence"}, "has no list of tasks"),
    ],
)
def test_what_has_no_time_is_told_or_takes_the_walltime(task: dict[str, Any], why: str) -> None:
    with pytest.raises(FormatError) as refused:
        _read(_model(task))
    assert why in str(refused.value)
    assert 'add "walltime", seconds, to the job' in str(refused.value)
    found = _read(_model(task), _job(walltime=90))
    assert found.workload.runtime.tolist() == [90]
    assert "walltime_for_run_time" in _found(found)


def test_different_busiest_nodes_have_no_sum() -> None:
    first, second = {**DELAY, "pattern": "root_only"}, {**DELAY, "pattern": "odd_ranks"}
    with pytest.raises(FormatError, match="different nodes are the busiest"):
        _read(_model(first, second))


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"a.json": {}, "b.json": {}}, 'archive of 2 files: give one of them, "a.json", "b.json"'),
        ({"a.json": {"jobs": [_job()]}, "b.json": {"jobs": [_job()]}}, "two files of jobs"),
        ({"a.json": {"jobs": [_job()]}, "b.json": {}}, "pack both as a zip"),
        ({"a.json": {"jobs": [_job()]}, "model.json": "{"}, "model.json: line 1"),
        (
            {"a.json": {"jobs": [_job()]}, "a.xml": PLATFORM, "b.xml": PLATFORM},
            "several platforms, a.xml and b.xml",
        ),
        ({"a.json": {"jobs": [_job()]}, "a.xml": "<platform"}, "the platform file is not XML"),
        (
            {"a.json": {"jobs": [_job()]}, "a.xml": "<!ENTITY a 'b'><platform/>"},
            "must not define entities",
        ),
        ({"a.json": {"jobs": [_job()]}, "a.xml": "<platform/>"}, "must have one cluster, got 0"),
    ],
)
def test_zips_that_are_none_are_refused(files: dict[str, Any], why: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(io.BytesIO(_zip(files)), name="example.zip")
    assert why in str(refused.value)


def test_files_stand_in_any_folder() -> None:
    inside = {
        "x/data/input/jobs.json": {"jobs": [_job()]},
        "x/data/input/model.json": _model(DELAY),
        "__MACOSX/x/data/input/._jobs.json": {"jobs": [_job()]},
    }
    found = read(io.BytesIO(_zip(inside)), name="example.zip")
    assert found.workload.runtime.tolist() == [60]


def test_a_damaged_zip_is_refused() -> None:
    packed = _zip({"jobs.json": {"jobs": [_job()]}, "model.json": _model(DELAY)})
    with pytest.raises(FormatError, match="damaged"):
        read(io.BytesIO(packed[:-30]), name="example.zip")


def test_a_model_of_many_loads_is_refused_or_takes_the_walltime() -> None:
    wide = _job(MOLDABLE, num_nodes_max=1 << 23, walltime=9)
    found = _read(_model({**DELAY, "delay": "60/num_nodes"}), wide | {"num_nodes_min": 1 << 22})
    assert "walltime_for_run_time" in _found(found)


def test_its_columns_can_be_looked_at() -> None:
    packed = _zip({"jobs.json": {"jobs": [_job()]}, "model.json": _model(DELAY)})
    sample = sample_of(io.BytesIO(packed), name="example.zip", options=ReadOptions())
    assert "submit_time" in sample.columns
