"""Compiling all kernels when the program is installed."""

from collections.abc import Callable

from parsched.base.compiled import folder


def compile_all(
    processes: int = 2, on_progress: Callable[[int, int], None] = lambda done, of: None
) -> int:
    """Compile what is missing for this version, remove what it does not need, and return how many
    kernels were missing; `on_progress` is called with the numbers done and missing.

    Raises
    ------
    SetUpError
        When no folder can be written to, or a process that compiles is killed.
    """
    if folder.is_up_to_date():
        return 0
    where = folder.writable()
    with folder.filling(where):
        if folder.is_up_to_date():  # who held the folder before has done it
            return 0
        # Numba is loaded only now, so that those who need machine code soon see the folder held.
        from parsched.apps.compiling.compiling import compile_missing, compile_plugin  # noqa: PLC0415

        count = 0
        if not folder.is_own_up_to_date(where):
            count = compile_missing(where, processes, on_progress)
        for name in folder.missing_plugins():
            count += compile_plugin(where, name, processes, on_progress)
        return count
