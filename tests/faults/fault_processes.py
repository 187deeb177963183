"""What happens to the processes of SchedWeb: killed, restarted, held up."""

import signal
from functools import partial

from tests.faults.fault import Scene, fault
from tests.faults.services import signalled, wait_for
from tests.faults.site import PROGRAMS

SHORT, LONG = 3.0, 13.0
"""Seconds for which processes are held up: less than a heartbeat may be late, and so much more that
they count as lost."""
COMPUTING = ("worker", "reader")


def _main(scene: Scene, program: str) -> int:
    """Return the main process of a program once it has one, with a pool if it computes."""
    wait_for(lambda: scene.site.pid(program) and scene.site.pool(program), f"{program} runs")
    return scene.site.pid(program) or _main(scene, program)


def _whole(scene: Scene, program: str) -> list[int]:
    main = _main(scene, program)
    return [main, *scene.site.pool(program)]


def end_program(program: str, number: int, scene: Scene) -> None:
    """Send the main process a signal that ends it; the launcher starts a new one."""
    processes = _whole(scene, program)
    if number == signal.SIGKILL and program in COMPUTING:
        scene.victims |= set(processes)
    signalled(number, processes[0])
    wait_for(lambda: scene.site.pid(program) not in (None, processes[0]), f"{program} is restarted")
    scene.site.wait_until_up()


def end_pool(program: str, number: int, scene: Scene) -> None:
    """End one of the processes that do the work of a program."""
    _main(scene, program)
    victim = scene.random.choice(scene.site.pool(program))
    if program in COMPUTING:
        scene.victims.add(victim)
    signalled(number, victim)
    wait_for(lambda: victim not in scene.site.pool(program), f"{victim} has ended")


def hold_program(program: str, seconds: float, scene: Scene) -> None:
    """Stop a program with all of its processes where they are."""
    _hold(scene, _whole(scene, program), seconds)


def hold_main(program: str, seconds: float, scene: Scene) -> None:
    """Stop the process that gives work to the others."""
    _hold(scene, [_main(scene, program)], seconds)


def hold_pool(program: str, seconds: float, scene: Scene) -> None:
    """Stop one of the processes that do the work of a program."""
    _main(scene, program)
    _hold(scene, [scene.random.choice(scene.site.pool(program))], seconds)


def _hold(scene: Scene, processes: list[int], seconds: float) -> None:
    if seconds == LONG:
        scene.victims |= set(processes)
    signalled(signal.SIGSTOP, *processes)
    try:
        scene.last(seconds)
    finally:
        signalled(signal.SIGCONT, *processes)


for _program in PROGRAMS:
    _computes = _program in COMPUTING
    _kill, _term = signal.SIGKILL, signal.SIGTERM
    fault(f"{_program}: killed", _program, kills=_computes)(partial(end_program, _program, _kill))
    fault(f"{_program}: restarted", _program)(partial(end_program, _program, _term))
    fault(f"{_program}: held", _program)(partial(hold_program, _program, SHORT))
    fault(f"{_program}: process killed", _program, kills=_computes)(
        partial(end_pool, _program, _kill)
    )
fault("worker: process ended", "worker", kills=True)(partial(end_pool, "worker", signal.SIGTERM))
fault("worker: process held", "worker")(partial(hold_pool, "worker", SHORT))
fault("worker: main process held", "worker")(partial(hold_main, "worker", SHORT))
fault("worker: process held for long", "worker", kills=True)(partial(hold_pool, "worker", LONG))
fault("worker: held for long", "worker", kills=True)(partial(hold_program, "worker", LONG))


@fault("supervisor: killed", "supervisor")
def kill_supervisor(scene: Scene) -> None:
    """Kill the launcher: its programs end what they do and stop."""
    signalled(signal.SIGKILL, scene.site.supervisor)
    scene.site.wait_until_up()


@fault("supervisor: restarted", "supervisor", kills=True)
def restart_supervisor(scene: Scene) -> None:
    """Stop the launcher, which waits only some seconds for what its programs do."""
    scene.victims |= set(scene.site.everything())
    signalled(signal.SIGTERM, scene.site.supervisor)
    scene.site.wait_until_up()


@fault("supervisor: held", "supervisor")
def hold_supervisor(scene: Scene) -> None:
    """Stop the launcher where it is."""
    _hold(scene, [scene.site.supervisor], SHORT)
