"""What is wrong with a file of a study, in words: place, rule and value."""

from collections.abc import Iterator
from typing import get_args

from pydantic import ValidationError

from parsched.base.errors import ParameterError
from parsched.studies.judges import AnyJudge

KINDS = ("generated", "traced", "kept", "listed")
"""Names of kinds of instances, which no file has."""
_TYPES = {"int", "float", "str", "bool", "Method"}
"""What the validation calls the forms that a value may have; a file has no such names."""
_JUDGES = {kind.__dataclass_fields__["judge"].default for kind in get_args(AnyJudge)}
_HIDDEN = {*KINDS, *_TYPES, *_JUDGES}
_RULES = {
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a table of keys and values",
    "mapping_type": "must be a table of keys and values",
    "dataclass_type": "must be a table of keys and values",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "string_type": "must be a text",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "missing": "is missing",
    "unexpected_keyword_argument": "is no key that is known here",
}
"""Rules by the names that the validation has for them."""
Names = tuple[int | str, ...]


def path(place: str, names: Names) -> str:
    """Write a place such as "parts[0].jobs[1]"."""
    for name in names:
        if name in _HIDDEN or str(name).startswith(("tuple[", "list[")):
            continue
        place += f"[{name}]" if isinstance(name, int) else f".{name}" if place else str(name)
    return place


def explained(error: ValidationError, place: str) -> ParameterError:
    """Return what a validation found, by place; a value that may have several forms breaks the
    rules of each, which are one sentence."""
    rules: dict[str, dict[str, None]] = {}
    values: dict[str, str] = {}
    for at, rule, value in _problems(error, place):
        rules.setdefault(at, {})[rule] = None
        values[at] = value
    deepest = [at for at in rules if not any(other.startswith(f"{at}.") for other in rules)]
    return ParameterError(
        {at: f"{at}: {_joined([*rules[at]])}{values[at]}" for at in deepest or rules}
    )


def _problems(error: ValidationError, place: str) -> Iterator[tuple[str, str, str]]:
    """Yield place, rule and value of each problem."""
    for found in error.errors(include_url=False):
        at, kind = path(place, found["loc"]), found["type"]
        context = found.get("ctx", {})
        value = f", got {found['input']!r:.80}"
        if kind.startswith("union_tag"):
            at = path(at, (context.get("discriminator", "").strip("'"),))
            value = f", got {context['tag']!r:.80}" if "tag" in context else ""
            yield at, f"must be one of {', '.join(sorted(_JUDGES))}", value
        elif kind == "literal_error":
            yield at, f"must be {context['expected']}", value
        else:
            rule = _RULES.get(kind) or f"{found['msg'][:1].lower()}{found['msg'][1:]}"
            yield at, rule, "" if kind == "missing" else value


def _joined(rules: list[str]) -> str:
    """Write rules; one of them must be kept."""
    first, *others = rules
    return " or ".join([first, *(rule.removeprefix("must be ") for rule in others)])
