"""Files as answers: written to disk first, so that a large one needs no memory."""

import io
import tempfile
from collections.abc import Callable
from typing import BinaryIO, cast

from django.http import FileResponse


def written(write: Callable[[BinaryIO], None], name: str, content_type: str) -> FileResponse:
    """Answer with what `write` writes, to be saved under a name."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 (the response closes it)
    try:
        write(cast("BinaryIO", file))
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=plain(name), content_type=content_type)


def stored(content: bytes, name: str) -> FileResponse:
    """Answer with what is stored, to be saved under a name."""
    response = FileResponse(io.BytesIO(content), as_attachment=True, filename=plain(name))
    response["Content-Type"] = "application/octet-stream"
    return response


def plain(name: str) -> str:
    """Return a name that every file system takes."""
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in name)
    return kept.strip(".-")[:120] or "file"
