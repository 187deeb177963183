"""The form of the queue: fields that do not apply are left out, formulas are checked."""

from django.http import QueryDict
from django.urls import reverse

from parsched.declare.sweeps import Variants
from parsched.policies.online.policy import QueueParams
from schedweb.web.forms.params import ParamsForm, params_form


def form(query: str, *, several: bool = False) -> ParamsForm:
    """The form as it was sent."""
    return params_form(QueueParams, data=QueryDict(query), takes_several=several)


def test_what_does_not_apply_is_left_out() -> None:
    sent = form("order=sjf&formula=p*q&reservations=1&compress=none&depth=5")
    assert "formula" not in sent.values
    assert "compress" not in sent.values
    params = QueueParams.from_mapping(sent.values)
    assert params == QueueParams(order="sjf", depth=5)


def test_what_applies_is_taken() -> None:
    sent = form("order=formula&formula=max(p,9)*q&reservations=all&compress=none")
    assert QueueParams.from_mapping(sent.values) == QueueParams(
        order="formula", formula="max(p,9)*q", reservations="all", compress="none"
    )


def test_several_values_keep_a_formula_for_the_runs_that_use_it() -> None:
    every = [spec for spec in QueueParams.specs() if spec.kind == "choice" and spec.name != "order"]
    ticked = "&".join(f"{spec.name}={spec.default}" for spec in every)
    sent = form(f"order=sjf&order=formula&formula=p*q&{ticked}&reservations=1", several=True)
    params = list(Variants.of(QueueParams, sent.values, sent.vary).params())
    assert params == [QueueParams(order="sjf"), QueueParams(order="formula", formula="p*q")]


def test_a_key_with_plus_signs_has_an_address() -> None:
    assert reverse("algorithm", args=["easy++"]).endswith("/algorithms/easy++/")
