"""Common tests: what everything of a kind has to do, whether ours or a plugin's.

For tests of plugins, with pytest or without: `check_algorithm("key")` raises `CheckFailedError`, an
`AssertionError`, with a sentence.
"""

from parsched.testing.failing import CheckFailedError
from parsched.testing.of_algorithms import CHECKS, check_algorithm
from parsched.testing.of_others import (
    OF_GROUPS,
    check_bound,
    check_generator,
    check_metric,
    check_order,
    check_plugin,
    check_predictor,
    check_report,
    check_source,
)

__all__ = [
    "CHECKS",
    "OF_GROUPS",
    "CheckFailedError",
    "check_algorithm",
    "check_bound",
    "check_generator",
    "check_metric",
    "check_order",
    "check_plugin",
    "check_predictor",
    "check_report",
    "check_source",
]
