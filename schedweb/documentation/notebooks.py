"""Notebooks: executed one after another, and shown as pages."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter
from traitlets.config import Config

SECONDS = 60
"""Longest time of a cell."""
PRIVATE = Config({"KernelManager": {"transport": "ipc"}})
"""Cells travel through files of this user; over the network others on this machine could listen."""


def executed(path: Path, folder: Path) -> Any:
    """Return a notebook with what its cells give, run in a folder.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        When a cell raises.
    """
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources=resources, config=PRIVATE
    ).execute()
    return notebook


def page(notebook: Any, name: str) -> Mapping[str, bytes]:
    """Return the files of a page by path: its Markdown, and its pictures."""
    pictures = f"{name}_files"
    resources = {"unique_key": name, "output_files_dir": pictures}
    body, found = MarkdownExporter().from_notebook_node(notebook, resources=resources)
    files = {f"notebooks/{path}": content for path, content in found["outputs"].items()}
    source = json.dumps(nbformat.from_dict(_without_outputs(notebook)), indent=1)
    link = f"\n\n[Download this notebook]({name}.ipynb)\n"
    return {
        **files,
        f"notebooks/{name}.md": (body + link).encode(),
        f"notebooks/{name}.ipynb": source.encode(),
    }


def _without_outputs(notebook: Any) -> Any:
    cells = [
        {**cell, "outputs": [], "execution_count": None} if cell["cell_type"] == "code" else cell
        for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}
