"""Formulas: what they compute, what they refuse and where, and that nothing else ever happens."""

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import numpy as np
import pytest

from parsched.policies.online import program
from parsched.policies.online.formula import LONGEST, FormulaError, canonical, fault, parsed
from parsched.policies.online.program import FUNCTIONS, VARIABLES, Job, new_program
from tests.amount import amount
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

JOB = Job(120.0, 60.0, 4.0, 1000.0, 500.0)


def computed(text: str, job: Job = JOB) -> float:
    """What a formula computes, by machine code and by its plain twin alike."""
    formula = parsed(text)
    code = new_program(formula.ops, formula.constants)
    value = program.value_of(code, job)
    with uncompiled(program), np.errstate(all="ignore"):
        assert program.value_of(code, job) == pytest.approx(value, rel=1e-15, nan_ok=True)
    return value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("p", 60),
        ("-p*q", -240),
        ("w + p - q", 176),
        ("w - p - q", 56),
        ("w / p / q", 0.5),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("-2^2", -4),
        ("(-2)^2", 4),
        ("2^3^2", 512),
        ("2**-1", 0.5),
        ("--3 - -+2", 5),
        ("1e3 + .5 + 2. + 1.5E-1", 1002.65),
        ("max(p, 100, q)", 100),
        ("min(w, p) + abs(q - 9)", 65),
        ("log2(8) + log10(s) + ln(1) + sqrt(q) + exp(0)", 9),
        ("floor(2.9) + floor(-0.5) + floor(3)", 4),
        ("-(w/p)^3*q", -32),
        ("u/q", 125),
        (" p\t*\tq ", 240),
    ],
)
def test_values(text: str, value: float) -> None:
    assert computed(text) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/0", math.inf),
        ("-1/0", -math.inf),
        ("0/0", math.inf),
        ("ln(-1)", math.inf),
        ("-ln(0)", math.inf),
        ("ln(0)", -math.inf),
        ("sqrt(-1)", math.inf),
        ("(-8)^0.5", math.inf),
        ("0^-1", math.inf),
        ("exp(1000)", math.inf),
        ("-exp(1000)", -math.inf),
        ("10^400", math.inf),
        ("max(0/0, 1)", math.inf),
        ("ln(exp(1000))", math.inf),
    ],
)
def test_no_number_comes_last(text: str, value: float) -> None:
    """Arithmetic has no exceptions; a job whose value is no number is behind all others."""
    assert computed(text) == value


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("", "a number or name is missing before the end", 1),
        ("p +", "a number or name is missing before the end", 4),
        ("p q", "an operator is missing before 'q'", 3),
        ("p * x", "x is not known", 5),
        ("(p", "')' is missing before the end", 3),
        ("p)", "an operator is missing before ')'", 2),
        ("sqrt p", "'(' is missing before 'p'", 6),
        ("sqrt()", "a number or name is missing before ')'", 6),
        ("sqrt(p, q)", "sqrt takes one value", 1),
        ("1 + max(p)", "max takes two values or more", 5),
        ("p; q", "';' has no meaning", 2),
        ("p.real", "'.' has no meaning", 2),
        ("__import__('os')", "__import__ is not known", 1),
        ("p 'x'", '"\'" has no meaning', 3),
        ("1e999", "1e999 is too large", 1),
        ("²", "'²' has no meaning", 1),
        ("p*" * 200 + "p", "a formula has up to 300 characters", 300),
        ("(" * 60 + "p" + ")" * 60, "up to 40 levels are read", 41),
    ],
)
def test_errors_say_what_and_where(text: str, problem: str, position: int) -> None:
    with pytest.raises(FormulaError, match=f"at character {position}$") as caught:
        parsed(text)
    assert str(caught.value).startswith(problem)
    assert caught.value.position == position
    assert fault(text) == (str(caught.value), position)


def test_what_changes_while_a_job_waits() -> None:
    assert parsed("p*q + log10(s)").is_fixed
    assert not parsed("p - w").is_fixed
    assert not parsed("u").is_fixed


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("w ", "w"),
        (" ( w )", "w"),
        ("+w", "w"),
        ("w + p", "w+p"),
        ("(w + p) + q", "w+p+q"),
        ("w + (p + q)", "w+(p+q)"),
        ("w - (p - q)", "w-(p-q)"),
        ("(w * p) / q", "w*p/q"),
        ("w / (p * q)", "w/(p*q)"),
        ("(w+p)*q", "(w+p)*q"),
        ("-(w*p)", "-(w*p)"),
        ("(-w)*p", "-w*p"),
        ("w - -p", "w--p"),
        ("(-w)**2", "(-w)^2"),
        ("-(w^2)", "-w^2"),
        ("(w^2)^3", "(w^2)^3"),
        ("w^(2^3)", "w^2^3"),
        ("w^(-p)", "w^-p"),
        ("w^(p*2)", "w^(p*2)"),
        ("max( p , (60) )", "max(p,60)"),
        ("max(max(p, q), 60)", "max(p,q,60)"),
        ("max(p, max(q, 60))", "max(p,max(q,60))"),
        ("max(min(p, q), 60)", "max(min(p,q),60)"),
        ("sqrt((p))", "sqrt(p)"),
        ("2.50 + .5 + 1e3", "2.5+0.5+1000"),
        ("1E30*1e-05", "1e30*1e-5"),
    ],
)
def test_formulas_that_are_one_are_written_the_same_way(text: str, written: str) -> None:
    assert canonical(text) == written


def test_a_written_formula_is_never_too_long_to_be_read() -> None:
    text = ".5+" * 98 + " .5"
    assert len(text) <= LONGEST < len(text.replace(".5", "0.5"))
    assert canonical(text) == canonical(canonical(text)) == text.replace(" ", "")


PIECES = (
    *VARIABLES,
    *FUNCTIONS,
    *"+-*/^(),.;:'\"[]{}%=<>!&|~@#\\_",
    *("**", "(p)", "max(p,q)", "1", "2.5", "1e9", "9" * 30, "import", "lambda", "é", "\x00", " "),
)


def random_text(chance: Random) -> str:
    """Draw text: pieces of formulas, or a formula with something wrong."""
    if chance.random() < 0.5:
        return "".join(chance.choice(PIECES) for _ in range(chance.randint(0, 14)))
    text = "(" * 3 + chance.choice(["p", "w", "7"]) + ")" * 3
    for _ in range(chance.randint(1, 9)):
        operator, other = chance.choice("+-*/^"), chance.choice(["q", "s", "sqrt(u)", "-2"])
        text = f"({text}){operator}{other}" if len(text) < 80 else text
    k = chance.randrange(len(text))
    piece: str = chance.choice(PIECES)
    return text[:k] + piece + text[k + chance.randint(0, 1) :]


HARMFUL = {"exec", "compile", "import", "open", "os.system", "subprocess.Popen", "socket.connect"}
"""What the interpreter would announce, were a text executed."""


class Audit:
    """Listens to the interpreter while a text is read; a hook stays for ever, but has a switch."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.is_on = False
        sys.addaudithook(self._hear)

    def _hear(self, event: str, _: tuple[object, ...]) -> None:
        if self.is_on and event in HARMFUL:
            self.heard.append(event)

    @contextmanager
    def listening(self) -> Iterator[None]:
        self.is_on = True
        try:
            yield
        finally:
            self.is_on = False


def test_the_audit_hears_what_would_be_executed() -> None:
    audit = Audit()
    with audit.listening():
        eval("1 + 1")
    assert audit.heard == ["compile", "exec"]


def test_random_texts_are_formulas_or_errors_with_a_place() -> None:
    chance, audit, texts = Random(1), Audit(), amount(100_000)
    good, places = 0, {True: 0, False: 0}
    for number in range(texts):
        text = random_text(chance)
        try:
            with audit.listening():
                formula = parsed(text)
        except FormulaError as error:
            places[1 <= error.position <= max(len(text), 1) + 1] += 1
            continue
        good += 1
        again = parsed(written := canonical(text))
        assert (again.ops, again.constants) == (formula.ops, formula.constants)
        assert canonical(written) == written
        assert len(written) <= len(text) + written.count(".") + written.count("0")
        if number % 50 == 0:
            code = new_program(formula.ops, formula.constants)
            assert not math.isnan(program.value_of(code, JOB))
    assert audit.heard == []
    assert 0.03 < good / texts < 0.9
    assert places == {True: texts - good, False: 0}
