"""Tells a scheduler what happens, and does what it decides."""

from dataclasses import replace
from math import isclose

from parsched.base.digits import counted
from parsched.model.problem.instance import Instance
from parsched.model.problem.time_unit import ROUNDING
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.external import messages
from parsched.policies.external.clock import DecisionError, Event, EventKind, MachineClock
from parsched.policies.external.lines import Exchange
from parsched.policies.external.messages import Data, Decision, ProgramError, Reply
from parsched.policies.external.processors import Processors
from parsched.policies.external.program import ExternalProgram

NAMED = 3
"""Jobs that an error names before "and 5 more"."""


class Conversation:
    """One simulation with a scheduler that answers.

    Decisions are carried out at their times; meanwhile jobs end and arrive, and a program that was
    busy until its answer's `now` is told then.
    """

    def __init__(
        self, instance: Instance, exchange: Exchange, program: ExternalProgram, stop: Stop
    ) -> None:
        self._instance, self._exchange = instance, exchange
        self._program, self._stop = program, stop
        self._jobs = messages.JobMessages(instance)
        self._processors = Processors(instance.platform.processors, instance.jobs.ids.tolist())
        self._clock = MachineClock(instance, self._processors.give)
        self._number = self._submissions = 0
        self._second = instance.jobs.second

    def run(self) -> Schedule:
        """Simulate to the end and return the schedule, with the processors that jobs had.

        Raises
        ------
        ProgramError
            Names what the scheduler did wrong: answer, event, job and rule.
        Cancelled, TimeLimitReached
            When the run has to end.
        """
        reply = self._ask([messages.begins(self._instance)])
        while True:
            events = self._obey(reply)
            if not events:
                if self._clock.is_done:
                    break
                events = self._told(self._clock.advance())
            if not events:
                raise self._deadlock()
            reply = self._ask(events)
        self._say_farewell()
        schedule = self._clock.schedule()
        return replace(schedule, processors=self._processors.sets(len(schedule)))

    def _ask(self, events: list[Data]) -> Reply:
        """Tell the scheduler what happened, and return its answer."""
        clock, count = self._clock, len(self._clock.start)
        now = clock.now / self._second
        self._number += 1
        done = len(clock.order)
        self._program.fraction = done / max(count, 1)
        self._program.message = f"{done:,} of {counted(count, 'job')} started"
        answer = self._exchange(messages.message(now, events))
        return messages.read_reply(answer, self._number, now)

    def _obey(self, reply: Reply) -> list[Data]:
        """Do what was decided; return what happened until the scheduler was free again."""
        events: list[Data] = []
        for decision in reply.decisions:
            events += self._told(self._clock.pass_until(self._at(decision.time)))
            self._carry_out(decision)
        return events + self._told(self._clock.pass_until(self._at(reply.now)))

    def _at(self, seconds: float) -> float:
        """Return an instant that the scheduler named on the clock, which counts in ticks: one that
        is off a tick by no more than its own sums are is that tick."""
        ticks = seconds * self._second
        return float(round(ticks)) if isclose(ticks, round(ticks), rel_tol=ROUNDING) else ticks

    def _carry_out(self, decision: Decision) -> None:
        try:
            match decision.kind:
                case messages.EXECUTE:
                    self._execute(decision)
                case messages.CALL:
                    self._clock.call_at(self._at(messages.time_in(decision, "timestamp")))
                case messages.REJECT:
                    job = self._job(decision)
                    rule = "every job has to run, so that results can be compared"
                    raise DecisionError(f"job {self._clock.ids[job]} cannot be rejected: {rule}")
                case messages.NOTIFY:
                    if messages.text_in(decision, "type") not in messages.NOTICES:
                        known = ", ".join(messages.NOTICES)
                        raise DecisionError(f"its notice is unknown; known are {known}")
                case messages.METADATA:
                    self._job(decision)
                    self._stop.remark("The program attached metadata to jobs, which are not kept.")
        except DecisionError as error:
            raise ProgramError(f"{decision.place}: {error}") from error

    def _execute(self, decision: Decision) -> None:
        job, clock = self._job(decision), self._clock
        if "additional_io_job" in decision.data:
            raise DecisionError(f"job {clock.ids[job]} cannot have an additional_io_job here")
        alloc = messages.text_in(decision, "alloc") if "alloc" in decision.data else None
        clock.execute(job)
        self._processors.take(job, clock.width[job], alloc)

    def _job(self, decision: Decision) -> int:
        name = messages.text_in(decision, "job_id")
        if name not in self._jobs.index:
            raise DecisionError(f"there is no job {name[:60]!r}")
        return self._jobs.index[name]

    def _told(self, events: list[Event]) -> list[Data]:
        """Return events as they are told."""
        told: list[Data] = []
        for one in (one._replace(time=one.time / self._second) for one in events):
            if one.kind is EventKind.COMPLETED:
                told.append(self._jobs.completed(one, self._processors.text(one.job)))
            elif one.kind is EventKind.SUBMITTED:
                told += self._submitted(one)
            else:
                told.append(messages.event(one.time, "REQUESTED_CALL"))
        return told

    def _submitted(self, event: Event) -> list[Data]:
        """Return what is told of a job that arrives; after the last one, that it is the last."""
        self._submissions += 1
        told = [self._jobs.submitted(event)]
        if self._submissions == len(self._clock.start):
            told.append(messages.event(event.time, "NOTIFY", type=messages.ALL_SUBMITTED))
        return told

    def _say_farewell(self) -> None:
        """Tell that the simulation ends; what is answered has no decisions."""
        ends = messages.event(self._clock.now / self._second, "SIMULATION_ENDS")
        if self._ask([ends]).decisions:
            raise ProgramError(
                f"answer {self._number} of the program has decisions, after SIMULATION_ENDS"
            )

    def _deadlock(self) -> ProgramError:
        clock = self._clock
        names = [str(clock.ids[job]) for job in clock.waiting]
        more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
        waiting = f"job {names[0]}" if len(names) == 1 else f"jobs {', '.join(names[:NAMED])}{more}"
        return ProgramError(
            f"after answer {self._number} of the program, at {clock.text(clock.now)}, nothing "
            f"runs, no job is to come and no call is requested, but {waiting} "
            f"wait{'s' if len(names) == 1 else ''}: "
            f"{self._program.said}"
        )
