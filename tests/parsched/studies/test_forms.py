"""Methods of papers as printed, repaired and ours: what each is, and whose verdict counts."""

import re
from typing import Any

import pytest

from parsched.policies.catalogue import algorithm
from parsched.studies import STUDIES, Method, Study
from parsched.studies.papers.successive_lp.experiments import OURS, PRINTED, REPAIRED

WITH_FORMS = [study for study in STUDIES.values() if study.forms]
FREE = ("max_iterations", "growth")
"""What labels and choices say of each part by itself."""


def runs(study: Study) -> dict[str, Any]:
    """Requests of all methods by label."""
    return {one.label: one for part in study.parts for one in part.requests}


def options(entry: str) -> dict[str, Any]:
    [request] = Method(entry).requests()
    return {key: value for key, value in request.params.as_dict().items() if key not in FREE}


@pytest.mark.parametrize("study", WITH_FORMS, ids=lambda study: study.key)
def test_verdicts_are_about_the_printed_form(study: Study) -> None:
    others = {label for form in study.forms.values() for label in form.values()}
    printed = {label for form in study.forms.values() for label in form}
    named = {
        label for claim in study.claims for judge in claim.judges for label in judge.methods_named
    }
    assert printed & named
    about_groups = {label for label in named if label.startswith("GLS")}
    assert not (named - about_groups) & others
    assert printed | others <= runs(study).keys()


@pytest.mark.parametrize(
    "label",
    [
        label
        for key in ("successive-lp", "successive-lp-laws")
        for label in runs(STUDIES[key])
        if label != "LTF"
    ],
)
def test_programs_are_as_printed_repaired_and_ours(label: str) -> None:
    """Printed forms have every option of the text: one that is repaired is no longer printed."""
    studies = [STUDIES[key] for key in ("successive-lp", "successive-lp-laws")]
    request = next(one for study in studies if (one := runs(study).get(label)))
    found = re.fullmatch(r".*(as printed|repaired|ours), N = ([\d,]+)", label)
    assert found is not None
    form, programs = found.groups()
    own = request.params.as_dict()
    assert own["max_iterations"] == int(programs.replace(",", ""))
    given = {key: value for key, value in own.items() if key not in FREE}
    key = request.algorithm.key
    printed = options(f"{key}:printed")
    expected = {
        PRINTED: printed,
        REPAIRED: {**printed, **{k: options(key)[k] for k in ("gradient", "restarts")}},
        OURS: options(key),
    }
    assert given == expected[form]
    assert printed not in (expected[REPAIRED], expected[OURS])


def test_demt_is_as_printed_repaired_and_ours() -> None:
    found = {label: one.text for label, one in runs(STUDIES["demt"]).items()}
    assert options(found["DEMT as printed"]) == options("demt:printed")
    assert options(found["DEMT repaired"]) == options("demt:compaction=list")
    assert options(found["DEMT ours"]) == options("demt")


@pytest.mark.parametrize("part", ["m32-rigid", "m64-moldable", "m128-rigid", "budgets"])
def test_forms_that_are_compared_solve_as_many_programs(part: str) -> None:
    """Of each number of programs in a part, all forms are there."""
    labels = [one for one in STUDIES["successive-lp"].part(part).labels if one != "LTF"]
    by_form = {
        form: sorted(label.replace(form, "") for label in labels if f" {form}," in label)
        for form in (PRINTED, REPAIRED, OURS)
    }
    assert by_form[PRINTED] == by_form[REPAIRED] == by_form[OURS]


def test_every_declared_form_exists() -> None:
    assert {study.key for study in WITH_FORMS} == {
        *("demt", "successive-lp", "successive-lp-laws", "group-lists")
    }
    assert algorithm("slp-pure").sweeps[0].key == "printed"
