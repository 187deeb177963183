"""Is each column plausible? One pass over all jobs that were read, whatever their format.

A reader says what is wrong with a cell; a `Doubt` says what is wrong with a column whose cells can
all be read. Each is one declaration, and `DOUBTS` lists them all.
"""

from parsched.data.doubts.declared import Doubt, DoubtEvidence, without
from parsched.data.doubts.of_frames import plausible
from parsched.data.doubts.pass_over import DOUBTS, doubts_of
from parsched.data.doubts.starts import not_recorded
from parsched.model.problem.framed import CHECKS

__all__ = ["DOUBTS", "Doubt", "DoubtEvidence", "doubts_of", "not_recorded", "without"]

CHECKS.append(plausible)
