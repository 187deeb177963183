"""Batches and shelves, off-line.

Jobs of a shelf start together; the next shelf begins when the time for this one is over.
"""

from algorithms.batches import demt, mrt

__all__ = ["demt", "mrt"]
