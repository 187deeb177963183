"""Machines of studies whose processors hold several systems at once: a value of the instances.

The jobs and the seeds of an instance do not depend on it, so instances that differ in it alone have
the same jobs, and a front over it is a paired comparison.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from parsched.base.errors import ParameterError
from parsched.model.problem.platform import Platform, Systems

NAME = "systems"
"""Name of the value."""
ONE = (1,)


def check_systems(systems: tuple[int, ...]) -> dict[str, str]:
    """Return what is wrong with numbers of systems, by field."""
    if not systems or len(set(systems)) < len(systems):
        return {NAME: f"{NAME} must be different numbers such as 1, 2, 4, got {list(systems)}"}
    for number in systems:
        try:
            Systems.from_mapping({NAME: number})
        except ParameterError as error:
            return error.errors
    return {}


def systems_axis(systems: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Return the values that instances have of it; none where every processor holds one system."""
    return {} if systems == ONE else {NAME: systems}


def holding(platform: Platform, value: Mapping[str, Any]) -> Platform:
    """Return a machine whose processors hold as many systems as a value says."""
    return replace(platform, systems=value.get(NAME, 1))


def of_jobs(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return what determines the jobs of a value."""
    return {name: each for name, each in value.items() if name != NAME}
