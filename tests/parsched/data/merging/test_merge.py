"""Windows of several traces on one clock: which jobs come along, when, and from where."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import FormatError, ParameterError, WorkloadError
from parsched.data.merging import (
    Filters,
    Merged,
    MergeSpec,
    NothingLeft,
    SiteTrace,
    merge,
    read_traces,
)
from parsched.model.problem.workload import Labels, Workload
from tests.parsched.data.formats.lines import line, swf
from tests.parsched.data.formats.workloads import names
from tests.parsched.factories import moldable, rigid

DAY = 86_400
HOUR = 3_600
SUNDAY = int(datetime(2023, 1, 1, tzinfo=UTC).timestamp())
"""A Sunday, midnight in Greenwich; winter in Stockholm, which is an hour ahead."""


def spec(*sources: dict[str, Any], **common: Any) -> MergeSpec:
    """A specification of two sites of 4 processors, unless told otherwise."""
    given = [
        {"site": f"s{i}", "file": f"{i}.swf", "processors": 4, **source}
        for i, source in enumerate(sources or ({}, {}))
    ]
    plain = {"window": {"align": "start", "after_days": 0, "days": 1}}
    return MergeSpec.from_json(plain | {"sources": given} | common)


def trace(*jobs: tuple[float, int, float], **values: Any) -> SiteTrace:
    """Jobs as (release, width, run time), with estimates, names and times if given."""
    plain = rigid(*jobs)
    about: dict[str, Any] = {
        name: values.pop(name) for name in ("unix_start", "zone") if name in values
    }
    columns: dict[str, Any] = {
        name: Labels.of(v) if name != "estimate" else v for name, v in values.items()
    }
    columns |= {"ids": plain.ids, "release": plain.release, "profiles": plain.profiles}
    columns |= about
    return SiteTrace(workload=Workload(name="trace", **columns), sha256="0" * 64)


def counts(merged: Merged, site: int = 0) -> dict[str, int]:
    """Jobs left out by rule, without the rules that nothing broke."""
    return {rule: count for rule, count in merged.report.sites[site].left_out if count}


def test_what_jobs_were_given_comes_along() -> None:
    plain, other = trace((1, 1, 1), (5, 2, 2)), trace((0, 3, 3), (5, 4, 4))
    given = SiteTrace(
        workload=replace(other.workload, allocated=np.array([0, 2])), sha256=other.sha256
    )
    allocated = merge(spec(), [plain, given]).workload.allocated
    assert allocated is not None
    assert allocated.tolist() == [0, 0, 0, 2]
    assert merge(spec(), [plain, other]).workload.allocated is None


def test_jobs_are_in_order_of_release_and_equal_times_in_order_of_the_sources() -> None:
    merged = merge(spec(), [trace((5, 1, 1), (9, 2, 2)), trace((0, 3, 3), (5, 4, 4))])
    jobs = merged.workload
    assert jobs.ids.tolist() == ["s1:1", "s0:1", "s1:2", "s0:2"]
    assert jobs.release.tolist() == [0, 5, 5, 9]
    assert jobs.width.tolist() == [3, 1, 4, 2]
    assert names(jobs, "origin") == ["s1", "s0", "s1", "s0"]


def test_the_same_specification_and_traces_give_the_same_bytes_as_ever() -> None:
    """A digest of one merge: a change of it changes what stored specifications give."""
    labels = {"user": ["ana", "bob"], "queue": [None, "day"], "estimate": np.array([7.0, np.nan])}
    merged = merge(
        spec({}, {"shift": HOUR, "filters": {"least_processors": 2}}),
        [trace((5, 1, 1), (9, 2, 2.5), **labels), trace((0, 3, 3), (5, 4, 4), (6, 1, 1))],
    )
    jobs = merged.workload
    columns = [jobs.ids, jobs.release, jobs.width, jobs.runtime, jobs.estimate]
    told = [names(jobs, label) for label in ("user", "queue", "origin")]
    content = repr([*(column.tolist() for column in columns), *told])
    assert hashlib.sha256(content.encode()).hexdigest()[:16] == "1021d3cf1f6f35df"


def test_origins_are_the_sites_and_the_report_counts_those_that_were_there() -> None:
    own = trace((0, 1, 1), (1, 1, 1), (2 * DAY, 1, 1), origin=["fs0", None, "fs1"])
    merged = merge(spec(), [own, trace((0, 1, 1))])
    assert names(merged.workload, "origin") == ["s0", "s1", "s0"]
    assert [site.origins for site in merged.report.sites] == [1, 0]
    lines = merged.report.text.splitlines()
    assert lines[2] == "  the site replaces the trace's own origins of 1 job"
    assert merged.report.as_json()["sites"][0]["origins"] == 1


def test_ids_of_sites_tell_their_jobs_apart() -> None:
    """Site a with id b:1 beside site a:b with id 1 would give one id twice."""
    for name in ("a:b", ":", "a ", " a"):
        with pytest.raises(ParameterError) as caught:
            spec({"site": name})
        sentence = caught.value.errors["sources[0].site"]
        assert "site must have no colon, and no blank at either end, got" in sentence
        assert repr(name) in sentence
    nested = merge(spec({"site": "a"}), [trace((0, 1, 1), user=["b:1"])]).workload
    assert names(nested, "user") == ["a:b:1"]


def test_blank_names_in_filters_are_no_names() -> None:
    given: dict[str, Any] = {"statuses": " | ", "queues": "", "partitions": "x||"}
    rules = [rule for rule, _ in Filters(**given).refusals(rigid((0, 1, 1)))]
    assert rules == ["partition is none of x"]


def test_users_of_different_sites_are_different_people_but_statuses_are_the_same() -> None:
    labels = {"user": ["1"], "status": ["completed"], "environment": ["debian"]}
    merged = merge(spec(), [trace((0, 1, 1), **labels), trace((0, 1, 1), **labels)])
    assert names(merged.workload, "user") == ["s0:1", "s1:1"]
    assert names(merged.workload, "status") == ["completed", "completed"]
    assert names(merged.workload, "environment") == ["debian", "debian"]


@pytest.mark.parametrize("label", ["user", "group", "executable", "queue", "partition"])
def test_environments_made_from_names_of_a_site_belong_to_that_site(label: str) -> None:
    """As in traces read with these names for environments, and in merges of such."""
    column = ["12", None, "7"]
    labels = {label: column, "environment": column}
    made = trace((0, 1, 1), (1, 1, 1), (2, 1, 1), **labels)
    merged = merge(spec(), [made, trace((0, 1, 1), **{n: v[:1] for n, v in labels.items()})])
    assert names(merged.workload, "environment") == ["s0:12", "s1:12", None, "s0:7"]
    assert names(merged.workload, "environment") == names(merged.workload, label)
    own = trace((0, 1, 1), (1, 1, 1), **{label: ["12", None], "environment": ["12", "12"]})
    mixed = merge(spec(), [made, own])
    assert names(mixed.workload, "environment") == ["s0:12", "12", None, "12", "s0:7"]


def test_a_name_that_no_job_of_the_window_has_is_not_kept() -> None:
    merged = merge(spec({}), [trace((0, 1, 1), (2 * DAY, 1, 1), queue=["day", "night"])])
    assert merged.workload.queue is not None
    assert merged.workload.queue.names == ("s0:day",)


def test_a_window_has_its_begin_and_not_its_end() -> None:
    window = {"align": "start", "after_days": 1, "days": 1}
    jobs = [(DAY - 1, 1, 1), (DAY, 1, 1), (2 * DAY - 1, 1, 1), (2 * DAY, 1, 1)]
    merged = merge(spec({}, window=window), [trace(*jobs)])
    assert merged.workload.release.tolist() == [0, DAY - 1]
    assert counts(merged) == {"before the window": 1, "after the window": 1}


@pytest.mark.parametrize(
    ("clock", "zone", "monday"),
    [
        ("utc", "Europe/Stockholm", DAY),
        ("local", "Europe/Stockholm", DAY - HOUR),
        ("local", "US/Pacific", DAY + 8 * HOUR),
        ("local", "3600", DAY - HOUR),
        ("local", "-1800", DAY + HOUR // 2),
    ],
)
def test_the_first_monday_is_the_clocks(clock: str, zone: str, monday: float) -> None:
    window = {"align": "monday", "after_days": 0, "days": 1}
    one = trace((monday - 1, 1, 1), (monday, 1, 1), unix_start=SUNDAY, zone=zone)
    merged = merge(spec({}, window=window, clock=clock), [one])
    assert merged.workload.release.tolist() == [0]
    assert merged.report.sites[0].begin == monday


def test_thirty_days_are_over_before_the_monday_is_looked_for() -> None:
    window = {"align": "monday", "after_days": 30, "days": 1}
    days = 36  # 1 January + 30 days is Tuesday the 31st, the next Monday is 6 February
    one = trace((days * DAY, 1, 1), unix_start=SUNDAY, zone="0")
    assert merge(spec({}, window=window), [one]).workload.release.tolist() == [0]


def test_a_window_that_begins_on_the_moment_does_not_wait_a_week() -> None:
    window = {"align": "sunday", "after_days": 0, "days": 1}
    one = trace((0, 1, 1), unix_start=SUNDAY, zone="0")
    assert merge(spec({}, window=window), [one]).report.sites[0].begin == 0


def test_summer_time_is_taken_from_the_day_on_which_the_window_begins() -> None:
    window = {"align": "midnight", "after_days": 90, "days": 1}
    one = trace((91 * DAY - 2 * HOUR, 1, 1), unix_start=SUNDAY, zone="Europe/Stockholm")
    assert merge(spec({}, window=window), [one]).workload.release.tolist() == [0]


def test_a_shift_moves_jobs_before_the_window_is_cut() -> None:
    late = {"shift": HOUR}
    merged = merge(spec(late), [trace((0, 1, 1), (DAY - HOUR, 1, 1))])
    assert merged.workload.release.tolist() == [HOUR]
    assert counts(merged) == {"after the window": 1}


@pytest.mark.parametrize(
    ("filters", "kept", "rule"),
    [
        ({"estimate": "given"}, [1, 2], "no requested time"),
        ({"estimate": "covers"}, [2], "requested time below the run time"),
        ({"statuses": "completed| cancelled"}, [1, 3], "status is none of completed, cancelled"),
        ({"queues": "day"}, [1], "queue is none of day"),
        ({"partitions": "x"}, [], "partition is none of x"),
        ({"least_processors": 2}, [2, 3], "fewer than 2 processors"),
        ({"most_processors": 2}, [1, 2], "more than 2 processors"),
        ({"least_runtime": 5}, [1, 2], "run time below 5 s"),
    ],
)
def test_filters_leave_out_and_count(filters: Any, kept: list[int], rule: str) -> None:
    one = trace(
        (0, 1, 9),
        (1, 2, 9),
        (2, 3, 4),
        estimate=np.array([5, 9, np.nan]),
        status=["completed", "failed", "cancelled"],
        queue=["day", None, "night"],
    )
    merged = merge(spec({"filters": filters}, {}), [one, trace((0, 1, 1))])
    origins = names(merged.workload, "origin")
    found = [int(id[3:]) for id, origin in zip(merged.workload.ids, origins, strict=True)
             if origin == "s0"]  # fmt: skip
    assert found == kept
    assert rule in counts(merged)


def test_a_job_wider_than_every_site_is_left_out_but_not_one_wider_than_its_own() -> None:
    merged = merge(spec({}, {"processors": 8}), [trace((0, 8, 1), (1, 9, 1)), trace((0, 1, 1))])
    assert merged.workload.width.tolist() == [8, 1]
    assert counts(merged) == {"wider than every site": 1}


def test_the_first_rule_that_a_job_breaks_is_the_one_that_counts() -> None:
    merged = merge(spec({}, {}), [trace((0, 1, 1), (2 * DAY, 9, 1)), trace((0, 1, 1))])
    assert counts(merged) == {"after the window": 1}


def test_the_report_has_the_load_of_each_site_and_of_all() -> None:
    merged = merge(spec(), [trace((0, 2, DAY)), trace((0, 1, DAY))])
    assert [site.load for site in merged.report.sites] == [0.5, 0.25]
    assert merged.report.load == 3 / 8
    assert (merged.report.jobs, merged.report.processors) == (2, 8)
    assert merged.report.text.splitlines()[-1] == "2 jobs on 8 processors, load 0.375"
    assert "no job in the last tenth of the window" in merged.report.text
    assert "usable" not in merged.report.text
    written = merged.report.as_json()
    assert written["sites"][0]["left_out"][0] == {"rule": "before the window", "jobs": 0}


@pytest.mark.parametrize(
    ("broken", "error", "sentence"),
    [
        ({"unix_start": None, "zone": "0"}, ParameterError, r"\(s1\): align must be start where"),
        ({"unix_start": 0, "zone": ""}, ParameterError, r"sources\[1\] \(s1\): zone must be given"),
        ({"unix_start": 0, "zone": "Mars"}, ParameterError, "must be a time zone .* got 'Mars'"),
    ],
)
def test_a_window_that_cannot_be_placed_names_the_source(
    broken: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    good = trace((0, 1, 1), unix_start=SUNDAY, zone="0")
    window = {"align": "monday", "after_days": 0, "days": 7}
    with pytest.raises(error, match=sentence):
        merge(spec({}, {}, window=window), [good, trace((0, 1, 1), **broken)])


def test_every_window_that_cannot_be_placed_is_named_by_its_path() -> None:
    window = {"align": "monday", "after_days": 0, "days": 7}
    lost, good = trace((0, 1, 1)), trace((0, 1, 1), unix_start=SUNDAY, zone="0")
    zoneless = trace((0, 1, 1), unix_start=SUNDAY)
    with pytest.raises(ParameterError) as caught:
        merge(spec({}, {}, {}, window=window), [lost, good, zoneless])
    assert set(caught.value.errors) == {"sources[0].window.align", "sources[2].zone"}


@pytest.mark.parametrize(
    ("clock", "align", "date"),
    [
        ("local", "monday", "2023-01-02T00:00-08:00"),
        ("utc", "monday", "2023-01-02T00:00+00:00"),
        ("local", "start", "2022-12-31T16:00-08:00"),
    ],
)
def test_the_report_has_the_date_on_which_a_window_begins(
    clock: str, align: str, date: str
) -> None:
    window = {"align": align, "after_days": 0, "days": 7}
    one = trace((2 * DAY, 1, 1), unix_start=SUNDAY, zone="US/Pacific")
    assert merge(spec({}, window=window, clock=clock), [one]).report.sites[0].begin_date == date
    if align == "start":
        unknown = trace((2 * DAY, 1, 1))
        assert merge(spec({}, window=window), [unknown]).report.sites[0].begin_date == ""


def test_a_merge_that_keeps_nothing_still_says_why() -> None:
    with pytest.raises(NothingLeft) as caught:
        merge(spec({}), [trace((2 * DAY, 1, 1))])
    assert dict(caught.value.report.sites[0].left_out)["after the window"] == 1


def test_a_merge_of_jobs_that_all_come_before_the_window_says_what_to_do() -> None:
    """The window of the form begins thirty days into the trace: jobs at time 0 are before it."""
    usual: dict[str, Any] = {"window": {"align": "start"}}
    with pytest.raises(NothingLeft, match="1 left out: before the window") as caught:
        merge(spec({}, **usual), [trace((0, 1, 1))])
    assert "set align to start and after_days to 0" in str(caught.value)
    assert "last tenth" not in str(caught.value)
    some = merge(spec(), [trace((0, 1, 1)), trace((0, 1, 1), (2 * DAY, 1, 1))])
    assert "after_days" not in some.report.text
    other = merge(spec({}, {"window": {"after_days": 30}}), [trace((0, 1, 1)), trace((0, 1, 1))])
    assert other.report.text.count("after_days") == 1


def test_a_begin_that_no_calendar_has_is_none(tmp_path: Path) -> None:
    for i, start in enumerate((253_402_300_800, 10**30)):
        (tmp_path / f"{i}.swf").write_bytes(swf(f"; UnixStartTime: {start}", line()))
    assert [trace.workload.unix_start for trace in read_traces(spec(), tmp_path)] == [None, None]


def test_a_zone_of_the_specification_goes_before_the_files() -> None:
    window = {"align": "midnight", "after_days": 0, "days": 1}
    one = trace((DAY - HOUR, 1, 1), unix_start=SUNDAY + 1, zone="0")
    merged = merge(spec({"zone": "3600"}, window=window), [one])
    assert merged.report.sites[0].begin == DAY - HOUR - 1


def test_moldable_jobs_and_nothing_at_all_are_refused() -> None:
    with pytest.raises(WorkloadError, match=r"sources\[0\] \(s0\): the jobs must be rigid"):
        merge(spec({}), [SiteTrace(workload=moldable([3, 2]))])
    with pytest.raises(WorkloadError) as caught:
        merge(spec({}), [trace((2 * DAY, 1, 1))])
    assert str(caught.value) == (
        "no job is left: s0: 0 of 1 job kept, load 0.000; 1 left out: after the window; "
        "0 jobs on 4 processors, load 0.000"
    )


def test_traces_are_read_with_their_clock_and_digest(tmp_path: Path) -> None:
    header = ("; UnixStartTime: 1672531200", "; TimeZoneString: Europe/Stockholm  # CET")
    (tmp_path / "0.swf").write_bytes(swf(*header, line(), line(id=2, run=-1)))
    (tmp_path / "1.swf").write_bytes(swf("; TimeZone: 3600 # old", line()))
    one, other = read_traces(spec(), tmp_path)
    first, second = one.workload, other.workload
    assert (first.unix_start, first.zone, one.unusable) == (SUNDAY, "Europe/Stockholm", 1)
    assert (second.unix_start, second.zone) == (None, "3600")
    merged = merge(spec(), [one, other])
    assert "\n  1 line of the file holds no usable job\n" in merged.report.text
    merged = merge(spec(), [one, replace(other, unusable=1_002)])
    assert "  1,002 lines of the file hold no usable job\n" in merged.report.text
    assert [source.site.sha256 for source in merged.spec.sources] == [one.sha256, other.sha256]
    read_traces(merged.spec, tmp_path)
    (tmp_path / "1.swf").write_bytes(swf(line(run=11)))
    with pytest.raises(FormatError, match=r"\(s1\): 1\.swf must have the SHA-256 .*, has "):
        read_traces(merged.spec, tmp_path)
    (tmp_path / "0.swf").unlink()
    with pytest.raises(FormatError, match=r"sources\[0\] \(s0\): 0\.swf cannot be read: No such"):
        read_traces(spec(), tmp_path)


def test_a_merge_has_dates_where_its_time_0_is_one_moment() -> None:
    sites = [
        trace((0, 1, 1), (DAY, 1, 1), unix_start=SUNDAY, zone="Europe/Stockholm"),
        trace((0, 1, 1), (DAY, 1, 1), unix_start=SUNDAY + HOUR, zone="US/Eastern"),
    ]
    window = {"align": "midnight", "after_days": 0.5, "days": 1}
    one = merge(spec(window=window, clock="utc"), sites).workload
    assert (one.unix_start, one.zone) == (SUNDAY + DAY, "")
    alike = merge(spec(window=window, clock="utc"), [sites[0], sites[0]]).workload
    assert (alike.unix_start, alike.zone) == (SUNDAY + DAY, "Europe/Stockholm")
    shifted = {"window": window | {"align": "start", "after_days": 0}, "shift": HOUR}
    late = merge(spec(shifted, shifted), [sites[0], sites[0]]).workload
    assert late.unix_start == SUNDAY - HOUR


def test_a_merge_of_other_moments_or_of_unknown_ones_has_no_dates() -> None:
    dated, silent = trace((0, 1, 1), unix_start=SUNDAY, zone="0"), trace((0, 1, 1))
    other = trace((0, 1, 1), unix_start=SUNDAY + 1, zone="0")
    for pair in ([dated, silent], [silent, silent], [dated, other]):
        merged = merge(spec(), pair).workload
        assert (merged.unix_start, merged.zone) == (None, "")
