"""What the root of the API tells."""

from rest_framework import serializers

from schedweb.api.serializers.base import Output


class LimitsOut(Output):
    upload_mb = serializers.IntegerField()
    jobs = serializers.IntegerField(help_text="Of one workload.")
    run_seconds = serializers.IntegerField()
    queued_runs = serializers.IntegerField(help_text="Runs of one person that wait or compute.")


class AboutOut(Output):
    name = serializers.CharField()
    version = serializers.CharField()
    mode = serializers.ChoiceField(choices=["local", "team"])
    user = serializers.CharField()
    limits = LimitsOut()
