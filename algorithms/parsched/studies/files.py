"""Studies as files: TOML or JSON that holds everything, so that a study is repeated from it alone.

The schema follows from the declarations; errors say where and how a file breaks it.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import TypeAdapter, ValidationError

from parsched.base.errors import FormatError, ParameterError, UnknownKeyError
from parsched.studies.listed import Listed
from parsched.studies.part import Part
from parsched.studies.study import Study
from parsched.studies.wrong import explained, path

FORMAT, VERSION = "schedweb-study", 1
EXACT = 2**53
"""Up to here all whole numbers are floats."""
_STUDY, _PART = TypeAdapter(Study), TypeAdapter(Part)


def as_json(study: Study) -> dict[str, Any]:
    """Return a study as plain JSON values, without what is not set."""
    return {"format": FORMAT, "version": VERSION, **_plain(asdict(study))}


def _plain(value: Any) -> Any:
    """Leave out what is None, and write 25.0 as people do."""
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < EXACT
    return int(value) if is_whole else value


def as_toml(study: Study) -> str:
    """Write a study as TOML."""
    return tomli_w.dumps(as_json(study))


def schema() -> dict[str, Any]:
    """Return the JSON schema of a study."""
    declared = _STUDY.json_schema()
    heading = {
        "format": {"const": FORMAT, "default": FORMAT},
        "version": {"const": VERSION, "default": VERSION},
    }
    return {**declared, "properties": {**heading, **declared["properties"]}}


def from_json(values: Any) -> Study:
    """Build a study from plain JSON values.

    Raises
    ------
    ParameterError
        Names the place, the rule and the value of everything that is wrong.
    """
    if not isinstance(values, Mapping):
        raise ParameterError({"": "a study must be an object"})
    values = dict(values)
    for name, expected in (("format", FORMAT), ("version", VERSION)):
        if (value := values.pop(name, expected)) != expected:
            raise ParameterError({name: f"{name} must be {expected!r}, got {value!r:.60}"})
    if isinstance(values.get("parts"), list):
        _check_parts(values["parts"])
    study: Study = _validated(_STUDY, values, "")
    return study


def _check_parts(parts: list[Any]) -> None:
    """Look at each part alone, so that what a declaration says of it has its place."""
    errors: dict[str, str] = {}
    for i, part in enumerate(parts):
        try:
            instances = _validated(_PART, part, f"parts[{i}]").instances
            if isinstance(instances, Listed):
                _check_jobs(instances, f"parts[{i}].instances")
        except ParameterError as error:
            errors |= error.errors
    if errors:
        raise ParameterError(errors)


def _check_jobs(instances: Listed, place: str) -> None:
    try:
        instances.check()
    except ParameterError as error:
        raise _placed(error, place) from error


def _validated(adapter: TypeAdapter[Any], values: Any, place: str) -> Any:
    try:
        return adapter.validate_python(values)
    except ValidationError as error:
        raise explained(error, place) from error
    except ParameterError as error:
        raise _placed(error, place) from error
    except UnknownKeyError as error:
        raise ParameterError({place: f"{place}: {error}" if place else str(error)}) from error


def _placed(error: ParameterError, place: str) -> ParameterError:
    """Say of errors where they are."""
    errors = {path(place, (name,)): text for name, text in error.errors.items()}
    return ParameterError({path: f"{path}: {text}" for path, text in errors.items()})


def read_study(path: Path) -> Study:
    """Read a study from a TOML or JSON file; folders of traces and workloads in it are relative to
    it.

    Raises
    ------
    FormatError
        When it cannot be read; says which line.
    ParameterError
        When it breaks the schema; says where.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise FormatError(f"{path} cannot be read: {reason}") from error
    try:
        study = from_text(text, is_json=path.suffix == ".json")
        return study.with_files(lambda folder: str(path.parent / folder))
    except FormatError as error:
        raise FormatError(f"{path} {error}") from error


def from_text(text: str, *, is_json: bool) -> Study:
    """Build a study from the text of a file; raises as `read_study` does."""
    try:
        values = json.loads(text) if is_json else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        raise FormatError(f"is no {'JSON' if is_json else 'TOML'}: {error}") from error
    except RecursionError as error:
        raise FormatError("has lists within lists, too many to be read") from error
    return from_json(values)
