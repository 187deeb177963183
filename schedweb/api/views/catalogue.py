"""What the library offers, read from its declarations."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from parsched import Instance
from parsched.data.generators import GENERATORS
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.policies.catalogue import ALGORITHMS
from parsched.run.ready_made import READY_MADE
from schedweb.accounts.selectors import plugins_for
from schedweb.api.serializers.base import ListQuery
from schedweb.api.serializers.catalogue import (
    AlgorithmOut,
    BoundOut,
    GeneratorOut,
    MetricOut,
    OfferOut,
    OffersQuery,
    PluginOut,
    ReadyMadeOut,
)
from schedweb.api.views.base import View, asks
from schedweb.runs.selectors import offers

T = TypeVar("T")


def declared(declarations: Mapping[str, T], key: str) -> T:
    """Return a declaration; raises Http404."""
    if key not in declarations:
        raise Http404
    return declarations[key]


def _instance(query: Mapping[str, Any]) -> Instance:
    return Instance(query["workload"].load(), query["cluster"].platform())


@extend_schema(tags=["catalogue"])
class Algorithms(View):
    """The scheduling algorithms."""

    @asks(OffersQuery)
    @extend_schema(responses=OfferOut(many=True))
    def list(self, request: Request) -> Response:
        """List the algorithms with the reasons against them; there are more of these for a workload
        and a cluster."""
        if "workload" in self.query:
            return self.listed(OfferOut, offers(self.user, _instance(self.query)))
        return self.listed(OfferOut, offers(self.user, None))

    @extend_schema(responses=AlgorithmOut)
    def retrieve(self, request: Request, key: str) -> Response:
        """Describe an algorithm with the JSON schema of its parameters and its publications."""
        return self.answer(AlgorithmOut, declared(ALGORITHMS, key))


@extend_schema(tags=["catalogue"])
class ReadyMadeComparisons(View):
    """Algorithms and parameters that are worth running together."""

    @asks(OffersQuery)
    @extend_schema(responses=ReadyMadeOut(many=True))
    def list(self, request: Request) -> Response:
        """List the ready-made comparisons; given a workload and a cluster, with the reasons against
        them."""
        instance = _instance(self.query) if "workload" in self.query else None
        rows = [
            {**ready.as_json(), "refusal": ready.refusal(instance) if instance else None}
            for ready in READY_MADE.values()
        ]
        return self.listed(ReadyMadeOut, rows)


@extend_schema(tags=["catalogue"])
class Generators(View):
    """The generators of synthetic workloads."""

    @asks(ListQuery)
    @extend_schema(responses=GeneratorOut(many=True))
    def list(self, request: Request) -> Response:
        """List the generators of synthetic workloads."""
        return self.listed(GeneratorOut, list(GENERATORS.values()))

    @extend_schema(responses=GeneratorOut)
    def retrieve(self, request: Request, key: str) -> Response:
        """Describe a generator with the JSON schema of its parameters."""
        return self.answer(GeneratorOut, declared(GENERATORS, key))


@extend_schema(tags=["catalogue"])
class Metrics(View):
    """What is measured on a schedule."""

    @asks(ListQuery)
    @extend_schema(responses=MetricOut(many=True))
    def list(self, request: Request) -> Response:
        """List the metrics with unit, direction and formula."""
        return self.listed(MetricOut, list(METRICS.values()))


@extend_schema(tags=["catalogue"])
class Bounds(View):
    """What no schedule can beat."""

    @asks(ListQuery)
    @extend_schema(responses=BoundOut(many=True))
    def list(self, request: Request) -> Response:
        """List the lower bounds and the metrics that they bound."""
        return self.listed(BoundOut, [b for bounds in BOUNDS.values() for b in bounds.values()])


@extend_schema(tags=["catalogue"])
class Plugins(View):
    """Packages that add to all of this."""

    @asks(ListQuery)
    @extend_schema(responses=PluginOut(many=True))
    def list(self, request: Request) -> Response:
        """List the plugins that are loaded; for administrators also those that are left out."""
        return self.listed(PluginOut, plugins_for(self.user))
