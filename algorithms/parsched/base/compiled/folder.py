"""The folder of machine code: where it is, whether it is complete or just being filled."""

import fcntl
import json
import os
import platform
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from typing import Any

from parsched.base.compiled import sources
from parsched.base.errors import AlgorithmsError
from parsched.base.origins import KERNEL_MODULES, loaded

FOLDER = "SCHEDWEB_COMPILED"
"""Variable that names a folder to be used before all others."""

SWITCHED_OFF = "NUMBA_DISABLE_JIT"
"""Variable of Numba's: with 1 loops run as they stand, in plain Python."""

HOW = "`python -m parsched compile` does it once for all."

_COMPLETE, _LOCK = "complete", "lock"
"""Files that say what is there, and for which version; and a lock held by the process that makes
it."""

PLUGINS = "plugins"
"""Folder of the machine code of plugins, within the folder of the program's own machine code."""

GENERIC = ("generic", "")
"""Name and features, as Numba takes them, of the processor that all of a kind can stand in for."""

IS_CLONE = (sources.PACKAGE.parents[1] / "schedweb" / "launch" / "setup.sh").is_file()
"""Whether this is a clone, which keeps machine code in itself and has what sets it up; an installed
package is not written to."""
_MADE_WITH = ("numba", "llvmlite", "numpy")
_OPTIONAL = ("highspy", "ortools", "pulp")
"""Packages without which not all kernels are called in practice."""


class SetUpError(AlgorithmsError):
    """Machine code cannot be made; says why in a sentence."""


def candidates() -> Iterator[Path]:
    """Folders to look in and to write to, the first first: in what `SCHEDWEB_COMPILED` names,
    in a clone beside the source, and in the user's cache. Each kind of processor and version of
    Python has one of its own in there, and each copy of the source in the first and the last."""
    if named := os.environ.get(FOLDER):
        yield Path(named) / _copy() / kind()
    if IS_CLONE:
        yield sources.PACKAGE / "__compiled__" / kind()
    home = os.environ.get("HOME")
    if cached := os.environ.get("XDG_CACHE_HOME") or (home and f"{home}/.cache"):
        yield Path(cached) / "schedweb" / _copy() / kind()


def shipped() -> Path:
    """Return the folder of machine code that comes with a wheel, for any processor of a kind; it is
    only read. A clone has one where `.ci/kernels` has made it."""
    return (
        sources.PACKAGE
        / "__shipped__"
        / f"{sysconfig.get_config_var('SOABI')}-{platform.machine()}"
    )


def writable() -> Path:
    """Return the first folder that can be written to; it is made where it is missing.

    Raises
    ------
    SetUpError
        When there is none.
    """
    folders = list(candidates())
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return folder
    tried = " or ".join(map(str, folders)) or "a user's cache without HOME"
    raise SetUpError(f"Machine code cannot be written to {tried}: name another folder in {FOLDER}.")


def places() -> Iterator[Path]:
    """Yield the folders that machine code is read from: the program's own, and the plugins'."""
    for folder in candidates():
        yield folder
        yield folder / PLUGINS


def is_complete() -> bool:
    """Tell whether some folder holds the machine code of all kernels as they are now, also of
    plugins, or none is needed."""
    return is_switched_off() or (_has_own() and not missing_plugins())


def is_up_to_date() -> bool:
    """Tell whether machine code is complete, and whether set-up heard what this code calls: where
    other code has changed, it may call a kernel that nothing called, or with other arrays."""
    return is_switched_off() or (
        any(map(is_own_up_to_date, _own_folders())) and not missing_plugins()
    )


def is_switched_off() -> bool:
    """Tell whether loops run in plain Python, so that nothing is compiled."""
    try:
        return int(os.environ.get(SWITCHED_OFF, "0")) != 0
    except ValueError:  # So does Numba take it.
        return False


def _has_own() -> bool:
    return any(map(_is_complete, _own_folders()))


def _own_folders() -> Iterator[Path]:
    yield from candidates()
    yield shipped()


def is_own_up_to_date(where: Path) -> bool:
    """Tell whether a folder holds all machine code of this code, whatever plugins need."""
    return _is_complete(where) and _is_practised(where)


def missing_plugins() -> list[str]:
    """Return the plugins with kernels whose machine code no folder has, by name."""
    return [
        name
        for name, made_from in plugin_stamps().items()
        if not any(_holds(folder / PLUGINS, f"{name}.json", made_from) for folder in candidates())
    ]


def is_filled_now() -> bool:
    """Tell whether machine code is just being made."""
    return any(map(_is_held, candidates()))


def complaint() -> str:
    """Return a warning that machine code is missing; blank if it is complete or being made."""
    if is_complete() or is_filled_now():
        return ""
    if _has_own():
        return f"Machine code of {', '.join(missing_plugins())} is not complete"
    return "Machine code is not complete for this version"


@contextmanager
def filling(folder: Path) -> Iterator[None]:
    """Hold a folder while machine code is made; a second one waits.

    Raises
    ------
    SetUpError
        When the folder cannot be held.
    """
    try:
        lock = (folder / _LOCK).open("w")
        fcntl.flock(lock, fcntl.LOCK_EX)
    except OSError as error:
        raise SetUpError(f"{folder / _LOCK} cannot be held: {error.strerror}.") from error
    with lock:
        yield


def read(file: Path) -> bytes | None:
    """Read machine code; nothing if it is missing or damaged."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    digest, data = content[: sha256().digest_size], content[sha256().digest_size :]
    return data if sha256(data).digest() == digest else None


def write(file: Path, data: bytes) -> None:
    """Write machine code, at once or not at all."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    unfinished.write_bytes(sha256(data).digest() + data)
    unfinished.replace(file)


def digests_now() -> dict[str, str]:
    """Return what machine code is made from. Set-up asks before it practises: a source that is
    edited meanwhile was not practised."""
    return {
        "versions": stamp(),
        "files": sources.of_files(),
        "code": sources.of_code(),
        "kernels": sources.of_kernels(),
    }


def declare_complete(folder: Path, names: set[str], made_from: dict[str, str]) -> None:
    """Say that files of these names are all that is needed of what `digests_now` gave, and remove
    others.

    Raises
    ------
    SetUpError
        When one of them is not there.
    """
    if lacking := [name for name in sorted(names) if not (folder / name).is_file()]:
        raise SetUpError(f"{lacking[0]} was compiled from other sources; compile again.")
    for file in folder.iterdir():
        if file.is_file() and file.name not in {*names, _COMPLETE, _LOCK}:
            file.unlink(missing_ok=True)
    _declare(folder / _COMPLETE, made_from, names)


def declare_plugin(folder: Path, name: str, names: set[str], plugin_stamp: str) -> None:
    """Say that files of these names are all that a plugin of this stamp needs beside the program's
    own files."""
    _declare(folder / PLUGINS / f"{name}.json", {"plugin": plugin_stamp}, names)


def _declare(file: Path, made_from: dict[str, str], names: set[str]) -> None:
    content = json.dumps({**made_from, "names": sorted(names)}, indent=0)
    file.write_text(content, encoding="utf-8")


def stamp() -> str:
    """Return what changes with anything that machine code depends on but kernels and the processor:
    Python and libraries, and which of those that may be missing are there."""
    if os.environ.get("NUMBA_CPU_NAME") == GENERIC[0]:
        return _stamp(portable())
    there = [name for name in _OPTIONAL if find_spec(name)]
    return _stamp((sys.version, *map(version, _MADE_WITH), *there))


@cache
def portable() -> tuple[str, ...]:
    """Return what machine code that is handed on depends on: the binary interface of Python and its
    byte code, which no later release of the same 3.x changes, and what Numba makes code by. Numba
    keeps its own code by less; its code knows NumPy's arrays, whose layout stays within a major
    version, not NumPy: an installed wheel often meets a later NumPy than it was made with."""
    numba, llvmlite, numpy = map(version, _MADE_WITH)
    abi = f"{sysconfig.get_config_var('SOABI')} {MAGIC_NUMBER.hex()}"
    return abi, numba, llvmlite, numpy.split(".")[0]


def _stamp(versions: tuple[str, ...]) -> str:
    return sha256(repr(versions).encode()).hexdigest()


def plugin_stamps() -> dict[str, str]:
    """Return what the machine code of each plugin with kernels is made from, by name: the kernels
    of the library and all code of the plugin."""
    stamps = {}
    for plugin in loaded():
        tops = {module.partition(".")[0] for module in plugin.modules}
        if tops & {module.partition(".")[0] for module in KERNEL_MODULES}:
            made_from = f"{stamp()} {sources.of_kernels()} {plugin.title}"
            code = (sources.code_of(file) for top in sorted(tops) for file in _sources(top))
            stamps[plugin.name] = sha256("\n".join((made_from, *code)).encode()).hexdigest()
    return stamps


def _sources(top: str) -> list[Path]:
    """Return the files of a module or package."""
    file = getattr(sys.modules.get(top), "__file__", None)
    if file is None:
        return []
    path = Path(file)
    return sources.within(path.parent) if path.name == "__init__.py" else [path]


def _is_complete(folder: Path) -> bool:
    """Tell whether a folder has the machine code of all kernels; where no file changed since it was
    made, these need not be loaded to know."""
    versions = stamp() if folder != shipped() else _stamp(portable())
    made_from = _content(folder / _COMPLETE)
    return (
        made_from.get("versions") == versions
        and (
            made_from["files"] == sources.of_files() or made_from["kernels"] == sources.of_kernels()
        )
        and _has_all(folder, made_from)
    )


def _is_practised(folder: Path) -> bool:
    """Tell whether the machine code in a folder was made by this code, comments aside."""
    made_from = _content(folder / _COMPLETE)
    return "code" in made_from and (
        made_from["files"] == sources.of_files() or made_from["code"] == sources.of_code()
    )


def _holds(folder: Path, file: str, plugin_stamp: str) -> bool:
    """Tell whether a folder has all that one of its files lists, made from the same plugin."""
    made_from = _content(folder / file)
    return made_from.get("plugin") == plugin_stamp and _has_all(folder, made_from)


def _content(file: Path) -> dict[str, Any]:
    """Return what a file says of the machine code beside it; nothing where it is missing, damaged,
    or of an earlier version."""
    try:
        content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content


def _has_all(folder: Path, made_from: dict[str, Any]) -> bool:
    return all(read(folder / name) for name in made_from["names"])


def _is_held(folder: Path) -> bool:
    try:
        with (folder / _LOCK).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


@cache
def kind() -> str:
    """Return the version of Python, the kind of processor and the options of Numba."""
    from llvmlite import binding  # noqa: PLC0415 (LLVM)

    options = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    options.setdefault("NUMBA_CPU_NAME", binding.get_host_cpu_name())
    options.setdefault("NUMBA_CPU_FEATURES", binding.get_host_cpu_features().flatten())
    digest = sha256(repr(sorted(options.items())).encode()).hexdigest()
    return f"{sys.implementation.cache_tag}-{platform.machine()}-{digest[:12]}"


@cache
def _copy() -> str:
    return sha256(str(sources.PACKAGE).encode()).hexdigest()[:12]
