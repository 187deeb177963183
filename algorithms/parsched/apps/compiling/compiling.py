"""Finding out what is to be compiled, and compiling it by several processes."""

import logging
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from importlib import import_module
from itertools import groupby
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from parsched.apps.compiling.warm_up import practise, practise_plugin
from parsched.base.compiled import folder
from parsched.base.compiled.folder import SetUpError
from parsched.base.compiled.kernel import Kernel
from parsched.base.compiled.machine_code import Code
from parsched.base.origins import PLUGINS
from parsched.base.program import without_interrupts
from parsched.plugins.groups import only

log = logging.getLogger("parsched.base.compiled")

Call = tuple[str, str, tuple[Any, ...]]
"""Module and name of a kernel, and Numba's types of its arguments."""


def compile_missing(where: Path, processes: int, on_progress: Callable[[int, int], None]) -> int:
    """Compile into a folder what it misses, remove what is not needed, and return how many kernels
    were missing; `on_progress` is called with the numbers done and missing.

    Raises
    ------
    SetUpError
        When a process is killed, or sources change meanwhile.
    """
    made_from = folder.digests_now()
    with only():
        needed = _named(calls(practise))
    missing = [call for call, name in needed.items() if folder.read(where / name) is None]
    _compile_all(missing, where, processes, on_progress)
    folder.declare_complete(where, set(needed.values()), made_from)
    return len(missing)


def compile_plugin(
    where: Path, name: str, processes: int, on_progress: Callable[[int, int], None]
) -> int:
    """Compile what a plugin needs beside the program, and return how many kernels were missing.

    Raises
    ------
    SetUpError
        When the plugin fails in practice, or a process is killed.
    """
    plugin, own = PLUGINS[name], where / folder.PLUGINS
    plugin_stamp = folder.plugin_stamps()[name]
    own.mkdir(exist_ok=True)
    try:
        with only(plugin):
            heard = _named(calls(partial(practise_plugin, plugin)))
    except Exception as error:
        log.debug("plugin %s fails in practice", name, exc_info=error)
        why = f"{type(error).__name__}: {error}"
        raise SetUpError(f"Plugin {plugin.title} fails in practice, {why}") from error
    needed = {c: n for c, n in heard.items() if folder.read(where / n) is None}
    missing = [call for call, name in needed.items() if folder.read(own / name) is None]
    _compile_all(missing, own, processes, on_progress)
    folder.declare_plugin(where, name, set(needed.values()), plugin_stamp)
    return len(missing)


def _named(heard: list[Call]) -> dict[Call, str]:
    """Return the files of calls."""
    return {call: Code(_kernel(call)).name(call[2]) for call in heard}


def _compile_all(
    missing: list[Call], where: Path, processes: int, on_progress: Callable[[int, int], None]
) -> None:
    """Compile calls side by side; raises `SetUpError` when a process is killed."""
    on_progress(0, len(missing))
    with ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent) as pool:
        done = 0
        try:
            with without_interrupts():
                parts = [pool.submit(_compile, part, where) for part in in_order(missing)]
            for part in as_completed(parts):
                done += part.result()
                on_progress(done, len(missing))
        except BrokenProcessPool as error:
            raise SetUpError("A process that compiled was killed; is there memory?") from error
        except BaseException:
            for process in active_children():  # in the midst of what takes a minute
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


class Calls:
    """Records the kernels called from Python and runs their plain twins: nothing is compiled."""

    def __init__(self) -> None:
        self.heard: dict[Call, None] = {}
        self._within = False

    def __call__(self, kernel: Kernel[..., Any], args: tuple[Any, ...]) -> Any:
        if self._within:  # one kernel calls another
            return kernel.py_func(*args)
        types = tuple(map(kernel.dispatcher(inner=False).typeof_pyval, args))
        call = kernel.__module__, kernel.__name__, types
        if _kernel(call) is not kernel:
            raise TypeError(f"{kernel.__module__} has no kernel {kernel.__name__} of its own")
        self.heard[call] = None
        self._within = True
        try:
            return kernel.py_func(*args)
        finally:
            self._within = False


def calls(practice: Callable[[], None]) -> list[Call]:
    """Return all that Python calls in practice."""
    listener = Kernel.listener = Calls()
    try:
        practice()
    finally:
        Kernel.listener = None
    return list(listener.heard)


def in_order(missing: list[Call]) -> list[list[Call]]:
    """Return the calls of each kernel together, as these have most of their code in common: calls
    of the largest first, which one process takes as long for as others for most of the rest, then
    the small ones, which are needed by most."""
    parts = [list(part) for _, part in groupby(sorted(missing, key=_rank), key=_rank)]
    return parts[-1:] + parts[:-1]


def _rank(call: Call) -> tuple[int, str, str]:
    return _kernel(call).size, call[0], call[1]


def _kernel(call: Call) -> Kernel[..., Any]:
    module, name, _ = call
    kernel: Kernel[..., Any] = getattr(import_module(module), name)
    return kernel


def _compile(part: list[Call], where: Path) -> int:
    """Compile some calls of one kernel, in a process of their own; return how many."""
    Code.write_to = where
    for call in part:
        _kernel(call).dispatcher(inner=False).compile(call[2])
    return len(part)


def _end_with_parent() -> None:
    """In each process that compiles: end when the parent ends."""
    Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    if parent := parent_process():
        parent.join()
    os._exit(1)
