"""Files and folders that are written whole or not at all, and never onto what is read.

Everything that commands and exports write goes through here: into a draft beside its place, to the
disk, and then under its name. Whatever ends that early, such as a full disk or a signal, leaves
what was there before as it was.
"""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, TypeAlias

from parsched.base.errors import FormatError

PathLike: TypeAlias = str | os.PathLike[str]
NEW = 0o666
"""Permissions of files that were not there, but for what the umask takes away."""
ANY = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

_kept: ContextVar[tuple[Path, ...]] = ContextVar("kept", default=())


@contextmanager
def keeping(*paths: PathLike) -> Iterator[None]:
    """Let nothing be written onto these files, by whatever name, while they are in use.

    Examples
    --------
    >>> with keeping("log.swf"):
    ...     pass
    """
    token = _kept.set((*_kept.get(), *map(Path, paths)))
    try:
        yield
    finally:
        _kept.reset(token)


def problem_of(path: PathLike) -> str:
    """Say why no file can be written to a path; blank where it can.

    Examples
    --------
    >>> problem_of("")
    'a file needs a name'
    """
    if not str(path):
        return "a file needs a name"
    if "\0" in str(path):
        return "a path has no NUL character"
    target = Path(path)
    if target.is_dir() or str(path).endswith(os.sep):
        return "it is a folder: name a file"
    if one := _kept_as(target):
        return "it is what is read" if one == target else f"it is {one}, which is read"
    if target.exists():
        return "" if _is_writable(target) else "it may only be read"
    return _problem_of_folder(Path(os.path.realpath(target)).parent)


def problem_of_folder(path: PathLike) -> str:
    """Say why nothing can be written into a folder, which may have to be made; blank where it
    can."""
    if not str(path):
        return "a folder needs a name"
    if "\0" in str(path):
        return "a path has no NUL character"
    folder = Path(os.path.realpath(path))
    return _problem_of_folder(next(each for each in (folder, *folder.parents) if each.exists()))


def _problem_of_folder(folder: Path) -> str:
    if not folder.exists():
        return f"there is no folder {folder}"
    if not folder.is_dir():
        return f"{folder} is no folder"
    return "" if _is_writable(folder) else f"the folder {folder} may only be read"


def _is_writable(path: Path) -> bool:
    """Tell whether one may write there; who may do everything is held to the permissions, too."""
    mode = path.stat().st_mode
    return os.access(path, os.W_OK) and bool(mode & ANY or not _is_plain(mode))


def _is_plain(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _kept_as(target: Path) -> Path | None:
    """Return the file in use that a path is another name of."""
    for one in _kept.get():
        with suppress(OSError):
            if one.is_file() and target.samefile(one):
                return one
    return None


@contextmanager
def whole(path: PathLike, permissions: int | None = None) -> Iterator[BinaryIO]:
    """Open a file that gets its name when the block ends, and stays as it was where that fails.

    What is there keeps its permissions, unless others are given, and links are followed. Devices
    and pipes are written at once.

    Raises
    ------
    FormatError
        When it cannot be written; says why.

    Examples
    --------
    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "a.txt"
    >>> with whole(place) as file:
    ...     file.write(b"text") and place.exists()
    False
    >>> place.read_bytes()
    b'text'
    """
    if problem := problem_of(path):
        raise FormatError(f"{_named(path)} cannot be written: {problem}")
    try:
        with _device(path) if _is_device(path) else _drafted(path, permissions) as file:
            yield file
    except OSError as error:
        raise _refused(path, error) from error


def write(path: PathLike, content: bytes | str) -> Path:
    """Write a file whole, text in UTF-8; return its path. Raises as `whole` does."""
    with whole(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)
    return Path(path)


def _named(path: PathLike) -> str:
    return str(path).replace("\0", "\\0") or "a file without a name"


def _refused(path: PathLike, error: OSError) -> FormatError:
    return FormatError(f"{path} cannot be written: {error.strerror or error}")


def _is_device(path: PathLike) -> bool:
    """Tell whether a path names an open stream (`-`, a device) rather than a file."""
    if Path(path).absolute().as_posix().startswith(("/proc/", "/dev/fd/", "/dev/std")):
        return True
    with suppress(OSError):
        return not stat.S_ISREG(Path(path).stat().st_mode)
    return False


@contextmanager
def _device(path: PathLike) -> Iterator[BinaryIO]:
    with Path(path).open("wb") as file:
        yield file


@contextmanager
def _drafted(path: PathLike, permissions: int | None) -> Iterator[BinaryIO]:
    target = Path(os.path.realpath(path))
    draft = _draft_beside(target)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
    try:
        with os.fdopen(
            os.open(draft, flags, NEW if permissions is None else permissions), "w+b"
        ) as f:
            yield f
            f.flush()
            os.fsync(f.fileno())
        _put(draft, target, permissions)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync(target.parent)


def _draft_beside(target: Path) -> Path:
    return target.with_name(f".schedweb-{token_hex(6)}.part")


def _put(draft: Path, target: Path, permissions: int | None = None) -> None:
    """Give a draft its name, and what permissions were there before."""
    if permissions is None and target.exists():
        before = target.stat()
        with suppress(PermissionError):
            os.chown(draft, before.st_uid, before.st_gid)
        draft.chmod(stat.S_IMODE(before.st_mode))
    draft.replace(target)


def _sync(folder: Path) -> None:
    """Write the names in a folder to disk: syncing a file does not sync its name."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems cannot
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Draft:
    """What is to be in a folder: files by their names within it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def place(self, name: str) -> Path:
        """Return where a file is drafted; folders above it are there."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def add(self, name: str, content: bytes | str) -> None:
        """Write a file, text in UTF-8."""
        data = content.encode() if isinstance(content, str) else content
        self.place(name).write_bytes(data)

    @property
    def names(self) -> list[str]:
        """The files, sorted."""
        files = (path for path in self._folder.rglob("*") if path.is_file())
        return sorted(path.relative_to(self._folder).as_posix() for path in files)


@contextmanager
def whole_folder(folder: PathLike) -> Iterator[Draft]:
    """Draft what a folder gets: where it is missing it is made with all of that, else each file
    takes the place of the one that was there, and others stay.

    Raises
    ------
    FormatError
        When it cannot be written; then nothing is changed.

    Examples
    --------
    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "new"
    >>> with whole_folder(place) as draft:
    ...     draft.add("a/b.txt", "text")
    >>> (place / "a" / "b.txt").read_text()
    'text'
    """
    target = Path(os.path.realpath(folder))
    with _drafted_folder(folder, target) as own:
        draft = Draft(own)
        yield draft
        for name in draft.names if target.is_dir() else ():
            if _is_there(own / name, target / name):
                (own / name).unlink()
            elif problem := problem_of_new(target / name):
                raise FormatError(f"{Path(folder) / name} cannot be written: {problem}")
        _take_place(own, target, draft.names)


def _is_there(draft: Path, place: Path) -> bool:
    """Tell whether a file that is read has just what would be written there."""
    return _kept_as(place) is not None and draft.read_bytes() == place.read_bytes()


def problem_of_new(place: Path) -> str:
    """Say why no file can be written to a place whose folder may be missing."""
    return problem_of(place) if place.parent.is_dir() else problem_of_folder(place.parent)


@contextmanager
def in_place_of(folder: PathLike) -> Iterator[Path]:
    """Draft a folder that takes the place of the one that is there, with all that is in it; raises
    as `whole_folder` does."""
    target = Path(os.path.realpath(folder))
    with _drafted_folder(folder, target) as own:
        yield own
        _sync_all(own, Draft(own).names)
        before = _draft_beside(target)
        if target.exists():
            target.rename(before)
        own.rename(target)
        shutil.rmtree(before, ignore_errors=True)


@contextmanager
def _drafted_folder(folder: PathLike, target: Path) -> Iterator[Path]:
    if problem := problem_of_folder(folder):
        raise FormatError(f"{_named(folder)} cannot be written: {problem}")
    first = next(each for each in (target, *target.parents) if each.parent.is_dir())
    own = _draft_beside(first)
    try:
        own.mkdir()
        yield own
    except OSError as error:
        raise _refused(folder, error) from error
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _take_place(own: Path, target: Path, names: list[str]) -> None:
    _sync_all(own, names)
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        own.rename(target)
        _sync(target.parent)
        return
    for name in names:
        place = Path(os.path.realpath(target / name))
        place.parent.mkdir(parents=True, exist_ok=True)
        _put(own / name, place)
    _sync(target)


def _sync_all(own: Path, names: list[str]) -> None:
    for name in names:
        with (own / name).open("rb") as file:
            os.fsync(file.fileno())
