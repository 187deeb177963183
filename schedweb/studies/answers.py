"""What a study found, in short, by what was summed up last."""

from collections.abc import Mapping
from typing import Any

from parsched.base.errors import UnknownKeyError
from parsched.report.answer import Answer
from parsched.studies.answer import answer_of
from parsched.studies.means import Means
from parsched.studies.verdicts import standing_of
from schedweb.studies.models import Study


def answered(study: Study, content: Mapping[str, Any], baseline: str = "") -> Answer:
    """Return the answer of a study by the content of its summary, whose baseline is a label."""
    asked = content.get("asked")
    return answer_of(
        study.title,
        [standing_of(row) for row in content.get("claims", [])],
        [Means.from_json(values) for values in content.get("means", [])],
        baseline=baseline,
        missing=content.get("missing", {}),
        unbounded=content.get("unbounded", ""),
        asked=Means.from_json(asked) if asked else None,
    )


def sentence_of(study: Study, content: Mapping[str, Any]) -> str:
    """Return what a study found, in a sentence; blank before anything is computed."""
    try:
        return answered(study, content).sentence if content.get("means") else ""
    except UnknownKeyError:  # of a measure whose plugin is gone: the page of the study says so
        return ""
