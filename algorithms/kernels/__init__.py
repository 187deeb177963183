"""Compiled loops over plain arrays: no objects, no input or output.

Each kernel has a plain twin, its `.py_func`.
"""

from pathlib import Path

from algorithms.kernels.cache import drop_stale

drop_stale(Path(__file__).parent)
