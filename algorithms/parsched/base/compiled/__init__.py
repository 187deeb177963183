"""Loops in Python that run as machine code, compiled when the program is installed.

`kernel` declares such a loop; it knows nothing of Numba, which is loaded when a kernel is first
called. `machine_code` then reads the kernel's code from a `folder`, which only `setup` writes: it
listens to what the program calls while it works on small inputs (`warm_up`), and compiles that.
`sources` tells whether what is in the folder was made from the kernels that are there now.
"""

from parsched.base.compiled.kernel import Kernel, allocating, inlined, kernel
from parsched.base.compiled.timing import COMPILED_ONLY, NotCompiledError, stopwatch

__all__ = [
    "COMPILED_ONLY",
    "Kernel",
    "NotCompiledError",
    "allocating",
    "inlined",
    "kernel",
    "stopwatch",
]
