"""Inputs of ElastiSim: jobs, their application models, and the platform."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsched.data.files.findings import Findings
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.files.unpacking import ZIP
from parsched.data.logs.declared import source
from parsched.data.logs.recognising import is_sheet

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_NAMES_JSON = re.compile(rb"PK\x03\x04.{26}[^\0]{0,300}?\.json", re.DOTALL)
_JOBS = (b'"application_model"', b'"submit_time"')


def _recognises(head: bytes) -> bool:
    """Tell jobs, and a zip that begins with files, one of JSON among them."""
    if head.startswith(ZIP):
        return not is_sheet(head) and bool(_NAMES_JSON.search(head))
    return head.lstrip().startswith(b"{") and all(name in head for name in _JOBS)


def _elastisim(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.families.elastisim.jobs import open_jobs  # noqa: PLC0415 (pyarrow)

    return open_jobs(content, limits, findings)


ELASTISIM = source(
    key="elastisim",
    title="ElastiSim jobs",
    about="The jobs of ElastiSim, alone or in a zip with their application models and platform.",
    documentation="https://elastisim.github.io",
    recognises=_recognises,
    open=_elastisim,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="submit_time",
            run="run",
            estimate="walltime",
            processors="nodes",
            most="most",
            executable="type",
        )
    ),
    oddities=(
        "Run times follow from the application models in the same zip, on each number of nodes: "
        "delays, computations, and transfers as if the job had the links alone. Speeds, links and "
        "the size of the machine are in the platform file.",
        "Where a model is not there or cannot be read, the walltime stands for the run time, for a "
        "moldable job on each number of nodes.",
        "Malleable, evolving and adaptive jobs are read as moldable.",
        "A processor is a node.",
    ),
)
