"""Orders, predictions and settings of Slurm through the API."""

from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.slurm_conf import LONGEST, read_slurm_conf
from tests.api.caller import Caller


def test_orders_and_predictions_are_as_declared(alice: Caller) -> None:
    orders = alice.get("/orders").json["results"]
    assert [(row["key"], row["formula"]) for row in orders] == [
        (key, one.formula) for key, one in ORDERS.items()
    ]
    assert {row["key"] for row in orders if not row["fixed"]} == {"xf", "wfp3", "unicef"}
    predictors = alice.get("/predictors").json["results"]
    assert [row["key"] for row in predictors] == list(PREDICTORS)
    assert all(row["references"] for row in (*orders, *predictors))


def test_a_slurm_conf_becomes_parameters(alice: Caller) -> None:
    text = "PriorityWeightAge=5\nSchedulerParameters=bf_interval=60,bf_continue\n"
    answer = alice.post("/slurm-conf", {"text": text})
    assert answer.status == 200
    assert answer.json == read_slurm_conf(text).as_json()


def test_another_text_is_refused(alice: Caller) -> None:
    answer = alice.post("/slurm-conf", {"text": "NodeName=a"})
    assert answer.status == 400
    assert "sets nothing about priorities" in str(answer.json)
    assert alice.post("/slurm-conf", {}).status == 400


def test_a_text_has_one_limit(alice: Caller) -> None:
    """However JSON writes it: a smiley has twelve bytes."""
    setting = "PriorityWeightAge=5\n#"
    for sign in ("#", "\n", "é", "\U0001f642"):
        text = setting + sign * (LONGEST - len(setting))
        assert alice.post("/slurm-conf", {"text": text}).status == 200
        answer = alice.post("/slurm-conf", {"text": f"{text}#"})
        assert answer.status == 400
        assert f"no more than {LONGEST} characters" in answer.fields["text"][0]
    assert alice.post("/slurm-conf", {"text": "#" * 15 * LONGEST}).error["code"] == "too_large"
