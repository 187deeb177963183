"""Tasks in answers of the API."""

from rest_framework import serializers

from schedweb.api.serializers.base import Output
from schedweb.workers.kinds import KINDS
from schedweb.workers.models import State, Task


class TaskOut(Output):
    """Something that a worker does while you wait."""

    id = serializers.CharField(source="pk")
    title = serializers.SerializerMethodField(help_text="What it does.")
    state = serializers.ChoiceField(choices=State.choices)
    progress = serializers.FloatField(help_text="Fraction that is done.")
    message = serializers.CharField(help_text="What is done now.")
    result = serializers.SerializerMethodField(
        help_text="Ids of what was made, by `upload`, `workload`, `comparison` or `run`; empty "
        "before."
    )
    error = serializers.CharField(help_text="Why it failed; empty if it has not.")
    problems = serializers.DictField(
        source="errors", child=serializers.CharField(), help_text="What is wrong, by field."
    )

    def get_title(self, task: Task) -> str:
        return KINDS[task.kind].title_of(task)

    def get_result(self, task: Task) -> dict[str, str]:
        names = ("upload", "workload", "comparison", "run")
        return {name: task.result[name] for name in names if name in task.result}
