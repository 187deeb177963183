"""Formulas that are said to fall while a job waits do."""

import pytest

from parsched.policies.online import program
from parsched.policies.online.formula import parsed
from parsched.policies.online.formula_trend import falls_with_wait
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.program import Job, new_program
from tests.twins import uncompiled

FALLING = (
    *("-w", "-w/p", "p - w", "q*(p - w)", "-(w/p)^3*q", "-sqrt(w)", "1/(1+w)", "-exp(w/1e16)"),
    *("-max(w,p)", "-min(w^2,q)", "-floor(w/60)", "abs(-q)-abs(w)", "(w+1)^-2", "-log2(w+1)"),
    *("-w*-q*-1", "-q*log10(q)*w", "p", "-w/log2(max(q,2))", "(w+1)^-400-w", "q^p^0-w"),
    *("-floor(w)^floor(3)", "-min(floor(w), floor(9))*floor(2)", "floor(9)^floor(30)-w"),
)
OTHERS = (
    *("w", "-u-w", "s-w", "fairshare-w", "-nice*w", "w-w^2", "-w/log2(q)", "-log2(w)", "1/w"),
    *("-w*(p-q)", "w^q", "-w^400", "exp(w)", "-exp(w)", "abs(w-9)", "(-w)^2", "-w/(p-1)", "-w^p"),
    *("sqrt(q-9)-w", "-w*w*w*1e300"),
    *("floor(w)^floor(30)", "-floor(w)^floor(30)", "floor(w*1e292)+floor(w*1e292)"),
    *("-floor(9)^floor(300000)-w", "-max(floor(w), floor(9))^floor(w)", "-(w*1e200)^2"),
    *("-1/(1/(w*1e300))", "-floor(q*1e290)*floor(w*1e10)"),
)


@pytest.mark.parametrize("text", FALLING)
def test_a_formula_that_falls_is_known(text: str) -> None:
    assert falls_with_wait(parsed(text))
    formula = parsed(text)
    code = new_program(formula.ops, formula.constants)
    with uncompiled(program):
        for p, q in ((1.0, 1.0), (1.0, 3.0), (90.0, 2.0), (1e7, 4096.0)):
            waits = (0.0, 1.0, 59.0, 60.0, 3_600.0, 1e6, 1e9)
            values = [program.value_of(code, Job(w, p, q, 0.0, 0.0, 8.0)) for w in waits]
            assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("text", OTHERS)
def test_others_are_not(text: str) -> None:
    assert not falls_with_wait(parsed(text))


def test_the_declared_orders_that_change_fall() -> None:
    changing = {key: order.program for key, order in ORDERS.items() if not order.is_fixed}
    assert list(changing) == ["xf", "wfp3", "unicef"]
    assert all(map(falls_with_wait, changing.values()))
