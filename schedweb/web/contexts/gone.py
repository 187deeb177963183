"""What needs something that is not installed any more: the page of a study, runs of a
comparison."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from parsched.base.origins import loaded
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.phrases import listed
from parsched.report.records import Records
from parsched.run.record import GIVEN, Record
from schedweb.sharing.models import ShareLink
from schedweb.studies.models import Study, Summary
from schedweb.studies.selectors import told
from schedweb.web.access import Access
from schedweb.web.forms.sharing import ShareForm


@dataclass(frozen=True)
class GoneStudyPage:
    """What is stored of it: verdicts and numbers of its figures, as text."""

    study: Study
    access: Access
    sentence: str
    claims: Sequence[Mapping[str, Any]]
    tables: Sequence[Mapping[str, Any]]
    links: Sequence[ShareLink] = ()
    new_link: str = ""
    share_form: ShareForm | None = None

    @classmethod
    def of(
        cls,
        study: Study,
        access: Access,
        sentence: str,
        links: Sequence[ShareLink] = (),
        new_link: str = "",
        share_form: ShareForm | None = None,
    ) -> Self:
        """Read what was last summed up; links only for the owner."""
        summary = Summary.objects.filter(study=study).first()
        content = summary.content if summary else {}
        drawn = [{"title": f["title"], **f["table"]} for f in content.get("figures", [])]
        tables = [*content.get("tables", []), *drawn]
        claims = told(study, content).get("claims", [])
        return cls(study, access, sentence, claims, tables, links, new_link, share_form)

    @property
    def definition(self) -> str:
        """The study as its file has it."""
        return json.dumps(self.study.definition, indent=2, ensure_ascii=False)


EARLIER = "An earlier version of SchedWeb, or a plugin that never computed them"
"""Origin of an algorithm that is not known here."""


def gone_sentences(records: Records) -> list[str]:
    """Say which plugins that had a part in runs are not there any more, which runs these are, and
    what to do."""
    there = {plugin.name for plugin in loaded()}
    runs: dict[str, list[str]] = {}
    for record in records:
        for source in _gone(record, there):
            runs.setdefault(source, []).append(record.label)
    return [
        f"{source} is not installed any more: {listed(labels)} "
        f"{'stays' if len(labels) == 1 else 'stay'} readable and cannot be run again. "
        "Install it and restart SchedWeb to do that."
        for source, labels in runs.items()
    ]


def _gone(record: Record, there: set[str]) -> list[str]:
    """Return names and versions of the plugins of a run that are gone."""
    gone = [f"{name} {text}" for name, text in record.plugins.items() if name not in there]
    is_known = record.algorithm in ALGORITHMS or record.algorithm == GIVEN
    return gone if gone or is_known else [EARLIER]
