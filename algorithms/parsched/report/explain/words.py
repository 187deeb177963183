"""An explanation in three sentences."""

from parsched.model.problem.calendar import Calendar
from parsched.model.problem.ticks import between
from parsched.model.problem.workload import Workload
from parsched.report.explain.explanation import Chain, Explanation, Held
from parsched.report.phrases import counted, listed
from parsched.report.units import significant, unit_for

NAMED = 3
"""Jobs that a sentence names."""


def span(seconds: float) -> str:
    """Write a length of time: "40 s", "3.200 h"."""
    unit = unit_for("s", [seconds])
    return f"{unit.text(seconds)} {unit.name}"


class InstantWriter:
    """Writes instants: as dates where the workload has a calendar, else as seconds."""

    def __init__(self, calendar: Calendar | None) -> None:
        self.calendar = calendar

    def __call__(self, at: float) -> str:
        text = self.calendar.text(at) if self.calendar else ""
        if text:
            return text
        whole = f"{at:,.0f}" if float(at).is_integer() else significant(at, 10).rstrip("0")
        return f"{whole} s"


def sentences(why: Explanation, workload: Workload) -> tuple[str, str, str]:
    """Return the wait, what caused it, and what ended it; off-line: the start, what bounds it, and
    what the length of the schedule consists of."""
    at = InstantWriter(Calendar.of(workload))
    if why.is_online:
        return _waited(why, at), _caused(why, at), _ended(why, at)
    return _waited(why, at), _bounded(why, at), _critical(why, at)


def _waited(why: Explanation, at: InstantWriter) -> str:
    where = f" at {why.site}" if why.site else ""
    asked = "" if why.asked is None else f" (it asked for {why.asked:,})"
    job = f"Job {why.id} on {counted(why.width, 'processor')} of {why.processors:,}{where}{asked}"
    came = "released" if why.submitted is None else f"submitted at {at(why.submitted)}, released"
    if why.wait <= 0:
        since = "" if why.submitted is None else f", submitted at {at(why.submitted)},"
        return f"{job}{since} started when it was released, at {at(why.start)}: it did not wait."
    began = f"{job} was {came} at {at(why.released)} and waited {span(why.wait)}, "
    began += f"until {at(why.start)}"
    enough = why.wait - why.short
    if enough <= 0:
        return f"{began}: all that time {_few(why)} free."
    if why.short <= 0:
        return f"{began}, though all that time enough processors were free."
    return f"{began}: for {span(why.short)} of it {_few(why)} free, for {span(enough)} enough were."


def _few(why: Explanation) -> str:
    return "no processor was" if why.width == 1 else f"fewer than {why.width:,} processors were"


def _caused(why: Explanation, at: InstantWriter) -> str:
    if why.wait <= 0:
        return "No job that waited kept it from its processors."
    parts = [_queue(why), _overtaken(why, at)]
    if why.held:
        parts.insert(1, _held(why, at))
    if why.with_lacked == why.released:
        with_them = "had those been its own, it would have started at once"
        parts.append(f"on arrival it lacked {counted(why.lacking, 'processor')}, and {with_them}")
    if why.unknown:
        unknown = f"{why.unknown[:1].lower()}{why.unknown[1:]}"
        parts.append(f"why the policy decided so is not known: {unknown}")
    text = "; ".join(part for part in parts if part)
    return f"{text[:1].upper()}{text[1:]}."


def _queue(why: Explanation) -> str:
    if not why.ahead:
        return "no job waited when it arrived"
    return f"{counted(why.ahead, 'job')} waited when it arrived"


def _held(why: Explanation, at: InstantWriter) -> str:
    return f"at {at(why.held[0].at)}, with {why.held[0].free:,} free, {cause(why.held[0], at)}"


def cause(held: Held, at: InstantWriter) -> str:
    """Say why a job that fits did not start."""
    if held.kind == "order":
        return f"job {held.by} was the head of the queue, which no job may overtake"
    if held.kind == "reservation":
        assert held.reserved is not None
        return (
            "starting it would have left too few processors for the reservation of job "
            f"{held.by} at {at(held.reserved)}"
        )
    if held.kind == "kept":
        assert held.reserved is not None
        return f"it kept its own reservation at {at(held.reserved)}"
    if held.kind == "depth":
        return "the pass did not look so far down the queue"
    return "no full pass over the queue was due"


def _overtaken(why: Explanation, at: InstantWriter) -> str:
    if not why.overtakers:
        return "no later job overtook it"
    many = f"{counted(why.overtaken_by, 'later job')} overtook it"
    costly = sorted((one for one in why.overtakers if one.cost), key=lambda one: -(one.cost or 0))
    if costly:
        first = costly[0]
        return f"{many}, and without job {first.id} it would have started {_sooner(first.cost)}"
    if why.without_overtakers is not None:
        return f"{many}, and without them it would have started {_sooner(_gain(why))}"
    if all(one.cost is None for one in why.overtakers):
        return many
    which = "it" if why.overtaken_by == 1 else "all of them"
    return f"{many}, and without {which} it would have started no earlier"


def _gain(why: Explanation) -> float:
    return between(why.without_overtakers or why.start, why.start)


def _sooner(seconds: float | None) -> str:
    return f"{span(seconds or 0.0)} earlier"


def _ended(why: Explanation, at: InstantWriter) -> str:
    room = [one for one in why.holders if one.made_room]
    if not why.holders:
        return "No job had held its processors before."
    among = room or why.holders
    named = listed([f"job {one.id}" for one in among[:NAMED]])
    if len(among) > NAMED:
        named = (
            f"{', '.join(f'job {one.id}' for one in among[:NAMED])} and {len(among) - NAMED:,} more"
        )
    if not room:
        return f"Its processors, last held by {named}, were free before it started."
    held = sum(one.processors for one in room)
    share = f"{held:,} of its {counted(why.width, 'processor')}"
    if held == why.width:
        share = "its processor" if held == 1 else f"all {held:,} of its processors"
    if why.stretches and not why.stretches[-1].short:
        return f"Enough were free before; it started as {named} ended, which had held {share}."
    return f"That made room for it: {named} ended when it started, and had held {share}."


def _bounded(why: Explanation, at: InstantWriter) -> str:
    if why.bound == "release":
        return "Its release bounds its start: no schedule can start it earlier."
    chain = _chain(why.chain)
    if why.bound == "full":
        return (
            "The machine was full: with all other jobs where they are, it has no earlier start"
            f"{chain}."
        )
    return (
        "The order of the algorithm bounds its start: with all other jobs where they are, it could "
        f"have started at {at(why.possible)}{chain}."
    )


def _chain(chain: Chain) -> str:
    if chain.jobs < 2:
        return ""
    ids = listed([one.id for one in chain.links[-NAMED - 1 : -1]])
    return (
        f"; {counted(chain.jobs - 1, 'job')} before it, each starting as one before ends, lead to "
        f"it (the last: {ids})"
    )


def _critical(why: Explanation, at: InstantWriter) -> str:
    path = why.critical
    share = f"{counted(path.jobs, 'job')} from {at(path.begin)} to {at(path.end)}"
    least = "at least " if path.is_cut else ""
    whole = "Its site" if why.site else "The schedule"
    return (
        f"{whole} ends at {at(why.makespan)} with job {path.links[-1].id}, behind a chain of "
        f"{least}{share}, each starting as one before it ends."
    )
