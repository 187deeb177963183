"""Parameters of the queue: what they mean to kernels, where they apply, and what labels say."""

from typing import Any

import pytest

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.policy import QueueParams, as_named, pass_of, policy_of
from parsched.policies.online.presets import PRESETS
from parsched.policies.online.site import ALL, CHANGING, CLASSED, INDEXED, PLANNED, SORTED, VALUED
from parsched.run.request import RequestEntry, expanded, requests


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({}, INDEXED),
        ({"reservations": 0, "order": "f4"}, INDEXED),
        ({"backfill": "off", "order": "saf"}, INDEXED),
        ({"backfill_order": "sjf", "predict": "double"}, INDEXED),
        ({"predict": "average-2", "order": "wide"}, INDEXED),
        ({"predict": "average-2", "order": "sjf"}, SORTED),
        ({"order": "xf"}, CLASSED),
        ({"order": "formula", "formula": "-w/p", "predict": "user-mean"}, CLASSED),
        ({"order": "wfp3", "interval": 5.0}, CLASSED),
        ({"order": "formula", "formula": "w/p"}, SORTED),
        ({"order": "formula", "formula": "-w-u"}, SORTED),
        ({"order": "xf", "depth": 5}, SORTED),
        ({"order": "xf", "backfill_order": "sjf"}, SORTED),
        ({"depth": 5}, SORTED),
        ({"window": 5.0}, SORTED),
        ({"interval": 5.0}, SORTED),
        ({"reservations": 2}, PLANNED),
        ({"reservations": "all", "order": "xf"}, PLANNED),
    ],
)
def test_the_kind_of_pass(values: dict[str, Any], kind: int) -> None:
    assert pass_of(QueueParams(**values)) == kind
    at_site = pass_of(QueueParams(**values), alone=False)
    assert at_site == (SORTED if kind == CLASSED else kind)


@pytest.mark.parametrize(
    ("values", "all_hold"),
    [
        ({"reservations": "all", "order": "xf"}, 1),
        ({"reservations": "all", "interval": 5.0}, 1),
        ({"reservations": "all", "order": "xf", "compress": "order"}, 0),
        ({"reservations": "all", "depth": 5}, 0),
        ({"reservations": "all", "window": 5.0}, 0),
        ({"reservations": 10**9}, 0),
    ],
)
def test_where_all_hold_reservations_the_line_need_not_be_in_order(
    values: dict[str, Any], all_hold: int
) -> None:
    assert policy_of(QueueParams(**values), 4, False)[0].all_hold == all_hold


def test_parameters_become_numbers() -> None:
    params = QueueParams(
        order="xf", reservations="all", backfill_order="sjf", compress="order", window=9.0
    )
    one = policy_of(params, 64, True)[0]
    assert (one.order_kind, one.backfill_kind, one.own_backfill) == (CHANGING, VALUED, 1)
    assert (one.reservations, one.depth, one.window, one.processors) == (ALL, ALL, 9.0, 64)
    assert (one.sequential, one.backfill, one.if_fits, one.compress) == (1, 1, 0, 2)


@pytest.mark.parametrize(
    ("values", "name", "text"),
    [
        ({"formula": "p"}, "formula", "formula applies only with order=formula; it is given as p"),
        ({"compress": "none"}, "compress", "without reservations=0 or reservations=1"),
        ({"backfill": "off", "reservations": 2}, "reservations", "only with backfill=on"),
        ({"reservations": 0, "window": 5.0}, "window", "only without reservations=0"),
        ({"reservations": "many"}, "reservations", "an integer from 0 to 1,000,000,000 or all"),
        ({"reservations": -1}, "reservations", "an integer from 0"),
        (
            {"order": "formula", "formula": "p*"},
            "formula",
            "formula: a number or name is missing before the end at character 3",
        ),
        ({"order": "formula", "formula": "p\nq"}, "formula", "one line of up to 300 characters"),
    ],
)
def test_what_does_not_apply_is_refused(values: dict[str, Any], name: str, text: str) -> None:
    with pytest.raises(ParameterError) as caught:
        QueueParams(**values)
    assert list(caught.value.errors) == [name]
    assert text in caught.value.errors[name]


def test_beside_says_where_a_parameter_applies() -> None:
    assert QueueParams.beside("order") == {}
    assert QueueParams.beside("formula") == {"order": "formula"}
    assert QueueParams.beside("compress") == {"reservations": "all"}
    for spec in QueueParams.specs():
        assert QueueParams(**QueueParams.beside(spec.name)).applies(spec)


def test_a_formula_is_the_label_and_may_have_commas_within_brackets() -> None:
    text = "queue:order=formula,formula=max(p,60)*q"
    (request,) = requests([text])
    assert request.params == QueueParams(order="formula", formula="max(p,60)*q")
    assert request.text == request.label == text
    entry = RequestEntry("queue", {"order": "formula", "formula": "max(p,60)*q"})
    assert entry.variants().count == 1
    assert request.params.words()["order"] == "max(p,60)*q"
    own = QueueParams(order="sjf", backfill_order="formula", backfill_formula="q/p")
    assert own.words() == {"backfill_order": "backfill q/p", "backfill_formula": "backfill q/p"}


def test_texts_that_mean_the_same_are_one_run() -> None:
    texts = ("max(w,p)/q", " max( w , p ) / q", "(max((w), p)) / q")
    runs = {QueueParams(order="formula", formula=text) for text in texts}
    (run,) = runs
    assert run.formula == texts[0]
    assert {r.text for t in texts for r in requests([f"queue:order=formula,formula={t}"])} == {
        f"queue:order=formula,formula={texts[0]}"
    }
    assert QueueParams(formula="- w") == QueueParams()
    given = [
        QueueParams(order="formula", formula="nice", nice=nice)
        for nice in ("b:2.0 ;a: 1e3", "a:1000; b:2")
    ]
    assert given[0] == given[1]


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"order": "formula", "formula": "(p)"}, {"order": "sjf"}),
        ({"order": "formula", "formula": "-w"}, {}),
        ({"order": "formula", "formula": "s", "backfill": "off"}, {"backfill": "off"}),
        ({"order": "formula", "formula": "q*p"}, None),
        ({"backfill_order": "formula", "backfill_formula": "p"}, {"backfill_order": "sjf"}),
        ({"backfill_order": "formula", "backfill_formula": "s"}, {}),
        ({"order": "sjf", "backfill_order": "formula", "backfill_formula": "s"}, None),
        ({"order": "sjf", "backfill_order": "sjf"}, {"order": "sjf"}),
        ({"order": "formula", "formula": "p", "backfill_order": "sjf"}, {"order": "sjf"}),
        ({"order": "multifactor", "weight_age": 5.0}, None),
    ],
)
def test_formulas_that_are_declared_orders_are_these(
    values: dict[str, Any], named: dict[str, Any] | None
) -> None:
    found = as_named(QueueParams(**values))
    assert found == QueueParams(**(values if named is None else named))
    assert as_named(found) == found


@pytest.mark.parametrize("key", ORDERS)
def test_every_order_is_known_by_its_formula(key: str) -> None:
    own = QueueParams(order="formula", formula=ORDERS[key].formula, reservations=2)
    assert as_named(own) == QueueParams(order=key, reservations=2)


def test_sweeps_leave_out_what_does_not_apply() -> None:
    runs = expanded([RequestEntry.parse("queue:reservations=0|2|all,compress=arrival|none")])
    assert [run.text for run in runs] == [
        "queue:reservations=0",
        "queue:reservations=2,compress=arrival",
        "queue:reservations=2,compress=none",
        "queue:reservations=all,compress=arrival",
        "queue:reservations=all,compress=none",
    ]


def test_presets_are_policies() -> None:
    policies = {key: preset.policy(Params()) for key, preset in PRESETS.items()}
    assert policies["fcfs"] == QueueParams(backfill="off")
    assert policies["easy"] == QueueParams()
    assert policies["conservative"] == QueueParams(reservations="all")
    assert policies["maui"] == QueueParams(reservations=4)
    assert policies["first-fit"] == QueueParams(reservations=0)
    assert len(set(map(repr, policies.values()))) == len(policies) == 7
