"""The page of policies, and forms that are filled in by an address."""

import json
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from parsched.policies.catalogue import algorithm
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.slurm_conf import LONGEST
from schedweb.web.forms.params import params_form
from tests import factories

pytestmark = pytest.mark.django_db


def test_every_order_and_prediction_is_drawn(hers: Client) -> None:
    html = unescape(hers.get("/policies/").content.decode())
    for what, declared in (("order", ORDERS), ("prediction", PREDICTORS)):
        for key, one in declared.items():
            assert one.formula in html
            assert one.help in html
            assert f'<div id="{what}-{key}">' in html
    assert html.count("<figure") == len(ORDERS) + len(PREDICTORS)
    assert all(f'id="ref-{key}"' in html for key in set(re.findall('#ref-([^"]+)"', html)))


def test_settings_of_slurm_become_a_comparison(hers: Client) -> None:
    workload = factories.workload(factories.person("alice"))
    text = "PriorityWeightAge=5\nSchedulerParameters=bf_interval=60,bf_continue"
    html = hers.post("/policies/", {"slurm_conf": text}).content.decode()
    assert "nothing changes during a pass here" in html
    [address] = re.findall(r'href="(/compare/\?run=[^"]*multifactor[^"]*)"', html)
    [run] = parse_qs(urlsplit(address).query)["run"]
    assert run.startswith("queue:order=multifactor,reservations=all,compress=order,depth=500,")
    form = hers.get(f"{address}&workload={workload.pk}").content.decode()
    [number] = re.findall(r'name="entry" value="(\d+)\.queue"', form)
    assert f'id="on-{number}" name="on" value="{number}" autocomplete="off" checked' in form
    assert f'name="p{number}-interval" value="60"' in form
    assert '<option value="multifactor" selected>' in form
    assert form.count('autocomplete="off" checked') == 1


def test_formulas_and_shares_are_checked_as_they_are_typed(hers: Client) -> None:
    factories.workload(factories.person("alice"))
    html = hers.get("/compare/").content.decode()
    for name in ("formula", "user_shares"):
        assert re.search(f'hx-get="/algorithms/queue/parameters/{name}/check/"', html)
        assert re.search(f'<div id="p[0-9]+-{name}-fault" role="status">', html)


def test_a_text_about_something_else_is_explained(hers: Client) -> None:
    answer = hers.post("/policies/", {"slurm_conf": "NodeName=<b>"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "sets nothing about priorities or backfilling" in html
    assert "NodeName=&lt;b&gt;</textarea>" in html
    answer = hers.post("/policies/", {"slurm_conf": "#" * (LONGEST + 1)})
    assert answer.status_code == 422
    assert "may have up to 250,000 characters, this has 250,001" in answer.content.decode()


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ("nothing", "nothing"),
        ("queue:order=sideways", "order must be one of"),
        ("queue:order=formula,formula=w+", "missing before the end"),
        ("queue:pace=3", "pace is not a parameter"),
        ("queue:formula=w", "formula applies only with order=formula"),
    ],
)
def test_an_address_that_asks_for_what_cannot_be(hers: Client, run: str, said: str) -> None:
    factories.workload(factories.person("alice"))
    answer = hers.get("/compare/", {"run": run})
    assert answer.status_code == 200
    assert said in unescape(answer.content.decode())


def test_an_address_may_ask_for_several_values(hers: Client) -> None:
    factories.workload(factories.person("alice"))
    form = hers.get("/compare/", {"run": "queue:order=sjf|saf,depth=3"}).content.decode()
    assert "makes 2 runs" in form


def test_runs_that_come_to_the_same_count_once(hers: Client) -> None:
    factories.workload(factories.person("alice"))
    run = "queue:order=multifactor|arrival,weight_age=1|2"
    assert "makes 3 runs" in hers.get("/compare/", {"run": run}).content.decode()


class TestWhatIsTyped:
    """A text is checked as it is typed."""

    def said(self, client: Client, name: str, value: str, key: str = "queue") -> str:
        answer = client.get(f"/algorithms/{key}/parameters/{name}/check/", {"p3-x": value})
        assert answer.status_code == 200
        return unescape(answer.content.decode()).strip()

    def test_good_texts_are_passed_over_in_silence(self, hers: Client) -> None:
        assert self.said(hers, "formula", "(w/p)^3*q") == ""
        assert self.said(hers, "nice", "ann:3; bob:5") == ""

    def test_the_wrong_character_is_marked(self, hers: Client) -> None:
        said = self.said(hers, "formula", "w<script>")
        assert "'<' has no meaning in a formula at character 2." in said
        assert "<code>w<mark><</mark>script></code>" in said
        assert "<code>w+<mark> </mark></code>" in self.said(hers, "formula", "w+")

    def test_what_has_no_place_is_said(self, hers: Client) -> None:
        assert "must be a name, a colon and a number" in self.said(hers, "nice", "ann")
        assert "<mark>" not in self.said(hers, "nice", "ann")
        assert "must be an integer" in self.said(hers, "depth", "many")

    def test_parameters_that_do_not_exist_are_missing(self, hers: Client) -> None:
        for address in ("queue/parameters/pace", "nothing/parameters/formula"):
            assert hers.get(f"/algorithms/{address}/check/").status_code == 404

    def test_parameters_of_inner_algorithms_are_known(self, hers: Client) -> None:
        said = self.said(hers, "algorithm.shuffles", "many", "online-batch")
        assert "must be an integer" in said
        assert "<code>w+<mark> </mark></code>" in self.said(hers, "local.formula", "w+", "grid")


def test_fields_say_beside_what_they_apply(hers: Client) -> None:
    factories.workload(factories.person("alice"))
    form = hers.get("/compare/").content.decode()
    [number] = re.findall(r'name="entry" value="(\d+)\.queue"', form)
    prefix = f"p{number}-"
    found = [json.loads(unescape(text)) for text in re.findall(r'data-when="([^"]+)"', form)]
    plain = {"other": False, "mentions": False}
    order = {"name": f"{prefix}order", **plain}
    assert [{**order, "values": ["formula"]}] in found
    assert [
        {"name": f"{prefix}reservations", **plain, "values": ["0", "1"], "other": True}
    ] in found
    formulas = [
        {"name": f"{prefix}{name}", **plain, "values": ["qos"], "mentions": True}
        for name in ("formula", "backfill_formula")
    ]
    assert [{**order, "values": ["multifactor"]}, *formulas] in found


def test_fields_of_the_queue_of_a_site_follow_each_other() -> None:
    form = params_form(algorithm("grid").params, "p3-").having({"local": "queue"})
    controllers = {
        field.spec.name: json.loads(field.conditions)[0]["name"]
        for field in form.fields
        if field.conditions
    }
    assert controllers["local.formula"] == "p3-local.order"
    assert controllers["local.backfill_order"] == "p3-local.backfill"
