"""The table of the seeds: whatever it names exists, and nothing declared is left out."""

import pytest

from parsched.studies import STUDIES, Study
from parsched.studies.covered import SEEDS, Seed, SeedKind, SeedReference

PAPERS = sorted({study.paper for study in STUDIES.values()} - {""})
DECLARED = [study for study in STUDIES.values() if study.paper]


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_that_a_seed_names_exists(paper: str) -> None:
    missing = {seed.text: found for seed in SEEDS[paper] if (found := [*seed.missing])}
    assert missing == {}


def named(paper: str, what: str, study: str) -> set[str]:
    references = (one for seed in SEEDS[paper] for one in seed.where)
    return {one.key for one in references if (one.what, one.study) == (what, study)}


@pytest.mark.parametrize("study", DECLARED, ids=lambda study: study.key)
def test_every_claim_figure_and_table_is_named(study: Study) -> None:
    assert {claim.key for claim in study.claims} == named(study.paper, "claim", study.key)
    assert {*study.figures} == named(study.paper, "figure", study.key)
    assert {table.key for table in study.tables} == named(study.paper, "table", study.key)


@pytest.mark.parametrize("paper", PAPERS)
def test_seeds_of_a_paper_name_only_its_studies_each_once(paper: str) -> None:
    studies = {one.study for seed in SEEDS[paper] for one in seed.where if one.study}
    assert {STUDIES[key].paper for key in studies} == {paper}
    texts = [(seed.section, seed.text) for seed in SEEDS[paper]]
    assert len({*texts}) == len(texts)
    assert all(len({*seed.where}) == len(seed.where) for seed in SEEDS[paper])


def test_a_seed_that_stands_nowhere_says_why() -> None:
    with pytest.raises(ValueError, match="§9, Nothing: stands nowhere"):
        Seed("§9", SeedKind.CLAIM, "Nothing", reason=" ")


@pytest.mark.parametrize(
    "reference",
    [
        SeedReference("claim", "weak-best", "demt"),
        SeedReference("claim", "weak-worst", "demt-none"),
        SeedReference("figure", "fig9", "demt"),
        SeedReference("table", "table-9", "grid3"),
        SeedReference("part", "fig3", "demt"),
        SeedReference("algorithm", "demt:compaction=none"),
        SeedReference("algorithm", "none"),
        SeedReference("example", "None", "gls"),
        SeedReference("bound", "dual", "minsum"),
        SeedReference("generator", "none"),
        SeedReference("metric", "none"),
        SeedReference("page", "none"),
    ],
    ids=lambda one: one.text,
)
def test_what_is_not_there_does_not_exist(reference: SeedReference) -> None:
    assert not reference.exists


def test_numbered_figures_and_tables_of_the_papers_are_all_there() -> None:
    """Counted in the texts: figures, then tables."""
    counted = {"000": (7, 0), "001": (5, 0), "002": (8, 9), "003": (6, 0), "004": (3, 0)}
    for paper, (figures, tables) in counted.items():
        texts = {
            kind: " ".join(seed.text for seed in SEEDS[paper] if seed.kind is kind)
            for kind in (SeedKind.FIGURE, SeedKind.TABLE)
        }
        for number in range(1, figures + 1):
            assert holds(texts[SeedKind.FIGURE], number), (paper, number)
        assert not holds(texts[SeedKind.FIGURE], figures + 1), paper
        names = [f"{n}" for n in range(1, 6)] + [f"A.{n}" for n in range(1, 5)]
        for name in names[:tables]:
            assert name in texts[SeedKind.TABLE], (paper, name)


def holds(text: str, number: int) -> bool:
    """Whether a text has "Fig 3", or "Figs 2 to 4" for it."""
    words = text.replace(":", " ").split()
    for at, word in enumerate(words):
        if word == "Fig" and words[at + 1] == f"{number}":
            return True
        if word == "Figs" and int(words[at + 1]) <= number <= int(words[at + 3]):
            return True
    return False
