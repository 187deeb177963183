"""After early ends: each reservation, in turn, moves to the earliest instant that it can.

A job whose reservation is r may begin at t < r if there is room in [t, min(t + its length, r)), as
from r on it has room already. All jobs behind it in turn have theirs at r or later, and so do not
matter: it moves to the earliest t at which it fits beside the running jobs and those before it in
turn. Some rules find the same reservations without trying every job; their proofs are in
`docs/pages/develop/long-lines.md`.

- *Tight*: when a pass begins, no job could begin before its reservation but where room was added
  since the last one. `grew` is an instant before which all of that room is. So a job moves only if
  a stretch of enough free processors that begins before `grew` goes on until its reservation, or is
  as long as the job (`gaps`).
- *Proofs by smaller jobs* (`turns.proved`): none moves before the latest reservation of a job in
  turn before it that is as narrow and as short.
- *Rigid shift* (`shift_rest`): where nothing that has not moved lasts until the reservation of the
  job in turn, it and all behind it begin earlier at once.
- *Early stop*: where no such stretch goes on, only the stretches that have ended count. Blocks in
  which no job is as narrow and short as one of these are skipped.
- *Failed searches are proofs* (`gaps.refute`).
"""

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import RecordArray
from parsched.model.availability.changes import add, bring_forward
from parsched.model.availability.profile import Profile
from parsched.model.availability.search import Wanted, earliest
from parsched.policies.online.gaps import (
    first_from,
    has_stair,
    is_any_open,
    may_hold,
    open_free,
    read_again,
    read_until,
    refute,
)
from parsched.policies.online.held import move
from parsched.policies.online.machine import Floats, Ints, RigidJobs
from parsched.policies.online.site import ReservedStarts, SiteState, WaitingLine
from parsched.policies.online.turns import BLOCK, begin_earlier, proved


@inlined
def earlier_start(
    plan: ReservedStarts, jobs: RigidJobs, now: float, grew: float, place: int
) -> float:
    """Return the earliest instant at which the job at a place fits, its reservation or before."""
    turns = plan.turns
    slot, k = turns.block[place // BLOCK], place % BLOCK
    job, reserved = turns.job[slot, k], turns.time[slot, k]
    width, length = jobs.width[job], jobs.estimate[job]
    begin = max(now, proved(turns, jobs, place, width, length))
    # A tight job uses some room that was added, so it begins before the end of that.
    until = min(grew, reserved)
    if begin < until:
        wanted = Wanted(width, length, begin, until, reserved)
        reserved = min(earliest(plan.profile, wanted), reserved)
    return float(reserved)


@inlined
def next_in_turn(
    plan: ReservedStarts, jobs: RigidJobs, state: SiteState, place: int, stops: bool
) -> int:
    """Return the place of the next job, from a place on, or with an early stop of the next one that
    may fit into a stretch that has ended; -1 without one."""
    turns, gaps, d, k = plan.turns, plan.gaps, place // BLOCK, place % BLOCK
    while d < turns.sizes[0].blocks and (not stops or gaps.sizes[0].stairs > 0):
        slot = turns.block[d]
        block = turns.blocks[slot]
        if stops and k == 0 and not may_hold(gaps, turns.least[slot]):
            state.settled = max(state.settled, block.latest)
            k = block.count
        while k < block.count:
            width, length = jobs.width[turns.job[slot, k]], jobs.estimate[turns.job[slot, k]]
            if not stops or has_stair(gaps, width, length):
                return int(d * BLOCK + k)
            state.settled = max(state.settled, turns.time[slot, k] + length)
            k += 1
        d += 1
        k = 0
    return -1


@inlined
def list_move(
    plan: ReservedStarts,
    jobs: RigidJobs,
    line: WaitingLine,
    state: SiteState,
    place: int,
    instant: float,
) -> int:
    """Move the reservation of the job at a place to an earlier instant, and list the job as moved;
    return the place of the next one in turn."""
    slot, k = plan.turns.block[place // BLOCK], place % BLOCK
    job, reserved = plan.turns.job[slot, k], plan.turns.time[slot, k]
    line.tried[state.moved], line.keys[state.moved] = job, reserved - instant
    state.moved += 1
    state.grew = max(state.grew, reserved + jobs.estimate[job])
    return move(plan, jobs, place, instant)


@kernel
def compress_in_turn(
    plan: ReservedStarts,
    jobs: RigidJobs,
    line: WaitingLine,
    states: RecordArray[SiteState],
    work: int,
) -> bool:
    """Move each reservation, in order of reservation, to its earliest instant; return True when
    done, False if the work ran out before the job whose place is at the cursor. Each call tries one
    job at least.

    The first `moved` jobs of `line.tried` have moved in this pass, by `line.keys` more than the
    jobs still to come. None of the others that are planned before the job in turn lasts longer than
    `settled`. The profile is read up to `front`: the reservation in turn, or an instant before it
    where no stretch between them counts.
    """
    state, turns, profile, gaps = states[0], plan.turns, plan.profile, plan.gaps
    place, most = state.cursor, max(work, state.work + 1)
    front = turns.time[turns.block[place // BLOCK], place % BLOCK]
    segment = read_again(gaps, profile, front, state.grew)
    while True:
        # Invariant: before `front` there is no more room than `gaps` promises.
        stops = front >= state.grew and not is_any_open(gaps, state.grew)
        place = next_in_turn(plan, jobs, state, place, stops)
        if place < 0 or state.work >= most:
            state.cursor = place
            return bool(place < 0)
        state.work += 2
        slot, k = turns.block[place // BLOCK], place % BLOCK
        if not stops:
            front = turns.time[slot, k]
            if front > state.settled and turns.sizes[0].instants == 0:
                shift_rest(plan, jobs, line, states, place)
                front = turns.time[slot, k]
                segment = read_again(gaps, profile, front, state.grew)
            else:
                segment = read_until(gaps, profile, segment, front, state.grew)
        job, reserved = turns.job[slot, k], turns.time[slot, k]
        width, length = jobs.width[job], jobs.estimate[job]
        if (not stops and open_free(gaps, state.grew) >= width) or has_stair(gaps, width, length):
            state.work += 8
            instant = earlier_start(plan, jobs, state.now, state.grew, place)
            if instant < reserved:
                place = list_move(plan, jobs, line, state, place, instant)
                segment = first_from(profile, front)
                continue
            refute(gaps, width, length, front, state.grew)
        state.settled = max(state.settled, reserved + length)
        place += 1


@kernel
def shift_rest(
    plan: ReservedStarts,
    jobs: RigidJobs,
    line: WaitingLine,
    states: RecordArray[SiteState],
    place: int,
) -> None:
    """Let the jobs from a place on begin earlier, all by the same time. The first of them begins
    after `settled`, and none that holds a reservation has no length.

    *Rigid shift*: let T be the reservation of the first of them, and d the least, over all that is
    planned before them, of what it moved beyond them or of the time between its end and T, if that
    is more. Then each of them moves by d at least, and the pass, resumed with their reservations d
    earlier, gives each the same one as without the shift. A job of no length holds no room, so
    nothing shifts while one has a reservation.
    """
    state, turns = states[0], plan.turns
    instant = turns.time[turns.block[place // BLOCK], place % BLOCK]
    moved, beyond = line.tried[: state.moved], line.keys[: state.moved]
    # Invariant: `by` > 0, as each of `beyond` is.
    by = instant - state.settled
    for k in range(len(moved)):
        end = turns.reserved[moved[k]] + jobs.estimate[moved[k]]
        by = min(by, max(beyond[k], instant - end))
    # Invariant: what lasts beyond the new instant has moved, and began before that.
    take_across(plan.profile, turns.reserved, jobs, moved, instant - by, 1)
    bring_forward(plan.profile, instant, by)
    take_across(plan.profile, turns.reserved, jobs, moved, instant - by, -1)
    begin_earlier(turns, place, by)
    state.grew = max(state.grew, instant) - by
    # A few additions for each job and segment behind.
    state.work += (turns.sizes[0].jobs + len(moved)) // 16
    settle_moved(turns.reserved, jobs, line, states, by)


@kernel
def take_across(
    profile: Profile, reserved: Floats, jobs: RigidJobs, moved: Ints, instant: float, sign: int
) -> None:
    """Take what jobs that have moved hold from an instant on out of the profile, or (with the sign
    -1) enter it."""
    for job in moved:
        add(profile, instant, reserved[job] + jobs.estimate[job], sign * jobs.width[job])


@kernel
def settle_moved(
    reserved: Floats,
    jobs: RigidJobs,
    line: WaitingLine,
    states: RecordArray[SiteState],
    by: float,
) -> None:
    """Note that the jobs still to come have moved by so much, and so some of the others no
    further."""
    state, moved, beyond, count = states[0], line.tried, line.keys, 0
    for k in range(state.moved):
        job, left = moved[k], beyond[k] - by
        if left > 0.0:
            moved[count], beyond[count] = job, left
            count += 1
        else:
            state.settled = max(state.settled, reserved[job] + jobs.estimate[job])
    state.moved = count
