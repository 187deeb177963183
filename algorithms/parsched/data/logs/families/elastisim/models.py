"""Application models of ElastiSim as run times: what a job takes that has the network alone.

Ranks run through the tasks of a phase. The loads of a task follow a pattern, and what it computes
overlaps with what it sends: it takes as long as the busiest node, link or file system does.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from parsched.data.files.findings import shown
from parsched.data.logs.families.elastisim.formulas import ElastisimFormulaError, value_of
from parsched.data.logs.families.elastisim.platform import ElastisimCluster
from parsched.model.problem.arrays import Floats

SPEED = 1e9
"""Computations per second of a node where no platform says it, as of Batsim's profiles."""
_NESTED = 20
"""How deep sequences may stand within each other."""
_MOST_TASKS = 1_000
"""Tasks of a model, tasks of sequences included."""
_MOST_LOADS = 1 << 22
"""Loads of them, on all numbers of nodes."""
_BUSIEST_FIRST, _BUSIEST_SECOND = ("root_only", "even_ranks"), ("odd_ranks",)

_SENT: dict[str, Callable[[Floats], Floats]] = {
    "all_to_all": lambda n: 1 / n,
    "ring": lambda n: 1 / n,
    "ring_clockwise": lambda n: 1 / n,
    "ring_counter_clockwise": lambda n: 1 / n,
    "gather": lambda n: (n - 1) / n,
    "scatter": lambda n: (n - 1) / n,
    "master_worker": lambda n: 2 + 0 * n,
}
"""The share of its bytes that the busiest link of a node carries in one direction."""


class NoTimeError(ValueError):
    """A model has no run time; says why."""


class Timing:
    """How long a job takes on each of some numbers of nodes, by its model. `at_speed` says whether
    that is at a speed which no platform says, `alone` whether something is transferred; `tasks`
    counts the tasks of the model."""

    def __init__(
        self, nodes: Floats, arguments: Mapping[str, Any], cluster: ElastisimCluster | None
    ) -> None:
        self.at_speed = self.alone = False
        self._nodes = nodes
        self._names = {**{key: _plain(each) for key, each in arguments.items()}, "num_nodes": nodes}
        self._cluster = cluster
        self._busiest: set[str] = set()
        self.tasks = 0

    @property
    def loads(self) -> int:
        """Loads of its tasks, on all numbers of nodes."""
        return self.tasks * len(self._nodes)

    def seconds(self, model: Any) -> Floats:
        """Return the run time on each number of nodes: of the start and of all phases.

        Raises
        ------
        NoTimeError
            Names the task that has none.
        """
        if not isinstance(model, dict) or not isinstance(model.get("phases"), list):
            raise NoTimeError("the model has no list of phases")
        total = np.zeros(len(self._nodes))
        first = model.get("on_init")
        phases = [*([("on_init", first)] if first is not None else ())]
        phases += [(f"phases[{i}]", each) for i, each in enumerate(model["phases"])]
        for place, phase in phases:
            total = total + self._in_turn(place, phase, 0)
        if len(self._busiest) > 1:
            raise NoTimeError("different nodes are the busiest of different tasks")
        return total

    def _in_turn(self, place: str, holder: Any, depth: int) -> Floats:
        """Return what a phase or a sequence takes, with all of its iterations."""
        if depth > _NESTED:
            raise NoTimeError(f"{place}: over {_NESTED} sequences stand within each other")
        tasks = holder.get("tasks") if isinstance(holder, dict) else None
        if not isinstance(tasks, list):
            raise NoTimeError(f"{place} has no list of tasks")
        total = np.zeros(len(self._nodes))
        for i, task in enumerate(tasks):
            total = total + self._task(f"{place}.tasks[{i}]", task, depth)
        return total * self._iterations(place, holder)

    def _iterations(self, place: str, holder: dict[str, Any]) -> Floats:
        told = holder.get("iterations")
        return np.floor(self._value(place, 1 if told is None else told))

    def _task(self, place: str, task: Any, depth: int) -> Floats:
        self.tasks += 1
        if self.tasks > _MOST_TASKS or self.loads > _MOST_LOADS:
            raise NoTimeError(
                f"the model has over {_MOST_TASKS:,} tasks, or they over {_MOST_LOADS:,} loads"
            )
        of = str(task.get("type")).lower() if isinstance(task, dict) else ""
        if of == "sequence":
            return self._in_turn(place, task, depth + 1)
        if of in ("idle", "busy_wait"):
            seconds = self._load(place, task, "delay", "pattern")[0]
        elif of == "cpu":
            seconds = np.maximum(self._computed(place, task), self._sent(place, task))
        elif of in ("pfs_read", "pfs_write"):
            seconds = self._stored(f"{place}: {of}", task, of)
        else:
            raise NoTimeError(f"{place}: {shown(of) or 'no task'}")
        return seconds * self._iterations(place, task)

    def _computed(self, place: str, task: dict[str, Any]) -> Floats:
        if task.get("flops") is None:
            return np.zeros(len(self._nodes))
        peak, _ = self._load(place, task, "flops", "computation_pattern")
        speed = self._cluster.speed if self._cluster else None
        self.at_speed |= speed is None and bool(peak.any())
        return peak / (speed or SPEED)

    def _sent(self, place: str, task: dict[str, Any]) -> Floats:
        sent, n = task.get("bytes"), self._nodes
        if sent is None:
            return np.zeros(len(n))
        pattern = str(task.get("communication_pattern")).lower()
        if pattern == "matrix":
            busiest = self._matrix(place, sent)
        elif pattern in _SENT:
            busiest = np.where(n > 1, self._value(place, sent) * _SENT[pattern](n), 0.0)
        else:
            raise NoTimeError(f"{place}: the communication pattern {shown(pattern)}")
        return self._over(f"{place}: bytes", busiest, "link")

    def _matrix(self, place: str, sent: Any) -> Floats:
        numbers = self._listed(place, sent, int(self._nodes[0]) ** 2)
        matrix = numbers.reshape(int(self._nodes[0]), -1)
        np.fill_diagonal(matrix, 0)
        return np.array([max(matrix.sum(0).max(), matrix.sum(1).max())])

    def _stored(self, place: str, task: dict[str, Any], of: str) -> Floats:
        if task.get("async") is True:
            raise NoTimeError(f"{place} beside other tasks")
        peak, total = self._load(place, task, "bytes", "pattern")
        kind = "reads" if of == "pfs_read" else "writes"
        return np.maximum(self._over(place, peak, "link"), self._over(place, total, kind))

    def _over(self, place: str, sent: Floats, through: str) -> Floats:
        """Return how long bytes take through the `link` of a node, or what `reads` or `writes`."""
        if not sent.any():
            return sent
        speed: float | None = getattr(self._cluster, through, None)
        if speed is None:
            lacks = "bandwidth in the platform file" if self._cluster else "platform file"
            raise NoTimeError(f"{place}, without a {lacks}")
        self.alone = True
        return sent / speed

    def _load(self, place: str, task: dict[str, Any], key: str, by: str) -> tuple[Floats, Floats]:
        """Return the load of the busiest node, and the sum of all loads."""
        pattern, n = str(task.get(by)).lower(), self._nodes
        if pattern == "vector":
            self._busiest.add(f"vector {self.tasks}")
            numbers = self._listed(place, task.get(key), int(n[0]))
            return np.array([numbers.max()]), np.array([numbers.sum()])
        value = self._value(place, task.get(key))
        if pattern == "uniform":
            return value, value * n
        if pattern in ("total", "all_ranks"):
            return value / n, value
        if pattern in (*_BUSIEST_FIRST, *_BUSIEST_SECOND):
            self._busiest.add("second" if pattern in _BUSIEST_SECOND else "first")
            half = np.floor(n / 2) if pattern == "odd_ranks" else np.ceil(n / 2)
            some = np.where(half > 0, value, 0.0)
            return some / (1 if pattern == "root_only" else np.maximum(half, 1)), some
        raise NoTimeError(f"{place}: the pattern {shown(pattern)}")

    def _listed(self, place: str, told: Any, count: int) -> Floats:
        """Return an explicit load for each node, or each pair of them, of a rigid job."""
        if len(self._nodes) != 1 or not isinstance(told, list) or len(told) != count:
            raise NoTimeError(f"{place}: must list {count:,} numbers, for one number of nodes")
        one = self._nodes[:1]
        return np.array([self._value(place, each, one)[0] for each in told])

    def _value(self, place: str, told: Any, like: Floats | None = None) -> Floats:
        try:
            return value_of(told, self._names, self._nodes if like is None else like)
        except ElastisimFormulaError as error:
            raise NoTimeError(f"{place}: {error}") from error


def _plain(argument: Any) -> float:
    """Return the number of an argument, which may be a text; NaN where it is none."""
    try:
        return float(argument)
    except (TypeError, ValueError, OverflowError):
        return float("nan")
