"""Small workloads, scheduled before one's eyes: what a policy does at each event, by which rule.

`exercise` is the jobs and the machine, as people type them and as addresses carry them; `steps`
runs a policy of the queue on it; `rules` says in words why jobs start or wait; `rows` places them.
"""

from parsched.report.classroom.exercise import Exercise, ExerciseJob
from parsched.report.classroom.steps import ExerciseSteps, Step, instants, steps

__all__ = ["Exercise", "ExerciseJob", "ExerciseSteps", "Step", "instants", "steps"]
