"""A machine for a question "what if": it is stored with the comparison made on it."""

import re
from dataclasses import dataclass
from typing import Self

from parsched import Platform
from parsched.data.what_if import WhatIf, with_more_processors
from parsched.report.phrases import counted
from schedweb.accounts.models import User
from schedweb.runs.selectors import comparison_for
from schedweb.workloads.models import Workload

LARGER = "larger"
_KEY = re.compile(
    rf"{LARGER}(?::(?P<percent>[^:]*)(?::(?P<comparison>[A-Za-z0-9_-]{{11}}|))?)?", re.DOTALL
)


@dataclass(frozen=True)
class PlannedMachine:
    """A machine larger by a share than the machine of a comparison or workload; `key` stands for it
    in addresses and forms."""

    key: str
    platform: Platform
    title: str

    @classmethod
    def of(cls, user: User, key: str, workload: Workload) -> Self | None:
        """Return the machine that a key stands for, None for another key.

        Raises
        ------
        ParameterError, WorkloadError
            When there can be no such machine.
        """
        if (match := _KEY.fullmatch(key)) is None:
            return None
        percent, comparison = match["percent"] or "", match["comparison"]
        share = WhatIf.from_mapping({"more_processors": percent}).more_processors
        before = comparison_for(user, comparison) if comparison else workload
        platform = with_more_processors(before.platform(), share)
        sites = f" on {counted(len(platform.sites), 'site')}" if platform.is_grid else ""
        size = counted(platform.processors, "processor")
        title = f"{size}{sites} ({share:+g} %), stored when you compare"
        return cls(key, platform, title)


def is_planned(key: str) -> bool:
    """Tell whether a key is one of planned machines."""
    return _KEY.fullmatch(key) is not None


def larger_key(percent: str, comparison: str) -> str:
    """Return the key of a machine larger by a share than a comparison's, or than the workload's
    where no comparison is named."""
    return f"{LARGER}:{percent.strip()}:{comparison}".rstrip(":")
