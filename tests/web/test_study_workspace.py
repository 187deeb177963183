"""The page of a study as a workspace: its card, its tabs, and the rail of its methods."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from parsched import studies
from parsched.studies import Generated, StudyPlot
from schedweb.sharing.services import share
from schedweb.studies.models import Study
from schedweb.web.access import Access
from schedweb.web.contexts.study_workspace import StudyWorkspace
from schedweb.web.study_figures import figure_of, under
from schedweb.web.study_tabs import STUDY_TABS
from tests.studies import declared as made
from tests.web.pages import Page
from tests.web.plots.items import models

pytestmark = pytest.mark.django_db
METHODS = ("ltf", "lptf", "queue:reservations=1|4", "fcfs")


@pytest.fixture
def study() -> Study:
    """Five methods, claims, a plot, bars and a printed table, all computed."""
    plots = [
        StudyPlot(figure=key, key=key, title=key, parts=("small",), measure="makespan", along=along)
        for key, along in (("one", "jobs"), ("two", ""))
    ]
    instances = Generated(generator="uniform", jobs=(5, 10), processors=(8,))
    part = made.part(methods=METHODS, repetitions=2, instances=instances)
    stored = made.stored(part, claims=(made.BETTER,), plots=tuple(plots), tables=(made.TABLE,))
    made.summed_up(made.work(stored))
    return Study.objects.get(pk=stored.pk)


def html_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def ticks(html: str) -> dict[str, bool]:
    """Key of each box of the rail, and whether it is ticked."""
    rail = Page(html.partition('id="rail"')[2].partition("</form>")[0])
    boxes = [a for a in rail.of("input") if a.get("type") == "checkbox"]
    return {str(a["value"]): "checked" in a for a in boxes}


def section(html: str, ident: str) -> str:
    return html.partition(f'id="{ident}"')[2].partition("</section>")[0]


def workspace(study: Study, query: str) -> StudyWorkspace:
    return StudyWorkspace.of(study, Access(), QueryDict(query))


def test_every_tab_has_an_address_also_behind_a_link(
    hers: Client, client: Client, study: Study
) -> None:
    token = share(study.owner, study).token
    query = "?draw=m1&draw=m2&order=name"
    for home, reader in ((f"/studies/{study.pk}/", hers), (f"/s/{token}/", client)):
        for tab in STUDY_TABS.values():
            address = home if tab.is_first else f"{home}{tab.key}/"
            html = html_of(reader, f"{address}{query}")
            entries = [a for a in Page(html).of("a") if "data-tab" in a]
            assert len(entries) == len(STUDY_TABS)
            assert all("draw=m1" in str(a["href"]) for a in entries)
            assert next(a for a in entries if "aria-current" in a)["href"] == f"{address}{query}"
            assert bool(ticks(html)) == tab.has_rail


def test_the_card_says_what_became_of_claims_and_which_mean_is_best(
    hers: Client, study: Study
) -> None:
    card = section(html_of(hers, f"/studies/{study.pk}/figures/"), "answer")
    assert "Its claim is" in card
    assert "has the best mean makespan" in card
    assert card.count('class="fill"') == 2 * 5
    assert re.search(r'<ul class="chips"><li class="\w+">1 ', card)


def test_methods_that_are_not_drawn_are_in_no_figure(hers: Client, study: Study) -> None:
    at = f"/studies/{study.pk}/figures/"
    assert list(ticks(html_of(hers, at)).values()) == [True] * 5
    html = html_of(hers, f"{at}?draw=m2&draw=m3")
    assert ticks(html) == {"m1": False, "m2": True, "m3": True, "m4": False, "m5": False}
    assert f'data-figure="{at}one/?draw=m2&amp;draw=m3"' in html
    numbers = html.partition("Numbers</summary>")[2].partition("</table>")[0]
    assert ">lptf" in numbers.replace('<th scope="col" class="num">', ">")
    assert ">ltf<" not in numbers
    for name in ("one", "two"):
        drawn = hers.get(f"{at}{name}/?draw=m2&draw=m3").json()
        rows = hers.get(f"{at}{name}/?draw=m2&draw=m3&file=csv").content.decode()
        assert "ltf" not in {line.split(",")[0] for line in rows.splitlines()}
        assert "lptf" in rows
        assert len(models(drawn, "ColumnDataSource")) >= 1
    none = html_of(hers, f"{at}?draw=none")
    assert "No method of a figure is drawn" in none
    assert hers.get(f"{at}one/?draw=none").status_code == 404


def test_colours_of_the_rail_equal_the_figures(study: Study) -> None:
    view = workspace(study, "draw=m3&draw=m4")
    for key in ("one", "two"):
        stored = figure_of(study, key)
        assert stored
        figure, looks = under(view, stored)
        assert looks
        labels = {method.label: method.key for method in view.methods}
        found = {labels[s.methods[0]]: looks[s.record].color for s in figure.series}
        assert found == {m: view.looks[m].color for m in ("m3", "m4")}
        if figure.kind == "bars":
            rows = [bar.y.tolist() for bar in figure.series]
            assert rows == [[float(row)] for row in range(2 * 2)], "two methods on two sizes"


def test_of_a_line_along_a_parameter_only_points_of_drawn_methods_stay() -> None:
    plot = StudyPlot(
        figure="f",
        key="f",
        title="F",
        parts=("small",),
        measure="makespan",
        along="reservations",
    )
    part = made.part(methods=("queue:reservations=1|2|4",), repetitions=2)
    stored = made.stored(part, plots=(plot,))
    made.summed_up(made.work(stored))
    figure = figure_of(stored, "f")
    assert figure
    [line] = figure.series
    assert len(line.methods) == 3
    drawn, _ = under(workspace(stored, "draw=m1&draw=m3"), figure)
    [left] = drawn.series
    assert left.x.tolist() == [1.0, 4.0]
    assert left.y.tolist() == [line.y.tolist()[0], line.y.tolist()[2]]


def test_hidden_methods_leave_the_table_and_the_baseline_comes_first(
    hers: Client, study: Study
) -> None:
    at = f"/studies/{study.pk}/"
    rows = section(html_of(hers, f"{at}?hide=m2&against=m5"), "means").split('<th scope="row">')[1:]
    assert len(rows) == 4
    assert "fcfs" in rows[0]
    assert "baseline</span>" in rows[0]
    assert "lptf" not in "".join(rows)
    assert all("%</span>" in row.replace("\xa0", " ") for row in rows[1:])
    assert "pairs/?baseline=fcfs" in html_of(hers, f"{at}?against=m5")


def test_the_list_is_sorted_by_means_grouped_and_searched(hers: Client, study: Study) -> None:
    at = f"/studies/{study.pk}/"
    view = workspace(study, "")
    means = view.means[0].values
    labels = {method.label: method.key for method in view.methods}
    best_first = [one.key for one in sorted(view.methods, key=lambda one: means[one.label])]
    listed = list(ticks(html_of(hers, f"{at}?order=makespan")))
    assert listed == ["m1", *(key for key in best_first if key != "m1")]
    assert list(ticks(html_of(hers, f"{at}?find=reservations=4"))) == [
        labels["queue:reservations=4"]
    ]
    grouped = section(html_of(hers, f"{at}?group=algorithm"), "rail-runs")
    assert grouped.count('class="group"') == 4
    sent = hers.get(f"{at}figures/?draw=m1&draw=m2&do=hide")
    assert sent["Location"] == f"{at}figures/?hide=m1&hide=m2"


def test_columns_of_printed_tables_follow_what_is_drawn(hers: Client, study: Study) -> None:
    at = f"/studies/{study.pk}/printed/"
    assert "4,711" in html_of(hers, at)
    assert "4,711" not in html_of(hers, f"{at}?draw=m1")
    assert "No method of a table is drawn" in html_of(hers, f"{at}?draw=m5")


def test_a_running_study_says_how_far_it_is_on_every_tab(hers: Client) -> None:
    running = made.work(made.stored(claims=(made.BETTER,)), batches=1)
    for tab in ("", "computed/", "files/"):
        html = html_of(hers, f"/studies/{running.pk}/{tab}")
        assert re.search(r'data-progress="\d+ %"', html)
        assert "data-poll" in html
    boxes = section(html_of(hers, f"/studies/{running.pk}/computed/"), "by-value")
    assert boxes.count('<a class="box') == 3


def test_what_failed_is_said_in_the_card_and_on_every_tab(hers: Client) -> None:
    wrong = Generated(generator="uniform", jobs=(5,), processors=(8,), params={"max_width": 9})
    broken = made.stored(made.part(), made.part("wrong", instances=wrong))
    made.summed_up(made.work(broken))
    for tab in ("", "files/"):
        html = html_of(hers, f"/studies/{broken.pk}/{tab}")
        assert "4 instances failed" in section(html, "answer")
        assert "Some instances could not be computed" in html
    assert "Means over 12 instances" in section(html_of(hers, f"/studies/{broken.pk}/"), "means")


def test_a_summary_from_before_there_were_means_still_opens(hers: Client, study: Study) -> None:
    summary = study.summary
    for old in ("means", "missing"):
        del summary.content[old]
    for figure in summary.content["figures"]:
        for series in figure["series"]:
            del series["methods"]
    summary.save(update_fields=["content"])
    assert "LTF is better" in html_of(hers, f"/studies/{study.pk}/?order=makespan")
    assert hers.get(f"/studies/{study.pk}/figures/one/?draw=m2").json()["root_id"]


def test_one_method_alone_needs_no_rail(hers: Client) -> None:
    alone = made.stored(made.part(methods=("ltf",)))
    assert 'id="rail"' not in html_of(hers, f"/studies/{alone.pk}/")


def test_a_page_reads_its_study_once(
    hers: Client, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of methods, measures and parts are checked whenever a study is made of its file."""
    address, checked = f"/studies/{study.pk}/", list[object]()
    check = studies.Study.__post_init__

    def noted(self: studies.Study) -> None:
        checked.append(self)
        check(self)

    monkeypatch.setattr(studies.Study, "__post_init__", noted)
    html_of(hers, address)
    assert len(checked) <= 2, "as it is in its file, and with the folder of traces"
    html_of(hers, address)
    assert len(checked) <= 2, "the next page needs neither"


def test_means_have_intervals_and_one_line_says_which(hers: Client, study: Study) -> None:
    html = html_of(hers, f"/studies/{study.pk}/").replace("\xa0", " ")
    card, means = section(html, "answer"), section(html, "means")
    assert re.search(r'<p class="lead">ltf: mean makespan \d\S* ± \S+ times its lower bound', card)
    assert "Its claim is" in card.partition("<summary>More</summary>")[2]
    assert len(re.findall(r">[\d.,]+ ± [\d.,]+<", means)) == 2 * 5
    assert means.count("95 % interval of the mean by Student&#x27;s t") == 1
    numbers = html_of(hers, f"/studies/{study.pk}/figures/")
    assert re.search(r">[\d.]+ \[[\d.]+, [\d.]+\]<", numbers)
