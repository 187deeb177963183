"""One table as text, CSV, LaTeX, Markdown, JSON and HTML, to the letter."""

import math
from dataclasses import replace

import pytest

from parsched.model.problem.platform import DeployTime
from parsched.report.conditions import Traits
from parsched.report.registry import Report
from parsched.report.table import Cell, Column, Table, raw_table
from parsched.report.writers import WRITERS, csv, html, json, latex, markdown, safe_cell, text
from tests.parsched.report.factories import records

TABLE = Table(
    key="waits",
    title="Waits & more",
    columns=(
        Column(key="run", title="run", is_number=False),
        Column(key="wait", title="mean wait", unit="minutes", better="lower"),
        Column(key="most", title="at most", formula="2·D_λ", unit="%"),
        Column(key="place", title="@place", is_number=False),
    ),
    rows=(
        (
            Cell("=A|B & 50 %", "key-1"),
            Cell("1,234.5", 74070.25, is_best=True),
            Cell("–", math.nan, why="no value"),
            Cell("on the front", "on the front"),
        ),
        (
            Cell("C\n#<D>", "key-2"),
            Cell("−2", -120),
            Cell("∞", math.inf),
            Cell("", None),
        ),
    ),
    notes=("Of A | B, <b>two</b>.",),
)


def test_text_has_the_first_column_at_the_left_and_marks_the_best() -> None:
    assert text(TABLE).split("\n") == [
        "Waits & more",
        "",
        "run           mean wait (minutes)   at most (%), 2·D_λ         @place",
        "=A|B & 50 %               1,234.5*                   –   on the front",
        "C #<D>                         −2                    ∞",
        "Of A | B, <b>two</b>.",
    ]
    plain = replace(TABLE, title="", notes=(), rows=TABLE.rows[1:])
    assert text(plain).split("\n") == [
        "run     mean wait (minutes)  at most (%), 2·D_λ  @place",
        "C #<D>                   −2                   ∞",
    ]


def test_text_marks_a_name_that_is_emphasised() -> None:
    columns = (Column(key="run", title="run", is_number=False), Column(key="n", title="n"))
    rows = ((Cell("A", "A", is_best=True), Cell("1", 1)), (Cell("BB", "BB"), Cell("22", 22)))
    assert text(Table(key="t", columns=columns, rows=rows)).split("\n") == [
        "run    n",
        "A*     1",
        "BB    22",
    ]


def test_csv_has_all_digits_and_no_formulas() -> None:
    assert csv(TABLE) == (
        "run,mean wait,at most,'@place\n"
        "'=A|B & 50 %,74070.25,nan,on the front\n"
        '"C\n#<D>",-120,inf,\n'
    )


@pytest.mark.parametrize("mark", ["=", "+", "-", "@", "\t", "\r"])
def test_words_that_a_spreadsheet_takes_for_a_formula_begin_with_an_apostrophe(mark: str) -> None:
    assert safe_cell(f"{mark}1+1") == f"'{mark}1+1"
    assert safe_cell(f"1{mark}1") == f"1{mark}1"
    [_, row] = csv(raw_table("t", ["a", "b"], [[f"{mark}x", -1.5]])).splitlines()[:2]
    assert row.lstrip('"').startswith("'")
    assert csv(raw_table("t", ["a"], [[-1.5]])) == "a\n-1.5\n"


def test_csv_and_json_are_of_the_table_for_programs() -> None:
    data = raw_table("waits", {"run": "run", "wait": "mean_wait [s]"}, [["A", 0.1], ["B", None]])
    both = replace(TABLE, data=data)
    assert csv(both) == "run,mean_wait [s]\nA,0.1\nB,\n"
    assert both.as_json()["rows"] == [{"run": "A", "wait": 0.1}, {"run": "B", "wait": None}]
    assert csv(raw_table("t", ["a", "b", "c"], [[True, 1, 1e-9]])) == "a,b,c\nTrue,1,1e-09\n"
    assert (markdown(both), latex(both)) == (markdown(TABLE), latex(TABLE))


def test_latex_escapes_and_has_units_below_titles() -> None:
    assert latex(TABLE) == (
        "% Waits & more\n"
        "% Of A | B, <b>two</b>.\n"
        "% needs \\usepackage{booktabs}\n"
        "\\begin{tabular}{lrrl}\n"
        "\\toprule\n"
        "Run & mean wait & at most & @place \\\\\n"
        " & (minutes) & (2$\\cdot$D\\_$\\lambda$, \\%) &  \\\\\n"
        "\\midrule\n"
        "=A\\textbar{}B \\& 50 \\% & \\textbf{1,234.5} & -- & on the front \\\\\n"
        "C \\#$<$D$>$ & $-$2 & $\\infty$ &  \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )


def test_latex_has_every_special_character_as_a_command() -> None:
    columns = (Column(key="a", title="a", is_number=False),)
    row = (Cell("\\ { } % & $ # _ ^ ~ Σ · − – ≥ ≤ < ∞ ρ λ ×", ""),)
    assert latex(Table(key="t", columns=columns, rows=(row,))).split("\n")[5] == (
        r"\textbackslash{} \{ \} \% \& \$ \# \_ \textasciicircum{} \textasciitilde{} "
        r"$\Sigma$ $\cdot$ $-$ -- $\geq$ $\leq$ $<$ $\infty$ $\rho$ $\lambda$ $\times$ \\"
    )


def test_latex_without_units_has_one_line_of_titles_unless_it_keeps_another() -> None:
    columns = (Column(key="a", title="run", is_number=False), Column(key="b", title="n"))
    rows = tuple((Cell(name, name), Cell("1", 1)) for name in "xyz")
    table = Table(key="t", columns=columns, rows=rows)
    body = ["\\midrule", "x & 1 \\\\", "y & 1 \\\\", "z & 1 \\\\", "\\bottomrule"]
    start = ["% needs \\usepackage{booktabs}", "\\begin{tabular}{lr}", "\\toprule"]
    end = ["\\end{tabular}", ""]
    assert latex(table).split("\n") == [*start, "run & n \\\\", *body, *end]
    kept = latex(replace(table, has_units=True)).split("\n")
    assert kept == [*start, "Run & n \\\\", " &  \\\\", *body, *end]
    parted = latex(replace(table, split=2)).split("\n")
    assert parted[4:-2] == [*body[:3], "\\midrule", *body[3:]]
    for whole in (0, 3):
        assert latex(replace(table, split=whole)) == latex(table)


def test_markdown_escapes_bars_and_emphasises_the_best() -> None:
    assert markdown(TABLE) == (
        "Waits & more\n"
        "\n"
        "| run | mean wait (minutes) | at most (%), 2·D_λ | @place |\n"
        "| --- | ---: | ---: | --- |\n"
        "| =A\\|B & 50 % | **1,234.5** | – | on the front |\n"
        "| C #<D> | −2 | ∞ |  |\n"
        "\n"
        "Of A | B, <b>two</b>.\n"
    )
    assert markdown(replace(TABLE, title="", notes=(), rows=())) == (
        "| run | mean wait (minutes) | at most (%), 2·D_λ | @place |\n| --- | ---: | ---: | --- |\n"
    )


def test_files_say_where_numbers_come_from_and_what_proofs_do_not_heed() -> None:
    traits = Traits(unmodelled=("dependencies",))
    found = records([], traits, deployment=DeployTime(200.0, 100.0))
    table = replace(TABLE, about=found.about)
    conditions = (
        "Conditions: estimates raised to run times, events of an instant together, "
        "deployments of 200–300 s."
    )
    assert latex(table).split("\n")[:5] == [
        "% Waits & more",
        "% Three jobs on Machine: Three jobs (3 jobs) on Machine (4 processors)",
        f"% {conditions}",
        f"% {found.about.beware}",
        "% Of A | B, <b>two</b>.",
    ]
    end = ["", conditions, "Of A | B, <b>two</b>."]
    assert markdown(table).splitlines()[-3:] == end
    proofs = markdown(replace(table, has_proofs=True)).splitlines()
    assert found.about.beware.startswith("The source gives dependencies of jobs")
    assert proofs[-5:] == [*end, "", found.about.beware]
    assert "SHA" not in latex(table)


def test_json_has_no_number_that_json_has_not() -> None:
    assert json(replace(TABLE, columns=TABLE.columns[:2], rows=(TABLE.rows[0][:2],))) == (
        "{\n"
        ' "key": "waits",\n'
        ' "title": "Waits & more",\n'
        ' "columns": [\n'
        "  {\n"
        '   "key": "run",\n'
        '   "title": "run",\n'
        '   "unit": "",\n'
        '   "formula": "",\n'
        '   "better": "neither",\n'
        '   "is_number": false\n'
        "  },\n"
        "  {\n"
        '   "key": "wait",\n'
        '   "title": "mean wait",\n'
        '   "unit": "minutes",\n'
        '   "formula": "",\n'
        '   "better": "lower",\n'
        '   "is_number": true\n'
        "  }\n"
        " ],\n"
        ' "rows": [\n'
        "  {\n"
        '   "run": "key-1",\n'
        '   "wait": 74070.25\n'
        "  }\n"
        " ],\n"
        ' "notes": [\n'
        '  "Of A | B, <b>two</b>."\n'
        " ]\n"
        "}"
    )
    nan, infinite = (row["most"] for row in TABLE.as_json()["rows"])
    assert nan is None
    assert infinite is None


def test_html_escapes_and_emphasises() -> None:
    assert html(TABLE) == (
        "<table><caption>Waits &amp; more</caption>"
        "<thead><tr><th>run</th><th>mean wait (minutes)</th><th>at most (%), 2·D_λ</th>"
        "<th>@place</th></tr></thead>"
        "<tbody>"
        "<tr><td>=A|B &amp; 50 %</td><td><strong>1,234.5</strong></td><td>–</td>"
        "<td>on the front</td></tr>"
        "<tr><td>C\n#&lt;D&gt;</td><td>−2</td><td>∞</td><td></td></tr>"
        "</tbody></table>"
        "<p>Of A | B, &lt;b&gt;two&lt;/b&gt;.</p>"
    )


def test_every_writer_is_known_by_the_ending_of_its_files() -> None:
    found = Report(key="r", title="R", sentences=("A is best.",), tables=(TABLE,))
    for ending, writer in WRITERS.items():
        assert writer.media_type.count("/") == 1
        assert writer.title
        if ending not in ("json", "txt"):
            assert found.write(ending) == writer.write(TABLE)
    assert found.write("txt", "waits") == text(TABLE)
    assert found.write("txt") == f"A is best.\n\n{text(TABLE)}\n"
