"""Studies: experiments with repetitions, declared once, with a verdict on every claim.

study        instances × methods × measures, plots, claims
computing    one instance, all its methods        running    all of them, on several processes
cells        what came out, as numbers            journal    the same on disk, line by line
statistics   aggregates, intervals, pairs         judges     the forms of statements
report       verdicts, figures, pairs, all numbers
papers       the experiments of the five papers
"""

from algorithms.extras import extra

with extra("studies"):
    import algorithms.studies.papers  # noqa: F401 (declares them)

from algorithms.studies.cells import Cells
from algorithms.studies.claims import Claim, Standing, Verdict
from algorithms.studies.instances import Generated, Traced
from algorithms.studies.kept import Kept
from algorithms.studies.listed import Listed
from algorithms.studies.part import Method, Part
from algorithms.studies.plots import Plot
from algorithms.studies.printed import PrintedTable
from algorithms.studies.registry import STUDIES, find_study
from algorithms.studies.report import REPORTS
from algorithms.studies.running import run
from algorithms.studies.study import Study

__all__ = [
    "REPORTS",
    "STUDIES",
    "Cells",
    "Claim",
    "Generated",
    "Kept",
    "Listed",
    "Method",
    "Part",
    "Plot",
    "PrintedTable",
    "Standing",
    "Study",
    "Traced",
    "Verdict",
    "find_study",
    "run",
]
