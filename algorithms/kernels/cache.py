"""Where compiled code is kept on disk; it must not outlive the source that it was made from."""

import atexit
import os
import tempfile
from collections.abc import MutableMapping
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

STAMP = "kernels.sha256"
FOLDER = "NUMBA_CACHE_DIR"
"""Variable of Numba that names another folder than that of the source."""


def prepare(folder: Path, environ: MutableMapping[str, str] = os.environ) -> None:
    """Choose where Numba keeps the compiled code of a folder of kernels.

    Beside the source where that is writable and nothing else is asked for, else in a folder of its
    own for each version of the source: in that of `NUMBA_CACHE_DIR` or the user's cache, or in a
    temporary one of this process, which is to compile without a cache. Numba would refuse to
    compile at all where it finds no folder to write to.
    """
    digest = _digest(folder)
    given = environ.get(FOLDER, "")
    if not given and _is_fresh(folder / "__pycache__", digest):
        return
    if not given.endswith(digest):  # a process that another one started is told the whole path
        environ[FOLDER] = str(_elsewhere(given, digest, environ))


def _is_fresh(compiled: Path, digest: str) -> bool:
    """Remove the compiled code of a folder if any source of its kernels has changed, and tell
    whether that, and writing there, is possible.

    Numba compiles a kernel together with those that it calls, but on disk it looks only at the
    kernel's own file: a change in another module would go unnoticed.
    """
    if not _is_writable(compiled):
        return False
    stamp = compiled / STAMP
    try:
        if not stamp.is_file() or stamp.read_text() != digest:
            for file in compiled.glob("*.nb[ic]"):
                file.unlink(missing_ok=True)
            stamp.write_text(digest)
    except OSError:
        return False
    return True


def _digest(folder: Path) -> str:
    digest = sha256()
    for source in sorted(folder.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()


def _elsewhere(given: str, digest: str, environ: MutableMapping[str, str]) -> Path:
    """Return a writable folder for this version, the first that there is."""
    home = environ.get("HOME", "")
    user = environ.get("XDG_CACHE_HOME", "") or (home and f"{home}/.cache")
    for base in (given, user and f"{user}/schedweb"):
        if base and _is_writable(found := Path(base) / digest):
            return found
    temporary = Path(tempfile.mkdtemp(prefix="schedweb-compiled-"))
    atexit.register(_remove, temporary, os.getpid())
    return temporary / digest


def _remove(folder: Path, maker: int) -> None:
    """Remove a temporary folder at the end of the process that made it, not of those it forked."""
    if os.getpid() == maker:
        rmtree(folder, ignore_errors=True)


def _is_writable(folder: Path) -> bool:
    """Tell whether files can be made in a folder, which is made where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
