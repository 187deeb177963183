"""What the laboratory found, as a table and as JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

ALLOWED_EXTRA = 0.01
"""Share of computations that faults may cost which kill no process."""
COLUMNS = ("injected", "affected", "lost", "twice", "deleted", "extra", "recovery")


@dataclass
class Row:
    """One fault: how often it was injected, and what came of it.

    `affected` counts work that was being computed meanwhile, `extra` computations that were begun
    again because of it; `recovery` is the longest time from its end to the next stored result, s.
    """

    fault: str
    kills: bool
    injected: int = 0
    affected: int = 0
    lost: int = 0
    twice: int = 0
    deleted: int = 0
    extra: int = 0
    recovery: float = 0.0


@dataclass
class Report:
    """Everything that was found; `wrong` holds a sentence for each thing that should not be."""

    seed: int
    rows: list[Row] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    ready: dict[str, tuple[float, float]] = field(default_factory=dict)
    computations: int = 0
    orders: int = 0
    studies: int = 0
    seconds: float = 0.0

    @property
    def injected(self) -> int:
        return sum(row.injected for row in self.rows)

    @property
    def needless(self) -> int:
        """Computations begun again because of faults that kill no process."""
        return sum(row.extra for row in self.rows if not row.kills)

    @property
    def problems(self) -> list[str]:
        """Everything that must not be."""
        found = list(self.wrong)
        for name in ("lost", "twice", "deleted"):
            found += [f"{row.fault}: {n} {name}" for row in self.rows if (n := getattr(row, name))]
        most = ALLOWED_EXTRA * self.computations
        if self.needless > max(most, 1):
            found.append(f"{self.needless} computations were begun again; at most {most:.1f} may")
        return found

    def as_json(self) -> str:
        return json.dumps(asdict(self) | {"problems": self.problems}, indent=1)

    def lines(self) -> Iterable[str]:
        """Yield the lines of a table."""
        yield f"{'fault':<40}{'kills':>6}" + "".join(f"{name:>10}" for name in COLUMNS)
        for row in self.rows:
            values = [getattr(row, name) for name in COLUMNS]
            shown = "".join(f"{v:>10.1f}" if isinstance(v, float) else f"{v:>10}" for v in values)
            yield f"{row.fault:<40}{'yes' if row.kills else '':>6}{shown}"
        share = 100 * self.needless / max(self.computations, 1)
        yield (
            f"seed {self.seed}: {self.injected} faults in {self.seconds:.0f} s, {self.orders} "
            f"pieces of work, {self.computations} computations, {self.needless} begun again for "
            f"faults that kill no process ({share:.2f} %), {self.studies} studies"
        )
        for what, (down, up) in self.ready.items():
            yield f"/health/ready without {what}: 503 after {down:.1f} s, 200 after {up:.1f} s"
        yield from (f"skipped: {name}: {reason}" for name, reason in self.skipped.items())
        yield from (f"WRONG: {problem}" for problem in self.problems)
