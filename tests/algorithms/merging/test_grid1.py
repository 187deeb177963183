"""Grid1 of the paper, merged from the traces of the archive, has the published load."""

from dataclasses import replace
from pathlib import Path

import pytest

from algorithms.merging import PRESETS, Filters, Merged, MergeSpec, merge, read_traces
from tests.algorithms.formats.workloads import names

CTC = 3
"""Its site has 430 processors in the paper, the trace is of 338."""


@pytest.fixture(scope="module")
def merged(shared: Path) -> dict[str, Merged]:
    """Both presets, and what they give with 338 processors at CTC."""
    traces = read_traces(PRESETS["grid1"], shared / "traces")
    specs = PRESETS | {f"{key} 338": small(spec) for key, spec in PRESETS.items()}
    return {key: merge(spec, traces) for key, spec in specs.items()}


def small(spec: MergeSpec) -> MergeSpec:
    """The specification with the machine that the CTC trace is of."""
    sources = list(spec.sources)
    sources[CTC] = replace(sources[CTC], site=replace(sources[CTC].site, processors=338))
    return replace(spec, sources=tuple(sources))


@pytest.mark.parametrize(
    ("key", "jobs", "processors", "load"),
    [
        ("grid1", 172_132, 4_442, 0.420),
        ("grid1-all", 203_107, 4_442, 0.738),
        ("grid1 338", 172_132, 4_350, 0.429),
        ("grid1-all 338", 203_107, 4_350, 0.753),
    ],
)
def test_the_load_is_that_of_the_paper(
    merged: dict[str, Merged], key: str, jobs: int, processors: int, load: float
) -> None:
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


def test_jobs_of_one_partition_can_be_chosen(shared: Path) -> None:
    last = PRESETS["grid1-all"].sources[-1]
    batch = replace(last, filters=Filters(partitions="batch partition"))
    spec = replace(PRESETS["grid1-all"], sources=(batch,))
    found = merge(spec, read_traces(spec, shared / "traces"))
    assert set(names(found.workload, "partition")) == {"SDSC-DS:batch partition"}
    assert dict(found.report.sites[0].left_out)["wider than every site"] == 28
