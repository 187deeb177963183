"""JSON too large for memory gives the same jobs, one after the other."""

import json
from typing import Any

import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import FileLimits
from parsched.data.logs.tables import json_stream
from tests.parsched.data.formats.workloads import same, same_profiles
from tests.parsched.data.logs.samples import SAMPLES
from tests.parsched.data.logs.test_known import reading

JSON = sorted(key for key, text in SAMPLES.items() if text.lstrip()[:1] in (b"{", b"["))


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold next to nothing in memory."""
    monkeypatch.setattr(json_stream, "MOST_BYTES", 10)


@pytest.mark.parametrize("key", JSON)
def test_samples_are_read_alike(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    streamed = reading(SAMPLES[key])
    monkeypatch.setattr(json_stream, "MOST_BYTES", 1 << 20)
    held = reading(SAMPLES[key])
    assert streamed.format == held.format == key
    assert streamed.report == held.report
    same(streamed.workload, held.workload, "ids", "release", "estimate")
    same_profiles(streamed.workload, held.workload)


def slurm(**job: Any) -> bytes:
    """Return a log of one job with other values."""
    document = json.loads(SAMPLES["sacct-json"])
    document["jobs"][0] |= job
    return json.dumps(document).encode()


def test_a_mark_before_the_text_is_no_part_of_it() -> None:
    assert len(reading(b"\xef\xbb\xbf" + slurm()).workload) == 2


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (slurm()[:-40], "this is not JSON"),
        (slurm().replace(b'"jobs": [', b'"jobs": [NaN, '), "this is not JSON"),
        (slurm().replace(b'"jobs": [', b'"nothing": ['), "jobs must be a list"),
        (slurm(name=json.loads("[" * 200 + "]" * 200)), "deep within each other"),
    ],
    ids=["cut off", "no number", "no list", "deep"],
)
def test_what_is_wrong_is_one_sentence(content: bytes, rule: str) -> None:
    with pytest.raises(FormatError, match=rule) as caught:
        reading(content, source="sacct-json", limits=FileLimits(max_depth=100))
    assert len(str(caught.value)) < 400
