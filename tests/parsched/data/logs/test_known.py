"""Each source: recognised by itself, and its jobs read."""

import io
import json
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import FormatError
from parsched.data.files.mapping import Mapping
from parsched.data.formats import Reading, ReadOptions, read
from parsched.data.logs import ROLES, SOURCES, recognised_by
from parsched.data.logs.kinds import RENUMBERED
from tests.parsched.data.logs import samples
from tests.parsched.data.logs.samples import SAMPLES


def reading(content: bytes, name: str = "file.log", **options: Any) -> Reading:
    """Read content as a file."""
    return read(io.BytesIO(content), name=name, options=ReadOptions(**options))


def findings(of: Reading) -> dict[str, int]:
    """Return how often each kind of finding was met."""
    return {each.kind.key: each.count for each in of.report.findings}


def test_each_source_has_a_sample() -> None:
    assert SAMPLES.keys() == SOURCES.keys()


@pytest.mark.parametrize("key", SOURCES)
def test_a_sample_is_recognised_and_gives_its_jobs(key: str) -> None:
    found = reading(SAMPLES[key])
    jobs = found.workload
    assert found.format == key
    assert (jobs.release - jobs.release[0]).tolist() == [0, 10]
    assert jobs.least_time.tolist() == [100, 50]
    assert jobs.least_width.tolist() == [8, 4]
    if key in samples.WITHOUT_LIMITS - {"elastisim"}:
        assert np.isnan(jobs.estimate).all()
    elif key != "elastisim":
        assert jobs.estimate.tolist() == [600, 1200]
    if key not in samples.WITHOUT_DATES:
        # Denver and Los Angeles are behind, Shanghai is ahead.
        zones = {"nrel-eagle": 7 * 3600, "philly": 8 * 3600, "helios": -8 * 3600}
        assert found.workload.unix_start == samples.FIRST + zones.get(key, 0)


@pytest.mark.parametrize("key", SOURCES)
def test_no_other_source_takes_it(key: str) -> None:
    taken = recognised_by(SAMPLES[key])
    assert taken is None or taken.key == key


@pytest.mark.parametrize("key", SOURCES)
def test_a_declaration_says_what_it_is(key: str) -> None:
    source = SOURCES[key]
    assert source.about.endswith(".")
    assert source.documentation.startswith("https://")
    assert set(source.mapping.columns) <= set(ROLES)
    assert not source.mapping.lacks()
    assert json.loads(json.dumps(source.as_json()))["profile"] == source.mapping.as_json()
    assert all(sentence.endswith(".") for sentence in source.oddities)


@pytest.mark.parametrize("key", SOURCES)
def test_damaged_samples_are_one_sentence(key: str) -> None:
    content = SAMPLES[key]
    told = []
    for cut in range(1, len(content), max(1, len(content) // 25)):
        try:
            reading(content[:cut], source=key)
        except FormatError as error:
            told.append(str(error))
    assert all(10 < len(text) < 1_500 and "\n" not in text for text in told)


@pytest.mark.parametrize("key", ["sge-json", "htcondor-json", "slurm-jobcomp-json", "flux"])
def test_a_file_may_hold_one_object(key: str) -> None:
    content = SAMPLES[key]
    if content.startswith(b"{") and b"\n{" in content:
        one = content.splitlines()[0]
    else:
        document = json.loads(content)
        one = json.dumps((document["jobs"] if isinstance(document, dict) else document)[0]).encode()
    found = reading(one + b"\n")
    assert found.format == key
    assert found.workload.least_time.tolist() == [100]


def test_steps_and_the_rest_of_arrays_are_left_out_of_sacct() -> None:
    found = reading(samples.SACCT)
    assert found.workload.ids.tolist() == ["7", "8_1"]
    assert findings(found)["job_step"] == findings(found)["array_rest"] == 1
    assert found.workload.status is not None
    assert [found.workload.status.name(i) for i in range(2)] == ["completed", "cancelled"]


def test_sacct_may_end_lines_in_a_separator_or_have_columns_of_fixed_width() -> None:
    with_bars = b"".join(line + b"|\n" for line in samples.SACCT.splitlines())
    assert reading(with_bars).workload.ids.tolist() == ["7", "8_1"]
    rows = [line.decode().split("|") for line in samples.SACCT.splitlines()]
    fixed = ["".join(f"{cell:>24} " for cell in row) for row in rows]
    fixed.insert(1, ("-" * 24 + " ") * len(rows[0]))
    found = reading("\n".join(fixed).encode())
    assert found.workload.ids.tolist() == ["7", "8_1"]
    assert found.workload.runtime.tolist() == [100, 50]


def test_a_job_that_never_started_is_left_out() -> None:
    row = b"9|dan|2025-03-01T00:00:20|None|2025-03-01T00:00:30|00:00:00|UNLIMITED|1||CANCELLED\n"
    found = reading(samples.SACCT + row)
    assert findings(found)["never_started"] == 1
    assert len(found.workload) == 2


def test_restarted_jobs_are_jobs_of_their_own_or_one() -> None:
    lines = samples.SACCT.splitlines(keepends=True)
    twice = b"".join([*lines[:2], lines[1].replace(b"00:00:05", b"00:05:00")])
    apart = reading(twice)
    assert apart.workload.ids.tolist() == ["7", "7#2"]
    assert findings(apart)["restarted"] == 1
    mapping = SOURCES["sacct"].mapping
    joined = reading(
        twice,
        source="sacct",
        mapping=type(mapping)(
            columns={role: mapping.columns[role] for role in ("id", "submit", "run", "processors")}
            | {"processors": mapping.columns["processors"][:1]}
            | {"id": mapping.columns["id"][1:], "run": mapping.columns["run"][1:]},
            restarts="joined",
        ),
    )
    assert joined.workload.ids.tolist() == [7]
    assert joined.workload.runtime.tolist() == [200]
    assert findings(joined)["restarts_joined"] == 1


def test_rows_that_are_joined_keep_what_a_later_one_waits_for_and_long_ids() -> None:
    long = "x" * 90
    rows = f"id,submit,run,cores,after\na,0,5,1,\n{long},1,5,1,\n{long},2,5,1,a\n"
    columns = {
        "id": "id",
        "submit": "submit",
        "run": "run",
        "processors": "cores",
        "after": "after",
    }
    mapping = Mapping.from_json({"columns": columns, "restarts": "joined"})
    found = reading(rows.encode(), mapping=mapping).workload
    assert found.ids.tolist() == ["a", long]
    assert found.runtime.tolist() == [5, 10]
    assert found.after is not None
    assert (found.after.job.tolist(), found.after.before.tolist()) == ([1], [0])


@pytest.mark.parametrize("cell", ["", "none", "x" * 300, "a\u202eb"])
def test_rows_are_numbered_where_one_has_no_id(cell: str) -> None:
    found = reading(f"id,cores,run\n5,1,2\n{cell},1,2\n".encode())
    assert found.workload.ids.tolist() == [2, 3]
    assert RENUMBERED.key in findings(found)


def test_a_job_that_ends_in_the_hour_that_comes_twice_ends_in_the_second() -> None:
    rows = b"id,submit,start,end,procs\n1,2025-10-26 02:50,2025-10-26 02:55,2025-10-26 02:05,4\n"
    columns = {"submit": "submit", "start": "start", "end": "end", "processors": "procs"}
    found = reading(rows, mapping=Mapping.from_json({"columns": columns, "zone": "Europe/Berlin"}))
    assert found.workload.runtime.tolist() == [600]


def test_a_date_that_cannot_be_read_is_shown() -> None:
    with pytest.raises(FormatError, match=r'line 2, "soon after 5"'):
        reading(b"id,submit,start,end,procs\n1,2025-10-26 02:50,soon after 5,2025-10-26 03:00,4\n")


def test_columns_that_come_late_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsched.data.logs.tables.records.ROWS", 2)
    job = {"id": 1, "submit": 0, "run": 5, "cores": 1}
    lines = [{**job, "id": 1}, {**job, "id": 2}, {**job, "id": 3, "after": "1"}]
    found = reading("".join(f"{json.dumps(line)}\n" for line in lines).encode())
    assert len(found.workload) == 3
    [finding] = [one for one in found.report.findings if one.kind.key == "late_column"]
    assert finding.sentence.endswith('not read (line 3: "after")')


def test_what_is_not_held_is_told() -> None:
    content = samples.table(
        [
            {
                "JobID": 1,
                "State": "COMPLETED",
                "Submit": samples.at(0),
                "Start": samples.at(1),
                "Elapsed": "00:00:10",
                "NCPUS": 4,
                "ReqMem": "4G",
                "ReqTRES": '"cpu=4,gres/gpu:a100=2"',
                "Licenses": "matlab",
                "Partition": partition,
            }
            for partition in ("batch", "fat")
        ]
    )
    found = reading(content)
    assert found.workload.unmodelled == ("memory", "GPUs", "licences", "partitions")
    kinds = {"memory_not_held", "gpus_not_held", "licences_not_held", "partitions_not_held"}
    assert kinds <= findings(found).keys()
    assert "partitions" not in reading(content.replace(b"fat", b"batch")).workload.unmodelled


def test_node_sharing_is_told() -> None:
    content = b"id,cores,run,exclusive\n1,2,3,yes\n2,2,3,no\n"
    found = reading(content)
    assert found.workload.unmodelled == ("node sharing",)
    assert findings(found)["node_sharing_not_held"] == 1


def test_batsim_names_what_needs_a_network() -> None:
    found = reading(samples.BATSIM)
    assert found.processors == 16
    [left] = [each for each in found.report.findings if each.kind.drops]
    assert left.kind.key == "profile_without_time"
    assert str(left.examples[0]) == 'job w!9: "talks", of the type "parallel_homogeneous"'


def test_batsim_computes_where_nothing_is_sent() -> None:
    profiles = {
        "each": {"type": "ParallelTaskHomogeneousProfile", "cpu": 2e9, "com": 0},
        "all": {"type": "parallel_homogeneous_total", "cpu": 8e9, "com": 0},
        "spread": {
            "type": "ParallelTaskHomogeneousProfile",
            "generation_strategy": "DefinedAmountsSpreadUniformly",
            "cpu": 4e9,
        },
        "list": {"type": "parallel", "cpu": [1e9, 3e9, 0, 0], "com": [0] * 16},
        "endless": {"type": "composed", "seq": ["endless"]},
        "file": {"type": "TraceReplayProfile", "filename": "x"},
    }
    jobs = [{"id": i, "subtime": i, "res": 4, "profile": name} for i, name in enumerate(profiles)]
    content = json.dumps({"nb_res": 4, "jobs": jobs, "profiles": profiles}).encode()
    found = reading(content)
    assert found.workload.runtime.tolist() == [2, 2, 1, 3]
    assert findings(found) == {"profile_without_time": 2, "profile_at_speed": 4, "no_limit": 4}


def test_batsim_kills_at_the_walltime() -> None:
    content = samples.BATSIM.replace(b'"walltime": 600', b'"walltime": 60')
    found = reading(content)
    assert found.workload.runtime.tolist() == [60, 50]
    assert findings(found)["reaches_walltime"] == 1


def test_elastisim_is_moldable() -> None:
    jobs = reading(samples.ELASTISIM).workload
    assert jobs.profiles.counts.tolist() == [3, 1]
    assert jobs.profiles.widths.tolist() == [8, 9, 10, 4]
    assert jobs.profiles.times.tolist() == [100, 100, 100, 50]


def test_slots_of_torque_are_counted() -> None:
    lines = samples.PBS.splitlines()[1]
    torque = lines.replace(b"exec_vnode=(n1:ncpus=4)+(n2:ncpus=4)", b"exec_host=n1/0-3,7+n2/0")
    torque = torque.replace(b"Resource_List.ncpus=8 ", b"")
    assert reading(torque + b"\n").workload.width.tolist() == [6]


def test_parts_of_a_core_are_one() -> None:
    assert reading(samples.ALIBABA_GPU).workload.width.tolist() == [8, 4]
