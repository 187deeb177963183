"""Share links: they show a comparison, run or study, or one figure or table of it, read-only and
without an account."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from schedweb.api.serializers.sharing import (
    EmbedIn,
    LinkIn,
    LinkOut,
    LinksQuery,
    NewEmbedOut,
    NewLinkOut,
)
from schedweb.api.views.base import View, asks
from schedweb.runs.models import Comparison, Run
from schedweb.runs.selectors import comparison_for, run_for
from schedweb.sharing import services
from schedweb.sharing.embeds import embed, snippet
from schedweb.sharing.models import ShareLink, Target
from schedweb.sharing.selectors import embeds_of, link_for, links_to
from schedweb.studies.models import Study
from schedweb.studies.selectors import study_for


class OfTarget(View):
    """Links to one target."""

    def target(self, pk: str) -> Target:
        """What the links show; raises Http404."""
        raise NotImplementedError


class OfComparison(OfTarget):
    """Those to a comparison."""

    def target(self, pk: str) -> Comparison:
        return comparison_for(self.user, pk)


class OfRun(OfTarget):
    """Those to a run."""

    def target(self, pk: str) -> Run:
        return run_for(self.user, pk)


class OfStudy(OfTarget):
    """Those to a study."""

    def target(self, pk: str) -> Study:
        return study_for(self.user, pk)


class Links(OfTarget):
    """Links that open the whole of it, and embeds."""

    @asks(LinksQuery)
    @extend_schema(responses=LinkOut(many=True))
    def list(self, request: Request, pk: str) -> Response:
        """List the links, closed ones and embeds too."""
        return self.listed(LinkOut, links_to(self.target(pk)))

    @extend_schema(request=LinkIn, responses={201: NewLinkOut})
    def create(self, request: Request, pk: str) -> Response:
        """Make a link; its address is in this answer only."""
        new = services.share(self.user, self.target(pk), **self.validated(LinkIn))
        link = LinkOut(new.link).data
        url = request.build_absolute_uri(reverse("shared", args=[new.token]))
        return Response({**link, "token": new.token, "url": url}, status=201)


class Embeds(OfTarget):
    """Links that show one figure or table of it within other pages."""

    @asks(LinksQuery)
    @extend_schema(responses=LinkOut(many=True))
    def list(self, request: Request, pk: str) -> Response:
        """List the embeds, closed ones too; `DELETE /links/{id}` revokes one."""
        return self.listed(LinkOut, embeds_of(self.target(pk)))

    @extend_schema(request=EmbedIn, responses={201: NewEmbedOut})
    def create(self, request: Request, pk: str) -> Response:
        """Make an embed of one figure or table; its address is in this answer only."""
        target, sent = self.target(pk), self.validated(EmbedIn)
        host = request.get_host()
        new = embed(self.user, sent.pop("at"), host=host, within=target, **sent)
        url = request.build_absolute_uri(reverse("embed", args=[new.token]))
        made = {"token": new.token, "url": url, "html": snippet(url, new.link)}
        return Response({**LinkOut(new.link).data, **made}, status=201)


@extend_schema(tags=["sharing"])
class ComparisonLinks(OfComparison, Links):
    """Links to a comparison."""


@extend_schema(tags=["sharing"])
class RunLinks(OfRun, Links):
    """Links to a run."""


@extend_schema(tags=["sharing"])
class StudyLinks(OfStudy, Links):
    """Links to a study."""


@extend_schema(tags=["sharing"])
class ComparisonEmbeds(OfComparison, Embeds):
    """Embeds of a comparison."""


@extend_schema(tags=["sharing"])
class RunEmbeds(OfRun, Embeds):
    """Embeds of a run."""


@extend_schema(tags=["sharing"])
class StudyEmbeds(OfStudy, Embeds):
    """Embeds of a study."""


@extend_schema(tags=["sharing"])
class Link(View):
    """One link."""

    kept = ShareLink

    @extend_schema(responses=LinkOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a link, without its address."""
        return self.answer(LinkOut, link_for(self.user, pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Revoke a link for ever."""
        services.revoke(link_for(self.user, pk))
        return Response(status=204)
