"""Tables as LaTeX compile, whatever is in them: a strict reader takes all of them."""

from dataclasses import replace

import pytest

from parsched.report import REPORTS
from parsched.report.table import Cell, Column, Table
from parsched.report.writers import latex
from tests.latex import problems
from tests.parsched.report.test_registry import SCENES, made, reports_of, scene

NASTY = "a_b & 50 % #1 {x} ~ ^ \\ $2 < > | é “q” …"
"""A name that a user gives a run."""
GOOD = "\n".join(
    (
        "% any #_comment & $",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"Run & $\Sigma$ w$\cdot$C \\",
        r"\midrule",
        r"A \& B & \textbf{1.5} \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
    )
)


def test_the_reader_takes_a_table() -> None:
    assert problems(GOOD) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"A \& B", "A & B"),
        (r"A \& B & ", "A "),
        (r"\textbf{1.5}", r"\textbf{1.5"),
        (r"\textbf{1.5}", "1.5}"),
        (r"\textbf", r"\boldly"),
        (r"\end{tabular}", ""),
        (r"\end{tabular}", r"\end{table}"),
        (r"{lr}", "{lx}"),
        (r"$\cdot$", r"$\cdot"),
        (r"$\Sigma$", "Σ"),
        ("1.5", "1_5"),
        ("1.5", "1^5"),
        ("1.5", "#5"),
        ("1.5", "< 5"),
        ("1.5", "~5"),
        (r"\textbf{1.5} \\", r"\textbf{1.5}"),
    ],
)
def test_the_reader_notices_what_a_compiler_would(before: str, after: str) -> None:
    assert GOOD.count(before) == 1
    assert problems(GOOD.replace(before, after))


@pytest.mark.parametrize("key", REPORTS)
def test_tables_of_every_report_compile(key: str) -> None:
    for found in reports_of(key):
        for table in found.tables:
            assert problems(found.write("tex", table.key)) == []


@pytest.mark.parametrize("name", SCENES)
def test_tables_compile_whatever_runs_are_called(name: str) -> None:
    records = scene(name)
    renamed = replace(
        records, rows=tuple(replace(row, label=f"{NASTY} {i}") for i, row in enumerate(records))
    )
    for key, declared in REPORTS.items():
        if made(key, name) is not None and declared.suits(renamed):
            found = declared.of(renamed)
            for table in found.tables:
                assert problems(found.write("tex", table.key)) == [], key


def test_every_character_that_has_a_command_is_read() -> None:
    table = Table(
        key="t",
        columns=(
            Column(key="a", title=NASTY, unit="σ, %", is_number=False),
            Column(key="b", title="±"),
        ),
        rows=((Cell(NASTY, NASTY), Cell("√2 ≥ 1 ± σ² ⌈x⌉ ⌊y⌋ ‖ ≠ 3³ γ ε Δ λ μ ρ §4", 1)),),
    )
    assert problems(latex(table)) == []
