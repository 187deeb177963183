"""The hour that comes twice is told by run time, wait and order; what nothing tells is counted."""

from pathlib import Path

import pytest

from parsched.apps import cli
from parsched.data.formats import Reading, ReadOptions, read
from parsched.data.logs import Mapping
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve

COLUMNS = {"id": "id", "submit": "submit", "start": "start", "end": "end", "processors": "cpus"}
TWICE, OPEN, LEAPT = "shown_twice", "shown_twice_open", "never_shown"


def waits(reading: Reading) -> list[float]:
    jobs = reading.workload
    assert jobs.recorded is not None
    return [float(wait) for wait in jobs.recorded - jobs.release]


def noted(reading: Reading) -> dict[str, int]:
    kinds = (TWICE, OPEN, LEAPT)
    return {f.kind.key: f.count for f in reading.report.findings if f.kind.key in kinds}


def table(
    folder: Path, rows: str, zone: str = "Europe/Berlin", head: str = "", sep: str = ","
) -> Reading:
    """Read rows of id, submit, start, end, elapsed and cpus."""
    path = folder / "log.csv"
    head = head or "id,submit,start,end,elapsed,cpus"
    path.write_text("\n".join([head, *rows.split("\n")]) + "\n")
    named = {role: name for role, name in COLUMNS.items() if name in head.split(sep)}
    more = {"elapsed": "run", "waited": "wait"}
    named |= {role: name for name, role in more.items() if name in head.split(sep)}
    return read(
        path, options=ReadOptions(mapping=Mapping.from_json({"columns": named, "zone": zone}))
    )


@pytest.fixture
def case(shared: Path) -> tuple[str, str]:
    folder = shared / "cases" / "outside-2"
    name = "04-end-of-summer-time"
    return str(folder / f"{name}.sacct.txt"), str(folder / f"{name}.toml")


def test_the_reported_log_has_its_waits(case: tuple[str, str]) -> None:
    log, profile = case
    reading = read(log, options=ReadOptions(mapping=Mapping.from_toml(Path(profile).read_text())))
    assert waits(reading) == [0, 1_200, 0]
    assert noted(reading) == {TWICE: 1}
    recorded = solve(Instance(reading.workload, Platform.of(4)), "recorded")
    assert recorded.metrics["mean_wait"] == 400
    assert recorded.is_feasible


def test_the_note_says_how_many(case: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    log, profile = case
    assert cli.main(["read", log, "--source", profile]) == 0
    assert (
        "clocks show twice, as they are put back; run time and the order" in capsys.readouterr()[0]
    )


@pytest.mark.parametrize(
    ("row", "wait", "counted"),
    [
        pytest.param(
            "1,2026-10-25 02:50,2026-10-25 02:10,2026-10-25 03:10,3600,1", 1_200, TWICE, id="both"
        ),
        pytest.param(
            "1,2026-10-25 01:50,2026-10-25 02:10,2026-10-25 03:10,7200,1", 1_200, TWICE, id="first"
        ),
        pytest.param(
            "1,2026-10-25 01:50,2026-10-25 02:10,2026-10-25 03:10,3600,1", 4_800, TWICE, id="second"
        ),
        pytest.param(
            "1,2026-10-25 02:10,2026-10-25 02:10,2026-10-25 02:40,1800,1", 0, OPEN, id="nothing"
        ),
        pytest.param(
            "1,2026-10-25 02:50,2026-10-25 02:10,2026-10-25 02:20,600,1", 1_200, TWICE, id="all"
        ),
        pytest.param(
            "1,2026-10-25 01:00,2026-10-25 02:50,2026-10-25 02:10,1200,1", 6_600, TWICE, id="turn"
        ),
        pytest.param(
            "1,2026-10-25 02:50,2026-10-25 02:10,2026-10-25 03:10,,1", 1_200, TWICE, id="unsaid"
        ),
        pytest.param(
            "1,2026-10-25 01:50,2026-10-25 02:10,2026-10-25 03:10,,1", 1_200, OPEN, id="unsaid open"
        ),
        pytest.param(
            "1,2026-10-25 01:59,2026-10-25 01:59,2026-10-25 03:00,7260,1", 0, "", id="over both"
        ),
        pytest.param(
            "1,2026-03-29 01:30,2026-03-29 02:30,2026-03-29 03:30,1800,1", 1_800, LEAPT, id="spring"
        ),
        pytest.param(
            "1,2026-03-28 20:00,2026-03-28 20:00,2026-10-25 03:00,18252000,1", 0, "", id="summer"
        ),
    ],
)
def test_what_is_told_and_what_is_open(tmp_path: Path, row: str, wait: float, counted: str) -> None:
    reading = table(tmp_path, row)
    assert waits(reading) == [wait]
    assert noted(reading) == ({counted: 1} if counted else {})


@pytest.mark.parametrize(
    ("zone", "submit", "start", "end", "elapsed", "wait"),
    [
        # Lord Howe goes back by half an hour.
        ("Australia/Lord_Howe", "2026-04-05 01:20", "04-05 01:40", "04-05 02:10", 1_800, 3_000),
        ("Australia/Lord_Howe", "2026-04-05 01:20", "04-05 01:40", "04-05 02:10", 3_600, 1_200),
        ("America/New_York", "2026-11-01 01:50", "11-01 01:10", "11-01 02:10", 3_600, 1_200),
        ("America/Havana", "2026-11-01 00:50", "11-01 00:10", "11-01 01:10", 3_600, 1_200),
        ("Atlantic/Azores", "2026-10-25 00:50", "10-25 00:10", "10-25 01:10", 3_600, 1_200),
        ("America/Sao_Paulo", "2018-02-17 23:50", "02-17 23:10", "02-18 00:10", 3_600, 1_200),
    ],
)
def test_zones_of_all_sorts(
    tmp_path: Path, zone: str, submit: str, start: str, end: str, elapsed: int, wait: float
) -> None:
    year = submit[:5]
    reading = table(tmp_path, f"1,{submit},{year}{start},{year}{end},{elapsed},1", zone)
    assert waits(reading) == [wait]
    assert noted(reading) == {TWICE: 1}


@pytest.mark.parametrize("zone", ["", "+01:00", "UTC", "Asia/Kolkata"])
def test_zones_without_summer_time_have_no_doubt(tmp_path: Path, zone: str) -> None:
    reading = table(tmp_path, "1,2026-10-25 02:00,2026-10-25 02:10,2026-10-25 03:10,3600,1", zone)
    assert (waits(reading), noted(reading)) == ([600], {})


def test_a_wait_says_it_too(tmp_path: Path) -> None:
    head = "id,submit,start,waited,elapsed,cpus"
    reading = table(tmp_path, "1,2026-10-25 01:50,2026-10-25 02:10,4800,60,1", head=head)
    assert (waits(reading), noted(reading)) == ([4_800], {TWICE: 1})


def test_dates_that_name_their_zone_stay(tmp_path: Path) -> None:
    row = "1,2026-10-25T02:10+02:00,2026-10-25T02:10+01:00,2026-10-25T02:40+01:00,1800,1"
    reading = table(tmp_path, row)
    assert (waits(reading), noted(reading)) == ([3_600], {})


def test_dates_of_other_forms_are_told_alike(tmp_path: Path) -> None:
    row = "1,10/25/2026 02:50 AM,25-Oct-2026 02:10,Oct 25 2026 03:10,3600,1"
    reading = table(tmp_path, row)
    assert (waits(reading), noted(reading)) == ([1_200], {TWICE: 1})


def test_jobs_are_counted_each(tmp_path: Path) -> None:
    rows = "\n".join(
        f"{n},2026-10-25 02:50,2026-10-25 02:10,2026-10-25 03:10,3600,1" for n in range(1, 8)
    )
    more = "\n".join(f"{n},2026-10-25 02:50,2026-10-25 02:50,,60,1" for n in range(8, 11))
    reading = table(tmp_path, f"{rows}\n{more}")
    assert noted(reading) == {TWICE: 7, OPEN: 3}


def test_tasks_of_an_array_are_told_each(tmp_path: Path) -> None:
    path = tmp_path / "array.txt"
    path.write_text(
        "JobID|Submit|Start|End|Elapsed|AllocCPUS|State\n"
        "7_1|2026-10-25T01:30:00|2026-10-25T02:10:00|2026-10-25T02:20:00|00:10:00|2|COMPLETED\n"
        "7_2|2026-10-25T01:30:00|2026-10-25T02:10:00|2026-10-25T03:10:00|01:00:00|2|COMPLETED\n"
    )
    profile = Mapping.from_json(
        {
            "zone": "Europe/Berlin",
            "columns": {
                **{"id": "JobID", "submit": "Submit", "start": "Start", "end": "End"},
                **{"run": "Elapsed", "processors": "AllocCPUS", "state": "State"},
            },
        }
    )
    reading = read(path, options=ReadOptions(mapping=profile))
    assert waits(reading) == [2_400, 6_000]
    assert noted(reading) == {TWICE: 1, OPEN: 1}
