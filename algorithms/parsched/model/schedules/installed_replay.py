"""What is installed on each processor as a schedule goes on, and whether there was time for it."""

from parsched.base.compiled import inlined, kernel
from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.platform import deploy_time

RUNNING, BESIDE, ABSENT = range(3)
"""Where an environment is on a processor: it is the one that runs; it is installed, too; or not."""
SHIFT = 1e-12
"""Share of a start by which it may be early: schedules of batches are moved, and sums with times of
deployments are rounded then."""


@inlined
def switch(installed: Ints, p: int, environment: int) -> int:
    """Let the processors of stretch p run an environment; return where it was.

    Row p holds what they have, the most recent one first: so what is replaced is the last one.
    """
    if installed[p, 0] == environment:
        return RUNNING
    k, last = 1, installed.shape[1] - 1
    while k <= last and installed[p, k] != environment:
        k += 1
    found = BESIDE if k <= last else ABSENT
    for i in range(min(k, last), 0, -1):
        installed[p, i] = installed[p, i - 1]
    installed[p, 0] = environment
    return found


@inlined
def note(parts: tuple[Ints, Ints, Ints], count: int, c: int, p: int, follows: bool) -> int:
    """Note in `parts`, see `replay`, that stretch p of entry c was deployed, and whether it follows
    what was noted before; return how many parts there are."""
    of, first, last = parts
    if not follows:
        count += 1
    if count <= len(of):
        of[count - 1] = c
        if not follows:
            first[count - 1] = p
        last[count - 1] = p + 1
    return count


@kernel
def replay(
    order: Ints,
    start: Floats,
    end: Floats,
    environment: Ints,
    sets: tuple[Ints, Ints, Ints],
    sizes: Ints,
    since: Floats,
    tolerance: float,
    installed: Ints,
    until: Floats,
    deployed: Ints,
    rebooted: Ints,
    parts: tuple[Ints, Ints, Ints],
) -> tuple[int, int]:
    """Follow what is installed on each processor; find a job that starts too early.

    The processors of a job that do not hold the environment that it needs are deployed at once, and
    have to be idle meanwhile.

    Parameters
    ----------
    order
        int64: the jobs by start.
    start, end
        float64, shape (n_jobs,), seconds; jobs with `end <= start` hold nothing.
    environment
        int64, shape (n_jobs,), -1 for a job that runs on whatever is installed.
    sets
        Job i holds the stretches `[lo[c], hi[c])` for c in `offsets[i]:offsets[i + 1]` of (offsets,
        lo, hi), all int64.
    sizes
        int64, shape (n_stretches,): processors of each, which are held together or not at all.
    since
        float64, shape (n_jobs,), seconds: when the deployment that a job needs begins; infinite
        where that is not to be checked.
    tolerance
        Seconds by which times may be off.
    installed
        int64, shape (n_stretches, n_systems), changed in place: what is installed, the most recent
        one first, -1 for nothing.
    until
        float64 (seconds), shape (n_stretches,), changed in place: since when the processors are
        idle.
    deployed, rebooted
        int64, shape (n_jobs,), filled in place: processors that were deployed for each job, and
        those that changed to its environment, by a deployment or without.
    parts
        What was deployed, as (c, first stretch, end of stretches), all int64 and filled in place in
        order of the jobs as long as there is room: of each entry c of the sets those that follow
        each other.

    Returns
    -------
    early
        A job whose processors were still busy when their deployment began, or -1.
    count
        How many parts there are, whether there was room for them or not.
    """
    offsets, lo, hi = sets
    early, count = -1, 0
    for i in order:
        deployed[i] = rebooted[i] = 0
        if end[i] <= start[i]:
            continue
        needed, idle = 0, 0.0
        for c in range(offsets[i], offsets[i + 1]):
            follows = False
            for p in range(lo[c], hi[c]):
                was = switch(installed, p, environment[i]) if environment[i] >= 0 else RUNNING
                differs = was == ABSENT
                if was != RUNNING:
                    rebooted[i] += sizes[p]
                if differs:
                    needed += sizes[p]
                    idle = max(idle, until[p])
                    count = note(parts, count, c, p, follows)
                follows = differs
                until[p] = end[i]
        deployed[i] = needed
        if early < 0 and needed and idle > since[i] + tolerance + SHIFT * start[i]:
            early = i
    return early, count


@kernel
def delay(
    order: Ints,
    start: Floats,
    duration: Floats,
    environment: Ints,
    sets: tuple[Ints, Ints, Ints],
    sizes: Ints,
    time: tuple[float, float, float],
    foreseen: bool,
    waits: tuple[Ints, Ints, Floats],
    installed: Ints,
    until: Floats,
) -> None:
    """Delay the jobs of a plan that was made as if deployments took no time.

    Each processor runs its jobs in the order of the plan. A job starts at its planned start, or as
    soon as its processors are idle and hold its environment; those that do not are deployed at
    once. A deployment begins when all of them are idle, and, unless it was `foreseen`, not before
    the planned start, when the job was chosen.

    Parameters
    ----------
    order
        int64: the jobs by planned start, each behind those that it waits for.
    start
        float64, shape (n_jobs,), seconds, changed in place; no start becomes earlier.
    duration
        float64, shape (n_jobs,), seconds; jobs of zero length hold nothing and are not delayed.
    environment, sets, sizes, installed, until
        As for `replay`.
    time
        Of deployments, see `deploy_time`.
    waits
        Job i waits for the jobs `before[first[i]:first[i + 1]]` and then for as long as `delay`
        says, seconds: int64 `first` and `before`, and float64 `delay`. `first` is empty where no
        job waits for another.
    """
    offsets, lo, hi = sets
    first, before, pause = waits
    for i in order:
        if len(first) > 0:
            for k in range(first[i], first[i + 1]):
                start[i] = max(start[i], start[before[k]] + duration[before[k]] + pause[k])
        if duration[i] <= 0:
            continue
        needed, idle, free = 0, 0.0, 0.0
        for c in range(offsets[i], offsets[i + 1]):
            for p in range(lo[c], hi[c]):
                free = max(free, until[p])
                if environment[i] >= 0 and switch(installed, p, environment[i]) == ABSENT:
                    needed += sizes[p]
                    idle = max(idle, until[p])
        begin = max(start[i], free)
        if needed:
            deploys = idle if foreseen else max(idle, start[i])
            begin = max(begin, deploys + deploy_time(time, needed))
        start[i] = begin
        # Invariant: `until` is the end of the last job so far on each processor, and no job starts
        # before it, so jobs of one processor never overlap.
        for c in range(offsets[i], offsets[i + 1]):
            for p in range(lo[c], hi[c]):
                until[p] = begin + duration[i]
