"""The bibliography is what its file says, and nothing in the file is passed over."""

from pathlib import Path

import pytest

from parsched.declare import references
from parsched.declare.references import REFERENCES

FILE = Path(references.__file__).with_suffix(".bib")


def test_what_is_written_is_what_was_read() -> None:
    written = "\n\n".join(reference.bibtex for reference in REFERENCES.values()) + "\n"
    assert FILE.read_text(encoding="utf-8") == written
    assert len(REFERENCES) >= 30


def test_an_article_a_conference_and_a_manuscript() -> None:
    assert REFERENCES["mohring2003"].text == (
        "R. H. Möhring, A. S. Schulz, F. Stork, M. Uetz. Solving project scheduling problems by "
        "minimum cut computations. Management Science 49(3), pp. 330–350, 2003."
    )
    assert REFERENCES["moulai2007"].number == ""
    assert not REFERENCES["toch2012"].published


@pytest.mark.parametrize(
    "junk", ["@misc{a}\n", "% a remark\n", "@article{a,\n  year = 1969\n}\n\nb"]
)
def test_what_is_no_entry_is_refused(junk: str) -> None:
    with pytest.raises(ValueError, match="no entry"):
        list(references.read(f"{junk}\n{REFERENCES['moulai2007'].bibtex}\n"))
