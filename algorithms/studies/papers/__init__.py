"""The experiments of the five papers, one module each, in their order."""

from algorithms.studies.papers import demt  # noqa: F401
