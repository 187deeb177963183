"""Being a program, as the library is one, without loading the library: that takes a second, and
loads the plugins that the mode allows, which is not set yet."""

import sys
from collections.abc import Callable
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

LIBRARY = "parsched"
MODULE = f"{LIBRARY}.base.program"


def as_program(main: Callable[[], int]) -> int:
    """Run what a program does and return its exit code, see `parsched.base.program.run`."""
    program = _module()
    program.end_when_interrupted()
    return int(program.run(main))


def _module() -> ModuleType:
    """Return `parsched.base.program`, which is loaded by its file and needs none of its package."""
    if MODULE in sys.modules:
        return sys.modules[MODULE]
    package = find_spec(LIBRARY)
    if package is None or package.origin is None:
        raise ModuleNotFoundError(f"No module named {LIBRARY!r}", name=LIBRARY)
    spec = spec_from_file_location(
        "schedweb._program", Path(package.origin).parent / "base" / "program.py"
    )
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {MODULE!r}", name=MODULE)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
