"""One number reads alike in the sentence, in the chips and in the table of a comparison."""

import re

import pytest

from parsched import Instance, Platform, compare, generate
from parsched.base.digits import beyond, certified, from_optimum
from parsched.measure.certificates import Certificate
from parsched.report.answer import answer_of
from parsched.report.phrases import distance
from parsched.report.standings import Standings, StandingsRow, standings_of
from parsched.report.summary import sentence

FAR = re.compile(r"within ([\d.,]+) %|(?:at most|is) ([\d.,]+) times")
SAMPLES = [
    ("uniform", 20, 8, ("ltf", "lptf", "easy")),
    ("uniform", 12, 4, ("lptf",)),
    ("mixed", 30, 16, ("demt", "lptf", "gang")),
    ("weak", 25, 16, ("demt", "ltf")),
    ("high", 25, 16, ("demt", "mrt", "lptf")),
    ("cirne", 20, 32, ("demt", "lptf")),
    ("lublin", 60, 16, ("fcfs", "easy", "conservative")),
    ("lublin", 40, 64, ("fcfs", "easy-sjbf")),
]


def far_in(text: str) -> list[str]:
    """Return the distances from an optimum or a bound that a text has."""
    return [per_cent or times for per_cent, times in FAR.findall(text)]


def allowed(table: Standings) -> set[str]:
    """Return the distances that certificates and ratios of a table have, as it writes them."""
    texts: set[str] = set()
    for row in table.ranked:
        for certificate in row.certificates.values():
            texts.update(far_in(certificate.text))
        for ratio in row.ratios.values():
            texts.add(ratio.text)
            texts.update(far_in(from_optimum(ratio.value)))
    return texts


@pytest.mark.parametrize(("model", "jobs", "processors", "algorithms"), SAMPLES)
def test_sentence_chips_and_table_agree(
    model: str, jobs: int, processors: int, algorithms: tuple[str, ...]
) -> None:
    workload = generate(model, jobs=jobs, processors=processors)
    records = compare(Instance(workload, Platform.of(processors)), *algorithms)
    table = standings_of(records)
    found = answer_of(table)
    known = allowed(table)
    assert known
    assert set(far_in(sentence(table))) <= known
    for chip in found.chips:
        assert set(far_in(chip.text)) <= known
    for row in table.ranked:
        assert_alike(row)


def assert_alike(row: StandingsRow) -> None:
    """A certificate without rounding to a unit is the ratio of the table, by the same digits."""
    for criterion, ratio in row.ratios.items():
        gap = row.certificates[criterion].gap
        if gap and gap + 1 == pytest.approx(ratio.value, rel=1e-12):
            [text] = far_in(row.certificates[criterion].text)
            is_times = "times" in row.certificates[criterion].text
            shown = float(ratio.text.replace(",", ""))
            said = float(text.replace(",", ""))
            assert said == pytest.approx(shown if is_times else 100 * (shown - 1), abs=0.051)


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (1.0000000001, "within 0.1 % of the optimum"),
        (1.0004, "within 0.1 % of the optimum"),
        (1.1136, "within 11.4 % of the optimum"),
        (1.1, "within 10 % of the optimum"),
        (1.0996, "within 10 % of the optimum"),
        (1.384, "within 38.4 % of the optimum"),
        (1.99951, "within 100 % of the optimum"),
        (2.0, "within 100 % of the optimum"),
        (2.00001, "at most 2.001 times the optimum"),
        (7.41421, "at most 7.415 times the optimum"),
        (1234.5, "at most 1,235 times the optimum"),
    ],
)
def test_a_distance_is_written_by_one_function(ratio: float, text: str) -> None:
    assert from_optimum(ratio) == text
    assert distance(ratio) == text
    assert Certificate(ratio - 1, criterion="makespan").text == text
    assert Certificate(ratio - 1, criterion="wait").text == text


@pytest.mark.parametrize("ratio", [1 + k / 977 for k in range(1, 977, 7)])
def test_per_cent_and_ratios_have_the_same_digits(ratio: float) -> None:
    per_cent = float(beyond(ratio).removesuffix(" %"))
    assert per_cent == pytest.approx(100 * (float(certified(ratio)) - 1), abs=1e-9)
    assert per_cent >= 100 * (ratio - 1) - 1e-6, "rounded up, so that it stays true"
