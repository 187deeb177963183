"""Files as answers."""

import io

from django.http import FileResponse


def stored(content: bytes, name: str) -> FileResponse:
    """Answer with what is stored, to be saved under a name."""
    return attached(content, name, "application/octet-stream")


def attached(content: bytes, name: str, content_type: str) -> FileResponse:
    """Answer with a file, to be saved under a name."""
    response = FileResponse(io.BytesIO(content), as_attachment=True, filename=plain(name))
    response["Content-Type"] = content_type
    return response


def plain(name: str) -> str:
    """Return a name that every file system takes."""
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in name)
    return kept.strip(".-")[:120] or "file"
