"""Synthetic workloads.

Each generator is declared once with `generator`; `generate` runs one. `SAMPLES` come with the
product.
"""

from parsched.data.generators import (
    cirne,
    environments,
    extremes,
    lublin,
    recursion,
    uniform,
    widths,
)
from parsched.data.generators.registry import (
    GENERATORS,
    MAX_JOBS,
    Generator,
    Setting,
    find_generator,
    generate,
    generator,
)
from parsched.data.generators.samples import SAMPLES, BundledSample

__all__ = [
    "GENERATORS",
    "MAX_JOBS",
    "SAMPLES",
    "BundledSample",
    "Generator",
    "Setting",
    "cirne",
    "environments",
    "extremes",
    "find_generator",
    "generate",
    "generator",
    "lublin",
    "recursion",
    "uniform",
    "widths",
]
