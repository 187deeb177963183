"""Entries that stand for several runs."""

import pytest

from algorithms.groups.params import DeployParams
from algorithms.platform import Platform
from algorithms.ready_made import READY_MADE
from algorithms.workload import Labels, Workload
from schedweb.errors import InvalidError
from schedweb.runs.entries import MAX_RUNS, Checked, Entry, check
from schedweb.runs.ready_made import entries_of
from tests.factories import jobs

JOBS = jobs([0, 5, 6], [2, 4, 2], [10, 10, 4])
TOGETHER = jobs([0, 0], [2, 1], [10, 4], environment=Labels.of(["a", "b"]))
GRID = Platform.of(4, 8)
CLUSTER = Platform.of(4)


def labels(*entries: Entry, machine: Platform = GRID) -> list[str]:
    return [run.label for run in check(entries, JOBS, machine)]


def errors(
    *entries: Entry,
    taken: tuple[str, ...] = (),
    machine: Platform = GRID,
    jobs: Workload = JOBS,
) -> dict[str, str]:
    with pytest.raises(InvalidError) as caught:
        check(entries, jobs, machine, taken)
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
        "MST, local fcfs",
        "MPL, local fcfs",
        "MST, local fcfs #2",
        "MPL, local fcfs #2",
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


SHARED = {"deploy_seconds": "200", "deploy_extra": 100}


def test_labels_of_trade_offs_tell_methods_and_targets_and_no_more() -> None:
    entries = entries_of(READY_MADE["trade-offs"])
    found = check(entries, TOGETHER, CLUSTER, shared=SHARED)
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
    times = {run.params.deployment.values for run in found if isinstance(run.params, DeployParams)}
    assert times == {(200.0, 100.0)}
    again = check(entries, TOGETHER, CLUSTER, labels)
    assert again[4].label == "GLS, λ = 1 × min #2"
    other = check(entries, TOGETHER, CLUSTER, labels, {"deploy_seconds": 5})
    assert other[0].label == "List blind to environments (deployments of 5 s)"
    assert other[5].label == "GLS, λ = 1.1 × min, deployments of 5 s"


def test_labels_leave_out_what_all_runs_state_alike() -> None:
    """As if it were given once: it tells no run from another."""
    stated = {"deploy_seconds": 200, "deploy_extra": 100}
    entries = [Entry("env-blind", stated), Entry("gls", stated, vary={"lam": [1, 2]}), Entry("ltf")]
    found = check(entries, TOGETHER, CLUSTER)
    labels = [run.label for run in found]
    assert labels[:3] == [
        "List blind to environments",
        "GLS, λ = 1 × min",
        "GLS, λ = 2 × min",
    ]
    assert found[0].params.changed() == stated
    added = check(entries[:1], TOGETHER, CLUSTER, labels[1:])
    assert added[0].label == "List blind to environments (deployments of 200–300 s)"
    assert check(entries[:1], TOGETHER, CLUSTER)[0].label == added[0].label
    other = [*entries, Entry("env-order", {"deploy_seconds": 5})]
    assert [run.label for run in check(other, TOGETHER, CLUSTER)][:1] == [added[0].label]
    assert [run.label for run in check([entries[0]] * 2, TOGETHER, CLUSTER)] == [
        "List blind to environments",
        "List blind to environments #2",
    ]


def test_labels_of_batches_tell_what_runs_inside() -> None:
    found = check(entries_of(READY_MADE["trade-offs-on-line"]), TOGETHER, CLUSTER, shared=SHARED)
    labels = [run.label for run in found]
    assert labels[:6:5] == [
        "On-line batching, List blind to environments",
        "On-line batching, GLS+, λ = 1 × min",
    ]
    assert labels[-1] == "On-line batching, GLS+, λ = 4 × min"
    assert {run.params.innermost.changed()["deploy_extra"] for run in found} == {100.0}


@pytest.mark.parametrize(
    ("entry", "label"),
    [
        (Entry("gls", {"deploy_seconds": 5}), "Group list scheduling (deployments of 5–105 s)"),
        (Entry("gls", {"deploy_extra": 20}), "Group list scheduling (deployments of 200–220 s)"),
        (Entry("gls", {"lam": 2}), "Group list scheduling (λ = 2 × min)"),
        (Entry("gls", {"deploy_seconds": 0}), "Group list scheduling (deployments of 0–100 s)"),
        (
            Entry("gls", vary={"deploy_seconds": [0, 5]}),
            "GLS, deployments of 0–100 s, GLS, deployments of 5–105 s",
        ),
        (
            Entry("online-batch", {"algorithm": "gls-plus", "settings": "lam=2 deploy_seconds=5"}),
            "On-line batching (GLS+, deployments of 5–105 s, λ = 2 × min)",
        ),
        (
            Entry("online-batch", {"algorithm": "gls", "settings": "lam=1"}),
            "On-line batching (GLS, λ = 1 × min)",
        ),
        (
            Entry("online-batch", {"algorithm": "gls-plus", "settings": "lam=2"}),
            "On-line batching (GLS+, λ = 2 × min)",
        ),
    ],
)
def test_labels_tell_times_of_deployments_whole_where_a_part_is_shared(
    entry: Entry, label: str
) -> None:
    assert ", ".join(run.label for run in check([entry], TOGETHER, CLUSTER, shared=SHARED)) == label


def test_a_target_in_seconds_is_told_once() -> None:
    entry = Entry("gls", {"lam_unit": "seconds", "merge": "more-than"}, vary={"lam": [10, 20]})
    found = [run.label for run in check([entry, entry], TOGETHER, CLUSTER)]
    assert found[1::2] == ["GLS, λ = 20 s", "GLS, λ = 20 s, merge more-than"]


def test_what_an_entry_states_is_not_shared() -> None:
    own = Entry("gls", {"deploy_seconds": 0}, vary={"deploy_extra": [1, 2]})
    found = check([own, Entry("gls")], TOGETHER, CLUSTER, shared=SHARED)
    times = [run.params.deployment.values for run in found if isinstance(run.params, DeployParams)]
    assert times == [(0, 1), (0, 2), (200, 100)]


def test_shared_values_that_are_wrong_are_named() -> None:
    def refused(entry: Entry, shared: dict[str, object]) -> dict[str, str]:
        with pytest.raises(InvalidError) as caught:
            check([entry], TOGETHER, CLUSTER, shared=shared)
        return caught.value.errors

    wrong = refused(Entry("gls", {"lam": "x"}), {"deploy_seconds": -1, "nobody": 1})
    assert set(wrong) == {"entries.0.params.lam", "shared.deploy_seconds", "shared.nobody"}
    assert set(refused(Entry("ltf"), {"deploy_seconds": 1})) == {"shared.deploy_seconds"}
    full = Entry("online-batch", {"algorithm": "gls", "settings": f"lam={'0' * 180}2"})
    assert set(refused(full, SHARED)) == {"entries.0.params.settings"}


def test_a_target_below_the_minimum_is_refused_with_its_seconds() -> None:
    found = errors(Entry("gls", vary={"lam": "0.5:2:0.5"}), machine=CLUSTER, jobs=TOGETHER)
    assert found == {
        "entries.0.algorithm": "Group list scheduling needs λ (lam) of at least the minimum, 10 s "
        "for these jobs here, got 0.5 × the minimum"
    }
