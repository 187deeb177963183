"""Files of studies that are missing or damaged: whose numbers they are."""

from collections.abc import Iterator

from schedweb.runs.damage import FINDERS, Lost
from schedweb.store.filing import IN_USE_FIRST
from schedweb.studies.models import Study


def _lost(digest: str) -> Iterator[Lost]:
    for study in Study.everything.filter(batches__cells=digest).distinct().order_by(IN_USE_FIRST):
        yield Lost(
            owner=study.owner_id,
            key=study.pk,
            what=f"numbers of {{whose}} study {_plain(study.title)}",
            remedy="compute them again",
            again="study_retry",
        )


def _plain(text: str) -> str:
    """Return a text in which braces stand for themselves."""
    return text.replace("{", "{{").replace("}", "}}")


FINDERS.append(_lost)
