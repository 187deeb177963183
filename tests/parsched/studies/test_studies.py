"""Studies: what is computed, seeds, order, processes, and going on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parsched.base.errors import FormatError, ParameterError, UnknownKeyError
from parsched.declare.parameters import MAX_SEED
from parsched.report.writers import csv
from parsched.run.solve import solve
from parsched.studies import Cells, Generated, Kept, Method, Part, Study, Traced
from parsched.studies.computing import compute, instance_of, request_of
from parsched.studies.figures import figure
from parsched.studies.part import Unit
from parsched.studies.running import LARGEST_BATCH, batch_size
from parsched.studies.seeds import derived_seed
from parsched.studies.tables import summary, tidy
from tests.parsched.studies.small import DRAWN, INSTANCES, LISTS, STUDY, computed

SLOW = {"seconds": 5.0}
SEED = 2189505267331882854
"""Of weakly parallel jobs, as version 1 derived it: tables are repeated with it."""


def test_a_cell_is_what_solve_returns() -> None:
    cells = computed()
    unit = Unit("drawn", 0, 1)
    instance = instance_of(STUDY, unit)
    for method in range(2):
        request = request_of(STUDY, unit, method)
        result = solve(instance, request.algorithm.key, request.params)
        label = DRAWN.requests[method].label
        found = cells.groups(("drawn",))[0].of("makespan/dual", label)[1]
        assert found == result.metrics["makespan"] / result.bounds["makespan"]["dual"]


def test_more_repetitions_change_no_earlier_ones() -> None:
    few, many = computed(), computed(STUDY.changed(repetitions=5))
    for key, part in few.parts.items():
        count = part.part.repetitions
        np.testing.assert_array_equal(part.numbers, many.parts[key].numbers[:, :count])


def test_more_values_change_no_earlier_ones() -> None:
    wider = replace(LISTS, instances=replace(INSTANCES, jobs=(3, 5, 10)))
    few, many = computed(), computed(parts=(wider, DRAWN))
    np.testing.assert_array_equal(few.parts["lists"].numbers, many.parts["lists"].numbers[1:])


def test_seeds_differ_between_values_repetitions_and_studies() -> None:
    instances = LISTS.instances
    seeds = {
        instances.seed(study, value, repetition)
        for study in (1, 2)
        for value in instances.values
        for repetition in range(50)
    }
    assert len(seeds) == 2 * 2 * 50


def test_seeds_are_the_same_in_every_version_and_however_values_are_written() -> None:
    values = {"jobs": 25, "processors": 200}
    assert derived_seed(1, "weak", values, 0) == SEED
    assert derived_seed(1, "weak", dict(reversed(values.items())), 0) == SEED
    assert all(0 <= derived_seed(number) <= MAX_SEED for number in range(100))


def test_methods_that_draw_have_seeds_of_their_own_unless_stated() -> None:
    part = replace(DRAWN, methods=("demt:shuffles=3", "demt:shuffles=2", "demt:seed=5"))
    study = replace(STUDY, parts=(LISTS, part))

    def seed(repetition: int, method: int) -> int:
        request = request_of(study, Unit("drawn", 0, repetition), method)
        return int(request.params.as_dict()["seed"])

    assert len({seed(repetition, method) for repetition in (0, 1) for method in (0, 1)}) == 4
    assert seed(1, 2) == 5


@pytest.mark.parametrize("processes", [2, 3])
def test_any_number_of_processes_gives_the_same_table(processes: int) -> None:
    assert csv(tidy(computed())) == csv(tidy(computed(processes=processes)))


def test_any_order_gives_the_same_table() -> None:
    cells = Cells(STUDY)
    for unit in reversed(list(cells.missing())):
        cells.put(unit, compute(STUDY, unit))
    assert csv(tidy(cells)) == csv(tidy(computed()))
    assert csv(summary(cells)) == csv(summary(computed()))


def test_a_method_without_a_schedule_leaves_a_sentence() -> None:
    arriving = replace(INSTANCES, params={"load": 0.5})
    part = replace(LISTS, instances=arriving, methods=("fcfs", "ltf"), repetitions=1)
    cells = computed(parts=(part,), plots=(), claims=())
    assert set(cells.parts["lists"].problems) == {(0, 0, 1), (1, 0, 1)}
    assert np.isnan(cells.parts["lists"].numbers[:, :, 1]).all()
    assert np.isfinite(cells.parts["lists"].numbers[:, :, 0]).all()
    assert "release" in csv(tidy(cells)).splitlines()[2]


def test_only_the_bounds_that_a_measure_asks_for() -> None:
    assert DRAWN.bounds == {"dual", "paper_lp"}
    assert replace(DRAWN, measures=("makespan",)).bounds == frozenset()


def test_only_what_a_figure_needs() -> None:
    only = STUDY.changed(only="fig2")
    assert [part.key for part in only.parts] == ["drawn"]
    assert [claim.key for claim in only.claims] == ["level"]
    with pytest.raises(UnknownKeyError, match="fig1, fig2"):
        STUDY.changed(only="fig9")


def test_a_sweep_stands_for_many_methods_and_has_no_label() -> None:
    part = replace(LISTS, methods=("ltf:placement=graham|serial", "lpt"))
    assert [r.label for r in part.requests] == [
        "ltf:placement=graham",
        "ltf:placement=serial",
        "lpt",
    ]
    with pytest.raises(ParameterError, match="stands for 2"):
        replace(LISTS, methods=(Method("ltf:placement=all", "LTF"),))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"repetitions": 0}, "from 1 to"),
        ({"methods": ()}, "1 to 200 methods"),
        ({"methods": ("ltf", "ltf")}, "labels of their own"),
        ({"measures": ()}, "at least one measure"),
    ],
)
def test_parts_that_are_not_allowed(change: dict[str, object], text: str) -> None:
    with pytest.raises(ParameterError, match=text):
        replace(LISTS, **change).typed_measures  # type: ignore[arg-type]  # noqa: B018


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"jobs": ()}, "1 to 10,000 values"),
        ({"params": {"seed": 1}}, "follows from the seed of the study"),
        ({"params": {"granularity": 0}}, "granularity must be"),
        ({"vary": {"granularity": (1, "x")}}, "granularity must be"),
        ({"rules": {"estimates": "no"}}, "estimates must be"),
    ],
)
def test_instances_that_are_not_allowed(values: dict[str, object], text: str) -> None:
    with pytest.raises(ParameterError, match=text):
        replace(INSTANCES, **values)  # type: ignore[arg-type]


def test_values_are_all_combinations() -> None:
    instances = Generated(
        generator="uniform", jobs=(5, 6), processors=(8, (4, 8)), vary={"max_time": (3, 9)}
    )
    assert len(instances.values) == 8
    assert instances.values[-1] == {"processors": "4+8", "max_time": 9, "jobs": 6}
    instance = instances.make(instances.values[-1], 1, 0)
    assert [site.processors for site in instance.platform.sites] == [4, 8]
    assert len(instance.workload) == 6


def test_systems_are_a_value_that_changes_no_jobs() -> None:
    several = Generated(
        generator="environments", jobs=(40,), processors=(8,), systems=(1, 2, 4), deployment=SLOW
    )
    part = Part(
        key="front",
        title="front",
        instances=several,
        methods=("env-blind",),
        measures=("deployments", "reboots"),
        repetitions=2,
    )
    study = Study(key="front", title="Front", parts=(part,))
    instances = [instance_of(study, Unit("front", value, 1)) for value in range(3)]
    assert [one.platform.systems for one in instances] == [1, 2, 4]
    first = replace(several, systems=(1,))
    [value] = first.values
    assert "systems" not in value, "studies of one system are as they were"
    alone = first.make(value, first.seed(1, value, 1), 1)
    assert {replace(one, platform=alone.platform).digest for one in instances} == {alone.digest}
    cells = computed(study).parts["front"]
    deployed, rebooted = cells.of("deployments")[..., 0], cells.of("reboots")[..., 0]
    assert np.array_equal(deployed[0], rebooted[0])
    assert (deployed[1:] < rebooted[1:]).any()
    assert (np.diff(deployed, axis=0) <= 0).all()


@pytest.mark.parametrize("systems", [(), (1, 1), (0,), (65,)])
def test_impossible_systems_are_refused(systems: tuple[int, ...]) -> None:
    for change in (
        lambda: replace(INSTANCES, systems=systems),
        lambda: Kept(workloads={"a": "a.swf"}, processors=(4,), systems=systems),
    ):
        with pytest.raises(ParameterError, match="systems must be"):
            change()


def test_missing_traces_are_named(tmp_path: Path) -> None:
    traced = Traced(merges={"Grid1": "grid1"}, folder=str(tmp_path))
    assert "KTH-SP2-1996-2.1-cln.swf.gz" in traced.missing
    with pytest.raises(FormatError, match="traces are missing: KTH"):
        traced.make(traced.values[0], 1, 0)


def test_there_are_no_more_repetitions_than_windows() -> None:
    part = Part(
        key="t",
        title="t",
        instances=Traced(merges={"Grid1": "grid1"}, windows=3),
        methods=("grid",),
        measures=("makespan",),
        repetitions=3,
    )
    assert part.repeated(10).repetitions == 3
    assert part.repeated(2).repetitions == 2
    mixed = Study(key="m", title="m", parts=(part, STUDY.parts[0]))
    assert mixed.changed(repetitions=9).kept_at(9) == [
        "T stays at 3 repetitions, one for each window of its jobs."
    ]
    assert mixed.changed(repetitions=2).kept_at(2) == []


def test_batches_grow_to_a_second_and_no_further() -> None:
    assert batch_size(1, 0.1) == 2
    assert batch_size(8, 2.0) == 4
    assert batch_size(LARGEST_BATCH, 0.001) == LARGEST_BATCH
    assert batch_size(1, 60.0) == 1


def test_a_run_that_finds_nothing_took_its_time() -> None:
    """One linear program for each makespan is not enough."""
    entry = "slp-pure:fallback=none,gradient=literal,restarts=0,max_iterations=1"
    part = replace(
        LISTS,
        instances=replace(INSTANCES, jobs=(25,)),
        methods=(f"{entry},placement=serial,lower_bound=printed", "ltf"),
        measures=("makespan/simple", "cpu_seconds"),
        repetitions=2,
    )
    plot = replace(STUDY.plots[0], measure="makespan/simple")
    cells = computed(parts=(part,), plots=(plot,), claims=())
    found, took = cells.parts["lists"], cells.parts["lists"].of("cpu_seconds")
    assert [at[2] for at in found.problems] == [0, 0]
    assert (took > 0).all()
    programs, lists = np.moveaxis(found.of("makespan/simple"), -1, 0)
    assert (programs >= lists).all(), "the longest makespan that was tried is above LTF's"
    notes = figure(cells, plot).notes
    assert notes[1] == (
        "2 runs without a schedule count with the longest makespan tried, as “at least”."
    )
    assert len(figure(cells, replace(plot, measure="cpu_seconds")).notes) == 1
