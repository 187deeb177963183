"""Why did a job wait? Facts of the schedule, and claims that the policy, run again, bears out."""

from algorithms.explain.explain import explain, explain_row
from algorithms.explain.explanation import Explanation, thinned
from algorithms.explain.strip import strip
from algorithms.explain.tables import tables_of

__all__ = ["Explanation", "explain", "explain_row", "strip", "tables_of", "thinned"]
