"""Studies: the preset of paper 000, what a cell costs beside its algorithm, many cells."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

from parsched.measure.bounds import bounds_of
from parsched.report.writers import csv
from parsched.studies import REPORTS, Cells, Generated, Part, Study, find_study, run
from parsched.studies.computing import instance_of
from parsched.studies.tables import tidy
from tests.bench.cpu import once, seconds
from tests.bench.row import Row

CORES = 2
"""Targets of a quiet machine with two cores, as processor time of both."""
PRESET, MANY = 90.0 * CORES, 300.0 * CORES
CELLS = 100_000
MEGABYTES = 500.0
OVERHEAD = 1e-3
METHODS = ("gang", "sequential", "list-graham", "saf")
LISTS = Part(
    key="lists",
    title="lists",
    instances=Generated(generator="weak", jobs=(20,), processors=(200,)),
    methods=METHODS,
    measures=("makespan/dual",),
    repetitions=CELLS // len(METHODS),
)
STUDY = Study(key="many", title="Many", parts=(LISTS,))


def rows() -> Iterator[Row]:
    """Measure."""
    yield preset()
    yield overhead()
    yield from many()


def computed(study: Study) -> Cells:
    """Return all cells of a study."""
    cells = Cells(study)
    run(cells, lambda unit, row: None)
    return cells


def preset() -> Row:
    """All of DEMT's figures with both bounds of the paper, every claim and every table."""
    whole = find_study("000")

    def reported() -> None:
        cells = computed(whole)
        for declared in REPORTS.values():
            if declared.suits(cells):
                declared.of(cells)

    computed(whole.changed(repetitions=1))
    return Row(f"preset 000, {whole.cells:,} runs", once(reported), "s", most=PRESET)


def overhead() -> Row:
    """Measure what a cell costs beyond the algorithm and its bounds: its share of the instance,
    checks, metrics, and what is kept."""
    part = replace(LISTS, repetitions=250, measures=("makespan/dual", "cpu_seconds"))
    few = replace(STUDY, parts=(part,))
    whole = seconds(lambda: computed(few))
    own = float(computed(few).parts["lists"].of("cpu_seconds").sum())
    instances = [instance_of(few, unit) for unit in few.units()]
    bounds = once(lambda: [bounds_of(instance, part.bounds) for instance in instances])
    each = (whole - own - bounds) / few.cells
    return Row("a cell beside its algorithm and bounds", each, "s", most=OVERHEAD)


def many() -> Iterator[Row]:
    """Compute and write 100,000 cells in a process of its own, whose memory is counted."""
    code = "from tests.bench.bench_studies import measure_many; measure_many()"
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    took, memory = map(float, answer.stdout.split())
    yield Row(f"{CELLS:,} cells of 20 jobs", took, "s", most=MANY)
    yield Row(f"{CELLS:,} cells of 20 jobs, memory", memory, "MB", most=MEGABYTES)


def measure_many() -> None:
    """Print the processor time and the most memory of the whole computation."""
    took = once(lambda: csv(tidy(computed(STUDY))))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"{took} {memory}\n")
