"""Policies of the queue, read from their declarations or from a `slurm.conf`."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from parsched.base.errors import ParameterError
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.slurm_conf import LONGEST, read_slurm_conf
from schedweb.api.serializers.base import ListQuery
from schedweb.api.serializers.policies import OrderOut, PredictorOut, SlurmConfIn, SlurmConfOut
from schedweb.api.views.base import MAX_BODY, View, asks
from schedweb.base.errors import InvalidError

LONGEST_ESCAPE = 12
"""Bytes that JSON writes a character in at most: what is too long is refused as a text."""


@extend_schema(tags=["catalogue"])
class Orders(View):
    """Which waiting job comes first."""

    @asks(ListQuery)
    @extend_schema(responses=OrderOut(many=True))
    def list(self, request: Request) -> Response:
        """List the orders of the queue with their formulas."""
        return self.listed(OrderOut, list(ORDERS.values()))


@extend_schema(tags=["catalogue"])
class Predictors(View):
    """What a scheduler believes of run times."""

    @asks(ListQuery)
    @extend_schema(responses=PredictorOut(many=True))
    def list(self, request: Request) -> Response:
        """List the predictions of run times."""
        return self.listed(PredictorOut, list(PREDICTORS.values()))


@extend_schema(tags=["catalogue"])
class SlurmConfs(View):
    """What a `slurm.conf` says of the queue."""

    max_body = MAX_BODY + LONGEST_ESCAPE * LONGEST

    @extend_schema(request=SlurmConfIn, responses=SlurmConfOut)
    def create(self, request: Request) -> Response:
        """Read the lines of a `slurm.conf` about priorities and backfilling; nothing is kept."""
        try:
            found = read_slurm_conf(self.validated(SlurmConfIn)["text"])
        except ParameterError as error:
            raise InvalidError({"text": error.errors["slurm_conf"]}) from error
        return self.answer(SlurmConfOut, found.as_json())
