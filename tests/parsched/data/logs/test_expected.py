"""What a careful reader finds in each log: ids, widths, times, and why rows are none."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tests.parsched.data.logs import variants
from tests.parsched.data.logs.test_known import findings, reading

SHARED = Path(__file__).parents[5] / "shared" / "logs"


@dataclass(frozen=True)
class Expected:
    """The jobs of a log in order of submission: times in seconds after the first; None where no
    limit is known. `left_out` counts rows by why they are no jobs."""

    format: str
    ids: list[object]
    submit: list[float]
    run: list[float]
    width: list[int]
    limit: list[float | None]
    left_out: dict[str, int] = field(default_factory=dict)
    not_held: tuple[str, ...] = ()


_SACCT = Expected(
    "sacct",
    ["1007", "1010", "1011", "1020", "1030", "1030#2", "1050", "1070", "1020#2"],
    [0, 1, 1, 2, 3, 3, 5, 7, 70],
    [100, 100, 100, 60, 60, 120, 600, 600, 120],
    [4, 4, 8, 8, 8, 4, 4, 4, 8],
    [600, 600, 93_600, 600, 600, 600, 600, None, 600],
    {"array_rest": 1, "job_step": 2, "not_ended": 1, "never_started": 3, "names_again": 1},
    ("nodes", "partitions"),
)
_CONDOR = Expected(
    "htcondor",
    ["7.0", "7.1", "8.0"],
    [0, 0, 0],
    [100, 50, 100],
    [8, 6, 8],
    [None] * 3,
    {"never_started": 1, "not_in_the_pool": 1},
)
_CONDOR_JSON = Expected(
    "htcondor-json", _CONDOR.ids, [0] * 3, _CONDOR.run, _CONDOR.width, [None] * 3, _CONDOR.left_out
)

VARIANTS: dict[str, tuple[str, Expected]] = {
    "sacct --parsable2": (variants.SACCT, _SACCT),
    "sacct --parsable": (variants.with_bars_at_the_end(variants.SACCT), _SACCT),
    "sacct, fixed width": (variants.of_fixed_width(variants.SACCT), _SACCT),
    "sacct, names in lower case": (
        variants.SACCT.replace("JobID", "jobid").replace("NCPUS", "ncpus"),
        _SACCT,
    ),
    "sacct --json": (
        variants.SACCT_JSON,
        Expected(
            "sacct-json",
            ["1", "1002_5", "1010+1", "8", "1002_6"],
            [0] * 5,
            [100] * 5,
            [4] * 5,
            [14_400, 14_400, 14_400, None, 3_600],
            {"not_ended": 2, "never_started": 1},
            ("memory", "common starts"),
        ),
    ),
    "PBS and Torque": (
        variants.PBS,
        Expected(
            "pbs",
            ["1.s", "2[1].s", "5.s", "6.s"],
            [0] * 4,
            [100] * 4,
            [130, 1, 4, 16],
            [14_400, 60, 3_600, None],
            {"other_record": 4, "array_parent": 1},
            ("GPUs", "constraints", "node sharing"),
        ),
    ),
    "LSF": (
        variants.LSF,
        Expected(
            "lsf",
            ["7", "8[1]", "8[2]", "10"],
            [0] * 4,
            [100] * 4,
            [8, 4, 4, 2],
            [600, 600, 600, None],
            {"other_record": 1, "never_started": 1},
            ("memory", "node sharing"),
        ),
    ),
    "condor_history -long": ("\n".join(map(variants.as_long, variants.ADS)), _CONDOR),
    "HTCondor history file": (
        "".join(variants.as_long(ad) + "*** Offset = 0\n" for ad in variants.ADS),
        _CONDOR,
    ),
    "condor_history -json": (json.dumps(variants.ADS), _CONDOR_JSON),
    "condor_history -jsonl": ("\n".join(map(json.dumps, variants.ADS)), _CONDOR_JSON),
    "Philly": (
        variants.PHILLY,
        Expected(
            "philly",
            ["application_1"],
            [0],
            [134],
            [3],
            [None],
            {"never_started": 1, "not_ended": 1},
        ),
    ),
    "Eagle, lines of JSON": (
        variants.EAGLE,
        Expected(
            "nrel-eagle",
            ["1", "3[1]", "3[2]"],
            [0] * 3,
            [413] * 3,
            [72] * 3,
            [1_800] * 3,
            {"never_started": 1},
        ),
    ),
    "arrays in one row": (
        'job_id,cores,runtime\n7_[1-3],2,10\n"8[1,5-6:2]",1,10\n9[2],1,5\n10.batch,1,5\n',
        Expected(
            "table",
            ["7_1", "7_2", "7_3", "8[1]", "8[5]", "9[2]"],
            [0] * 6,
            [10, 10, 10, 10, 10, 5],
            [2, 2, 2, 1, 1, 1],
            [None] * 6,
            {"job_step": 1},
        ),
    ),
}

SAMPLES = {
    "sacct_parsable2.txt": Expected(
        "sacct",
        [1001, 1003, 1005],
        [0, 110, 200],
        [7_200, 86_400, 90],
        [128, 16, 256],
        [14_400, 86_400, 1_800],
        {"job_step": 2, "array_rest": 1, "never_started": 1},
        ("memory", "GPUs", "nodes", "partitions"),
    ),
    "sacct.json": Expected(
        "sacct-json", [1001], [0], [7_200], [128], [14_400], not_held=("memory",)
    ),
    "pbs_accounting": Expected("pbs", ["1001.pbs01"], [0], [7_200], [128], [14_400]),
    "pm100.csv": Expected("pm100", [1], [0], [3_600], [128], [86_400], not_held=("GPUs",)),
    "research1.csv": Expected("table", [1, 2], [0, 10], [100, 50], [8, 4], [600, 60]),
    "elastisim.json": Expected("elastisim", [1], [0], [60], [16], [60], {"time_elsewhere": 1}),
    "batsim_test_delays.json": Expected(
        "batsim", list(range(10)), [3.0 * i for i in range(10)], [10] * 10, [1] * 10, [100] * 10
    ),
    "batsim_various.json": Expected(
        "batsim",
        ["delay", "simple_no_com", "homo_no_com"],
        [0, 2, 20],
        [20.2, 0.005, 0.0002],
        [1, 4, 4],
        [30, 100, 100],
        {"profile_without_time": 8},
    ),
}


def check(content: bytes, name: str, expected: Expected) -> None:
    """Compare what is read with what is expected."""
    found = reading(content, name)
    jobs = found.workload
    assert found.format == expected.format
    assert jobs.ids.tolist() == expected.ids
    assert (jobs.release - jobs.release[0]).tolist() == expected.submit
    assert jobs.least_time.tolist() == expected.run
    assert jobs.least_width.tolist() == expected.width
    assert [None if np.isnan(limit) else limit for limit in jobs.estimate] == expected.limit
    left_out = {each.kind.key: each.count for each in found.report.findings if each.kind.drops}
    assert left_out == expected.left_out
    assert jobs.unmodelled == expected.not_held


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_gives_its_jobs(name: str) -> None:
    text, expected = VARIANTS[name]
    check(text.encode(), "file.log", expected)


@pytest.mark.skipif(not SHARED.exists(), reason="the samples are not part of the project")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_shared_sample_gives_its_jobs(name: str) -> None:
    check((SHARED / name).read_bytes(), name, SAMPLES[name])


@pytest.mark.skipif(not SHARED.exists(), reason="the samples are not part of the project")
@pytest.mark.parametrize(
    ("name", "format", "jobs", "area"),
    [
        ("slurmsim-jobs500.swf.gz", "slurmsim", 437, 3_272_112),
        ("batsim_250.json", "batsim", 250, 969_575.04),
    ],
)
def test_a_large_shared_sample_gives_its_jobs(
    name: str, format: str, jobs: int, area: float
) -> None:
    found = reading((SHARED / name).read_bytes(), name)
    assert found.format == format
    assert len(found.workload) == jobs
    assert (found.workload.least_time * found.workload.least_width).sum() == pytest.approx(area)


def test_odd_rows_of_sacct_are_told() -> None:
    told = findings(reading(variants.SACCT.encode()))
    assert told["suspended"] == 1
    assert told["restarted"] == 2
    assert told["no_limit"] == 1
    assert told["partitions_not_held"] == 2


def test_restarts_of_htcondor_are_told() -> None:
    assert findings(reading(json.dumps(variants.ADS).encode()))["ran_before"] == 1


def test_attempts_may_be_jobs_of_their_own() -> None:
    from dataclasses import replace  # noqa: PLC0415

    from parsched.data.logs import SOURCES  # noqa: PLC0415

    mapping = replace(SOURCES["philly"].mapping, restarts="separate")
    jobs = reading(variants.PHILLY.encode(), mapping=mapping).workload
    assert jobs.runtime.tolist() == [74, 60]
    assert jobs.release.tolist() == [0, 104]


def test_arrays_may_stay_one_job_and_are_limited() -> None:
    from parsched.base.errors import FormatError  # noqa: PLC0415
    from parsched.data.formats import FileLimits  # noqa: PLC0415
    from parsched.data.logs import Mapping  # noqa: PLC0415

    columns = {"id": "job_id", "processors": "cores", "run": "runtime"}
    content = b"job_id,cores,runtime\n7_[1-3],2,10\n"
    mapping = Mapping.from_json({"columns": columns, "arrays": "kept"})
    assert reading(content, mapping=mapping).workload.ids.tolist() == ["7_[1-3]"]
    huge = content.replace(b"1-3", b"1-999999999")
    with pytest.raises(FormatError, match="more than 100 jobs"):
        reading(huge, limits=FileLimits(max_jobs=100))
