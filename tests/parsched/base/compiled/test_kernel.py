"""Declared loops: what they are made from, and who answers their calls."""

from dataclasses import replace
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import typeof

from parsched.base.compiled import Kernel, allocating, inlined, kernel, stopwatch
from parsched.base.compiled.machine_code import Code
from parsched.base.compiled.timing import Stopwatch
from parsched.data.files.json_nesting import first_too_deep
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online import machine
from parsched.run.solve import solve
from tests.parsched.factories import offline

FACTOR = 3


@kernel
def called(value: int) -> int:
    return value * FACTOR


@kernel
def caller(value: int) -> int:
    return called(value) + 1


@kernel
def caller_with_constants(value: int) -> int:
    return called(value) + called(1) + called(2)


@allocating
def maker(value: int) -> int:
    return value


@kernel
def user(value: int) -> int:
    return maker(value)


def with_names(source: Kernel[..., Any], **names: object) -> Kernel[..., Any]:
    """The kernel with other values of some names of its module."""
    function = source.py_func
    assert isinstance(function, FunctionType)
    changed = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    changed.__module__ = function.__module__
    changed.__qualname__ = function.__qualname__
    return Kernel(changed, source.options)


def digest_with(source: Kernel[..., Any], **names: object) -> str:
    return with_names(source, **names).digest


def test_the_digest_stays_while_nothing_changes() -> None:
    assert digest_with(caller) == caller.digest


def test_the_digest_changes_with_a_constant() -> None:
    assert digest_with(called, FACTOR=4) != called.digest


def test_the_digest_changes_with_a_constant_of_what_is_called() -> None:
    changed = with_names(called, FACTOR=4)
    assert digest_with(caller, called=changed) != caller.digest


def test_the_digest_changes_with_the_values_of_an_array() -> None:
    assert digest_with(called, FACTOR=np.arange(3)) != digest_with(
        called, FACTOR=np.arange(3)[::-1]
    )


def test_what_a_kernel_reads_must_be_told() -> None:
    with pytest.raises(TypeError, match="changes of it cannot be noticed"):
        digest_with(called, FACTOR={1: 2})


def test_a_kernel_has_no_closure_and_no_defaults() -> None:
    factor = 2
    for function in (lambda value: value * factor, lambda value, more=1: value + more):
        with pytest.raises(TypeError, match="closure or default"):
            kernel(function)


def by_name() -> tuple[int, int]:
    class Pair(NamedTuple):
        first: int
        second: int

    return Pair(1, 2)


def by_age() -> tuple[int, int]:
    class Pair(NamedTuple):
        second: int
        first: int

    return Pair(1, 2)


def test_the_order_of_fields_counts() -> None:
    one, other = (Code(called).name((typeof(make()),)) for make in (by_name, by_age))
    assert one != other


EDITED = """
@kernel
def edited(value):
    'Multiply.'
    return value * FACTOR
"""


def declared_by(text: str) -> Kernel[..., Any]:
    names: dict[str, Any] = {"kernel": kernel, "__name__": "edited", "FACTOR": FACTOR}
    exec(text, names)
    made: Kernel[..., Any] = names["edited"]
    return made


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("'Multiply.'", "'Multiply by three.'", False),
        ("FACTOR\n", "FACTOR  # three\n", False),
        ("@kernel", "\n\n@kernel", False),
        ("value * FACTOR", "FACTOR * value", True),
        ("value * FACTOR", "value * FACTOR + 1", True),
    ],
)
def test_the_digest_changes_with_code_and_not_with_what_people_read(
    old: str, new: str, counts: bool
) -> None:
    changed = EDITED.replace(old, new)
    assert changed != EDITED
    assert (declared_by(changed).digest != declared_by(EDITED).digest) is counts


def test_the_digest_changes_with_the_options() -> None:
    assert inlined(called.py_func).digest != called.digest


def test_a_kernel_allocates_if_one_does_that_it_calls() -> None:
    assert [k.allocates for k in (maker, user, called, caller)] == [True, True, False, False]


@kernel
def through_a_module(values: Any) -> int:
    return machine.first_at_least(values, 1, 0.0)


def test_the_digest_changes_with_a_kernel_of_an_imported_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = kernel(lambda *_: None)
    before = through_a_module.digest
    monkeypatch.setattr(machine, "first_at_least", other)
    assert Kernel(through_a_module.py_func, through_a_module.options).digest != before


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...]]]:
    found: list[tuple[str, tuple[Any, ...]]] = []

    def hear(called: Kernel[..., Any], args: tuple[Any, ...]) -> Any:
        found.append((called.__name__, args))
        return called.py_func(*args)

    monkeypatch.setattr(Kernel, "listener", staticmethod(hear))
    return found


def test_a_listener_hears_all_calls(heard: list[tuple[str, tuple[Any, ...]]]) -> None:
    assert caller(2) == 7
    assert heard == [("caller", (2,)), ("called", (2,))]


@pytest.mark.usefixtures("may_compile")
def test_constants_make_no_other_versions_of_a_kernel() -> None:
    inner = with_names(called, FACTOR=5)
    assert with_names(caller_with_constants, called=inner)(4) == 5 * (4 + 1 + 2)
    assert len(inner.dispatcher(inner=True).overloads) == 1


def test_a_kernel_has_the_name_and_the_text_of_its_function() -> None:
    assert first_too_deep.__name__ == "first_too_deep"
    assert first_too_deep.__doc__ == first_too_deep.py_func.__doc__


class Clock:
    """Seconds that pass when a test says so."""

    now = 100.0
    cpu = 5.0

    def __call__(self) -> float:
        return self.now

    def processor(self) -> float:
        """Processor time, which passes on its own."""
        return self.cpu


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("time.perf_counter", made)
    monkeypatch.setattr("time.thread_time", made.processor)
    monkeypatch.setattr("time.process_time", made.processor)
    return made


def test_the_stopwatch_counts_what_is_within_itself_once(clock: Clock) -> None:
    watch = Stopwatch()
    with watch:
        clock.now, clock.cpu = clock.now + 1, clock.cpu + 0.5
        with watch:
            clock.now, clock.cpu = clock.now + 2, clock.cpu + 1
    clock.now, clock.cpu = clock.now + 4, clock.cpu + 4
    assert (watch.seconds, watch.cpu_seconds) == (3, 1.5)


def test_a_run_does_not_count_the_seconds_of_the_compiler(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = ALGORITHMS["fcfs"]

    def slow(*args: Any) -> Any:
        with stopwatch:
            clock.now, clock.cpu = clock.now + 50, clock.cpu + 40
        clock.now, clock.cpu = clock.now + 2, clock.cpu + 3
        return declared.solver(*args)

    monkeypatch.setitem(ALGORITHMS, "fcfs", replace(declared, solver=slow))
    result = solve(Instance(offline((1, 5), (2, 3)), Platform.of(2)), "fcfs")
    assert result.seconds == 2
    assert result.cpu_seconds == pytest.approx(3)
