"""What rows ask for that a workload cannot hold, found in the cells of a table. This loads pyarrow.

Lists of resources (`cpu=4,mem=8G,gres/gpu:a100=2` of Slurm's TRES, `gpu:a100:2(IDX:0-1),nvme:1` of
its GRES) say several things at once.
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parsched.data.files.findings import FindingKind, Findings, quoted
from parsched.data.files.not_held import NOTHING, not_held, told_of
from parsched.data.files.roles import Role
from parsched.model.problem.unmodelled import GPUS, LICENCES, MEMORY, RESOURCES
from parsched.model.problem.workload import Floats, Ints

_NONZERO = r"[=:]\s*0*[1-9.]"
_LISTED = {
    MEMORY: rf"(?i)(^|[,;])\s*(mem|2){_NONZERO}",
    # Older versions of Slurm write the number of a plugin: 7696487 stands for GPUs.
    GPUS: rf"(?i)(^|[,;])\s*(gres[:/])?(gpu|7696487)((:|/)[a-z_][^:=,;]*)?($|[,;]|{_NONZERO})",
    LICENCES: r"(?i)(^|[,;])\s*licen[sc]es?[:/][^=,;]*=\s*0*[1-9.]",
}
"""What parts of a list of resources say."""
_HELD = (
    r"(?i)(^|[,;])\s*((gres[:/])?(gpu|7696487)[^,;]*|licen[sc]es?[:/][^,;]*|"
    r"(cpu|mem|node|billing|energy|vmem|pages|[1-8])=[^,;]*|[^=:,;]*[=:]0[^,;.]*)"
)
"""Parts that are not other resources: processors, what is told by itself, and none of a thing."""
_DEVICES = r"\([^)]*\)"
"""Which devices a job was given, or shares of sockets."""

Mask = NDArray[np.bool_]


def says_something(cells: pa.Array) -> Mask:
    """Tell which cells name an amount or a thing."""
    return _mask(pc.invert(pc.match_substring_regex(cells, NOTHING)))


def lost_in(cells: pa.Array, what: str) -> dict[str, Mask]:
    """Return which cells of a column say what a workload cannot hold; a column of resources may say
    several things."""
    if what != RESOURCES:
        return {what: says_something(cells)}
    cells = pc.replace_substring_regex(cells, _DEVICES, "")
    found = {of: _mask(pc.match_substring_regex(cells, form)) for of, form in _LISTED.items()}
    others = pc.replace_substring_regex(cells, _HELD, "")
    return {**found, RESOURCES: says_something(pc.ascii_trim(others, ",; "))}


class LostRequests:
    """What rows of a batch ask for that cannot be kept: each row once for each kind, whatever
    number of its columns say it, with what the first of them says."""

    def __init__(self) -> None:
        self._found: dict[FindingKind, tuple[Mask, pa.Array]] = {}

    def add(self, cells: pa.Array, what: str, role: Role | None = None) -> None:
        """Look through the cells of a column, which may have a role."""
        for lost, mask in lost_in(cells, what).items():
            is_own = role is not None and role.lost == lost
            kind = not_held(role.title, lost) if role is not None and is_own else told_of(lost)
            if kind in self._found:
                before, said = self._found[kind]
                self._found[kind] = before | mask, pc.if_else(pa.array(before), said, cells)
            else:
                self._found[kind] = mask, cells

    def note(self, lines: Ints, findings: Findings) -> None:
        """Say which rows these are."""
        for kind, (mask, cells) in self._found.items():
            _note(kind, np.flatnonzero(mask), cells, lines, findings)


def _note(kind: FindingKind, told: Ints, cells: pa.Array, lines: Ints, findings: Findings) -> None:
    findings.add_all(kind, lines[told], lambda i: quoted(cells[int(told[i])].as_py()))


class OnNodes:
    """How many processors jobs have on each node: where all have as many as the first, nodes can be
    counted instead, and nothing is lost."""

    def __init__(self) -> None:
        self._first: float | None = None

    def are_unlike(self, width: Floats, nodes: Floats) -> Mask:
        """Tell which jobs have another number of processors on each node than the first."""
        with np.errstate(invalid="ignore", divide="ignore"):
            on_each = np.where((width > 0) & (nodes > 0), width / nodes, np.nan)
        known = np.isfinite(on_each)
        if self._first is None and known.any():
            self._first = float(on_each[known][0])
        unlike: Mask = known & (on_each != self._first)
        return unlike


def _mask(found: pa.Array) -> Mask:
    mask: Mask = pc.fill_null(found, False).to_numpy(zero_copy_only=False)
    return mask
