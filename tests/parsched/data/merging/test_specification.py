"""Specifications are checked all at once, and come back as they were written."""

import json
from typing import Any

import pytest

from parsched.base.errors import ParameterError
from parsched.data.merging import PRESETS, MergeSpec

SOURCE = {"site": "KTH", "file": "kth.swf", "processors": 100}


def errors(values: Any) -> dict[str, str]:
    """What is wrong with a specification, by place."""
    with pytest.raises(ParameterError) as caught:
        MergeSpec.from_json(values)
    return caught.value.errors


@pytest.mark.parametrize("key", PRESETS)
def test_what_is_written_reads_back(key: str) -> None:
    spec = PRESETS[key]
    text = json.dumps(spec.as_json())
    assert MergeSpec.from_text(text) == spec
    assert json.loads(text)["format"] == "schedweb-merge"


def test_filters_and_windows_of_a_source_go_before_the_common_ones() -> None:
    spec = MergeSpec.from_json(
        {
            "filters": {"estimate": "given", "least_processors": 2},
            "window": {"days": 7},
            "sources": [SOURCE, {**SOURCE, "site": "b", "filters": {"estimate": "any"}}],
        }
    )
    assert [source.filters.estimate for source in spec.sources] == ["given", "any"]
    assert [source.filters.least_processors for source in spec.sources] == [2, 2]
    assert [source.window.days for source in spec.sources] == [7, 7]


def test_everything_that_is_wrong_is_said_at_once_with_its_place() -> None:
    found = errors(
        {
            "name": 5,
            "clock": "atomic",
            "sources": [
                SOURCE,
                {**SOURCE, "processors": 0, "filters": {"estimate": "yes"}},
                {**SOURCE, "site": "b", "window": {"days": -1, "colour": "red"}},
                7,
            ],
        }
    )
    assert set(found) == {
        *("name", "clock", "sources[1].processors", "sources[1].filters.estimate"),
        *("sources[2].window.days", "sources[2].window.colour", "sources[3]"),
    }
    assert found["sources[1].processors"] == (
        "sources[1]: processors must be an integer from 1 to 2,147,483,647, got 0"
    )
    assert found["sources[2].window.days"].endswith("got -1")


@pytest.mark.parametrize(
    ("values", "place", "sentence"),
    [
        ([], "", "must be an object"),
        ({"sources": []}, "sources", "must be a list of 1 to 1,000 objects, got 0"),
        ({}, "sources", "must be a list of 1 to 1,000 objects"),
        ({"sources": [SOURCE], "version": 2}, "version", "version must be 1, got 2"),
        ({"sources": [SOURCE], "format": "x"}, "format", 'must be "schedweb-merge", got "x"'),
        ({"sources": [SOURCE], "filters": 3}, "filters", "must be an object, got 3"),
        (
            {"sources": [SOURCE], "more": 3},
            "more",
            "is not a parameter here; known are: name, clock, format, version, sources, filters, "
            "window",
        ),
        (
            {"sources": [{**SOURCE, "windw": {}}]},
            "sources[0].windw",
            "known are: site, file, processors, sha256, zone, shift, filters, window",
        ),
        ({"sources": [SOURCE, SOURCE]}, "sources[1].site", "must be unique, got 'KTH' twice"),
        ({"sources": [{**SOURCE, "site": " "}]}, "sources[0].site", "site must not be empty"),
        ({"sources": [{**SOURCE, "file": ""}]}, "sources[0].file", "file must not be empty"),
        ({"sources": [{**SOURCE, "sha256": "ab"}]}, "sources[0].sha256", "64 digits from 0 to f"),
        ({"sources": [{**SOURCE, "zone": "Mars"}]}, "sources[0].zone", "must be a time zone"),
        ({"sources": [{**SOURCE, "zone": "90000"}]}, "sources[0].zone", "offset from"),
        ({"sources": [{**SOURCE, "zone": "../x"}]}, "sources[0].zone", "must be a time zone"),
        ({"sources": [{**SOURCE, "shift": 1e9}]}, "sources[0].shift", "from -604,800 to 604,800"),
    ],
)
def test_each_rule_has_its_sentence(values: Any, place: str, sentence: str) -> None:
    assert sentence in errors(values)[place]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "line 1, column 2: a specification must be JSON"),
        ("[" * 100_000, "at most 20 levels"),
        ('{"sources": ' + "1" * 5_000 + "}", "fewer digits"),
    ],
)
def test_text_that_is_no_json_says_where(text: str, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        MergeSpec.from_text(text)
