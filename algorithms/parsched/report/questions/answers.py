"""What programs are told of a question: its tree, or what is wrong with it."""

from typing import Any

from parsched.report.questions.errors import QuestionError
from parsched.report.questions.fields import FIELDS
from parsched.report.questions.parsing import parsed


def grammar() -> dict[str, Any]:
    """Return all fields as plain JSON values, in the order of pages."""
    return {"fields": [field.as_json() for field in FIELDS.values()]}


def answer(question: str) -> dict[str, Any]:
    """Return the tree of a question as plain JSON values, or its error and position.

    Examples
    --------
    >>> answer("backfilled")["tree"]["field"]
    'backfilled'
    >>> answer("wait")
    {'error': 'At character 5: wait needs a sign and a value, such as wait>1h', 'position': 5}
    """
    try:
        return {"tree": parsed(question).as_json()}
    except QuestionError as error:
        return {"error": str(error), "position": error.position}
