"""Batches and shelves, off-line.

Jobs that run side by side begin together or stand in shelves of a common height.
"""

from algorithms.batches import demt

__all__ = ["demt"]
