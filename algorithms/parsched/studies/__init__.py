"""Studies: experiments with repetitions, declared once, with a verdict on every claim.

study        instances × methods × measures, plots, claims
computing    one instance, all its methods        running    all of them, on several processes
cells        what came out, as numbers            journal    the same on disk, line by line
statistics   aggregates, intervals, pairs         judges     the forms of statements
report       verdicts, figures, pairs, all numbers
papers       the experiments of the five papers
"""

from parsched.base.extras import extra

with extra("studies"):
    import parsched.studies.papers  # noqa: F401 (declares them)

from parsched.studies.cells import Cells
from parsched.studies.claims import Claim, ClaimStanding, Verdict
from parsched.studies.instances import Generated, Traced
from parsched.studies.kept import Kept
from parsched.studies.listed import Listed
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot
from parsched.studies.printed import PrintedTable
from parsched.studies.registry import STUDIES, find_study
from parsched.studies.report import REPORTS
from parsched.studies.running import run
from parsched.studies.study import Study

__all__ = [
    "REPORTS",
    "STUDIES",
    "Cells",
    "Claim",
    "ClaimStanding",
    "Generated",
    "Kept",
    "Listed",
    "Method",
    "Part",
    "PrintedTable",
    "Study",
    "StudyPlot",
    "Traced",
    "Verdict",
    "find_study",
    "run",
]
