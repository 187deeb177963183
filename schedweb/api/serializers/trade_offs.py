"""Trade-offs of makespan, deployments and Σ C in answers."""

from rest_framework import serializers

from schedweb.api.serializers.base import Input, Output
from schedweb.api.serializers.clusters import DeploymentOut
from schedweb.api.serializers.comparisons import RulesOut
from schedweb.api.serializers.fields import Choice


class StepsOut(Output):
    """A schedule that ends by a makespan has at least as many deployments as stand at its place."""

    makespan = serializers.ListField(child=serializers.FloatField(), help_text="Rising, seconds.")
    deployments = serializers.ListField(child=serializers.IntegerField())


class TradeOut(Output):
    """A run with a result; what is guaranteed holds for its λ."""

    run = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    algorithm = serializers.CharField()
    makespan = serializers.FloatField(help_text="Seconds.")
    deployments = serializers.IntegerField()
    sum_completion = serializers.FloatField(help_text="Σ C, seconds.")
    target = serializers.FloatField(
        allow_null=True, help_text="λ, seconds; null for algorithms that have none."
    )
    target_factor = serializers.FloatField(
        allow_null=True, help_text="λ as a multiple of its minimum."
    )
    group_widths = serializers.IntegerField(
        allow_null=True, help_text="Processors of all groups; null without groups."
    )
    d_lambda = serializers.IntegerField(allow_null=True, help_text="D_λ.")
    guaranteed_makespan = serializers.FloatField(
        allow_null=True, help_text="The makespan is at most this, seconds."
    )
    guaranteed_deployments = serializers.IntegerField(
        allow_null=True, help_text="2·D_λ; the deployments are at most this."
    )
    on_front = serializers.BooleanField(
        help_text="No other run is better in makespan or deployments without being worse."
    )
    unbeaten = serializers.BooleanField(help_text="The same of makespan, deployments and Σ C.")


class TradeOffsOut(Output):
    """Every run with a result by rising makespan, and what no schedule is below."""

    rules = RulesOut()
    deployment = DeploymentOut()
    least_makespan = serializers.FloatField(help_text="Certified, seconds; 0 if unknown.")
    least_deployments = serializers.IntegerField(help_text="Certified.")
    least_sum_completion = serializers.FloatField(
        allow_null=True, help_text="Certified, seconds; null where weights differ."
    )
    least_target = serializers.FloatField(help_text="Minimum of λ, seconds.")
    guarantee = serializers.CharField(
        help_text="Formula of the guaranteed makespans; d is the time of a deployment on all m "
        "processors."
    )
    steps = StepsOut()
    points = TradeOut(many=True)
    summary = serializers.ListField(
        child=serializers.CharField(), help_text="What came out, in sentences."
    )


class TradeOffsQuery(Input):
    format = Choice(choices=["json", "csv", "markdown", "latex"], default="json")
