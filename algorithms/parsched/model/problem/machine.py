"""What a source states of the machine that its jobs ran on."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from parsched.base.errors import WorkloadError
from parsched.model.problem.platform import MAX_PROCESSORS


@dataclass(frozen=True, kw_only=True)
class StatedMachine:
    """The size of a machine as a source states it: a size that was guessed is none.

    Parameters
    ----------
    processors, nodes
        How many it has; None where the source does not say.

    Raises
    ------
    WorkloadError
        For a number that no machine can have; names it.

    Examples
    --------
    >>> StatedMachine(processors=240).as_json()
    {'processors': 240}
    >>> StatedMachine.from_json({"processors": 240}) == StatedMachine(processors=240)
    True
    """

    processors: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, count in asdict(self).items():
            is_count = type(count) is int and 1 <= count <= MAX_PROCESSORS
            if count is not None and not is_count:
                rule = f"must be a whole number from 1 to {MAX_PROCESSORS:,}"
                raise WorkloadError(f"machine.{name} {rule}, got {count!r}")

    def as_json(self) -> dict[str, int]:
        """Return what is stated, as plain JSON values."""
        return {name: count for name, count in asdict(self).items() if count is not None}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "StatedMachine":
        """Build from what `as_json` returned; keys that mean nothing here are passed over."""
        return cls(**{name: values[name] for name in KEYS if name in values})


KEYS = tuple(field.name for field in fields(StatedMachine))
"""What may be stated."""

NOT_STATED = StatedMachine()
"""Of a source that says nothing of its machine."""
