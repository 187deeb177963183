"""Why did a job wait? Facts of the schedule, and claims that the policy, run again, bears out."""

from parsched.report.explain.explain import explain, explain_row
from parsched.report.explain.explanation import Explanation, thinned
from parsched.report.explain.strip import strip
from parsched.report.explain.tables import tables_of

__all__ = ["Explanation", "explain", "explain_row", "strip", "tables_of", "thinned"]
