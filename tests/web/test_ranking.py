"""The section "Ranking": without scripts, its state in the address, for readers with a link."""

import csv
import io
import json
import re
from html import unescape

import pytest
from django.test import Client

from parsched.report.ranking.cases import MAX_CASES
from parsched.report.ranking.methods import RANKED
from parsched.report.ranking.paper import PAPER_METRICS, PAPER_STRATEGIES
from parsched.report.ranking.paper_tables import SHAPES
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.sharing.services import share
from schedweb.web.paging import SIZE
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page

SHARES = tuple(tenth / 10 for tenth in range(1, 11))


def waits(owner: User, *rows: tuple[str, float | None], flow: float = 1.0) -> Comparison:
    """A comparison whose runs have these mean waits."""
    made = factories.comparison(owner)
    made.runs.all().delete()
    for i, (label, wait) in enumerate(rows):
        factories.done_run(made, i, label, mean_wait=wait, mean_flow=flow + i)
    return Comparison.objects.get(pk=made.pk)


@pytest.fixture
def sweep(alice: User) -> Comparison:
    """Nine strategies with ten shares."""
    values = {
        (key, a): dict.fromkeys(PAPER_METRICS.values(), 10.0 + i + (a - 0.5) ** 2)
        for i, key in enumerate(PAPER_STRATEGIES)
        for a in SHARES
    }
    return factories.swept(alice, values)


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def section(html: str) -> str:
    return html.partition('<section class="section" id="ranking"')[2].partition("<dialog")[0]


def saved(html: str, kind: str) -> str:
    """Return the address of the first table as a file of some kind."""
    found = re.search(rf'<li><a href="([^"]*)">{kind}', html)
    assert found is not None
    return found[1]


def test_the_page_ranks_without_scripts(hers: Client, alice: User) -> None:
    place = waits(alice, ("A", 10.0), ("B", 30.0))
    found = section(text(hers, f"/comparisons/{place.pk}/ranking/?m=mean_wait"))
    assert "A is first over 1 metric, the best at each; B is last, 200\xa0%" in found
    assert "Tsafrir, Y. Etsion, D. G. Feitelson" in found
    assert '<option value="own" selected>' in found


def test_the_metrics_are_the_sets_or_the_ticked_ones(hers: Client, alice: User) -> None:
    place = waits(alice, ("A", 10.0), ("B", 30.0))

    def ranked(query: str) -> list[str]:
        found = section(text(hers, f"/comparisons/{place.pk}/ranking/?{query}"))
        if "Choose at least one metric" in found:
            return []
        head = next(csv.reader(io.StringIO(text(hers, saved(found, "CSV")))))
        titles = [head.removesuffix(" [%]") for head in head[head.index("systems") + 1 :]]
        return [key for title in titles for key, m in RANKED.items() if m.title == title]

    assert ranked("by=own&m=mean_flow") == ["mean_flow"]
    assert ranked("by=main&was=main&m=mean_flow&m=mean_wait") == ["mean_wait", "mean_flow"]
    assert ranked("by=main&was=own&m=mean_flow") == ["mean_wait"]
    assert ranked("by=paper") == ["mean_flow", "mean_wait"]
    assert ranked("by=columns&c=mean_flow") == ["mean_flow"]
    assert ranked("by=columns&c=backfilled") == []
    assert ranked("by=nonsense&sweep=x&across=up&a=%00") == ["mean_wait"]


def test_no_metric_at_all_is_a_sentence(hers: Client, alice: User) -> None:
    place = waits(alice, ("A", 10.0), ("B", 30.0))
    found = section(text(hers, f"/comparisons/{place.pk}/ranking/?by=own"))
    assert "Choose at least one metric to rank by." in found
    assert "reports/ranking" not in found, "files would have the usual metrics"


def test_a_ranking_needs_two_results(hers: Client, alice: User) -> None:
    place = waits(alice, ("A", 10.0))
    assert 'id="ranking"' not in text(hers, f"/comparisons/{place.pk}/")
    assert hers.get(f"/comparisons/{place.pk}/ranking/").status_code == 404


def test_cases_are_ones_own_and_only_on_ones_own_page(hers: Client, alice: User) -> None:
    place = waits(alice, ("A", 10.0), ("B", 30.0))
    other = waits(alice, ("A", 30.0), ("B", 10.0))
    bobs = waits(factories.person("bob"), ("A", 30.0), ("B", 10.0))
    Comparison.objects.filter(pk=bobs.pk).update(title="Bob’s own")
    query = f"?m=mean_wait&case={other.pk}"
    found = section(text(hers, f"/comparisons/{place.pk}/ranking/{query}"))
    assert f'name="case" value="{other.pk}" checked' in found
    assert "All methods are equally good over 1 metric and 2 cases." in found
    lost = section(text(hers, f"/comparisons/{place.pk}/ranking/?case={bobs.pk}"))
    assert "1 case of the address is not shown" in lost
    boxes = [tag for name, tag in Page(lost).tags if tag.get("name") == "case"]
    assert bobs.pk not in [tag["value"] for tag in boxes if tag["type"] == "checkbox"]
    assert "Bob’s own" not in lost
    token = share(alice, place).token
    shared = section(text(Client(), f"/s/{token}/ranking/{query}"))
    assert "A is first over 1 metric, the best at each" in shared
    assert "Only their owner sees them; the ranking here is of this comparison alone." in shared
    assert 'name="case" value="' not in shared.replace('type="hidden" name="case"', "")
    assert text(Client(), saved(shared, "Markdown")).count("mean wait") == 1
    asked = f"/s/{token}/reports/ranking.md?metrics=mean_wait&cases={other.pk}"
    assert Client().get(asked).status_code == 400, "no reader has the other one as a case"
    assert Client().get(asked.replace("ranking.md", "ranking/")).status_code == 400


def test_a_reader_with_a_link_has_files_and_figures(done: Comparison) -> None:
    token = share(done.owner, done).token
    reader = Client()
    for ending in ("csv", "tex", "md", "json"):
        assert reader.get(f"/s/{token}/reports/ranking.{ending}").status_code == 200
    page = Page(text(reader, f"/s/{token}/ranking/"))
    figures = [a["data-figure"] or "" for a in page.of("div") if "data-figure" in a]
    bars = [address for address in figures if "/ranking/bars/" in address]
    assert len(bars) == 1
    assert reader.get(bars[0]).json()["root_id"]


def test_what_is_not_there_is_not_found(hers: Client, his: Client, done: Comparison) -> None:
    at = f"/comparisons/{done.pk}"
    for address in (
        "reports/ranking.pdf",
        "ranking/pie/",
        "ranking/bars/?of=nothing",
        "ranking/pairs/",
    ):
        assert hers.get(f"{at}/{address}").status_code == 404
    assert hers.get(f"{at}/reports/ranking.csv?of=table-5").status_code == 404
    assert hers.get(f"{at}/reports/grid-paper.csv").status_code == 404
    assert his.get(f"{at}/reports/ranking.csv").status_code == 404
    assert his.get(f"{at}/ranking/bars/?of=mean").status_code == 404


def test_page_and_files_have_the_same_numbers(hers: Client, alice: User) -> None:
    made = computed(factories.comparison(alice, ("fcfs", "easy", "conservative")))
    at = f"/comparisons/{made.pk}/reports"
    shown = rows(section(text(hers, f"/comparisons/{made.pk}/ranking/")))
    lines = [
        [cell.strip("* ") for cell in line[2:-2].split(" | ")]
        for line in text(hers, f"{at}/ranking.md?across=methods").splitlines()
        if line.startswith("|")
    ]
    assert shown == [lines[0][1:], *(row[1:] for row in lines[2:])]
    written = list(csv.reader(io.StringIO(text(hers, f"{at}/ranking.csv"))))
    assert [row[0] for row in written[1:]] == shown[0]
    first = written[0].index("systems") + 1
    [table] = hers.get(f"{at}/ranking.json").json()["tables"]
    columns = table["columns"][first:]
    for i, (column, row) in enumerate(zip(columns, shown[1:], strict=True)):
        assert column["title"] == written[0][first + i]
        values = [found[column["key"]] for found in table["rows"]]
        assert [float(found[first + i]) for found in written[1:]] == values
        assert [f"{value:.0f}" for value in values] == row or column["title"] != "rank"


def rows(html: str) -> list[list[str]]:
    """Texts of the cells of the first table, by row, without the names of the rows."""
    table = html.partition("<table")[2].partition("</table>")[0]
    found = []
    for row in table.split("<tr")[1:]:
        cells = re.findall(r'<t[dh][^>]* class="num[^"]*"[^>]*>(.*?)</t[dh]>', row, re.DOTALL)
        found.append([re.sub(r"<[^>]+>", "", cell).strip() for cell in cells])
    return found


def test_ninety_methods_have_a_row_each_and_the_best_a_bar(hers: Client, sweep: Comparison) -> None:
    at = f"/comparisons/{sweep.pk}/"
    found = section(text(hers, f"{at}ranking/")).partition("</table>")[0]
    assert found.count('<th scope="row">') == SIZE
    assert "table-box tall" in found
    figure = hers.get(f"{at}ranking/bars/?of=mean").content.decode()
    labels = [run.label for run in sweep.runs.all()]
    assert sum(json.dumps(label) in figure for label in labels) == 30
    assert json.dumps(labels[4]) in figure
    assert "The 30 best of 90; the table has all." in section(text(hers, f"{at}ranking/"))


def test_each_value_of_a_parameter_may_be_a_case(hers: Client, sweep: Comparison) -> None:
    at = f"/comparisons/{sweep.pk}/"
    found = section(text(hers, f"{at}ranking/?each=admissible"))
    assert '<option value="admissible" selected>10 by admissible (a)</option>' in found
    assert re.search(r"over \d metrics? and 10 cases", found)
    assert "A place is over the usual metrics of this comparison, in 10 cases." in found
    [table] = hers.get(f"{at}reports/ranking.json?each=admissible").json()["tables"]
    params = [row["params"] for row in table["rows"]]
    assert sorted(params) == sorted(f"strategy={key},information=fresh" for key in PAPER_STRATEGIES)
    titles = " ".join(column["title"] for column in table["columns"])
    assert {f"a = {a:g}" for a in SHARES} == set(re.findall(r"a = [\d.]+", titles))
    assert hers.get(f"{at}ranking/bars/?of=mean&each=admissible").json()["root_id"]
    assert '<option value="" selected>' in section(text(hers, f"{at}ranking/?each=nothing"))


@pytest.mark.parametrize("key", SHAPES)
def test_every_table_of_the_paper_is_shown_and_saved(
    hers: Client, sweep: Comparison, key: str
) -> None:
    at = f"/comparisons/{sweep.pk}/"
    found = section(text(hers, f"{at}ranking/?table={key}&a=0.3"))
    assert f"(as {SHAPES[key].number} of Quezada-Pina et al. 2012)" in found
    assert f'<option value="{key}" selected>' in found
    paper = found.partition('id="paper-tables"')[2]
    written = text(hers, saved(paper, "Markdown"))
    title = SHAPES[key].title.format(a="a = 0.3")
    assert written.startswith(f"{title} (as {SHAPES[key].number} of Quezada-Pina et al. 2012)")


def test_the_share_is_chosen_in_the_address(hers: Client, sweep: Comparison) -> None:
    at = f"/comparisons/{sweep.pk}/"
    assert '<option value="" selected>usual: a = 0.5</option>' in section(
        text(hers, f"{at}ranking/")
    )
    assert '<option value="0.3" selected>' in section(text(hers, f"{at}ranking/?a=0.3"))

    best = section(text(hers, f"{at}ranking/?table=table-a2"))
    assert '<option value="" selected>usual: the best a of each</option>' in best
    assert "Best a for ρ" in best


def test_the_best_shares_are_one_choice_away(hers: Client, sweep: Comparison) -> None:
    """What the form sends as it stands, with another table; and a share chosen along with it."""
    at = f"/comparisons/{sweep.pk}/"
    found = section(text(hers, f"{at}ranking/"))
    assert '<option value="best">the best a of each (Table 3, Table A.2)</option>' in found
    assert "Best a for ρ" in section(text(hers, f"{at}ranking/?table=table-a2&a="))
    assert "Best a for ρ" in section(text(hers, f"{at}ranking/?table=table-3&a=best"))
    assert "Best a for ρ" not in section(text(hers, f"{at}ranking/?table=table-3&a="))


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("pairs/?of=mean", "MCT_a"),
        ("pairs/?of=U&a=0.3", "MWWT_S"),
        ("shares/?of=t_w", "mean wait"),
        ("shares/?of=bound", "bound on MLB and MCT"),
    ],
)
def test_charts_of_the_paper_are_drawn(
    hers: Client, sweep: Comparison, address: str, says: str
) -> None:
    answer = hers.get(f"/comparisons/{sweep.pk}/ranking/{address}")
    assert says in answer.content.decode()


def test_the_page_of_grid_has_the_curves_and_the_least_bounds(hers: Client) -> None:
    html = text(hers, "/algorithms/grid/")
    assert "at most 11 × the optimum" in html
    assert "at most 9 × the optimum" in html
    assert hers.get("/algorithms/grid/theory/").json()["root_id"]
    assert hers.get("/algorithms/easy/theory/").status_code == 404
    assert 'id="theory"' not in text(hers, "/algorithms/easy/")
    for address in ("/algorithms/", "/algorithms/grid/", "/algorithms/grid/theory/", "/metrics/"):
        assert hers.post(address).status_code == 405


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("table=zzz", "“table” in the address must be one of table-1,"),
        ("a=zzz", "“a” in the address must be one of 0.1, 0.2,"),
        ("a=1", "“a” in the address must be one of 0.1, 0.2,"),
        ("table=table-5&a=best", "for Table 5; got best. What is usual is shown instead."),
        ("sweep=7", "“sweep” in the address must be below 1, the number of sweeps; got 7."),
        ("sweep=x", "“sweep” in the address must be a whole number below 1,000; got x."),
        ("by=zzz", "“by” in the address must be one of usual, main, paper, columns, own; got zzz."),
        ("across=up", "“across” in the address must be one of methods, lines; got up."),
        ("each=zzz", "“each” in the address must be a parameter"),
        ("share=0.3", "“share” in the address is a word of the API; here it is “a”."),
    ],
)
def test_what_the_address_asks_for_in_vain_is_said(
    hers: Client, sweep: Comparison, query: str, says: str
) -> None:
    found = section(text(hers, f"/comparisons/{sweep.pk}/ranking/?{query}"))
    assert says in found
    assert "in the address" not in section(text(hers, f"/comparisons/{sweep.pk}/ranking/"))


@pytest.mark.parametrize(
    ("query", "over"),
    [
        ("by=main", "the three main metrics of the grid paper (ρ: makespan / simple bound; "),
        ("by=paper", "the ten metrics of the grid paper"),
        ("by=columns&c=mean_flow", "the columns of the result table"),
        ("m=mean_flow", "the metrics ticked below"),
        ("each=admissible", "the usual metrics of this comparison, in 10 cases"),
    ],
)
def test_what_is_over_something_else_is_called_a_place(
    hers: Client, sweep: Comparison, query: str, over: str
) -> None:
    at = f"/comparisons/{sweep.pk}/"
    assert re.search(r'about-rank"[^>]*>rank</a>', text(hers, at))
    found = section(text(hers, f"{at}ranking/?{query}"))
    assert f"A place is over {over}" in found
    assert re.search(r"[Pp]lace", found.partition("<table")[2])
    assert not re.search(r">\s*rank\b", found.partition("<table")[2].partition("</table>")[0])
    link = re.search(r'href="([^"]*)" data-own="by m case each">show the ranks', found)
    assert link
    usual = section(text(hers, link[1].replace("&amp;", "&")))
    assert "A place is over" not in usual


def test_the_rank_is_one_on_all_tabs_files_and_in_the_api(hers: Client, alice: User) -> None:
    """Before, waits alone ranked B first here, and all usual metrics ranked A first there."""
    made = waits(alice, ("A", 10.0), ("B", 9.0), ("C", 20.0))
    for run, p95, used in zip(made.runs.all(), (10.0, 40.0, 30.0), (0.9, 0.3, 0.8), strict=True):
        run.record["metrics"] |= {"p95_wait": p95, "utilisation": used, "median_wait": 0.0}
        run.save()
    first = {"A": "1", "B": "3", "C": "2"}
    at = f"/comparisons/{made.pk}/"
    rows = hers.get(f"/api/v1{at.rstrip('/')}").json()["table"]["rows"]
    assert {row["label"]: str(row["rank"]) for row in rows} == first
    table = text(hers, f"{at}reports/ranking.csv")
    assert {row["method"]: row["rank"] for row in csv.DictReader(io.StringIO(table))} == first
    page = section(text(hers, f"{at}ranking/"))
    assert "A is first over 4 metrics" in page
    by_waits = section(text(hers, f"{at}ranking/?m=mean_wait"))
    assert "B is first over 1 metric" in by_waits


def test_a_choice_renews_the_section_alone_and_keeps_the_address(
    hers: Client, sweep: Comparison
) -> None:
    at = f"/comparisons/{sweep.pk}/"
    shown = f"http://x{at}ranking/?sort=-rank&sites=jobs&table=table-3&by=paper#now"
    current = {"HX-Current-URL": shown, "HX-Target": "ranking"}
    answer = hers.get(f"{at}ranking/?by=main&table=table-a2&a=", headers=current)
    html = answer.content.decode()
    assert html.count("<section") == 1
    assert "as Table A.2" in html
    assert answer["HX-Replace-Url"] == f"{at}ranking/?sort=-rank&sites=jobs&by=main&table=table-a2"
    token = share(sweep.owner, sweep).token
    assert Client().get(f"/s/{token}/ranking/?table=table-4").status_code == 200
    assert hers.get(f"/comparisons/{waits(sweep.owner, ('A', 1.0)).pk}/ranking/").status_code == 404


def test_of_many_cases_the_first_are_ranked_and_it_is_said(hers: Client, alice: User) -> None:
    place = waits(alice, ("A", 10.0), ("B", 30.0))
    others = [waits(alice, ("A", 10.0), ("B", 30.0)).pk for _ in range(MAX_CASES + 2)]
    query = "&".join(f"case={pk}" for pk in others)
    found = section(text(hers, f"/comparisons/{place.pk}/ranking/?m=mean_wait&{query}"))
    assert f"over 1 metric and {MAX_CASES + 1} cases" in found
    assert f"Only the first {MAX_CASES} cases of the address are ranked over; the other 2" in found


def test_menus_of_files_have_names_of_their_own(hers: Client, sweep: Comparison) -> None:
    found = re.findall(
        r"Export (<span.*?)</summary>", section(text(hers, f"/comparisons/{sweep.pk}/ranking/"))
    )
    assert len(found) == len(set(found)) == 2
