"""What is in the JSON of a Bokeh figure."""

import gzip
from base64 import b64decode
from typing import Any

import numpy as np


def models(item: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the attributes of all models of one type."""
    found = []

    def search(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("name") == name and part.get("type") == "object":
                found.append(part.get("attributes", {}))
            part = list(part.values())
        if isinstance(part, list):
            for inner in part:
                search(inner)

    search(item["doc"])
    return found


def columns_of(item: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the columns of the data that has a column of this name."""
    for source in models(item, "ColumnDataSource"):
        columns = dict(source["data"]["entries"])
        if name in columns:
            return columns
    raise AssertionError(name)


def numbers(column: dict[str, Any]) -> list[float]:
    """Read a column of an array as Bokeh writes it."""
    packed = gzip.decompress(b64decode(column["array"]["data"]))
    return [float(x) for x in np.frombuffer(packed, np.float64)]


def ranges(item: dict[str, Any]) -> list[tuple[float, float]]:
    """Return the ends of all axes."""
    return [(found.get("start", 0), found.get("end", 1)) for found in models(item, "Range1d")]
