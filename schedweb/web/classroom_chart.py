"""The charts of the classroom: a schedule up to an instant, and what is planned then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Self

import numpy as np

from parsched.report.classroom import Exercise, ExerciseSteps, Step
from parsched.report.classroom.rows import rows
from parsched.report.phrases import counted
from schedweb.web.drawings import ROW, STEPS, TICKS, DrawnBox, DrawnMark


class JobPart(NamedTuple):
    """A part of a job, of the `kind` that the picture shows: from `begin` to `end`, seconds; one
    part of a job is `named`."""

    kind: str
    begin: float
    end: float
    named: bool = True


class HeldProcessors(NamedTuple):
    """A job, counted from 0, that holds processors from `start` to `end`, seconds, in `parts`."""

    job: int
    start: float
    end: float
    parts: Sequence[JobPart]


@dataclass(frozen=True)
class ClassroomChart:
    """Boxes of jobs that `ended`, of those that are `running` and what is `planned` of their rest,
    and of those that are `reserved`; a line `now`."""

    ended: Sequence[DrawnBox]
    running: Sequence[DrawnBox]
    planned: Sequence[DrawnBox]
    reserved: Sequence[DrawnBox]
    ticks: Sequence[DrawnMark]
    now: DrawnMark | None
    processors: Sequence[int]
    caption: str

    @property
    def height(self) -> int:
        """Pixels."""
        return ROW * len(self.processors)

    @classmethod
    def of(
        cls, exercise: Exercise, found: ExerciseSteps, step: Step | None, at: float, span: float
    ) -> Self:
        """Draw how things stand at an instant, after its last step; without a step, what has
        ended by then. The time axis is `span` seconds long."""
        jobs, processors = exercise.instance.jobs, exercise.processors
        held = _held(found, step, at)
        if step:
            held += [
                HeldProcessors(job, begin, end, [JobPart("reserved", begin, end)])
                for job, begin in step.reserved.items()
                for end in [begin + float(jobs.estimate[job])]
            ]
        chosen = rows([(one.start, one.end, int(jobs.width[one.job])) for one in held], processors)
        boxes: dict[str, list[DrawnBox]] = {kind: [] for kind in KINDS}
        for one, numbers in zip(held, chosen, strict=True):
            for part in one.parts:
                boxes[part.kind] += _boxes(one.job + 1, part, numbers, span, processors)
        size = next((size for size in STEPS if span / size <= TICKS), span / TICKS)
        return cls(
            **boxes,
            ticks=[DrawnMark(100 * tick / span, f"{tick:g}") for tick in np.arange(0, span, size)],
            now=DrawnMark(100 * at / span, f"{at:g}") if step else None,
            processors=range(processors, 0, -1),
            caption=f"{counted(len(held), 'job')} on {counted(processors, 'processor')}",
        )


KINDS = ("ended", "running", "planned", "reserved")


def _held(found: ExerciseSteps, step: Step | None, at: float) -> list[HeldProcessors]:
    """Return the jobs that have started. Those that run are planned on, so that no reservation is
    drawn over them."""
    held = []
    schedule = found.schedule
    for job, (start, end) in enumerate(zip(schedule.start, schedule.end, strict=True)):
        start, end = float(start), float(end)
        if end <= at:
            held.append(HeldProcessors(job, start, end, [JobPart("ended", start, end)]))
        elif start <= at and step:
            planned = step.running.get(job, end)
            is_new = start == at
            parts = [JobPart("planned", at, planned, named=is_new)]
            parts += [] if is_new else [JobPart("running", start, at)]
            held.append(HeldProcessors(job, start, planned, parts))
    return held


def _boxes(
    number: int, part: JobPart, held: Sequence[int], span: float, processors: int
) -> Iterator[DrawnBox]:
    """Return a box for each range of neighbouring processors."""
    text = f"job {number}, {part.kind}: {part.begin:g} to {part.end:g}"
    for _, group in groupby(enumerate(held), lambda pair: pair[1] - pair[0]):
        lines = [line for _, line in group]
        yield DrawnBox(
            left=round(100 * part.begin / span, 3),
            width=round(100 * (part.end - part.begin) / span, 3),
            top=ROW * (processors - 1 - lines[-1]),
            height=ROW * len(lines),
            name=str(number) if part.named else "",
            shade=0,
            text=text,
        )
