"""Studies in requests and answers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from parsched import studies
from parsched.declare.parameters import MAX_SEED
from parsched.studies.files import as_json
from parsched.studies.kept_claims import kept_claims
from parsched.studies.part import MAX_REPETITIONS
from schedweb.api.serializers.base import FiledQuery, Input, Output, PageAddress, ordering
from schedweb.api.serializers.fields import (
    StatedInteger,
    StatedObject,
    StatedText,
    StoredText,
)
from schedweb.base.texts import column_of
from schedweb.studies.answers import sentence_of
from schedweb.studies.models import Study, Summary
from schedweb.studies.progress import Completion, PartProgress, Phase
from schedweb.studies.selectors import told

LONGEST_KEY = 200
TITLE, NOTE = (column_of(Study, name) for name in ("title", "note"))


class PresetOut(Output):
    """A study that is declared, such as the experiments of a paper."""

    key = serializers.CharField()
    paper = serializers.CharField(help_text="Its number; blank for others.")
    title = serializers.CharField()
    about = serializers.CharField()
    runs = serializers.IntegerField(source="cells")
    figures = serializers.SerializerMethodField(help_text="Keys that `only` takes.")

    def get_figures(self, study: studies.Study) -> list[str]:
        return list(study.figures)


@extend_schema_field({"type": "object", "additionalProperties": True})
class DefinitionOut(serializers.Field[Any, Any, Any, Any]):
    """A study as its file has it; GET /studies/schema describes it."""

    def to_representation(self, value: studies.Study) -> dict[str, Any]:
        return as_json(value)


class KeptVerdictOut(Output):
    """A claim with the verdict that is kept of it, which took no run of this server."""

    key = serializers.CharField()
    where = serializers.CharField(help_text="Where the paper says it.")
    claim = serializers.CharField()
    published = serializers.CharField(help_text="The numbers of the paper, in words.")
    ours = serializers.CharField(help_text="Our numbers, in words; blank for none.")
    standing = serializers.ChoiceField([str(one) for one in studies.ClaimStanding])
    reason = serializers.CharField(help_text="Why it does not hold, or is open.")
    changed_since = serializers.CharField(
        help_text="What has changed since: then the verdict is an older one. Blank for nothing."
    )
    is_full_size = serializers.BooleanField(
        allow_null=True, help_text="Whether all instances of the study were there."
    )
    instances = serializers.IntegerField(help_text="How many it was judged by.")
    date = serializers.DateTimeField(allow_null=True)
    machine = serializers.CharField(help_text="What computed it.")


class PresetWholeOut(PresetOut):
    definition = DefinitionOut(source="*", help_text="What `POST /studies` takes.")
    verdicts = serializers.SerializerMethodField(
        help_text="Its claims with the verdicts that came with this version."
    )

    @extend_schema_field(KeptVerdictOut(many=True))
    def get_verdicts(self, study: studies.Study) -> Any:
        return KeptVerdictOut([one.as_json() for one in kept_claims(study)], many=True).data


class StudyIn(Input):
    """A study as a file has it, or the key of a declared one with what is changed of it."""

    one_of = ("definition", "preset")

    definition = StatedObject(required=False, help_text="As GET /studies/schema describes it.")
    preset = StatedText(
        max_length=LONGEST_KEY, required=False, help_text="As GET /presets lists them."
    )
    repetitions = StatedInteger(
        min_value=1, max_value=MAX_REPETITIONS, required=False, help_text="Of each value."
    )
    seed = StatedInteger(min_value=0, max_value=MAX_SEED, required=False)
    only = StatedText(
        max_length=LONGEST_KEY, required=False, help_text="Only what one figure needs."
    )
    title = StoredText(TITLE, allow_blank=True, default="")
    note = StoredText(NOTE, default="")


class StudyPatch(Input):
    title = StoredText(TITLE, required=False)
    note = StoredText(NOTE, required=False)


class RepetitionsIn(Input):
    repetitions = StatedInteger(
        min_value=1, max_value=MAX_REPETITIONS, help_text="Of each value; at least as many as now."
    )


class CellIn(Input):
    """One instance of a study."""

    part = StatedText(max_length=LONGEST_KEY, help_text="Key of the part.")
    value = StatedInteger(
        min_value=0, max_value=2**31, help_text="Place among the values of the part."
    )
    repetition = StatedInteger(min_value=0, max_value=MAX_REPETITIONS, help_text="From 0.")


class StudyBase(Output):
    id = serializers.CharField()
    page = PageAddress("study")
    title = serializers.CharField()
    note = serializers.CharField()
    preset = serializers.CharField(help_text="Key of the declared study; blank for others.")
    instances = serializers.IntegerField()
    runs = serializers.IntegerField()
    paused = serializers.BooleanField(source="is_paused")
    stopped = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    created = serializers.DateTimeField()


class StudyBrief(StudyBase):
    done = serializers.IntegerField(source="done_count", help_text="Instances that are computed.")
    failed = serializers.IntegerField(source="failed_count", help_text="Batches that failed.")


class PartProgressOut(Output):
    part = serializers.CharField(source="part.key")
    title = serializers.CharField(source="part.title")
    repetitions = serializers.IntegerField(source="part.repetitions")
    values = serializers.SerializerMethodField(help_text="Each with how many are `done`.")

    @extend_schema_field(
        {"type": "array", "items": {"type": "object", "additionalProperties": True}}
    )
    def get_values(self, progress: PartProgress) -> list[dict[str, Any]]:
        values = progress.part.instances.values
        return [
            {"value": dict(value), "done": done}
            for value, done in zip(values, progress.done.tolist(), strict=True)
        ]


class ProgressOut(Output):
    state = serializers.ChoiceField(source="phase", choices=[str(phase) for phase in Phase])
    instances = serializers.IntegerField(help_text="That are computed.")
    runs = serializers.IntegerField()
    running = serializers.IntegerField(help_text="Batches that are being computed.")
    seconds_left = serializers.FloatField(allow_null=True)
    outdated = serializers.IntegerField(
        help_text="Instances that earlier versions of the methods computed."
    )
    failures = serializers.DictField(
        child=serializers.IntegerField(), help_text="Instances that failed, by the reason."
    )
    parts = PartProgressOut(many=True)


class VerdictOut(Output):
    key = serializers.CharField()
    paper = serializers.CharField()
    where = serializers.CharField()
    claim = serializers.CharField()
    published = serializers.CharField()
    ours = serializers.CharField()
    verdict = serializers.CharField()
    reason = serializers.CharField()


class StudyOut(StudyBase):
    edited = ("title", "note", "definition")

    progress = serializers.SerializerMethodField()
    summary = serializers.SerializerMethodField(
        help_text="The mean of what is asked, with its interval; blank before there is one, and "
        "where an older version computed it."
    )
    verdicts = serializers.SerializerMethodField(
        help_text="Of what was computed when they were renewed last; empty before, and where an "
        "older version computed it."
    )
    definition = DefinitionOut(source="portable", help_text="The study as its file has it.")

    @extend_schema_field(ProgressOut)
    def get_progress(self, study: Study) -> dict[str, Any]:
        values: dict[str, Any] = ProgressOut(Completion.of(study)).data
        return values

    def get_summary(self, study: Study) -> str:
        content = self._content(study)
        return "" if content.get("is_older") else sentence_of(study, content)

    @extend_schema_field(VerdictOut(many=True))
    def get_verdicts(self, study: Study) -> list[dict[str, Any]]:
        return list(VerdictOut(self._content(study).get("claims", []), many=True).data)

    def _content(self, study: Study) -> dict[str, Any]:
        summary = Summary.objects.filter(study=study).first()
        return told(study, summary.content) if summary else {}


class StudiesQuery(FiledQuery):
    ordering = ordering("-created", "created", "title")
