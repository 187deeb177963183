"""Numbers of studies that take long, kept beside the verdicts: what was computed in one night is
not computed again in the next.

They are the lines of a journal, packed. A line counts as long as its part is declared as it was
and is computed by the same versions, as in every journal, so lines of earlier versions do no harm.
"""

import json
import lzma
from pathlib import Path

from parsched.base.errors import FormatError
from parsched.base.whole_files import write
from parsched.studies.journal import NAME
from parsched.studies.kept_verdicts import FOLDER

LONG = 600.0
"""Seconds of processor time from which the numbers of a study are kept."""


def _packed(key: str, folder: Path | None) -> Path:
    return (folder or FOLDER) / f"{key}.cells.jsonl.xz"


def unpack(key: str, results: Path, folder: Path | None = None) -> None:
    """Let the journal of a study begin with what is kept of it, unless it has begun.

    Parameters
    ----------
    key
        Of the study.
    results
        Folder of the study, as `python -m parsched study run` makes it.
    folder
        Where numbers are kept; in the package by default.

    Raises
    ------
    FormatError
        For a kept file that is damaged.
    """
    packed, journal = _packed(key, folder), results / NAME
    if journal.exists() or not packed.is_file():
        return
    try:
        content = lzma.decompress(packed.read_bytes())
    except lzma.LZMAError as error:
        raise FormatError(f"{packed} holds no kept numbers, or is damaged: {error}") from error
    results.mkdir(parents=True, exist_ok=True)
    write(journal, content)


def pack(key: str, results: Path, folder: Path | None = None) -> None:
    """Keep the journal of a study whose numbers took `LONG` or more to compute."""
    journal = results / NAME
    content = journal.read_bytes() if journal.is_file() else b""
    # The last line may be torn, as its writer may have been stopped.
    lines = content[: content.rfind(b"\n") + 1]
    if sum(json.loads(line).get("seconds", 0.0) for line in lines.splitlines()) >= LONG:
        write(_packed(key, folder), lzma.compress(lines, preset=9))
