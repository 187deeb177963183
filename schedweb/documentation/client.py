"""The Python client of the API, generated from its schema."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from parsched.base.whole_files import in_place_of
from schedweb.base.config import PROJECT

SETTINGS = PROJECT / "docs" / "client.yml"
ENTRY = "EntryIn"
"""What the names of schemas of single algorithms begin with."""


def simplified(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that generators make types of: what the server checks besides, it checks.

    The parameters of all algorithms are free: as types of their own they would be hundreds, and
    change with every plugin. Of an object with alternatives that only say which of its properties
    are required, the generator would make no type.
    """
    schemas = dict(schema["components"]["schemas"])
    for name in [name for name in schemas if name.startswith(ENTRY)]:
        del schemas[name]
    free = {"type": "object", "additionalProperties": True}
    schemas[f"{ENTRY}Request"] = {
        "type": "object",
        "properties": {
            "algorithm": {"type": "string"},
            "label": {"type": "string"},
            "params": free,
            "vary": free,
        },
        "required": ["algorithm"],
    }
    schemas = {name: _one_type(each) for name, each in schemas.items()}
    return {**schema, "components": {**schema["components"], "schemas": schemas}}


def _one_type(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object without alternatives that only require properties."""
    if all(set(each) == {"required"} for each in schema.get("anyOf", ())):
        return {name: value for name, value in schema.items() if name != "anyOf"}
    return schema


def generate(schema: dict[str, Any], folder: Path) -> None:
    """Write the package into a folder, in place of what is there.

    Raises
    ------
    subprocess.CalledProcessError
        When the generator refuses the schema, or leaves anything of it out.
    """
    with TemporaryDirectory() as temporary:
        file = Path(temporary) / "openapi.json"
        file.write_text(json.dumps(simplified(schema)), encoding="utf-8")
        package = Path(temporary) / "client"
        arguments = ["--path", str(file), "--output-path", str(package), "--overwrite"]
        arguments += ["--fail-on-warning", "--config", str(SETTINGS)]
        command = [sys.executable, "-m", "openapi_python_client", "generate"]
        subprocess.run([*command, *arguments], check=True, capture_output=True)
        with in_place_of(folder) as draft:
            shutil.copytree(package, draft, dirs_exist_ok=True)
