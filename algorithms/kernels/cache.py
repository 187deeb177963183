"""Compiled code on disk must not outlive the source that it was made from."""

from hashlib import sha256
from pathlib import Path

STAMP = "kernels.sha256"


def drop_stale(folder: Path) -> None:
    """Remove the compiled code of a folder of kernels if any of its sources has changed.

    Numba compiles a kernel together with those that it calls, but on disk it looks only at the
    kernel's own file: a change in another module would go unnoticed.
    """
    digest = sha256()
    for source in sorted(folder.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    compiled = folder / "__pycache__"
    stamp = compiled / STAMP
    try:
        if stamp.is_file() and stamp.read_text() == digest.hexdigest():
            return
        for file in compiled.glob("*.nb[ic]"):
            file.unlink(missing_ok=True)
        compiled.mkdir(exist_ok=True)
        stamp.write_text(digest.hexdigest())
    except OSError:
        return  # a folder that nobody may write to has no compiled code to go stale
