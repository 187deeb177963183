"""Machine code of kernels: read from its folder, or compiled. This loads Numba.

Numba keeps machine code by itself, but only looks at the file of a kernel to tell whether it is
still right, not at the files of the kernels that it calls; each process that compiles also writes.
Here each piece of code is a file under the digest of all that it is made from.
"""

import logging
import os
import pickle
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import llvmlite
import numba
import numpy as np
from numba.core import event
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.types import unliteral

from parsched.base.compiled import folder
from parsched.base.compiled.timing import COMPILED_ONLY, NotCompiledError, stopwatch

CHECKED = "NUMBA_BOUNDSCHECK"
"""Variable of Numba's: with 1 loops refuse indices out of bounds, to look for mistakes."""

WAIT_SECONDS = 0.2
"""Between two looks for code that another process makes."""

log = logging.getLogger("parsched.base.compiled")


class KernelSource(Protocol):
    """What this needs to know of a kernel, which loads this when it is called."""

    __name__: str
    py_func: Any
    options: Any

    @property
    def digest(self) -> str:
        """What the machine code is made from."""

    @property
    def allocates(self) -> bool:
        """Whether it makes arrays."""


def dispatcher(kernel: KernelSource, *, inner: bool) -> Any:
    """Return what Numba calls a kernel by.

    An `inner` one has no way in from Python: taking apart state that comes as tuples of arrays is
    most of what such a way in compiles to. Numba would compile it once more for each constant that
    it is called with.
    """
    options = _options(kernel, inner=inner)
    if not inner:
        compiled = numba.njit(**options)(kernel.py_func)
        compiled._cache = Code(kernel)
        return compiled
    compiled = numba.njit(**options, pipeline_class=_CompilerOfParts)(kernel.py_func)
    template = compiled.get_call_template

    def any_number(args: Any, kws: Any) -> Any:
        return template(
            tuple(map(unliteral, args)), {name: unliteral(arg) for name, arg in kws.items()}
        )

    compiled.get_call_template = any_number
    return compiled


def _options(kernel: KernelSource, *, inner: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
    if not kernel.allocates:
        options["_nrt"] = False
    if inner:
        options |= {"no_cpython_wrapper": True, "forceinline": kernel.options.inlined}
    return options


class _CompiledPart(JITCodeLibrary):
    """What a kernel compiles to for those that call it: their code takes it in, and is optimized
    then. Numba would optimize each part by itself as well, with all that it has taken in, and so
    what lies ten calls deep ten times."""

    def _optimize_final_module(self) -> None:
        """Leave it to the code that takes this in."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    @property
    def codegen(self) -> "_CompiledPart":
        """What is told where constants of Python lie."""
        return self

    def set_env(self, env_name: str, env: object) -> None:
        """Do nothing: there is no code to tell."""

    def get_pointer_to_function(self, name: str) -> int:
        """Say that there is no code to run."""
        return 0


class _CompilerOfParts(Compiler):
    """Compiles a kernel for those that call it."""

    def compile_extra(self, func: Any) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = _CompiledPart(codegen, func.__qualname__)  # type: ignore[no-untyped-call]
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class Code(_Cache):
    """What a dispatcher asks for machine code before it compiles, and hands it to afterwards."""

    write_to: Path | None = None
    """Folder that set-up puts code into, and reads it from; None everywhere but at set-up."""

    kept_in: Path | None = None
    """Folder where an installed library keeps machine code that it compiled itself, without a
    set-up."""

    def __init__(self, kernel: KernelSource) -> None:
        self._kernel = kernel

    def name(self, types: Any, *, generic: bool = False) -> str:
        """Return the file of the code for arguments of some types on this processor, or of that
        which any processor of its kind can run."""
        triple, *target = cpu_target.target_context.codegen().magic_tuple()
        versions: tuple[str, ...] = folder.portable()
        if generic:
            target = [*folder.GENERIC]
        elif tuple(target) != folder.GENERIC:
            versions = sys.version, numba.__version__, llvmlite.__version__, np.__version__
        made_from = (
            self._kernel.digest,
            _options(self._kernel, inner=False),
            list(map(_described, types)),
            (triple, *target),
            versions,
        )
        digest = sha256(repr(made_from).encode()).hexdigest()[:24]
        return f"{self._kernel.__module__}.{self._kernel.__name__}-{digest}"

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        target_context.refresh()
        data = self._found(self.name(sig))
        # What is shipped does not check bounds; folders are apart by the options of Numba.
        if data is None and self.write_to is None and CHECKED not in os.environ:
            data = folder.read(folder.shipped() / self.name(sig, generic=True))
        if data is not None:
            overload: CompileResult = CompileResult._rebuild(target_context, *pickle.loads(data))
            return overload
        if self.write_to is None:
            what = f"{self._kernel.__module__}.{self._kernel.__name__}"
            if os.environ.get(COMPILED_ONLY):
                types = ", ".join(map(str, sig))
                raise NotCompiledError(f"{what}({types}) is not compiled; {folder.HOW}")
            if folder.IS_CLONE:
                log.warning("Compiling %s, which was not done at set-up; %s", what, folder.HOW)
            else:
                self._keep()
        return None

    @classmethod
    def _keep(cls) -> None:
        """Keep from now on what is compiled here: an installed library has no set-up step."""
        if cls.kept_in is not None:
            return
        try:
            cls.kept_in = folder.writable()
        except folder.SetUpError as error:
            log.warning("Compiling what is called for the first time. %s", error)
            return
        what = "Compiling what is called for the first time, and keeping it in %s. %s"
        log.warning(what, cls.kept_in, folder.HOW)

    def _found(self, name: str) -> bytes | None:
        """Read a file out of any folder, for which this waits while set-up is under way."""
        if self.write_to is not None:
            return folder.read(self.write_to / name)
        while True:
            is_filled = folder.is_filled_now()
            for place in folder.places():
                if (data := folder.read(place / name)) is not None:
                    return data
            if not is_filled or os.environ.get(COMPILED_ONLY):
                return None
            time.sleep(WAIT_SECONDS)

    def save_overload(self, sig: Any, data: Any) -> None:
        place = self.write_to or self.kept_in
        if place is not None:
            if data.library.has_dynamic_globals:
                raise TypeError(f"{self._kernel.__name__} reads what only this process has")
            folder.write(place / self.name(sig), dumps(data._reduce()))

    @property
    def cache_path(self) -> str:
        """For those who inspect a dispatcher."""
        return str(self.write_to or next(folder.candidates()))

    def enable(self) -> None:
        """Nothing to switch on."""

    def disable(self) -> None:
        """Nothing to switch off."""

    def flush(self) -> None:
        """Nothing to empty: set-up removes what is not needed."""


def _described(of: Any) -> Any:
    """Return a type with the names of fields, which Numba leaves out."""
    return str(of), getattr(of, "fields", ()), [_described(one) for one in getattr(of, "types", ())]


class _Timing(event.Listener):
    """Numba holds its lock as long as it reads or compiles."""

    def on_start(self, event: Any) -> None:
        stopwatch.__enter__()

    def on_end(self, event: Any) -> None:
        stopwatch.__exit__()


event.register("numba:compiler_lock", _Timing())
