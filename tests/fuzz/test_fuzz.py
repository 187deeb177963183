"""A short campaign, and the rules of a long one."""

import pytest

from tests.fuzz import campaign
from tests.fuzz.campaign import content_of, run
from tests.fuzz.targets import TARGETS, Target


def test_damaged_files_are_read_or_refused() -> None:
    account = run(700, seed=2026)
    assert account.faults == []
    assert account.read + account.refused == 700
    assert account.read > 70


def test_undamaged_files_are_read() -> None:
    for target in TARGETS:
        for seed in target.seeds:
            target.read(seed)


def test_a_number_always_makes_the_same_file() -> None:
    assert [content_of(1, i) for i in range(20)] == [content_of(1, i) for i in range(20)]
    assert content_of(1, 3)[1] != content_of(2, 3)[1]


def _faulty(content: bytes) -> object:
    if content.startswith(b"memory"):
        return bytearray(8 * campaign.MOST_BYTES)  # refused, so that nothing is filled
    raise IndexError(content)


@pytest.mark.parametrize(("seed", "fault"), [(b"memory", "128 MiB"), (b"index", "IndexError")])
def test_faults_are_reported(monkeypatch: pytest.MonkeyPatch, seed: bytes, fault: str) -> None:
    monkeypatch.setattr(campaign, "MOST_BYTES", 128 * 2**20)  # more takes seconds to fill
    monkeypatch.setattr(campaign, "TARGETS", (Target("faulty", _faulty, (seed,)),))
    monkeypatch.setattr(campaign, "mutated", lambda seeds, random: seeds[0])
    account = run(1, seed=1)
    assert len(account.faults) == 1
    assert account.faults[0].startswith("round 0 of seed 1, faulty: ")
    assert fault in account.faults[0]
