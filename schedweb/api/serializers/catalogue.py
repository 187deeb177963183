"""Algorithms, metrics, bounds and generators, as they are declared."""

from typing import Any, get_args

from rest_framework import serializers

from parsched.base.origins import State as PluginState
from parsched.data.generators import Generator
from parsched.measure.bounds.registry import CRITERIA, Bound
from parsched.policies.registry import Algorithm
from schedweb.api.serializers.base import ListQuery, Output
from schedweb.api.serializers.fields import ClusterKey, WorkloadKey
from schedweb.runs.selectors import Offer


class ReferenceOut(Output):
    key = serializers.CharField()
    text = serializers.CharField()
    bibtex = serializers.CharField()


class SupportsOut(Output):
    """What an algorithm takes beyond rigid jobs that are all there at time 0, on one cluster."""

    release_times = serializers.BooleanField()
    moldable = serializers.BooleanField()
    one_processor = serializers.BooleanField(help_text="Only jobs that can run on one processor.")
    whole_times = serializers.BooleanField(
        help_text="Counts time in whole units, few of them; times that share none are rounded."
    )
    grid = serializers.BooleanField()
    online = serializers.BooleanField(help_text="Decides from the jobs released so far.")
    deployments = serializers.BooleanField(
        help_text="Plans deployments; others plan as if these took no time, and wait for them."
    )


class AlgorithmBrief(Output):
    key = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises when results change.")
    plugin = serializers.CharField(
        help_text="Name and version of the plugin that declares it; blank for what SchedWeb has."
    )
    family = serializers.CharField()
    summary = serializers.CharField()
    stochastic = serializers.BooleanField(source="is_stochastic", help_text="Has a seed.")
    supports = SupportsOut()


class OfferOut(AlgorithmBrief):
    """An algorithm, and why it cannot run on the workload and cluster of the query, if so."""

    refusal = serializers.CharField(allow_null=True)

    def to_representation(self, instance: Offer) -> dict[str, Any]:
        brief = AlgorithmBrief().to_representation(instance.algorithm)
        return {**brief, "refusal": instance.refusal}


class SweepOut(Output):
    """Values of parameters that are worth comparing: `vary` of an entry takes them."""

    key = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()
    vary = serializers.DictField(child=serializers.ListField())


class AlgorithmOut(AlgorithmBrief):
    description = serializers.CharField()
    params = serializers.SerializerMethodField(help_text="JSON schema of the parameters.")
    sweeps = SweepOut(many=True)
    references = ReferenceOut(many=True)

    def get_params(self, algorithm: Algorithm) -> dict[str, Any]:
        return algorithm.params.json_schema()


class MethodsOut(Output):
    """An entry of `algorithms`, as comparisons take it."""

    algorithm = serializers.CharField()
    params = serializers.DictField()
    vary = serializers.DictField(child=serializers.ListField())


class ReadyMadeOut(Output):
    """A comparison by its key: `ready_made` of a new comparison takes it."""

    key = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()
    expected = serializers.CharField(help_text="What came out in the papers; blank without one.")
    references = ReferenceOut(many=True)
    entries = MethodsOut(many=True)
    runs = serializers.IntegerField(help_text="How many it makes.")
    refusal = serializers.CharField(
        allow_null=True, help_text="Why it does not suit workload and cluster of the query, if so."
    )


class GeneratorOut(Output):
    key = serializers.CharField()
    title = serializers.CharField()
    moldable = serializers.BooleanField(help_text="Its jobs may run on more or fewer processors.")
    summary = serializers.CharField()
    description = serializers.CharField()
    params = serializers.SerializerMethodField(help_text="JSON schema of the parameters.")
    references = ReferenceOut(many=True)

    def get_params(self, generator: Generator) -> dict[str, Any]:
        return generator.params.json_schema()


class MetricOut(Output):
    key = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.CharField(help_text='"s", "%" of a fraction, "1/s", "jobs" or "".')
    better = serializers.ChoiceField(choices=["lower", "higher", "neither"])
    formula = serializers.CharField()
    help = serializers.CharField()
    references = ReferenceOut(many=True)


class BoundOut(Output):
    criterion = serializers.CharField(help_text="What it bounds, such as `makespan`.")
    metric = serializers.SerializerMethodField(help_text="The metric that it bounds from below.")
    key = serializers.CharField()
    title = serializers.CharField()
    formula = serializers.CharField()
    help = serializers.CharField()
    certified = serializers.BooleanField(
        help_text="False: it may exceed the optimum, and is never used for a ratio."
    )
    limit = serializers.CharField(help_text="Workloads that it is computed for; empty: all.")
    references = ReferenceOut(many=True)

    def get_metric(self, bound: Bound) -> str:
        return CRITERIA[bound.criterion]


class PluginOut(Output):
    """An installed package that adds to what is declared here."""

    name = serializers.CharField()
    version = serializers.CharField(help_text="Blank where it is not installed.")
    summary = serializers.CharField()
    state = serializers.ChoiceField(choices=get_args(PluginState))
    reason = serializers.CharField(help_text="Why it is left out; blank where it is loaded.")
    entry_points = serializers.ListField(child=serializers.CharField())
    declares = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Keys of what it adds, by group, such as `algorithms`.",
    )


class OffersQuery(ListQuery):
    """With a workload and a cluster, each says whether it can take them."""

    workload = WorkloadKey(required=False)
    cluster = ClusterKey(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for one, other in (("workload", "cluster"), ("cluster", "workload")):
            if one in attrs and other not in attrs:
                raise serializers.ValidationError({other: [f"{one} needs a {other} beside it"]})
        return attrs
