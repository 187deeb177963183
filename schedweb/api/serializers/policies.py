"""Policies of the queue."""

from rest_framework import serializers

from parsched.policies.online.slurm_conf import LONGEST
from schedweb.api.serializers.base import Input, Output
from schedweb.api.serializers.catalogue import ReferenceOut


class OrderOut(Output):
    """An order of the queue: the job with the least value is the head."""

    key = serializers.CharField()
    title = serializers.CharField()
    formula = serializers.CharField()
    help = serializers.CharField()
    fixed = serializers.BooleanField(
        source="is_fixed", help_text="Depends on nothing that changes while a job waits."
    )
    references = ReferenceOut(many=True)


class PredictorOut(Output):
    """What a scheduler believes of run times."""

    key = serializers.CharField()
    title = serializers.CharField()
    formula = serializers.CharField()
    help = serializers.CharField()
    references = ReferenceOut(many=True)


class SlurmConfIn(Input):
    text = serializers.CharField(max_length=LONGEST, trim_whitespace=False)


class SettingOut(Output):
    line = serializers.IntegerField(help_text="0 for what is not set and so has its default.")
    name = serializers.CharField()
    value = serializers.CharField()
    understood = serializers.BooleanField()
    missed = serializers.BooleanField(help_text="Slurm may start jobs otherwise for it.")
    said = serializers.CharField(help_text="What becomes of it.")


class SlurmConfOut(Output):
    params = serializers.DictField(help_text="Of the algorithm `queue`.")
    settings = SettingOut(many=True)
    others = serializers.ListField(
        child=serializers.CharField(), help_text="Names of settings that change no start."
    )
    beware = serializers.CharField(help_text="What is not the same here whatever is set.")
    same = serializers.BooleanField(help_text="The parameters do all that the text says.")
