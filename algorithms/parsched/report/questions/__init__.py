"""Questions about jobs: `user:7 width>=256 wait>1h`, one language for library, API and charts.

>>> import parsched as sched
>>> instance = sched.Instance(
...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
... )
>>> schedule = sched.solve(instance, "ltf").schedule
>>> int(select(instance, schedule, "width>=1").sum())
20
"""

from parsched.report.questions.answers import answer, grammar
from parsched.report.questions.errors import QuestionError
from parsched.report.questions.fields import FIELDS, Field
from parsched.report.questions.jobs import AskedJobs
from parsched.report.questions.parsing import LONGEST, fault, parsed
from parsched.report.questions.selecting import matching, select
from parsched.report.questions.tree import Tree

__all__ = [
    "FIELDS",
    "LONGEST",
    "AskedJobs",
    "Field",
    "QuestionError",
    "Tree",
    "answer",
    "fault",
    "grammar",
    "matching",
    "parsed",
    "select",
]
