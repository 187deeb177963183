"""Workloads and uploads in requests and answers."""

from typing import Any

from rest_framework import serializers

from parsched.data.formats import ENVIRONMENT_FROM, FORMATS, LEAVE_DEPENDENCIES_OUT
from parsched.data.generators import GENERATORS
from parsched.data.generators.registry import MAX_JOBS
from parsched.data.merging import Filters, MergedSite, TraceWindow
from parsched.data.merging.specification import FORMAT, VERSION, Heading
from parsched.model.problem.platform import MAX_PROCESSORS
from schedweb.api.serializers.base import FiledQuery, Input, Output, ordering
from schedweb.api.serializers.declared import DeclaredInput
from schedweb.api.serializers.fields import (
    StatedChoice,
    StatedFile,
    StatedFlag,
    StatedInteger,
    StatedText,
    StoredText,
)
from schedweb.base.texts import column_of
from schedweb.workloads.merging import MOST_SITES
from schedweb.workloads.models import JobKind, Workload
from schedweb.workloads.pseudonyms import LONGEST_KEY

NAME = column_of(Workload, "name")
SEVERITIES = ["error", "repaired", "note"]
LONGEST_PROFILE = 100_000
_TITLES = ", ".join(declared.title for declared in reversed(FORMATS.values()))


class ExampleOut(Output):
    line = serializers.IntegerField(help_text="Counted from 1; 0 where a file has no lines.")
    value = serializers.CharField()
    job = serializers.CharField()


class FindingOut(Output):
    key = serializers.CharField()
    severity = serializers.ChoiceField(choices=SEVERITIES)
    field = serializers.CharField()
    rule = serializers.CharField()
    action = serializers.CharField(help_text="What the reader did.")
    drops = serializers.BooleanField(help_text="Such lines are left out.")
    is_job = serializers.BooleanField(required=False, help_text="Such a line is a job.")
    count = serializers.IntegerField()
    examples = ExampleOut(many=True, help_text="The first lines.")
    sentence = serializers.CharField()


class ReportOut(Output):
    """What happened to the lines of a file."""

    kept = serializers.IntegerField()
    dropped = serializers.IntegerField()
    repaired = serializers.IntegerField()
    findings = FindingOut(many=True)


class FeaturesOut(Output):
    releases = serializers.BooleanField(help_text="Some job is released after time 0.")
    estimates = serializers.BooleanField()
    weights = serializers.BooleanField(help_text="Some weight is not 1.")
    labels = serializers.ListField(child=serializers.CharField())
    moldable = serializers.IntegerField(
        default=None, allow_null=True, help_text="Jobs that may run on more or fewer processors."
    )
    most_processors = serializers.IntegerField(
        default=None, allow_null=True, help_text="Most processors that any job may use."
    )
    configurations = serializers.IntegerField(
        default=None, allow_null=True, help_text="Times of all jobs: one for each width of each."
    )
    environments = serializers.IntegerField(
        default=None, allow_null=True, help_text="Different ones that jobs need; 0 for none."
    )
    waiting = serializers.IntegerField(
        default=None, allow_null=True, help_text="Jobs that wait for others to end; 0 for none."
    )
    unmodelled = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="What the source says of the jobs that is not kept, such as dependencies, if "
        "there is anything: then nothing is proved optimal.",
    )


class FactsOut(Output):
    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=JobKind.choices)
    jobs = serializers.IntegerField()
    span = serializers.FloatField(help_text="Seconds from the first release to the last.")
    widest = serializers.IntegerField(help_text="Processors that the widest job needs at least.")
    processors = serializers.IntegerField(help_text="Suggested size of the machine.")
    guess = serializers.CharField(
        help_text="How that was guessed: busiest (the most that were busy at once) or widest (as "
        "many as the widest job has); blank where the source states it."
    )
    features = FeaturesOut()
    unix_start = serializers.FloatField(
        source="begin.unix_start",
        allow_null=True,
        help_text="Unix time of time 0; null where it is unknown.",
    )
    zone = serializers.CharField(
        source="begin.zone", help_text="Time zone of the machine; empty if unknown."
    )
    digest = serializers.CharField(help_text="SHA-256 of the jobs: equal jobs, equal digest.")
    created = serializers.DateTimeField()


class WorkloadBrief(FactsOut):
    source = serializers.DictField(  # type: ignore[assignment]
        help_text="`kind` is upload, generator, merge (with `spec` and `sites`) or sample; where "
        "`environment_from` is not as-given, it names what stands for the environments."
    )
    comparisons = serializers.IntegerField(source="comparison_count", default=0)


class WorkloadOut(WorkloadBrief):
    report = serializers.SerializerMethodField(
        help_text="What was dropped and repaired, or of a merge: what became of each site's jobs; "
        "null where no file was read."
    )

    def get_report(self, workload: Workload) -> dict[str, Any] | None:
        return workload.report or None


class UploadOut(FactsOut):
    file = serializers.CharField()
    format = serializers.CharField()
    size = serializers.IntegerField(help_text="Bytes, as uploaded.")
    sha256 = serializers.CharField(help_text="Of the file, as uploaded.")
    report = ReportOut()
    profile = serializers.DictField(
        allow_null=True,
        help_text="What the columns of a log were taken for, as a profile in TOML says it; null "
        "for formats of workloads.",
    )
    expires = serializers.DateTimeField(help_text="Forgotten then, unless it is used.")


class UploadIn(Input):
    file = StatedFile(help_text=f"{_TITLES}, plain or .gz.")
    pseudonyms = StatedFlag(
        default=False,
        help_text="Keep no names of users, groups and executables, but pseudonyms (HMAC). The file "
        "is deleted once the upload is used, discarded or forgotten; where it was refused, after a "
        "day.",
    )
    key = StatedText(
        max_length=LONGEST_KEY,
        required=False,
        help_text="Key of the pseudonyms, which it asks for, too: the same key gives the same ones "
        "in other files. By default one is drawn and deleted with the file.",
    )


class ReadIn(UploadIn):
    leave_dependencies_out = StatedFlag(default=False, help_text=LEAVE_DEPENDENCIES_OUT.help)
    source = StatedText(  # type: ignore[assignment]
        max_length=LONGEST_PROFILE,
        required=False,
        help_text="What a log is: the key of a source that `python -m parsched list` shows, or a "
        "profile in TOML that says what its columns mean; by default it is recognised.",
    )


class UseIn(Input):
    name = StoredText(NAME, required=False, help_text="By default what the file calls itself.")
    drop_wider_than = StatedInteger(
        min_value=1,
        max_value=MAX_PROCESSORS,
        required=False,
        allow_null=True,
        help_text="Leave out the jobs that need more processors than this.",
    )
    environment_from = StatedChoice(
        choices=ENVIRONMENT_FROM.choices,
        default=ENVIRONMENT_FROM.default,
        help_text=ENVIRONMENT_FROM.help,
    )


class WorkloadIn(UseIn, ReadIn):
    strict = StatedFlag(
        default=False, help_text="Refuse the file if any of its lines cannot be used as a job."
    )


class WorkloadPatch(Input):
    name = StoredText(NAME, required=False)


class WithoutUsersIn(Input):
    users = serializers.IntegerField(
        min_value=1, help_text="How many users are left out: those with most work."
    )
    name = StoredText(
        NAME,
        required=False,
        help_text="By default the workload's name, with how many users were left out.",
    )


class EnvironmentsIn(Input):
    environment_from = StatedChoice(
        choices=ENVIRONMENT_FROM.choices,
        help_text="Names of the jobs that become their environments: some job must have one, and "
        "they must be others than now.",
    )
    name = StoredText(
        NAME,
        required=False,
        help_text="By default the workload's name, with what its environments are from.",
    )


class GenerateIn(DeclaredInput):
    """A generator with its parameters; equal values give equal jobs."""

    declarations = GENERATORS
    key_field = "generator"

    generator = StatedText(max_length=64)
    jobs = StatedInteger(min_value=1, max_value=MAX_JOBS)
    processors = StatedInteger(
        min_value=1, max_value=MAX_PROCESSORS, help_text="Size of the machine."
    )
    name = StoredText(NAME, required=False)


class MergeIn(Input):
    """A specification, whose sources may name stored workloads by their ids.

    `plan_merge` checks it; `schema.py` describes it by its declarations.
    """

    def to_internal_value(self, data: Any) -> Any:
        return dict(data)

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """Describe the specification."""
        parts = {
            "window": {
                **TraceWindow.json_schema(),
                "description": "Which part of a trace is taken.",
            },
            "filters": {**Filters.json_schema(), "description": "Which jobs are taken over."},
        }
        workload = {"type": "string", "description": "Id of the workload, in place of its file."}
        source = MergedSite.json_schema()
        source["properties"] |= {"workload": workload, **parts}
        source["required"] = ["site", "processors"]
        whole = Heading.json_schema()
        sources = {"type": "array", "minItems": 1, "maxItems": MOST_SITES, "items": source}
        fixed = {"format": FORMAT, "version": VERSION}
        whole["properties"] |= {
            **{name: {"enum": [value], "default": value} for name, value in fixed.items()},
            **{name: {**part, "default": {}} for name, part in parts.items()},
            "sources": {**sources, "description": "Sites; what is theirs goes before the common."},
        }
        return {**whole, "required": ["sources"], "example": EXAMPLE}


EXAMPLE = {
    "name": "Two sites",
    "window": {"align": "monday", "after_days": 30, "days": 182},
    "filters": {"estimate": "covers"},
    "sources": [
        {"site": "KTH", "processors": 100, "file": "KTH-SP2-1996-2.1-cln.swf.gz"},
        {"site": "CTC", "processors": 430, "workload": "WORKLOAD_ID", "zone": "US/Eastern"},
    ],
}


class WorkloadsQuery(FiledQuery):
    ordering = ordering("-created", "created", "name", "jobs")


class FileQuery(Input):
    format = StatedChoice(choices=[(f.key, f.title) for f in FORMATS.values()], default="json")
