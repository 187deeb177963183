"""Graham's list scheduling without data structures."""

from parsched.model.problem.workload import Workload


def plain_graham(workload: Workload, m: int) -> list[float]:
    """At each event, go through the list and start what fits; the textbook way."""
    start: list[float | None] = [None] * len(workload)
    now = 0.0
    while None in start:
        for i, (width, time) in enumerate(zip(workload.width, workload.runtime, strict=True)):
            ends = [(s, s + workload.runtime[j]) for j, s in enumerate(start) if s is not None]
            running = [j for j, s in enumerate(start) if s is not None]
            busy = sum(
                int(workload.width[j])
                for j, (s, e) in zip(running, ends, strict=True)
                if s <= now < e
            )
            if start[i] is None and busy + width <= m:
                start[i] = now
                assert time >= 0
        later = [
            s + workload.runtime[j]
            for j, s in enumerate(start)
            if s is not None and s + workload.runtime[j] > now
        ]
        now = min(later, default=now)
    return [float(s) for s in start if s is not None]
