"""Batches and shelves.

Jobs that run side by side begin together or stand in shelves of a common height.
"""

from algorithms.batches import demt, online

__all__ = ["demt", "online"]
