"""Links that open one comparison, run or study to everyone who has the link."""

from typing import TypeAlias

from django.db import models
from django.utils import timezone

from schedweb.base.models import Owned
from schedweb.base.texts import NameField
from schedweb.runs.models import Comparison, Run
from schedweb.studies.models import Study

Target: TypeAlias = Comparison | Run | Study
"""What a link may show."""
TARGETS = ("comparison", "run", "study")
"""Their fields."""


def _one_of_them() -> models.Q:
    """Return that one of the targets is there, and the others are not."""
    condition = models.Q()
    for name in TARGETS:
        condition |= models.Q(**{f"{other}__isnull": other != name for other in TARGETS})
    return condition


class ShareLink(Owned):
    """A secret address; only the SHA-256 of its token is kept, so it is shown once."""

    label = NameField(max_length=100, blank=True)
    comparison = models.ForeignKey(
        Comparison, on_delete=models.CASCADE, null=True, related_name="links"
    )
    run = models.ForeignKey(Run, on_delete=models.CASCADE, null=True, related_name="links")
    study = models.ForeignKey(Study, on_delete=models.CASCADE, null=True, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    embed = models.JSONField(
        default=dict,
        blank=True,
        help_text="The one figure or table that it shows within other pages: its title, source, "
        "arguments and query; empty for a link that opens all of its target.",
    )
    last_used = models.DateTimeField(null=True)
    expires = models.DateTimeField(null=True)
    revoked = models.DateTimeField(null=True)

    class Meta(Owned.Meta):
        constraints = (
            models.CheckConstraint(
                condition=_one_of_them(),
                name="link_has_one_target",
            ),
        )

    def __str__(self) -> str:
        return self.label or "share link"

    @property
    def target(self) -> Target:
        """What the link shows."""
        target = self.comparison or self.run or self.study
        assert target is not None
        return target

    @property
    def embeds(self) -> str:
        """Title of the one thing that it shows within other pages; blank for other links."""
        return str(self.embed.get("title", ""))

    @property
    def is_open(self) -> bool:
        """True while the link leads somewhere."""
        return self.revoked is None and (self.expires is None or self.expires > timezone.now())
