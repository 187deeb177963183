"""A library of parallel-job schedulers: workloads, algorithms, bounds, metrics and an independent
checker."""

__version__ = "0.1.0"
