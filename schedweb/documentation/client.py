"""The Python client of the API, generated from its schema."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from schedweb.config import PROJECT

SETTINGS = PROJECT / "docs" / "client.yml"
ENTRY = "EntryIn"
"""What the names of schemas of single algorithms begin with."""


def simplified(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in which the parameters of all algorithms are free, for the server checks
    them: as types of their own they would be hundreds, and change with every plugin."""
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
    return {**schema, "components": {**schema["components"], "schemas": schemas}}


def generate(schema: dict[str, Any], folder: Path) -> None:
    """Write the package into a folder, in place of what is there.

    Raises
    ------
    subprocess.CalledProcessError
        When the generator refuses the schema.
    """
    with TemporaryDirectory() as temporary:
        file = Path(temporary) / "openapi.json"
        file.write_text(json.dumps(simplified(schema)), encoding="utf-8")
        arguments = ["--path", str(file), "--output-path", str(folder), "--overwrite"]
        command = [sys.executable, "-m", "openapi_python_client", "generate", *arguments]
        subprocess.run([*command, "--config", str(SETTINGS)], check=True, capture_output=True)
