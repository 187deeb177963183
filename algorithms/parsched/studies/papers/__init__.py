"""The experiments of the five papers, a package each, in their order."""

from parsched.studies.papers import demt, grids, group_lists, successive_lp  # noqa: F401
