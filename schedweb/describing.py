"""Titles and notes that people give to comparisons, runs and studies."""

from algorithms import naming
from schedweb.errors import InvalidError

MAX_TITLE = 200
MAX_NOTE = 10_000


def checked_texts(title: str, note: str) -> dict[str, str]:
    """Return `title` and `note` as they are stored; raises `InvalidError` under these names."""
    errors = {}
    if problem := naming.problem("title", title, MAX_TITLE):
        errors["title"] = problem
    try:
        note = checked_note(note)
    except InvalidError as error:
        errors |= error.errors
    if errors:
        raise InvalidError(errors)
    return {"title": title, "note": note}


def checked_note(text: str) -> str:
    """Return a note as it is stored; raises `InvalidError` under `note`."""
    note = text.strip()
    if "\0" in note:
        raise InvalidError({"note": "note must have no character NUL"})
    if len(note) > MAX_NOTE:
        sentence = f"note must have at most {MAX_NOTE:,} characters, got {len(note):,}"
        raise InvalidError({"note": sentence})
    return note
