"""Questions about jobs: `user:7 width>=256 wait>1h`, one language for library, API and charts.

>>> import algorithms as sched
>>> instance = sched.Instance(
...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
... )
>>> schedule = sched.solve(instance, "ltf").schedule
>>> int(select(instance, schedule, "width>=1").sum())
20
"""

from algorithms.questions.answers import answer, grammar
from algorithms.questions.errors import QuestionError
from algorithms.questions.fields import FIELDS, Field
from algorithms.questions.jobs import Jobs
from algorithms.questions.parsing import LONGEST, fault, parsed
from algorithms.questions.selecting import matching, select
from algorithms.questions.tree import Tree

__all__ = [
    "FIELDS",
    "LONGEST",
    "Field",
    "Jobs",
    "QuestionError",
    "Tree",
    "answer",
    "fault",
    "grammar",
    "matching",
    "parsed",
    "select",
]
