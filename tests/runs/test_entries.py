"""Entries that stand for several runs."""

import pytest

from algorithms.platform import Platform
from schedweb.errors import InvalidError
from schedweb.runs.entries import MAX_RUNS, Checked, Entry, check
from tests.factories import jobs

JOBS = jobs([0, 5, 6], [2, 4, 2], [10, 10, 4])
GRID = Platform.of(4, 8)
CLUSTER = Platform.of(4)


def labels(*entries: Entry, machine: Platform = GRID) -> list[str]:
    return [run.label for run in check(entries, JOBS, machine)]


def errors(
    *entries: Entry, taken: tuple[str, ...] = (), machine: Platform = GRID
) -> dict[str, str]:
    with pytest.raises(InvalidError) as caught:
        check(entries, JOBS, machine, taken)
    return caught.value.errors


def test_an_entry_makes_a_run_for_each_combination_of_values() -> None:
    vary = {"strategy": ["mst", "mpl"], "admissible": "0.5:1:0.5"}
    found: list[Checked] = check([Entry("grid", {"local": "fcfs"}, vary=vary)], JOBS, GRID)
    assert [run.params.changed() for run in found] == [
        {"strategy": "mst", "admissible": 0.5, "local": "fcfs"},
        {"strategy": "mst", "local": "fcfs"},
        {"admissible": 0.5, "local": "fcfs"},
        {"local": "fcfs"},
    ]
    assert [run.label for run in found] == [
        "MST, a = 0.5",
        "MST, a = 1",
        "MPL, a = 0.5",
        "MPL, a = 1",
    ]


def test_the_sweep_of_the_paper_has_90_short_labels() -> None:
    vary = {"strategy": "all", "admissible": "0.1:1:0.1"}
    found = labels(Entry("grid", vary=vary))
    assert len(found) == len(set(found)) == 90
    assert (found[0], found[-1]) == ("Random, a = 0.1", "MST, a = 1")
    assert max(map(len, found)) <= len("LBal_S, a = 0.1")


def test_titles_and_labels_come_first_where_values_do_not_say_enough() -> None:
    assert labels(Entry("easy", vary={"estimates": "raise|kill"}), machine=CLUSTER) == [
        "EASY backfilling, estimates raise",
        "EASY backfilling, estimates kill",
    ]
    assert labels(Entry("grid", label="Mine", vary={"strategy": "mst|mpl"})) == [
        "Mine, MST",
        "Mine, MPL",
    ]
    one = Entry("easy", label=" Mine ", vary={"estimates": ["kill"]})
    assert labels(one, machine=CLUSTER) == ["Mine"]


def test_labels_that_are_taken_say_more_or_are_numbered() -> None:
    twice = Entry("grid", {"local": "fcfs"}, vary={"strategy": "mst|mpl"})
    assert labels(Entry("grid", vary={"strategy": "mst|mpl"}), twice, twice) == [
        "MST",
        "MPL",
        "Two-level grid (strategy mst, local fcfs)",
        "Two-level grid (local fcfs)",
        "Two-level grid (strategy mst, local fcfs) #2",
        "Two-level grid (local fcfs) #2",
    ]
    given = Entry("grid", label="x" * 100, vary={"strategy": "mst|mpl"})
    assert len(set(labels(given))) == 2
    assert max(map(len, labels(given))) == 100


def test_values_that_break_a_rule_are_named_by_entry_and_parameter() -> None:
    found = errors(
        Entry("grid"),
        Entry("grid", {"local": "x", "seed": 1}, vary={"admissible": "0.5, 7", "seed": [1, 2]}),
        Entry("grid", vary={"strategy": [], "nobody": [1]}),
    )
    assert set(found) == {
        "entries.1.params.local",
        "entries.1.vary.admissible",
        "entries.1.vary.seed",
        "entries.2.vary.strategy",
        "entries.2.vary.nobody",
    }
    assert found["entries.1.vary.admissible"].endswith("above 0 and at most 1, got 7.0")


def test_a_refusal_of_one_of_the_runs_refuses_the_entry() -> None:
    inner = Entry("online-batch", vary={"algorithm": ["ltf", "sequential"]})
    assert (
        "which runs every job on one processor"
        in errors(inner, machine=CLUSTER)["entries.0.algorithm"]
    )
    settings = Entry("online-batch", {"settings": "depth=1"}, vary={"algorithm": ["demt", "ltf"]})
    assert "entries.0.params.settings" in errors(settings, machine=CLUSTER)


def test_too_many_runs_are_refused_before_any_is_looked_at() -> None:
    seeds = Entry("grid", vary={"seed": "1:1000", "admissible": "0.001:1:0.001"})
    assert errors(Entry("easy"), seeds) == {
        "entries": f"a comparison has at most {MAX_RUNS} runs, this one would have 1,000,001",
        "entries.1.vary": "these values make 1,000,000 runs",
    }
    most = Entry("grid", vary={"seed": f"1:{MAX_RUNS}"})
    assert len(check([most], JOBS, GRID)) == MAX_RUNS
    assert set(errors(most, taken=("fcfs",))) == {"entries"}
