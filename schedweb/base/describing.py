"""Titles and notes that people give to comparisons, runs and studies."""

from parsched.base import naming
from schedweb.base.editing import plain_lines
from schedweb.base.errors import InvalidError

MAX_TITLE = 200
MAX_NOTE = 10_000


def checked_texts(**texts: str) -> dict[str, str]:
    """Return a `title`, a `note` or both as they are stored; raises `InvalidError` under these
    names."""
    checked, errors = {}, {}
    if "title" in texts:
        checked["title"] = naming.one_line(texts["title"])
        if problem := naming.problem("title", checked["title"], MAX_TITLE):
            errors["title"] = problem
    if "note" in texts:
        checked["note"] = plain_lines(texts["note"])
        if problem := _problem_of_note(checked["note"]):
            errors["note"] = problem
    if errors:
        raise InvalidError(errors)
    return checked


def _problem_of_note(note: str) -> str | None:
    if problem := naming.problem_of_prose("note", note):
        return problem
    if len(note) > MAX_NOTE:
        return f"note must have at most {MAX_NOTE:,} characters, got {len(note):,}"
    return None
