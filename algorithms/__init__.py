"""A library of parallel-job schedulers: workloads, algorithms, bounds, metrics and an independent
checker."""

import os

# The products of vectors here are short: more threads of NumPy's would only wait for them, and keep
# a processor busy with that. Has to be said before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
