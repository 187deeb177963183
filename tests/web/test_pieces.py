"""Small things that pages are made of."""

from datetime import timedelta

import numpy as np
import pytest
from django.http import QueryDict
from django.utils import timezone

from parsched.data.generators import GENERATORS
from parsched.policies.catalogue import ALGORITHMS
from schedweb.web import quantities
from schedweb.web.contexts.catalogue import takes
from schedweb.web.docstrings import background, blocks
from schedweb.web.forms.params import params_form
from schedweb.web.histograms import histograms
from schedweb.web.http import attachment
from schedweb.web.table_view import TableView, merged
from tests import factories
from tests.parsched.report.factories import ONLINE, records

NOTHING = records([], ONLINE)
"""Of a comparison without runs."""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0"), (0.0021, "2.1 ms"), (59, "59 s"), (90, "1.5 min"), (86_400, "1 day")],
)
def test_durations_have_units_that_fit(seconds: float, text: str) -> None:
    assert quantities.duration(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 s"),
        (12.0, "10 s"),
        (89.0, "90 s"),
        (95.0, "2 min"),
        (200.0, "3 min"),
        (1_400.0, "20 min"),
        (5_000.0, "80 min"),
        (6_000.0, "2 h"),
        (86_400.0, "20 h"),
        (400_000.0, "5 days"),
        (9e9, "100000 days"),
    ],
)
def test_estimates_are_round(seconds: float, text: str) -> None:
    assert quantities.rough_duration(seconds) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (1.5, "1.500"), (12345.6, "12,346"), (0.00012, "0.0001200"), (1e12, "1e+12")],
)
def test_numbers_have_four_digits(number: float, text: str) -> None:
    assert quantities.significant(number) == text


@pytest.mark.parametrize(
    ("size", "text"), [(1, "1 byte"), (1_500, "1.5 kB"), (2_340_000, "2.34 MB"), (10**9, "1 GB")]
)
def test_sizes_have_decimal_units(size: int, text: str) -> None:
    assert quantities.size(size) == text


def test_moments_are_said_from_now() -> None:
    now = timezone.now()
    assert quantities.ago(now, now) == "just now"
    assert quantities.ago(now - timedelta(minutes=5), now) == "5 min ago"
    assert quantities.ago(now - timedelta(days=1), now) == "1 day ago"
    assert quantities.ago(now + timedelta(hours=3), now) == "in 3 h"


def test_docstrings_become_blocks_without_markup_of_their_own() -> None:
    text = "First `code` <b>.\n\nNotes\n-----\nMore.\n\n- one\n- two\n\n    code = 1 < 2"
    kinds = [block.kind for block in blocks(text)]
    assert kinds == ["paragraph", "heading", "paragraph", "list", "code"]
    assert blocks(text)[0].html[0] == "First <code>code</code> &lt;b&gt;."
    assert blocks(text)[3].html == ("one", "two")


def test_docstrings_have_tables_numbers_and_words_in_front() -> None:
    text = (
        "First.\n\n| a | b |\n|---|---|\n| `1` | <2> |\n\n1. one\n   goes on\n2. two\n\n"
        "Guarantee: at most **twice**.\n\nThere are:\n- one\n- two\n\nRuns of - 3 are\n- 4 below."
    )
    found = blocks(text)
    assert [block.kind for block in found] == [
        *("paragraph", "table", "numbers", "paragraph", "paragraph", "list", "paragraph")
    ]
    assert found[1].html == ("a", "b")
    assert found[1].rows == (("<code>1</code>", "&lt;2&gt;"),)
    assert found[2].html == ("one goes on", "two")
    assert found[3].html[0] == "<strong>Guarantee:</strong> at most <strong>twice</strong>."
    assert found[5].html == ("one", "two")


def test_modules_that_a_docstring_names_are_its_background() -> None:
    [part] = background("See `parsched.policies.lists.placement`, and `algorithms.nowhere`.")
    assert part.title.startswith("How a list of")
    assert "Garey and Graham" in str(part.blocks)


@pytest.mark.parametrize("declared", [*ALGORITHMS.values(), *GENERATORS.values()])
def test_every_declaration_makes_a_form_that_takes_its_own_defaults(declared: object) -> None:
    params = declared.params  # type: ignore[attr-defined]
    form = params_form(params, "p-")
    assert params.from_mapping(form.values) == params()
    assert not form.is_open
    assert all(field.name == f"p-{field.spec.name}" for field in form.fields)


def test_what_was_sent_wins_over_defaults() -> None:
    form = params_form(ALGORITHMS["mrt"].params, "p-", QueryDict("p-compaction=conservative"))
    assert form.values["compaction"] == "conservative"
    assert form.is_open
    assert form.with_errors({"compaction": "no"}).fields[0].error == "no"


def test_histograms_count_every_job() -> None:
    rng = np.random.default_rng(1)
    n = 1_000
    made = factories.jobs(
        np.sort(rng.integers(0, 10**6, n)),  # type: ignore[arg-type]
        rng.integers(1, 300, n),  # type: ignore[arg-type]
        rng.integers(0, 10**6, n),  # type: ignore[arg-type]
        estimate=np.full(n, 3_600.0),
    )
    found = histograms(made)
    assert [chart.title for chart in found] == ["Arrivals", "Widths", "Run times", "Estimates"]
    for chart in found:
        counts = [int(bar.text.split(": ")[1].split()[0].replace(",", "")) for bar in chart.bars]
        assert sum(counts) == n
        assert all(0 <= bar.left < 100 for bar in chart.bars)
        assert all(0 <= tick.at <= 100 for tick in chart.ticks)


def test_histograms_of_one_job_and_of_none() -> None:
    assert histograms(factories.jobs([], [], [])) == []
    assert len(histograms(factories.jobs([0], [1], [0]))) == 2


def test_a_view_survives_the_address() -> None:
    query = QueryDict("c=max_wait&c=makespan&sort=-makespan&against=abc&from=1")
    view = TableView.of(query, NOTHING)
    assert TableView.of(QueryDict(view.page_query), NOTHING) == view
    assert "from" not in view.query, "files of the table need nothing else"
    assert view.sorted_by("makespan").sort == ""
    assert view.sorted_by("max_wait").query.endswith("sort=max_wait&against=abc")
    assert merged("http://x/p/?sort=a&job=7#top", view).startswith("http://x/p/?job=7&c=")
    assert merged("http://x/p/", TableView.of(QueryDict(), NOTHING)) == "http://x/p/"


@pytest.mark.parametrize("name", ['a/b\\c:"d".csv', "../../etc/passwd", "\r\nX: y.csv", "…"])
def test_names_of_files_are_harmless(name: str) -> None:
    disposition = attachment("x", name)["Content-Disposition"]
    assert not set("/\\\r\n").intersection(disposition.replace("attachment; ", ""))


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("easy", ("rigid jobs", "release times", "one cluster", "on-line", "deterministic")),
        ("ltf", ("rigid and moldable jobs", "all jobs at time 0", "one cluster", "off-line")),
        (
            "slp-pure",
            ("rigid and moldable jobs, in whole units of time or rounded", "all jobs at time 0"),
        ),
        ("sequential", ("rigid and moldable jobs that can run on one processor",)),
        ("online-batch", ("rigid and moldable jobs", "release times", "one cluster", "on-line")),
    ],
)
def test_an_algorithm_says_which_jobs_it_takes(key: str, words: tuple[str, ...]) -> None:
    assert takes(ALGORITHMS[key])[: len(words)] == words


@pytest.mark.parametrize("times", [[0.9, 1.0, 40.0], [1.0, 31.0], [0.0, 0.5], [0.0]])
def test_an_axis_of_times_has_two_labels_or_more(times: list[float]) -> None:
    few = [0.0] * len(times)
    made = factories.jobs(few, [1] * len(times), times)
    ticks = next(found.ticks for found in histograms(made) if found.title == "Run times")
    assert len({tick.text for tick in ticks}) >= 2
    assert len({tick.at for tick in ticks}) == len(ticks)
