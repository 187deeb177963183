"""Links that open one comparison or run to whoever has them."""

from django.db import models
from django.utils import timezone

from schedweb.models import Owned
from schedweb.runs.models import Comparison, Run


class ShareLink(Owned):
    """A secret address; only the SHA-256 of its token is kept, so it is shown once."""

    label = models.CharField(max_length=100, blank=True)
    comparison = models.ForeignKey(
        Comparison, on_delete=models.CASCADE, null=True, related_name="links"
    )
    run = models.ForeignKey(Run, on_delete=models.CASCADE, null=True, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    last_used = models.DateTimeField(null=True)
    expires = models.DateTimeField(null=True)
    revoked = models.DateTimeField(null=True)

    class Meta(Owned.Meta):
        constraints = (
            models.CheckConstraint(
                condition=models.Q(comparison__isnull=True) ^ models.Q(run__isnull=True),
                name="link_has_one_target",
            ),
        )

    def __str__(self) -> str:
        return self.label or "share link"

    @property
    def target(self) -> Comparison | Run:
        """What the link shows."""
        target = self.comparison or self.run
        assert target is not None
        return target

    @property
    def is_open(self) -> bool:
        """True while the link leads somewhere."""
        return self.revoked is None and (self.expires is None or self.expires > timezone.now())
