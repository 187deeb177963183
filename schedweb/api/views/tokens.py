"""API tokens: managed by the person, never by a token."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from schedweb.api import tokens
from schedweb.api.models import ApiToken
from schedweb.api.serializers.sharing import NewTokenOut, TokenIn, TokenOut, TokensQuery
from schedweb.api.views.base import View, asks


@extend_schema(tags=["tokens"])
class Tokens(View):
    """Secrets for scripts; only a session may manage them, so that a leaked one makes no more."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if isinstance(request.auth, ApiToken):
            sentence = "API tokens are managed in the browser, not with another token."
            raise PermissionDenied(sentence, code="session_required")

    @asks(TokensQuery)
    @extend_schema(responses=TokenOut(many=True))
    def list(self, request: Request) -> Response:
        """List your API tokens."""
        return self.listed(TokenOut, tokens.tokens_of(self.user))

    @extend_schema(request=TokenIn, responses={201: NewTokenOut})
    def create(self, request: Request) -> Response:
        """Make an API token; the secret is in this answer only."""
        token, secret = tokens.issue_token(self.user, **self.validated(TokenIn))
        return Response({**TokenOut(token).data, "token": secret}, status=201)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Revoke an API token."""
        tokens.revoke_token(tokens.token_for(self.user, pk))
        return Response(status=204)
