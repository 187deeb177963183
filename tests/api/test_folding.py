"""Search finds words in all their spellings, the same in each database."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from hypothesis import given
from hypothesis import strategies as st

from parsched.studies import STUDIES
from schedweb.base.folding import folded, folded_fields
from schedweb.clusters.models import Cluster
from schedweb.clusters.services import update_cluster
from schedweb.runs.models import Comparison
from schedweb.runs.services import describe_comparison
from schedweb.store import filing
from schedweb.studies.models import Study
from schedweb.studies.services import create_study, describe_study
from schedweb.web.finding import FindPage, FindView
from schedweb.web.lists import KINDS
from schedweb.workloads.models import Workload
from schedweb.workloads.services import rename_workload
from tests import factories
from tests.api.caller import Caller

MEET = {
    "capitals": ("RÉSUMÉ", "résumé"),
    "composed and decomposed": ("re\u0301sume\u0301", "Résumé"),
    "decomposed and composed": ("résumé", "RE\u0301SUME\u0301"),
    "ss": ("strasse", "Straße"),
    "sharp s": ("STRAßE", "Strasse"),
    "capital sharp s": ("STRA\u1e9eE", "straße"),
    "Turkish dotted": ("istanbul", "İstanbul"),
    "Turkish dotless": ("ISPARTA", "\u0131sparta"),
    "all four": ("\u0130I\u0131i", "iiii"),
    "sigma at the end": ("ΟΔΟΣ", "οδος"),
    "a ligature": ("ﬁle", "FILE"),
    "full width": ("\uff27\uff30\uff35", "gpu"),
    "a joiner": ("می\u200cشود", "میشود"),
    "no joiner": ("میشود", "می\u200cشود"),
    "Cyrillic": ("ЖЮЩ", "жющ"),
    "Hangul": ("\u1112\u1161\u11ab", "한"),
    "Devanagari": ("क\u093c", "\u0958"),
    "a soft hyphen": ("work\u00adload", "workload"),
    "long s": ("Wach\u017ftube", "wachstube"),
    "an emoji and its colour sign": ("❤\ufe0f", "❤"),
    "Angstrom": ("\u212b", "å"),
    "part of a word": ("TRASS", "Straße 1"),
}
APART = {"marks": ("resume", "résumé"), "letters": ("mosk", "москва"), "umlauts": ("uber", "über")}


@pytest.mark.parametrize("key", MEET)
def test_spellings_of_a_word_meet(key: str) -> None:
    typed, stored = MEET[key]
    assert folded(typed) in folded(stored)


@pytest.mark.parametrize("key", APART)
def test_other_words_stay_apart(key: str) -> None:
    typed, stored = APART[key]
    assert folded(typed) not in folded(stored)


@given(st.text())
def test_what_is_folded_stays_so(text: str) -> None:
    assert folded(folded(text)) == folded(text)
    assert folded(text.upper()) == folded(text.lower()) or not text.isascii()


Store = Callable[[Any, str], Any]


def as_a_machine(owner: Any, name: str) -> str:
    return str(factories.cluster(owner, name=name).pk)


def as_a_renamed_machine(owner: Any, name: str) -> str:
    machine = factories.cluster(owner)
    update_cluster(machine, name=name, sites=machine.sites)
    return str(machine.pk)


def as_a_tag(owner: Any, name: str) -> str:
    machine = factories.cluster(owner)
    filing.add_tag(Cluster.objects.filter(pk=machine.pk), name.replace("1", "").strip())
    return str(machine.pk)


def as_a_workload(owner: Any, name: str) -> str:
    return str(factories.workload(owner, name=name).pk)


def as_a_renamed_workload(owner: Any, name: str) -> str:
    workload = factories.workload(owner)
    rename_workload(workload, name=name)
    return str(workload.pk)


def as_a_title(owner: Any, name: str) -> str:
    compared = factories.comparison(owner)
    describe_comparison(compared, title=name, note="")
    return str(compared.pk)


def as_a_note(owner: Any, name: str) -> str:
    compared = factories.comparison(owner)
    describe_comparison(compared, title="title", note=f"first line\n{name}")
    return str(compared.pk)


def as_the_workload_of_a_comparison(owner: Any, name: str) -> str:
    compared = factories.comparison(owner)
    rename_workload(compared.workload, name=name)
    return str(compared.pk)


def as_a_study(owner: Any, name: str) -> str:
    study = made_study(owner)
    describe_study(study, title=name, note="")
    return str(study.pk)


STORED: dict[Store, str] = {
    as_a_machine: "clusters",
    as_a_renamed_machine: "clusters",
    as_a_tag: "clusters",
    as_a_workload: "workloads",
    as_a_renamed_workload: "workloads",
    as_a_title: "comparisons",
    as_a_note: "comparisons",
    as_the_workload_of_a_comparison: "comparisons",
    as_a_study: "studies",
}


def spelled_and_stored() -> Iterator[Any]:
    """Yield each spelling with a store, each store with some; at night the other pairs."""
    for number, key in enumerate(MEET):
        for place, store in enumerate(STORED):
            is_by_day = place == number % len(STORED)
            marks = () if is_by_day else pytest.mark.night
            yield pytest.param(store, key, id=f"{store.__name__}-{key}", marks=marks)


@pytest.mark.smoke
@pytest.mark.parametrize(("store", "key"), [*spelled_and_stored()])
def test_every_search_finds_every_spelling(alice: Caller, store: Store, key: str) -> None:
    typed, name = MEET[key]
    owner, kind = factories.person("alice"), STORED[store]
    pk = store(owner, name)
    shown = alice.client.get(f"/api/v1/{kind}", {"q": typed}).json()
    assert [row["id"] for row in shown["results"]] == [pk]
    assert alice.client.get(f"/{kind}/", {"q": typed}).content.decode().count(f'value="{pk}"') == 1
    assert pk in [hit.pk for hit in FindPage(FindView(text=typed), owner).hits]
    filing.throw_away(KINDS[kind].rows_of(owner).get(pk=pk))
    found = FindPage(FindView(text=typed, show="trash"), owner).hits
    assert [hit.pk for hit in found] == [pk]


@pytest.mark.smoke
@pytest.mark.parametrize("sign", ["%", "_", "\\", "'", "*"])
def test_signs_of_databases_are_letters_like_others(alice: Caller, sign: str) -> None:
    owner = factories.person("alice")
    for name in (f"a{sign}b", "axb"):
        factories.cluster(owner, name=name)
    shown = alice.client.get("/api/v1/clusters", {"q": f"a{sign}"}).json()
    assert [row["name"] for row in shown["results"]] == [f"a{sign}b"]


@pytest.mark.parametrize("model", [Cluster, Workload, Comparison, Study])
def test_folded_columns_follow_every_kind_of_change(db: None, model: type[models.Model]) -> None:
    owner = factories.person("alice")
    made = factories.comparison(owner)
    stored: dict[type[models.Model], Any] = {
        Workload: made.workload,
        Cluster: made.cluster,
        Comparison: made,
    }
    row = stored.get(model) or made_study(owner)
    name = "title" if model in (Comparison, Study) else "name"
    rows: Any = model.objects  # type: ignore[attr-defined]
    rows.filter(pk=row.pk).update(**{name: "ÄÖ"})
    row.refresh_from_db()
    assert row.folded.startswith("äö")
    setattr(row, name, "ÉÈ")
    row.save(update_fields=[name])
    row.refresh_from_db()
    assert row.folded.startswith("éè")
    setattr(row, name, "ÑÃ")
    row.save()
    assert rows.get(pk=row.pk).folded.startswith("ñã")
    assert {field.name for field in folded_fields(model)} == {"folded", "folded_tags"}


def made_study(owner: Any) -> Study:
    return create_study(owner, STUDIES["demt"].changed(repetitions=1), title="A study")


FILLED = {
    "clusters": "0005_folded",
    "workloads": "0006_folded",
    "runs": "0018_folded",
    "studies": "0004_folded",
}


@pytest.mark.smoke
@pytest.mark.parametrize("app", FILLED)
def test_rows_from_before_are_folded_by_the_migration(db: None, app: str) -> None:
    owner = factories.person("alice")
    made, study = factories.comparison(owner), made_study(owner)
    describe_comparison(made, title="Öffentlich", note="Straße")
    rows: dict[str, Any] = {
        "clusters": made.cluster,
        "workloads": made.workload,
        "runs": made,
        "studies": study,
    }
    row = rows[app]
    row.refresh_from_db()
    before = row.folded
    type(row)._base_manager.filter(pk=row.pk).update(folded="")
    import_module(f"schedweb.{app}.migrations.{FILLED[app]}").fold(apps, None)
    row.refresh_from_db()
    assert (row.folded, bool(before)) == (before, True)
