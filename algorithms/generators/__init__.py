"""Synthetic workloads.

Each generator is declared once with `generator`; `generate` runs one. `SAMPLES` come with the
product.
"""

from algorithms.generators import cirne, environments, extremes, lublin, recursion, uniform, widths
from algorithms.generators.registry import (
    GENERATORS,
    MAX_JOBS,
    Generator,
    Setting,
    find_generator,
    generate,
    generator,
)
from algorithms.generators.samples import SAMPLES, Sample

__all__ = [
    "GENERATORS",
    "MAX_JOBS",
    "SAMPLES",
    "Generator",
    "Sample",
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
