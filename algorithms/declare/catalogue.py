"""Loads every package that registers algorithms, so that `ALGORITHMS` is complete."""

import algorithms.batches
import algorithms.external
import algorithms.grid
import algorithms.groups
import algorithms.lists
import algorithms.price
import algorithms.recorded
import algorithms.search
import algorithms.simulation
import algorithms.successive_lp  # noqa: F401
from algorithms.declare.registry import ALGORITHMS, Algorithm, algorithm

__all__ = ["ALGORITHMS", "Algorithm", "algorithm"]
