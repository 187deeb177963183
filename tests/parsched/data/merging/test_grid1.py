"""Grid1 of the paper, merged from the traces of the archive: half a year of seven sites."""

from pathlib import Path

import pytest

from parsched.data.merging import ABOUT, PRESETS, Merged, merge, read_traces
from tests.parsched.data.formats.workloads import names

DATA_STAR = 6
"""Its partition 2 has the 1368 processors that the paper gives it."""


@pytest.fixture(scope="module")
def merged(shared: Path) -> dict[str, Merged]:
    """What every preset gives."""
    traces = read_traces(PRESETS["grid1"], shared / "traces")
    return {key: merge(spec, traces) for key, spec in PRESETS.items()}


@pytest.mark.parametrize(
    ("key", "jobs", "processors", "load"),
    [
        ("grid1", 161_035, 4_442, 0.407),
        ("grid1-338", 161_035, 4_350, 0.415),
        ("grid1-partitions", 172_132, 4_442, 0.420),
        ("grid1-all", 203_107, 4_442, 0.738),
    ],
)
def test_the_load_is_as_measured_before(
    merged: dict[str, Merged], key: str, jobs: int, processors: int, load: float
) -> None:
    """The paper prints no load. Earlier measurements, on 4,350 processors with all partitions of
    SDSC-DS, gave 0.43 and, with all jobs, 0.75."""
    report = merged[key].report
    assert (report.jobs, report.processors) == (jobs, processors)
    assert report.load == pytest.approx(load, abs=0.0005)


def test_every_site_gives_half_a_year_of_jobs(merged: dict[str, Merged]) -> None:
    report = merged["grid1"].report
    assert not any(site.ends_early for site in report.sites)
    assert all(30 <= site.begin / 86_400 < 38 for site in report.sites)
    origin = merged["grid1"].workload.origin
    assert origin is not None
    assert origin.names == tuple(site.site for site in report.sites)


def test_the_paper_says_how_wide_the_jobs_are(merged: dict[str, Merged]) -> None:
    """Most jobs require at most 128 processors (95 %), and the widest 1368."""
    width = merged["grid1"].workload.width
    assert width.max() <= 1368
    assert (width <= 128).mean() == pytest.approx(0.95, abs=0.01)


def test_of_data_star_only_the_partition_of_the_paper_comes_along(
    merged: dict[str, Merged],
) -> None:
    """The 1368 processors are its partition 2: 171 nodes of 8."""
    report = merged["grid1"].report.sites[DATA_STAR]
    assert (report.site, report.processors, report.kept) == ("SDSC-DS", 171 * 8, 28_788)
    assert dict(report.left_out)["partition is none of batch partition"] == 11_097
    found = [n for n in names(merged["grid1"].workload, "partition") if n and "SDSC-DS" in n]
    assert set(found) == {"SDSC-DS:batch partition"}
    others = merged["grid1-partitions"].report.sites[DATA_STAR]
    assert others.kept == 39_885


def test_every_preset_says_how_it_differs(merged: dict[str, Merged]) -> None:
    assert list(ABOUT) == list(PRESETS) == list(merged)
    assert len({spec.heading.name for spec in PRESETS.values()}) == len(PRESETS)
    assert "partition 2" in ABOUT["grid1"]
    assert "430 processors" in ABOUT["grid1"]
    assert "338" in ABOUT["grid1-338"]
