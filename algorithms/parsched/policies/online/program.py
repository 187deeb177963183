"""Programs of formulas: what they may name, and the stack machine that runs them in kernels.

Arithmetic is in float64 without exceptions: what is too large is infinite, and what means
nothing, such as the logarithm of -1, is no number.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.policies.online.machine import Floats, Ints

DEEPEST = 64
"""Values that a program keeps at a time."""

CONSTANT, WAIT, RUN_TIME, WIDTH, SUBMIT, USAGE, MACHINE = range(7)
FAIR_SHARE, PARTITION, QOS, NICE = range(7, 11)
NEGATE, PLUS, MINUS, TIMES, DIVIDE, POWER = range(11, 17)
LOG2, LOG10, LN, SQRT, ABS, EXP, FLOOR = range(17, 24)
MIN, MAX = range(24, 26)


@dataclass(frozen=True)
class Variable:
    """A name in formulas: its operation, what it stands for, whether it changes while a job waits,
    whether it is a factor of `fair_share`, and whether it grows with the unit of time."""

    op: int
    help: str
    changes: bool = False
    is_factor: bool = False
    is_time: bool = False


@dataclass(frozen=True)
class Function:
    """A function in formulas, of one or two values."""

    op: int
    arguments: int = 1


VARIABLES = {
    "w": Variable(WAIT, "time that the job has waited, s", changes=True, is_time=True),
    "p": Variable(
        RUN_TIME, "run time that the scheduler believes, at least 1 s or the unit", is_time=True
    ),
    "q": Variable(WIDTH, "processors"),
    "s": Variable(
        SUBMIT,
        "submit time, at least 1 s or the unit",
        is_time=True,
    ),
    "u": Variable(
        USAGE,
        "processor-seconds of the completed jobs of the job's user",
        changes=True,
        is_time=True,
    ),
    "m": Variable(MACHINE, "processors of the machine"),
    "fairshare": Variable(
        FAIR_SHARE, "fair-share factor of the job's user, 0 to 1", changes=True, is_factor=True
    ),
    "partition": Variable(PARTITION, "factor of the job's partition", is_factor=True),
    "qos": Variable(QOS, "factor of the job's queue", is_factor=True),
    "nice": Variable(NICE, "nice value of the job's user", is_factor=True),
}
FUNCTIONS = {
    "log2": Function(LOG2),
    "log10": Function(LOG10),
    "ln": Function(LN),
    "sqrt": Function(SQRT),
    "abs": Function(ABS),
    "exp": Function(EXP),
    "floor": Function(FLOOR),
    "min": Function(MIN, 2),
    "max": Function(MAX, 2),
}


class OrderProgram(NamedTuple):
    """A program: `ops` int64 and `constants` float64 in order; `stack` float64 is its memory. It is
    given times in units; `second` of them make one unit that it counts in."""

    ops: Ints
    constants: Floats
    stack: Floats
    second: float


class Job(NamedTuple):
    """What a formula reads of a waiting job: see `VARIABLES`.

    Examples
    --------
    >>> Job(w=60.0, p=10.0, q=4.0, s=0.0, u=1.0).p
    10.0
    """

    w: float
    p: float
    q: float
    s: float
    u: float
    m: float = 1.0
    fairshare: float = 0.0
    partition: float = 0.0
    qos: float = 0.0
    nice: float = 0.0


def new_program(
    ops: tuple[int, ...], constants: tuple[float, ...], second: float = 1.0
) -> OrderProgram:
    """Return a program with a stack of its own."""
    columns = np.array(ops, np.int64), np.array(constants, np.float64), np.zeros(DEEPEST)
    return OrderProgram(*columns, second)


@kernel
def quotient(a: float, b: float) -> float:
    """Divide; a value divided by 0 is infinite, and 0 divided by 0 is no number."""
    return a / b if b != 0.0 else a * np.inf


@kernel
def power(a: float, b: float) -> float:
    """Raise to a power."""
    if a == 0.0 and b < 0.0:
        return np.inf
    if a < 0.0 and b != np.floor(b):
        return np.nan
    return float(a**b)


@kernel
def logarithm(op: int, a: float) -> float:
    """Return one of the logarithms."""
    if not a > 0.0:
        return -np.inf if a == 0.0 else np.nan
    if a == np.inf:
        return np.inf
    if op == LOG2:
        return math.log2(a)
    return math.log10(a) if op == LOG10 else math.log(a)


@kernel
def of_one(op: int, a: float) -> float:
    """Apply a function of one value."""
    if op == NEGATE:
        return -a
    if op == SQRT:
        return math.sqrt(a) if a >= 0.0 else np.nan
    if op == ABS:
        return abs(a)
    if op == EXP:
        return math.exp(a) if a < 709.0 else np.exp(a)
    if op == FLOOR:
        return float(np.floor(a))
    return logarithm(op, a)


@kernel
def of_two(op: int, a: float, b: float) -> float:
    """Apply an operator, or a function of two values."""
    if op == PLUS:
        return a + b
    if op == MINUS:
        return a - b
    if op == TIMES:
        return a * b
    if op == DIVIDE:
        return quotient(a, b)
    if op == POWER:
        return power(a, b)
    if np.isnan(a) or np.isnan(b):
        return np.nan
    return min(a, b) if op == MIN else max(a, b)


@kernel
def value_of(program: OrderProgram, job: Job) -> float:
    """Run a program on a job; no number counts as infinite, so such jobs come last."""
    ops, stack = program.ops, program.stack
    top, constant = -1, 0
    for k in range(len(ops)):
        # Invariant: stack[0:top + 1] holds the values of what has been read and not yet used.
        op = ops[k]
        if (op >= PLUS and op < LOG2) or op >= MIN:
            top -= 1
            stack[top] = of_two(op, stack[top], stack[top + 1])
        elif op >= NEGATE:
            stack[top] = of_one(op, stack[top])
        else:
            top += 1
            if op == CONSTANT:
                stack[top] = program.constants[constant]
                constant += 1
            else:
                stack[top] = variable(op, job)
    value = stack[0]
    return np.inf if np.isnan(value) else value


@kernel
def variable(op: int, job: Job) -> float:
    """Return a variable of a job."""
    if op == WAIT:
        return job.w
    if op == RUN_TIME:
        return job.p
    if op == WIDTH:
        return job.q
    if op == SUBMIT:
        return job.s
    return job.u if op == USAGE else surrounding(op, job)


@kernel
def surrounding(op: int, job: Job) -> float:
    """Return a variable of what surrounds a job: its machine, its user, its partition."""
    if op == MACHINE:
        return job.m
    if op == FAIR_SHARE:
        return job.fairshare
    if op == PARTITION:
        return job.partition
    return job.qos if op == QOS else job.nice
