"""Instances whose jobs stand in the study."""

import tomllib
from dataclasses import replace
from typing import Any

import pytest

from parsched.base.errors import ParameterError
from parsched.studies import Cells, Listed, Part, Study, run
from parsched.studies.files import as_json, as_toml, from_json
from parsched.studies.origins import origin

JOBS: tuple[dict[str, Any], ...] = (
    {"id": "1", "procs": 2, "time": 5, "environment": "a"},
    {"id": "2", "procs": 1, "time": 3, "environment": "b"},
)
LISTED = Listed(listed={"two": JOBS, "one": JOBS[:1]}, processors=(4,))


def study(instances: Listed = LISTED, repetitions: int = 1) -> Study:
    part = Part(
        key="a",
        title="A",
        instances=instances,
        methods=("env-blind",),
        measures=("makespan", "deployments"),
        repetitions=repetitions,
    )
    return Study(key="listed", title="Listed", parts=(part,))


def test_each_workload_is_a_value() -> None:
    cells = Cells(study())
    run(cells, lambda unit, row: None)
    assert [group.label for group in cells.groups()] == ["workload two", "workload one"]
    assert cells.parts["a"].of("makespan").ravel().tolist() == [5, 5]
    assert cells.parts["a"].of("deployments").ravel().tolist() == [3, 2]


def test_a_study_of_them_is_the_same_after_a_file() -> None:
    assert from_json(tomllib.loads(as_toml(study()))) == study()
    assert from_json(as_json(study())) == study()


def test_they_are_the_same_each_time_so_more_repetitions_leave_them_alone() -> None:
    assert study().changed(repetitions=9).cells == 2
    assert study(repetitions=3).changed(repetitions=1).cells == 6


def test_other_jobs_are_other_numbers() -> None:
    others = replace(LISTED, listed={"two": JOBS[::-1]}), replace(LISTED, processors=(5,))
    studies = [study(of) for of in (LISTED, *others)]
    assert len({origin(one, one.parts[0]) for one in studies}) == 3


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"listed": {}}, "listed"),
        ({"rules": {"estimates": "guess"}}, "estimates"),
    ],
)
def test_wrong_values_are_refused_by_name(values: dict[str, Any], field: str) -> None:
    with pytest.raises(ParameterError) as error:
        replace(LISTED, **values)
    assert field in error.value.errors


@pytest.mark.parametrize("job", [{"id": "1", "procs": 0, "time": 5}, {"id": "1", "time": 5}])
def test_wrong_jobs_of_a_file_are_refused_at_their_place(job: dict[str, Any]) -> None:
    values = as_json(study())
    values["parts"][0]["instances"]["listed"]["two"] = [job]
    with pytest.raises(ParameterError) as error:
        from_json(values)
    assert list(error.value.errors) == ["parts[0].instances"]
    with pytest.raises(ParameterError):
        replace(LISTED, listed={"x": (job,)}).check()
