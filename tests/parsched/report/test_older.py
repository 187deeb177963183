"""What reports say of results that an older version computed."""

from dataclasses import replace

import pytest

import parsched as sched
from parsched.measure.certificates import OLDER as REASON
from parsched.report import REPORTS
from parsched.report.answer import answer_of
from parsched.report.bounds import bound_groups
from parsched.report.bundle import readme
from parsched.report.captions import caption
from parsched.report.proofs import certificates_of
from parsched.report.ratios import ratios_of
from parsched.report.records import Records
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.run.record import OLDER, Record

WHY = "EASY backfilling is of version 1, now 2: times are exact"
CLAIMS = ("best", "optimal", "within", "shorter", "less than", "least", "better")
"""Words that compare, or prove."""


WAITS = (
    *("results", "summary", "distributions", "classes"),
    *("gantt", "jobs", "differences", "wait-map"),
)
"""Reports on jobs that arrive."""


def compared(*algorithms: str, jobs: str = "lublin") -> Records:
    made = sched.generate(jobs, jobs=30, processors=16)
    found: Records = sched.compare(sched.Instance(made, sched.Platform.of(16)), *algorithms)
    return found


def older(records: Records, *labels: str) -> Records:
    """Return the same as if an older version had computed some of them, or all."""
    rows = [r.judged([WHY]) if r.label in labels or not labels else r for r in records]
    return replace(records, rows=tuple(rows))


@pytest.fixture(scope="module")
def both() -> Records:
    return older(compared("easy", "fcfs", "conservative"), "easy")


@pytest.fixture(scope="module")
def at_once() -> Records:
    return older(compared("lptf", "ltf", jobs="uniform"))


def test_its_label_says_so_and_old_names_still_find_it(both: Records) -> None:
    easy = both[0]
    assert easy.label == f"easy ({OLDER})"
    assert easy.judged([]) is easy
    report = sched.report("results", both, baseline="easy")
    assert report.tables[0].rows[0][0].text == f"easy ({OLDER})"


def test_it_is_ranked_with_no_other(both: Records) -> None:
    old, *others = standings_of(both).rows
    assert (old.rank, old.on_front, old.degradation, dict(old.ratios)) == (None, None, None, {})
    assert not any(cell.best for cell in old.cells)
    assert all(cell.value is not None for cell in old.cells[:4]), "its numbers stay"
    assert sorted(row.rank or 0 for row in others) == [1, 2]
    assert ratios_of(both)[0] == {}


def test_it_has_no_certificate(at_once: Records) -> None:
    for record in at_once:
        found = certificates_of(record, at_once)
        assert found
        assert {(one.gap, one.reason) for one in found.values()} == {(None, REASON)}
        for group in bound_groups(record, at_once):
            assert group.ratio is None
            assert group.certificate.gap is None


@pytest.mark.parametrize("which", ["some", "all", "one"])
def test_there_is_no_headline(both: Records, at_once: Records, which: str) -> None:
    records = {"some": both, "all": at_once, "one": at_once.only([at_once[0].key])}[which]
    begins = {
        "some": "1 of 3 results is of an older version of the program",
        "all": "All results are of an older version of the program",
        "one": "This result is of an older version of the program",
    }[which]
    text = sentence(standings_of(records))
    assert text.startswith(f"{begins}: {WHY}. ")
    assert not any(word in text.replace(WHY, "") for word in CLAIMS)
    answer = answer_of(standings_of(records))
    assert "of an older version: what was found is said again when" in answer.sentence
    assert answer.measures == ()
    [chip] = answer.chips
    assert (chip.kind, WHY in chip.reason) == ("warning", True)


@pytest.mark.parametrize("key", WAITS)
def test_each_report_says_it_in_each_kind_of_file(both: Records, key: str) -> None:
    report = REPORTS[key].of(both)
    assert report.sentences[0].startswith(both.mark)
    assert both.mark in report.as_text()
    assert both.mark in report.write("json").replace('\\"', '"')
    for table in report.tables:
        if table.is_for_programs:
            continue
        assert both.mark in report.write("md", table.key)
        assert WHY in report.write("tex", table.key).replace("\\", "")


def test_its_csv_has_a_column_for_it(both: Records) -> None:
    lines = sched.report("results", both).write("csv").splitlines()
    assert lines[0].endswith(",older version")
    assert [WHY in line for line in lines[1:]] == [True, False, False]
    whole = sched.report("results", compared("easy")).write("csv")
    assert "older version" not in whole


def test_captions_say_it_of_what_is_drawn(both: Records) -> None:
    records = older(compared("easy", "fcfs"), "easy")
    [figure, *_] = sched.report("distributions", records).figures
    assert records.mark in caption(figure, records)
    assert f"easy ({OLDER})" in [series.title for series in figure.series]
    current = both.only(record.key for record in both if not record.outdated)
    assert "older version" not in caption(
        sched.report("distributions", current).figure("wait"), current
    )


def test_a_folder_of_everything_says_it(both: Records) -> None:
    assert both.mark in readme(both)


def test_bounds_of_an_older_version_are_named_and_not_used() -> None:
    records = compared("ltf", jobs="uniform")
    about = records.about
    key = max(about.bounds["makespan"], key=about.bounds["makespan"].__getitem__)
    rest = {**about.bounds, "makespan": {}}
    old = {f"makespan/{key}": f"the bound {key} is of version 1, now 2: times are exact"}
    found = replace(records, about=replace(about, bounds=rest, old_bounds=old))
    assert found.mark.startswith("Lower bounds of an older version are left out until")
    [group] = [g for g in bound_groups(found[0], found) if g.metric.key == "makespan"]
    assert group.certificate.gap is None
    row = next(row for row in group.rows if row.bound.key == key)
    assert (row.value, row.why_not[:28]) == (None, "computed by an older version")
    assert "makespan" not in ratios_of(found)[0]
    assert sentence(standings_of(found)), "what is compared is compared still"


def test_many_changes_are_counted() -> None:
    rows = [
        Record(key=str(i), label=str(i), algorithm="easy", version=1).judged([f"reason {i}"])
        for i in range(5)
    ]
    found = replace(compared("easy"), rows=tuple(rows))
    assert "reason 2; 2 more." in found.mark
