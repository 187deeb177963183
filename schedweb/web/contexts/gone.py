"""The page of a study that needs what is not installed any more."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from schedweb.sharing.models import ShareLink
from schedweb.studies.models import Study, Summary
from schedweb.web.access import Access
from schedweb.web.forms.sharing import EMPTY, ShareForm


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
    share_form: ShareForm = EMPTY

    @classmethod
    def of(
        cls,
        study: Study,
        access: Access,
        sentence: str,
        links: Sequence[ShareLink] = (),
        new_link: str = "",
        share_form: ShareForm = EMPTY,
    ) -> Self:
        """Read what was last summed up; links only for the owner."""
        summary = Summary.objects.filter(study=study).first()
        content = summary.content if summary else {}
        drawn = [{"title": f["title"], **f["table"]} for f in content.get("figures", [])]
        tables = [*content.get("tables", []), *drawn]
        claims = content.get("claims", [])
        return cls(study, access, sentence, claims, tables, links, new_link, share_form)

    @property
    def definition(self) -> str:
        """The study as its file has it."""
        return json.dumps(self.study.definition, indent=2, ensure_ascii=False)
