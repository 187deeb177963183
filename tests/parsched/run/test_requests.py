"""Entries that stand for several runs."""

from dataclasses import replace

import pytest

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels
from parsched.run.ready_made import READY_MADE
from parsched.run.request import MAX_RUNS, Request, RequestEntry, check
from tests.parsched.factories import offline, rigid

JOBS = rigid((0, 2, 10), (5, 4, 10), (6, 2, 4))
ENVIRONED = replace(offline((2, 10), (1, 4)), environment=Labels.of(["a", "b"]))
GRID = Instance(JOBS, Platform.of(4, 8))
CLUSTER = Instance(JOBS, Platform.of(4))
TOGETHER = Instance(ENVIRONED, Platform.of(4))


def labels(*entries: RequestEntry, instance: Instance = GRID) -> list[str]:
    return [run.label for run in check(entries, instance)]


def errors(
    *entries: RequestEntry, taken: tuple[str, ...] = (), instance: Instance = GRID
) -> dict[str, str]:
    with pytest.raises(ParameterError) as caught:
        check(entries, instance, taken)
    return caught.value.errors


def test_an_entry_makes_a_run_for_each_combination_of_values() -> None:
    vary = {"strategy": ["mst", "mpl"], "admissible": "0.5:1:0.5"}
    found: list[Request] = check([RequestEntry("grid", {"local": "fcfs"}, vary=vary)], GRID)
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
    found = labels(RequestEntry("grid", vary=vary))
    assert len(found) == len(set(found)) == 90
    assert (found[0], found[-1]) == ("Random, a = 0.1", "MST, a = 1")
    assert max(map(len, found)) <= len("LBal_S, a = 0.1")


def test_titles_and_labels_come_first_where_values_do_not_say_enough() -> None:
    assert labels(RequestEntry("grid", vary={"local": "easy|fcfs"})) == [
        "Two-level grid, local easy",
        "Two-level grid, local fcfs",
    ]
    assert labels(RequestEntry("grid", label="Mine", vary={"strategy": "mst|mpl"})) == [
        "Mine, MST",
        "Mine, MPL",
    ]
    one = RequestEntry("grid", label=" Mine ", vary={"local": ["fcfs"]})
    assert labels(one) == ["Mine"]


def test_labels_that_are_taken_say_more_or_are_numbered() -> None:
    twice = RequestEntry("grid", {"local": "fcfs"}, vary={"strategy": "mst|mpl"})
    assert labels(RequestEntry("grid", vary={"strategy": "mst|mpl"}), twice, twice) == [
        "MST",
        "MPL",
        "MST, local fcfs",
        "MPL, local fcfs",
        "MST, local fcfs #2",
        "MPL, local fcfs #2",
    ]
    given = RequestEntry("grid", label="x" * 100, vary={"strategy": "mst|mpl"})
    assert len(set(labels(given))) == 2
    assert max(map(len, labels(given))) == 100


def test_values_that_break_a_rule_are_named_by_entry_and_parameter() -> None:
    found = errors(
        RequestEntry("grid"),
        RequestEntry(
            "grid", {"local": "x", "seed": 1}, vary={"admissible": "0.5, 7", "seed": [1, 2]}
        ),
        RequestEntry("grid", vary={"strategy": [], "unknown": [1]}),
    )
    assert set(found) == {
        "entries.1.params.local",
        "entries.1.vary.admissible",
        "entries.1.vary.seed",
        "entries.2.vary.strategy",
        "entries.2.vary.unknown",
    }
    assert found["entries.1.vary.admissible"].endswith("above 0 and at most 1, got 7.0")


def test_a_refusal_of_one_of_the_runs_refuses_the_entry() -> None:
    inner = RequestEntry("online-batch", vary={"algorithm": ["ltf", "sequential"]})
    assert (
        "which runs every job on one processor"
        in errors(inner, instance=CLUSTER)["entries.0.algorithm"]
    )
    inner = RequestEntry(
        "online-batch", {"algorithm.depth": 1}, vary={"algorithm": ["demt", "ltf"]}
    )
    assert "entries.0.params.algorithm.depth" in errors(inner, instance=CLUSTER)


def test_too_many_runs_are_refused_before_any_is_looked_at() -> None:
    seeds = RequestEntry("grid", vary={"seed": "1:1000", "admissible": "0.001:1:0.001"})
    assert errors(RequestEntry("easy"), seeds) == {
        "entries": f"a comparison has at most {MAX_RUNS} runs, this one would have 1,000,001",
        "entries.1.vary": "these values make 1,000,000 runs",
    }
    most = RequestEntry("grid", vary={"seed": f"1:{MAX_RUNS}"})
    assert len(check([most], GRID)) == MAX_RUNS
    assert set(errors(most, taken=("fcfs",))) == {"entries"}


def test_labels_of_trade_offs_tell_methods_and_targets_and_no_more() -> None:
    entries = READY_MADE["trade-offs"].methods
    found = check(entries, TOGETHER)
    labels = [run.label for run in found]
    assert labels[:5] == [
        "List blind to environments",
        "List by environment",
        "Environment by environment",
        "One job after the other",
        "GLS, λ = 1 × min",
    ]
    assert "GLS+, λ = 1.25 × min, fewest" in labels
    assert max(map(len, labels)) < 40
    again = check(entries, TOGETHER, labels)
    assert again[4].label == "GLS, λ = 1 × min #2"


def test_labels_of_batches_tell_what_runs_inside() -> None:
    found = check(READY_MADE["trade-offs-on-line"].methods, TOGETHER)
    labels = [run.label for run in found]
    assert labels[:6:5] == [
        "On-line batching, List blind to environments",
        "On-line batching, GLS+, λ = 1 × min",
    ]
    assert labels[-1] == "On-line batching, GLS3, λ = 4 × min"


@pytest.mark.parametrize(
    ("entry", "label"),
    [
        (RequestEntry("gls", {"lam": 2}), "Group list scheduling (λ = 2 × min)"),
        (RequestEntry("online-batch"), "On-line batching"),
        (
            RequestEntry("online-batch", {"algorithm": "ltf"}),
            "On-line batching (Largest task first)",
        ),
        (
            RequestEntry("online-batch", {"algorithm": "gls", "algorithm.lam": "1"}),
            "On-line batching (GLS, λ = 1 × min)",
        ),
        (
            RequestEntry("online-batch", {"algorithm": {"key": "gls-plus", "params": {"lam": 2}}}),
            "On-line batching (GLS+, λ = 2 × min)",
        ),
        (
            RequestEntry(
                "online-batch", {"algorithm": "demt"}, vary={"algorithm.shuffles": "3, 5"}
            ),
            "On-line batching, DEMT, shuffles = 3; On-line batching, DEMT, shuffles = 5",
        ),
        (
            RequestEntry(
                "online-batch", {"algorithm.lam": 1.5}, vary={"algorithm": ["gls", "gls-plus"]}
            ),
            "On-line batching, GLS, λ = 1.5 × min; On-line batching, GLS+, λ = 1.5 × min",
        ),
    ],
)
def test_labels_tell_what_is_stated_of_the_algorithm_of_batches(
    entry: RequestEntry, label: str
) -> None:
    assert "; ".join(run.label for run in check([entry], TOGETHER)) == label


def test_a_target_in_seconds_is_told_once() -> None:
    entry = RequestEntry(
        "gls", {"lam_unit": "seconds", "merge": "more-than"}, vary={"lam": [10, 20]}
    )
    found = [run.label for run in check([entry, entry], TOGETHER)]
    assert found[1::2] == ["GLS, λ = 20 s", "GLS, λ = 20 s, merge more-than"]


def test_a_target_below_the_minimum_is_refused_with_its_seconds() -> None:
    found = errors(RequestEntry("gls", vary={"lam": "0.5:2:0.5"}), instance=TOGETHER)
    assert found == {
        "entries.0.algorithm": "Group list scheduling needs λ (lam) of at least the minimum, 10 s "
        "for these jobs here, got 0.5 × the minimum"
    }
