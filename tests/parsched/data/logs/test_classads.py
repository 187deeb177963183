"""ClassAds of HTCondor one after the other: what is cut off, and several on a line."""

import json
from itertools import chain

import pytest

from tests.parsched.data.logs.condor_events import (
    WRITERS,
    Event,
    as_ads,
    as_json,
    as_text,
    as_xml,
)
from tests.parsched.data.logs.samples import HTCONDOR_XML
from tests.parsched.data.logs.test_known import findings, reading

JOBS = tuple(
    chain.from_iterable(
        (Event(0, at, (id, 0)), Event(1, at + 5, (id, 0), 2), Event(5, at + 15, (id, 0), 2))
        for id, at in ((7, 0), (8, 100), (9, 200))
    )
)


def xml_lines() -> list[str]:
    """Return events as XML, each on one line."""
    return [as_xml((event,)).replace("\n", "") + "\n" for event in JOBS]


@pytest.mark.parametrize("form", WRITERS)
def test_an_event_that_the_file_ends_within_is_told(form: str) -> None:
    whole = WRITERS[form](JOBS).rstrip()
    without_end = whole.removesuffix("...").removesuffix("}]").removesuffix("</c>")
    cut = without_end.removesuffix("]").rstrip().removesuffix("}")
    found = reading(cut.encode(), source="htcondor-events")
    assert found.workload.ids.tolist() == ["7.0", "8.0"]
    assert findings(found)["cut_off"] == findings(found)["not_ended"] == 1


@pytest.mark.parametrize("at", [3, 4, 5, 7, 8])
def test_jobs_after_an_ad_that_was_cut_off_are_read(at: int) -> None:
    lines = xml_lines()
    lines[at] = lines[at].replace("</c>\n", "\n")
    found = reading("".join(lines).encode())
    assert findings(found)["cut_off"] == 1
    others = {7, 8, 9} - {7 + at // 3}
    assert [int(float(id)) for id in found.workload.ids] == sorted(others)


@pytest.mark.parametrize("indent", ["", "  ", "\t"])
def test_one_that_was_cut_off_over_several_lines_ends_at_the_next(indent: str) -> None:
    ads = [as_xml((event,)) for event in JOBS]
    ads[3] = ads[3].removesuffix("</c>\n").rsplit("    <a", 1)[0]
    lines = "".join(ads).splitlines()
    text = "".join(f"{indent}{line}\n" for line in lines)
    found = reading(text.encode())
    assert found.workload.ids.tolist() == ["7.0", "9.0"]
    assert findings(found)["cut_off"] == 1


@pytest.mark.parametrize(
    "within", ['<a n="X"><c>', '<a n="X">\n<c>', '<a n="X"><l>\n<c>\n</c>\n<c>']
)
def test_an_ad_within_another_does_not_end_it(within: str) -> None:
    closing = "</c></l></a>" if "<l>" in within else "</c></a>"
    ads = [as_xml((event,)) for event in JOBS]
    ads[4] = ads[4].replace("<c>\n", f"<c>\n{within}\n{closing}\n", 1)
    found = reading("".join(ads).encode())
    assert found.workload.ids.tolist() == ["7.0", "8.0", "9.0"]
    assert "cut_off" not in findings(found)


def test_the_history_as_xml_tells_what_was_cut_off() -> None:
    cut = HTCONDOR_XML[: HTCONDOR_XML.rindex(b"</c>")]
    assert findings(reading(cut))["cut_off"] == 1


@pytest.mark.parametrize(
    "begin",
    [
        "<classads>\n",
        '<?xml version="1.0"?>\n<!DOCTYPE classads SYSTEM "classads.dtd">\n<classads>\n',
        '<?xml version="1.0"?><classads xmlns="x">',
    ],
)
def test_xml_may_have_one_element_around_all(begin: str) -> None:
    found = reading(f"{begin}{as_xml(JOBS)}</classads>\n".encode())
    assert found.format == "htcondor-events"
    assert found.workload.ids.tolist() == ["7.0", "8.0", "9.0"]


ADS = [json.dumps(ad) for ad in as_ads(JOBS)]


def on_lines(count: int, between: str = ",") -> list[str]:
    """Return events as lines with a number of objects each."""
    return [between.join(ADS[at : at + count]) for at in range(0, len(ADS), count)]


@pytest.mark.parametrize(
    "text",
    [
        "[" + ",\n".join(on_lines(2)) + "]",
        "[" + ",\n".join(on_lines(4, ", ")) + "\n]\n",
        "[\n" + ",\n".join(on_lines(3)) + "\n]\n",
        "\n".join(on_lines(2, "")),
        "".join(ADS),
        " ".join(ADS),
        as_json(JOBS).replace("}\n{", "}{"),
        "[" + as_json(JOBS).rstrip().replace("}\n{", "}, {") + "]",
    ],
)
def test_several_objects_may_be_on_a_line(text: str) -> None:
    found = reading(text.encode())
    assert found.format == "htcondor-events"
    assert found.workload.ids.tolist() == ["7.0", "8.0", "9.0"]
    assert found.report.dropped == 0


@pytest.mark.parametrize("odd", ["{]}", '{"Proc": NaN}', "x}", "{" * 600 + "}"])
def test_what_is_no_object_is_told(odd: str) -> None:
    found = reading("\n".join((*ADS[:6], odd, *ADS[6:])).encode())
    assert found.workload.ids.tolist() == ["7.0", "8.0", "9.0"]
    assert findings(found)["cut_off"] == 1


def dated(event: Event, date: object) -> str:
    """Return an event at another time as JSON."""
    [ad] = as_ads((event,))
    return json.dumps({**ad, "EventTime": date}) + "\n"


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/New_York"])
def test_the_zone_of_the_server_does_not_matter(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import time  # noqa: PLC0415

    monkeypatch.setenv("TZ", zone)
    time.tzset()
    dates = ("01:00:00", "01:30:00", "03:30:00", "04:00:00", "05:00:00")
    text = as_text(Event(code, 0) for code in (0, 1, 4, 1, 5))
    for date in dates:
        text = text.replace("2025-03-01 00:00:00", f"2026-03-29 {date}", 1)
    try:
        found = reading(text.encode())
    finally:
        monkeypatch.undo()
        time.tzset()
    [again] = [each for each in found.report.findings if each.kind.key == "ran_before"]
    assert "before ran 7200 s" in again.sentence


@pytest.mark.parametrize("form", [int, float, str])
def test_times_may_be_seconds_since_1970(form: type) -> None:
    codes = ((0, 0), (1, 60), (4, 660), (1, 700), (5, 800))
    text = "".join(dated(Event(code, 0, cpus=2), form(1_770_000_000 + at)) for code, at in codes)
    found = reading(text.encode())
    assert found.workload.unix_start == 1_770_000_000
    assert found.workload.runtime.tolist() == [100]
    [again] = [each for each in found.report.findings if each.kind.key == "ran_before"]
    assert "before ran 600 s" in again.sentence


@pytest.mark.parametrize("form", WRITERS)
def test_a_job_that_ended_without_a_start_ran(form: str) -> None:
    events = (Event(0, 0), Event(5, 20, cpus=1), *JOBS[3:6])
    found = reading(WRITERS[form](events).encode())
    assert found.workload.ids.tolist() == ["8.0"]
    assert findings(found)["no_start"] == 1
    assert "never_started" not in findings(found)
