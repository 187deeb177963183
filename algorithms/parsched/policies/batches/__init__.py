"""Batches and shelves.

Jobs of a shelf or a batch start together; the next begins when the time for this one is over.
"""

from parsched.policies.batches import demt, mrt, online
