"""Studies as code: the program has the same study."""

from pathlib import Path
from typing import Any

import pytest

from parsched.studies import STUDIES, Study, find_study
from parsched.studies.as_code import TRACES, study_as_code
from parsched.studies.files import as_json, as_toml, from_json


def named(code: str) -> Study:
    """Return the study that a program names, without computing it."""
    namespace: dict[str, Any] = {}
    exec(code.partition("cells =")[0], namespace)
    study: Study = namespace["study"]
    return study


@pytest.mark.parametrize("key", STUDIES)
def test_a_declared_study_is_the_same_after_its_file(key: str) -> None:
    study = from_json(as_json(find_study(key)))
    code = study_as_code(study)
    assert f'find_study("{key}")' in code
    assert as_json(named(code)) == as_json(study.with_traces(TRACES))


@pytest.mark.parametrize(
    "changes", [{"only": "fig3"}, {"seed": 9}, {"repetitions": 2, "only": "fig3", "seed": 2}]
)
def test_what_was_changed_of_it_is_said(changes: dict[str, Any]) -> None:
    study = find_study("demt").changed(**changes)
    code = study_as_code(study)
    assert all(f"{name}=" in code for name in changes)
    assert as_json(named(code)) == as_json(study)


def test_another_study_under_the_same_key_is_read_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = as_json(find_study("demt")) | {"title": "Mine"}
    study = from_json(values)
    monkeypatch.chdir(tmp_path)
    Path("study.toml").write_text(as_toml(study), encoding="utf-8")
    code = study_as_code(study)
    assert "find_study" not in code
    assert as_json(named(code)) == values
