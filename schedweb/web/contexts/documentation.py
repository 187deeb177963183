"""What pages of the documentation show of studies that were computed here."""

from dataclasses import dataclass
from typing import Self

from parsched.report.figure import Figure
from parsched.studies import STUDIES
from schedweb.accounts.models import User
from schedweb.studies.models import Study
from schedweb.studies.selectors import studies_of
from schedweb.web.access import Access
from schedweb.web.study_figures import figure_of


@dataclass(frozen=True)
class ReaderStudy:
    """The reader's study of a declared one, by the key of that, with the figure that the kept
    picture shows; both None where there is none with numbers for it. The newest one is taken."""

    key: str
    study: Study | None = None
    figure: Figure | None = None

    @classmethod
    def of(cls, key: str, user: User) -> Self:
        """Find it."""
        if key not in STUDIES:
            return cls(key)
        drawn = STUDIES[key].plots[0].key
        for study in studies_of(user).filter(preset=key):
            if figure := figure_of(study, drawn):
                return cls(key, study, figure)
        return cls(key)

    @property
    def image(self) -> str:
        """Address of the figure as a picture; blank without a study."""
        if self.study is None or self.figure is None:
            return ""
        address = Access().of_thing("study_figure", self.study, self.figure.key)
        return f"{address}?file=svg"
