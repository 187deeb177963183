"""Instances that are kept: whole workloads and windows, from files and other places."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import parsched as sched
from parsched.base.errors import FormatError, ParameterError
from parsched.data.formats import write
from parsched.model.problem.unmodelled import without_bounds
from parsched.studies import REPORTS, Cells, Kept, Part, Study, run
from parsched.studies.answer import answer_of
from parsched.studies.files import as_json, as_toml, from_json, from_text
from parsched.studies.headline import asked
from parsched.studies.kept import LOADERS, load
from parsched.studies.means import means_of, missing
from parsched.studies.origins import _is_concerned, origin

JOBS = sched.generate("lublin", jobs=90, processors=16)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a workload of 90 jobs."""
    write(JOBS, tmp_path / "jobs.json")
    return tmp_path


def study(kept: Kept, repetitions: int = 3) -> Study:
    part = Part(
        key="kept",
        title="Kept",
        instances=kept,
        methods=("easy", "fcfs"),
        measures=("mean_wait",),
        repetitions=repetitions,
    )
    return Study(key="kept", title="Kept", parts=(part,))


def kept(folder: Path, address: str = "jobs.json", windows: int = 3, jobs: int = 30) -> Kept:
    return Kept(
        workloads={"mine": address},
        processors=(16,),
        windows=windows,
        jobs=jobs,
        folder=str(folder),
    )


def instance(of: Kept, repetition: int) -> sched.Instance:
    return of.make(of.values[0], 1, repetition)


def test_windows_follow_each_other_and_begin_at_0(folder: Path) -> None:
    windows = [instance(kept(folder), i).workload for i in range(3)]
    assert [len(jobs) for jobs in windows] == [30, 30, 30]
    assert all(jobs.release.min() == 0 for jobs in windows)
    assert sorted(i for jobs in windows for i in jobs.ids) == sorted(JOBS.ids)
    again = instance(kept(folder), 3).workload
    assert np.array_equal(again.ids, windows[0].ids), "after the last the first comes again"


def test_the_same_jobs_are_taken_twice_only_for_methods_that_draw(folder: Path) -> None:
    of = kept(folder)
    rule = "repetitions must be at most 3, as many as part 'kept' has windows"
    with pytest.raises(ParameterError, match=rule):
        study(of, repetitions=4)
    with pytest.raises(ParameterError, match=rule):
        study(of).changed(repetitions=4)
    [part] = study(of, repetitions=40).parts
    assert part.repetitions == 3, "of the usual number, as many as there are"
    drawn = replace(part, methods=("easy", "local-search"), repetitions=7)
    assert drawn.repetitions == 7
    with pytest.raises(ParameterError, match=rule):
        replace(drawn, methods=("easy", "local-search:seed=5"))


def test_systems_are_a_value_of_each_workload(folder: Path) -> None:
    several = replace(kept(folder), systems=(1, 3))
    assert [value["systems"] for value in several.values] == [1, 3]
    one, three = (several.make(value, several.seed(1, value, 0), 0) for value in several.values)
    assert (one.platform.systems, three.platform.systems) == (1, 3)
    assert one.digest == instance(kept(folder), 0).digest


def test_a_whole_workload_is_one_window(folder: Path) -> None:
    whole = instance(kept(folder, windows=1, jobs=0), 0)
    assert len(whole.workload) == 90
    assert whole.platform.processors == 16


def test_a_study_of_them_is_run_and_written(folder: Path) -> None:
    declared = study(kept(folder))
    cells = Cells(declared)
    run(cells, lambda unit, row: None)
    assert (cells.done, cells.problems) == (6, 0)
    assert from_json(as_json(declared)) == declared
    assert as_json(from_text(as_toml(declared), is_json=False)) == as_json(declared)


def test_other_jobs_are_other_numbers(folder: Path) -> None:
    sizes = (3, 30), (2, 30), (3, 20)
    studies = [study(kept(folder, windows=w, jobs=j), repetitions=2) for w, j in sizes]
    assert len({origin(one, one.parts[0]) for one in studies}) == 3


def test_a_program_finds_workloads_of_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"one": JOBS}
    monkeypatch.setitem(LOADERS, "shelf", found.__getitem__)
    assert len(instance(kept(folder, "shelf:one"), 0).workload) == 30


@pytest.mark.parametrize(("address", "window"), [("other.json", 0), ("jobs.json", 8)])
def test_what_is_not_there_is_said(folder: Path, address: str, window: int) -> None:
    of = kept(folder, address, windows=9)
    with pytest.raises(FormatError, match=r"missing|no window 9"):
        instance(of, window)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"workloads": {}}, "workloads"),
        ({"windows": 0}, "windows"),
        ({"windows": 2, "jobs": 0}, "jobs"),
        ({"jobs": -1}, "jobs"),
        ({"rules": {"estimates": "guess"}}, "estimates"),
    ],
)
def test_wrong_values_are_refused_by_name(values: dict[str, object], field: str) -> None:
    usual: dict[str, object] = {"workloads": {"a": "b"}, "processors": (4,)}
    with pytest.raises(ParameterError) as error:
        Kept(**{**usual, **values})  # type: ignore[arg-type]
    assert field in error.value.errors


@pytest.fixture
def marked() -> Iterator[Kept]:
    """The jobs; their source said more than is kept."""
    LOADERS["marked"] = lambda name: replace(JOBS, unmodelled=("memory",))
    load.cache_clear()
    yield Kept(workloads={"mine": "marked:jobs"}, processors=(16,), windows=3, jobs=30)
    del LOADERS["marked"]
    load.cache_clear()


def bounded(of: Kept) -> Study:
    one = study(of)
    measures = ("makespan/area", "mean_wait")
    return replace(one, parts=(replace(one.parts[0], measures=measures),))


def test_jobs_that_ask_for_what_is_not_kept_have_no_ratios(marked: Kept) -> None:
    cells = Cells(bounded(marked))
    run(cells, lambda unit, row: None)
    assert np.isnan(cells.parts["kept"].of("makespan/area")).all()
    assert np.isfinite(cells.parts["kept"].of("mean_wait")).all()
    assert (cells.problems, missing(cells)) == (0, {}), "there are schedules"
    assert cells.unbounded == f"{without_bounds(['memory'])} (6 runs)"
    assert cells.unbounded in " ".join(REPORTS["cells"].of(cells).sentences)
    found = answer_of("S", [], [*means_of(cells)], asked=asked(cells), unbounded=cells.unbounded)
    assert "bound" not in found.sentence
    assert ("no ratios to bounds", cells.unbounded) in [(c.text, c.reason) for c in found.chips]


def test_of_jobs_that_are_kept_whole_nothing_changes(folder: Path) -> None:
    cells = Cells(bounded(kept(folder)))
    run(cells, lambda unit, row: None)
    assert np.isfinite(cells.parts["kept"].of("makespan/area")).all()
    assert cells.unbounded == ""


def test_numbers_that_earlier_versions_stored_of_them_are_of_an_older_version(
    marked: Kept,
) -> None:
    one, plain = bounded(marked), study(marked)
    now, without = origin(one, one.parts[0]), origin(plain, plain.parts[0])
    LOADERS["marked"] = lambda name: JOBS
    load.cache_clear()
    _is_concerned.cache_clear()
    assert origin(one, one.parts[0]) != now
    assert origin(plain, plain.parts[0]) == without, "no bound is asked for"
    _is_concerned.cache_clear()
