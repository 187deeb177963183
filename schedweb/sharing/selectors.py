"""Finding share links: people see those they made."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from schedweb.accounts.models import User
from schedweb.sharing.models import ShareLink, Target


def links_to(target: Target) -> QuerySet[ShareLink]:
    """Return the links to a comparison, run or study, newest first, closed ones too."""
    return target.links.order_by("-created")


def embeds_of(target: Target) -> QuerySet[ShareLink]:
    """Return the links among them that show one figure or table within other pages."""
    return links_to(target).exclude(embed={})


def link_for(user: User, pk: str) -> ShareLink:
    """Return one of a person's links; raises Http404."""
    return get_object_or_404(ShareLink, owner=user, pk=pk)
