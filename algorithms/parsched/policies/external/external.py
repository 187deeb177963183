"""A scheduler of one's own, as a program in any language."""

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from parsched.declare.parameters import Params, choice, text
from parsched.declare.spec import Fault, between_commas
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.external.conversation import Conversation
from parsched.policies.external.lines import Exchange, lines
from parsched.policies.external.program import ExternalProgram
from parsched.policies.external.zeromq import SOCKET, endpoint, is_installed, zeromq
from parsched.policies.registry import Display, Supports, register

PYTHON, EXAMPLES = "{python}", "{examples}"
"""What stands for our Python and for the folder of examples in a command."""
FOLDER = Path(__file__).with_name("examples")
LONGEST = 1_000
LARGEST = 1 << 20
"""Processors of a machine; a program is told of each."""
LINES, BATSIM = "lines", "batsim-v4"


def fault(command: str) -> Fault | None:
    """Return why a text is no command, or None."""
    if len(between_commas(command)) > 1:
        return Fault("a command must have no commas outside of brackets")
    try:
        words = shlex.split(command)
    except ValueError as error:
        return Fault(f"a command must be words as a shell takes them, but there is {error}")
    return None if words else Fault("a command must name a program")


@dataclass(frozen=True, kw_only=True)
class ExternalParams(Params):
    """Which program, and how it is spoken to."""

    runs_commands: ClassVar[bool] = True

    command: str = text(
        f"{PYTHON} {EXAMPLES}/fcfs.py",
        "Program and arguments, as for a shell, but no shell runs it. {python} stands for our "
        "Python, {examples} for the folder of our examples, {socket} for the endpoint of Batsim's "
        "protocol. Everyone who sees the run sees the command.",
        longest=LONGEST,
        fault=fault,
    )
    protocol: str = choice(
        LINES,
        (LINES, BATSIM),
        "How messages travel: a line each through the program's input and output, or by a ZeroMQ "
        "socket at {socket}, as Batsim 4 speaks with its schedulers.",
    )

    def refusal(self, instance: Instance) -> str | None:
        """Refuse what cannot be spoken with."""
        if instance.platform.processors > LARGEST:
            return f"tells of up to {LARGEST:,} processors"
        if self.protocol == LINES:
            return None
        if SOCKET not in self.command:
            rule = f"needs {SOCKET} in its command where protocol={BATSIM}"
            return f"{rule}, such as pybatsim fillerSched -s {SOCKET}"
        if not is_installed():
            return f"needs pyzmq where protocol={BATSIM}: pip install 'schedweb[gym]'"
        return None

    @property
    def commands(self) -> tuple[str, ...]:
        """The command, as it is given."""
        return (self.command,)

    def words(self) -> Mapping[str, str]:
        """Call the program by its name, without folders and arguments."""
        names = [Path(word).name for word in shlex.split(self.command)[:2]]
        return {"command": " ".join(names), "protocol": ""}


@register(
    "external",
    title="External program",
    version=2,
    changes={2: EXACT},
    params=ExternalParams,
    supports=Supports(online=True, release_times=True, dependencies=True),
    cites=("dutot2016",),
    display=Display(order=34, color=2, marker=7),
)
def external(instance: Instance, params: ExternalParams, stop: Stop) -> Schedule:
    """Let a program of your own decide, in any language; the rest is simulated here.

    The program receives events and answers with decisions, in the messages of Batsim's protocol 4,
    each a JSON object. With `protocol=lines` a message is a line: the program reads a
    line from its standard input and writes one to its standard output.

    First comes `SIMULATION_BEGINS`, with `nb_resources` processors. At each instant at which
    something happens follows a message such as

        {"now": 5.0, "events": [
          {"timestamp": 5.0, "type": "JOB_COMPLETED",
           "data": {"job_id": "w0!1", "alloc": "0-3", …}},
          {"timestamp": 5.0, "type": "JOB_SUBMITTED", "data": {"job_id": "w0!7", "job":
            {"id": "w0!7", "subtime": 5.0, "res": 2, "walltime": 60.0, …}}}]}

    which the program answers:

        {"now": 5.0, "events": [
          {"timestamp": 5.0, "type": "EXECUTE_JOB", "data": {"job_id": "w0!7", "alloc": "0-1"}}]}

    It may also ask for a `REQUESTED_CALL` later, by `CALL_ME_LATER` with a `timestamp` in its data.
    A decision with a later timestamp is carried out then, and a program that answers with a later
    `now` was busy until then. Without `alloc` a job gets the lowest free processors. After the last
    job comes a `NOTIFY` of `no_more_static_job_to_submit`, and when all have run `SIMULATION_ENDS`,
    which is answered without events. `res` is the number of processors, `walltime` the estimate as
    the rules make it, at which jobs are killed under `estimates=kill`; user, group and queue are
    told where they are known, run times never.

    With `events=batch` a message has all completions, then all arrivals of an instant; with
    `sequential` one event, arrivals first. What is decided is checked at once: the first decision
    that breaks a rule ends the run with a sentence, and so do a program that ends, and jobs that
    wait while nothing can happen any more. Jobs are neither rejected, killed nor added.

    With `protocol=batsim-v4` the same messages travel through a ZeroMQ socket whose endpoint stands
    for `{socket}` in the command, so that schedulers made for Batsim run as they are:
    `pybatsim fillerSched -s {socket}` or `batsched -v easy_bf -s {socket}`. It needs pyzmq.

    The program has the memory and the time of the run, as processor time for each of its processes,
    few variables of the environment, and no shell. It is not locked in otherwise: it can read and
    write what its user can. So a command runs only where a person allows it at that moment: with
    `--allow-commands`, with `allow_commands=True`, or on a page that shows it and asks. On a server
    only administrators, and local mode with its token, may do that. A study, a link or an archive
    that names a command runs nothing, and neither does an API token. Everybody who sees a run sees
    its command.

    Guarantee: only that the schedule passes the checker; the same program may decide differently
    next time.

    Complexity: O(log n) per event here; a message with its answer takes us about 0.1 ms.
    """
    with _speaking(params, stop) as (program, exchange):
        return Conversation(instance, exchange, program, stop).run()


@contextmanager
def _speaking(params: ExternalParams, stop: Stop) -> Iterator[tuple[ExternalProgram, Exchange]]:
    """Start the program, if that is allowed; yield it, and what it is asked by."""
    stop.refuse_commands(params.commands)
    if params.protocol == LINES:
        with (
            ExternalProgram(_words(params), stop, talks=True) as program,
            lines(program) as exchange,
        ):
            yield program, exchange
        return
    with (
        endpoint() as address,
        ExternalProgram(_words(params, address), stop, talks=False) as program,
        zeromq(program, address) as exchange,
    ):
        yield program, exchange


def _words(params: ExternalParams, address: str = "") -> Sequence[str]:
    """Return program and arguments."""
    meant = {PYTHON: sys.executable, EXAMPLES: str(FOLDER), SOCKET: address}
    words = shlex.split(params.command)
    for name, value in meant.items():
        words = [word.replace(name, value) for word in words]
    return words
