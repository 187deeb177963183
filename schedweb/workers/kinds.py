"""Kinds of tasks, each declared once beside what it does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from schedweb.workers.models import Task

Tell: TypeAlias = Callable[[float, str], None]
"""Takes the fraction that is done, and what is done now."""
Store: TypeAlias = Callable[[], Mapping[str, Any]]
"""Writes rows, in one transaction with the end of the task, and returns its `result`."""
Perform: TypeAlias = Callable[[Task, Tell], Store]
"""Computes without writing rows: a process may be killed, and the task performed again."""


@dataclass(frozen=True)
class TaskKind:
    """What tasks of a kind do; `title` says it to people, with the arguments of the task."""

    key: str
    title: str
    perform: Perform

    def title_of(self, task: Task) -> str:
        """Return the title of a task."""
        return self.title.format_map(_Blank(task.arguments))


class _Blank(dict[str, Any]):
    """Arguments; those that are missing are blank."""

    def __missing__(self, key: str) -> str:
        return ""


KINDS: dict[str, TaskKind] = {}


def task_kind(key: str, title: str) -> Callable[[Perform], Perform]:
    """Declare a kind of task by the function that performs it."""

    def declare(perform: Perform) -> Perform:
        if key in KINDS:
            raise ValueError(f"two kinds of tasks are called {key!r}")
        KINDS[key] = TaskKind(key, title, perform)
        return perform

    return declare
