"""All declared studies, by key."""

from parsched.base.errors import UnknownKeyError
from parsched.declare.references import REFERENCES
from parsched.studies.study import Study

STUDIES: dict[str, Study] = {}
"""By key, in the order of the papers."""


def declare(study: Study) -> Study:
    """Add a study."""
    if study.key in STUDIES:
        raise ValueError(f"two studies are declared as {study.key!r}")
    missing = [cite for cite in study.cites if cite not in REFERENCES]
    if missing:
        raise ValueError(f"study {study.key!r} cites unknown references: {missing}")
    STUDIES[study.key] = study
    for key in sorted(STUDIES, key=lambda key: STUDIES[key].paper):
        STUDIES[key] = STUDIES.pop(key)
    return study


def find_study(name: str) -> Study:
    """Return a study by its key, or the first one of a paper by the number of that, such as "000".

    Raises
    ------
    UnknownKeyError
        When there is none; the sentence lists those that exist.

    Examples
    --------
    >>> find_study("000").key
    'demt'
    """
    if name in STUDIES:
        return STUDIES[name]
    for study in STUDIES.values():
        if study.paper and study.paper == name:
            return study
    raise UnknownKeyError(f"no study is called {name!r}; there are: {', '.join(STUDIES)}")
