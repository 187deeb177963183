"""An algorithm within an algorithm: its fields on the compare form, also without scripts."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from parsched.policies.batches.online import OnlineBatchParams
from parsched.policies.catalogue import ALGORITHMS
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.web.forms.params import ParamsForm, params_form
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page
from tests.web.test_compare_form import form
from tests.web.test_ready_made_form import as_browser

AT = "p0-algorithm"
OFFLINE = [key for key, known in ALGORITHMS.items() if not known.supports.online]


@pytest.fixture
def keys(alice: User) -> dict[str, str]:
    """Jobs that arrive over time, and a machine."""
    workload = factories.workload(alice, factories.ARRIVING, "Arriving")
    return {"workload": workload.pk, "cluster": factories.cluster(alice, 4).pk}


def shown(hers: Client, keys: dict[str, str], **data: object) -> str:
    """Return the form after a button that is not "Compare"."""
    sent = {**form("online-batch", **keys), **data}
    del sent["compare"]
    return hers.post("/compare/", sent).content.decode()


def fields(html: str) -> list[str]:
    """Names of the inner fields that people see, each once, in their order."""
    names = [a.get("name") or "" for _, a in Page(html).tags if a.get("type") != "hidden"]
    return list(dict.fromkeys(name for name in names if name.startswith(f"{AT}.")))


def inner(key: str) -> list[str]:
    """Names of the fields of an algorithm within the first row."""
    return [f"{AT}.{spec.name}" for spec in ALGORITHMS[key].params.specs()]


def online(query: str, *, takes_several: bool = False) -> ParamsForm:
    """The form of on-line batching after something was sent."""
    return params_form(OnlineBatchParams, "p-", QueryDict(query), takes_several=takes_several)


def value_of(form: ParamsForm, name: str) -> str:
    """What stands in a field."""
    [value] = [field.value for field in form.fields if field.spec.name == name]
    return value


@pytest.mark.parametrize("key", OFFLINE)
def test_the_fields_of_what_is_chosen_are_shown(
    hers: Client, keys: dict[str, str], key: str
) -> None:
    html = shown(hers, keys, **{AT: key})
    assert fields(html) == inner(key)
    page = Page(html)
    assert page.inline == []
    assert len(page.ids) == len(set(page.ids))
    for name in inner(key):
        assert f'<label for="{name}">' in html or f'name="{name}" value="true"' in html


def test_another_choice_brings_its_fields_and_keeps_what_was_typed(
    hers: Client, keys: dict[str, str]
) -> None:
    """Without scripts, too: each step sends what the page before it holds."""
    first = shown(hers, keys, **{AT: "demt"})
    typed = {**as_browser(first), f"{AT}.shuffles": "3", f"{AT}.seed": "7", "l0": "Mine"}
    second = hers.post("/compare/", {**typed, AT: "price", "look": "1"}).content.decode()
    assert fields(second) == inner("price")
    assert Page(second).named(f"{AT}.seed")["value"] == "7", "both have one"
    assert Page(second).named("l0")["value"] == "Mine"
    sent = as_browser(second)
    assert sent[f"{AT}.shuffles"] == ["3"], "it waits unseen"
    back = hers.post("/compare/", {**sent, AT: "demt", "look": "1"}).content.decode()
    page = Page(back)
    assert page.named(f"{AT}.shuffles")["value"] == "3"
    assert page.named(f"{AT}.seed")["value"] == "7"
    assert hers.post("/compare/", {**as_browser(back), "compare": "1"}).status_code == 302
    [run] = Comparison.objects.get().runs.all()
    assert run.params["algorithm"]["key"] == "demt"
    assert run.params["algorithm"]["params"] == {
        **ALGORITHMS["demt"].params().as_dict(),
        "shuffles": 3,
        "seed": 7,
    }


def test_the_default_of_one_algorithm_is_no_choice_for_another() -> None:
    """`mrt` packs on shelves unless a user wants another packing, `demt` takes the best."""
    form = online("p-algorithm=demt&p-algorithm-shown=mrt&p-algorithm.compaction=shelves")
    assert value_of(form, "algorithm.compaction") == "best"
    form = online("p-algorithm=demt&p-algorithm-shown=mrt&p-algorithm.compaction=conservative")
    assert form.values["algorithm.compaction"] == "conservative"
    form = online("p-algorithm=mrt&p-algorithm-shown=demt&p-algorithm.compaction=list")
    assert value_of(form, "algorithm.compaction") == "shelves"


def test_a_choice_that_is_sent_at_once_runs_with_its_own_parameters(
    hers: Client, keys: dict[str, str]
) -> None:
    """Without scripts a user may choose and compare, with the fields of another one on screen."""
    sent = as_browser(shown(hers, keys, **{AT: "mrt"}))
    assert hers.post("/compare/", {**sent, AT: "gls-plus", "compare": "1"}).status_code == 302
    [run] = computed(Comparison.objects.get()).runs.all()
    assert run.state == "done"
    assert run.params["algorithm"]["params"] == ALGORITHMS["gls-plus"].params().as_dict()
    assert run.label == "On-line batching (GLS+)"


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({f"{AT}.shuffles": "many"}, f"{AT}.shuffles", "Shuffles must be an integer from 0"),
        ({f"{AT}.shuffles": "-1"}, f"{AT}.shuffles", "Shuffles must be an integer from 0"),
        ({f"{AT}.shuffles": ""}, f"{AT}.shuffles", "Shuffles must be an integer from 0"),
        ({f"{AT}.compaction": "none"}, f"{AT}.compaction", "Compaction must be one of best"),
        ({AT: "easy"}, AT, "Algorithm must be one of gang"),
        ({AT: "\0"}, AT, "Algorithm must be one of gang"),
        ({AT: "demt,mrt"}, AT, "Algorithm must be one of gang"),
    ],
)
@pytest.mark.parametrize("told", [{}, {f"{AT}-shown": "demt"}])
def test_errors_appear_at_the_field_that_is_wrong(
    hers: Client,
    keys: dict[str, str],
    wrong: dict[str, str],
    field: str,
    sentence: str,
    told: dict[str, str],
) -> None:
    answer = hers.post("/compare/", form("online-batch", **keys) | {AT: "demt"} | told | wrong)
    html = answer.content.decode()
    assert answer.status_code == 422
    ids = [str(p["id"]) for p in Page(html).of("p") if str(p.get("id", "")).endswith("-error")]
    assert ids == [f"{field}-error"]
    assert f'id="{field}-error">{sentence}' in html
    assert not Comparison.objects.exists()


@pytest.mark.parametrize("told", ["", "nothing", "mrt,mrt", "mrt,easy,\0", "," * 500])
def test_nonsense_about_what_was_shown_does_no_harm(
    hers: Client, keys: dict[str, str], told: str
) -> None:
    sent = form("online-batch", **keys) | {AT: "demt", f"{AT}-shown": told}
    assert hers.post("/compare/", sent | {f"{AT}.shuffles": "2"}).status_code == 302
    [run] = Comparison.objects.get().runs.all()
    assert run.params["algorithm"]["params"]["shuffles"] == 2


def test_several_inner_algorithms_share_fields_that_they_declare_alike(
    hers: Client, keys: dict[str, str]
) -> None:
    several = {"several": "0", AT: ["gls", "gls-plus"], f"{AT}.lam": "1, 2"}
    html = shown(hers, keys, **several)
    assert fields(html) == [f"{AT}.lam", f"{AT}.lam_unit"]
    assert "Parameters that gls and gls-plus have in common" in html
    assert "makes 4 runs" in html
    answer = hers.post("/compare/", {**as_browser(html), "compare": "1"})
    assert answer.status_code == 302
    runs = [run.params["algorithm"] for run in Comparison.objects.get().runs.all()]
    assert [(of["key"], of["params"]["lam"]) for of in runs] == [
        ("gls", 1),
        ("gls", 2),
        ("gls-plus", 1),
        ("gls-plus", 2),
    ]
    labels = Comparison.objects.get().runs.values_list("label", flat=True)
    assert len(set(labels)) == 4


def test_what_two_declare_differently_is_left_to_each(hers: Client, keys: dict[str, str]) -> None:
    html = shown(hers, keys, **{"several": "0", AT: ["mrt", "demt"]})
    assert fields(html) == []
    assert hers.post("/compare/", {**as_browser(html), "compare": "1"}).status_code == 302
    runs = [run.params["algorithm"] for run in Comparison.objects.get().runs.all()]
    assert [of["params"]["compaction"] for of in runs] == ["best", "shelves"]


def test_errors_of_several_values_appear_at_their_inner_field(
    hers: Client, keys: dict[str, str]
) -> None:
    several = {"several": "0", AT: ["gls"], f"{AT}.lam": "0.5:2:none", f"{AT}-shown": "gls"}
    several[f"{AT}.lam_unit"] = ["minimum"]
    answer = hers.post("/compare/", form("online-batch", **keys) | several)
    html = answer.content.decode()
    ids = [str(p["id"]) for p in Page(html).of("p") if str(p.get("id", "")).endswith("-error")]
    assert answer.status_code == 422
    unticked = [f"{AT}.merge-error", f"{AT}.last_group-error"]
    assert ids == [f"{AT}.lam-error", *unticked], "no box of the last two is ticked"
    none = hers.post("/compare/", form("online-batch", **keys) | {"several": "0"})
    assert none.status_code == 422
    assert f'id="{AT}-error">Algorithm needs at least one value' in none.content.decode()


def test_one_value_each_and_back_follow_what_is_chosen() -> None:
    form = online("p-algorithm=gls&p-algorithm=gls-plus&p-algorithm.lam=2:4", takes_several=True)
    one = form.switched()
    assert one.values == {"algorithm": "gls", "algorithm.lam": "2"}
    assert [f.spec.name for f in one.fields] == [
        "algorithm",
        *(f"algorithm.{spec.name}" for spec in ALGORITHMS["gls"].params.specs()),
    ]
    again = one.switched()
    assert again.vary == {"algorithm": ["gls"], "algorithm.lam": "2"}
    assert again.renamed("q-").fields[1].name == "q-algorithm.lam"


def test_a_repeated_row_keeps_its_inner_values(hers: Client, keys: dict[str, str]) -> None:
    html = shown(hers, keys, **{AT: "demt", f"{AT}.shuffles": "3", "again": "0"})
    assert Page(html).named("p1-algorithm.shuffles")["value"] == "3"


def test_a_row_that_cannot_run_elsewhere_comes_back_with_its_inner_values(
    hers: Client, alice: User, keys: dict[str, str]
) -> None:
    html = shown(hers, keys, **{AT: "demt", f"{AT}.shuffles": "3"})
    grid = factories.cluster(alice, 4, 4).pk
    there = hers.post("/compare/", {**as_browser(html), "cluster": grid}).content.decode()
    assert fields(there) == []
    back = hers.post("/compare/", {**as_browser(there), **keys}).content.decode()
    assert as_browser(back) == as_browser(html)


def test_the_run_page_lists_inner_parameters(hers: Client, keys: dict[str, str]) -> None:
    sent = form("online-batch", **keys) | {AT: "demt", f"{AT}.shuffles": "3"}
    hers.post("/compare/", sent)
    made = computed(Comparison.objects.get())
    html = hers.get(f"/runs/{made.runs.get().pk}/").content.decode()
    table = html.partition('id="parameters"')[2].partition("</section>")[0]
    rows = re.findall(r"<code>([^<]+)</code></th><td>([^< ]+)", table)
    expected = {"algorithm": "demt"} | {
        f"algorithm.{name}": str(value)
        for name, value in ALGORITHMS["demt"].params.from_mapping({"shuffles": 3}).as_dict().items()
    }
    assert dict(rows) == expected
    whole = hers.get(f"/comparisons/{made.pk}/").content.decode()
    data = hers.get(f"/comparisons/{made.pk}/data/").content.decode()
    assert "<code>algorithm.shuffles=3</code>" in data
    assert "· seed 1 ·" in whole


def test_runs_of_algorithms_that_are_gone_still_have_a_page(
    hers: Client, keys: dict[str, str]
) -> None:
    hers.post("/compare/", form("online-batch", **keys))
    made = computed(Comparison.objects.get())
    made.runs.update(params={"algorithm": {"key": "gone", "params": {"depth": 3}}})
    html = hers.get(f"/runs/{made.runs.get().pk}/").content.decode()
    assert "<code>algorithm</code></th><td>gone" in html
    assert hers.get(f"/comparisons/{made.pk}/").status_code == 200


def test_the_catalogue_says_where_inner_parameters_are(hers: Client) -> None:
    html = hers.get("/algorithms/online-batch/").content.decode()
    assert "<code>algorithm.NAME</code>" in html
    assert '<a href="/algorithms/demt/#parameters">demt</a>' in html
    assert "--param algorithm=mrt" in html
