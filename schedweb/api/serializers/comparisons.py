"""Comparisons in requests and answers."""

from collections.abc import Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from parsched import Rules
from parsched.data.formats import SCHEDULES
from parsched.declare.sweeps import json_schema
from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.report.standings import standings_of
from parsched.run.ready_made import READY_MADE
from parsched.run.request import MAX_RUNS
from schedweb.api.serializers.base import FiledQuery, Input, Output, PageAddress, Some, ordering
from schedweb.api.serializers.clusters import SYSTEMS, DeploymentOut, SiteOut
from schedweb.api.serializers.declared import DeclaredInput
from schedweb.api.serializers.fields import (
    ClusterKey,
    StatedChoice,
    StatedFile,
    StatedObject,
    StatedText,
    StoredText,
    WorkloadKey,
)
from schedweb.api.serializers.runs import HELP, CertificateOut, RatioOut, RunBrief
from schedweb.base.texts import column_of
from schedweb.runs.estimates import Estimated
from schedweb.runs.imports import LABEL, MADE_BY
from schedweb.runs.models import Comparison, KnownBounds
from schedweb.runs.outcomes import sentence_of
from schedweb.runs.records import records_of

TITLE, NOTE = (column_of(Comparison, name) for name in ("title", "note"))
AS_IT_WAS = "Of the machine, as it was when the comparison was made."


class EntryIn(DeclaredInput):
    """An algorithm with its parameters; what is missing has its default."""

    declarations = ALGORITHMS
    key_field = "algorithm"

    algorithm = StatedText(max_length=64)
    label = StoredText(LABEL, default="")  # type: ignore[assignment]
    vary = StatedObject(
        default=dict, help_text="Parameters with several values: one run for each combination."
    )

    @classmethod
    def own_properties(cls, declared: Algorithm) -> dict[str, Any]:
        """Describe also parameters with several values."""
        several = {**json_schema(declared.params), "default": {}}
        several["description"] = str(cls().fields["vary"].help_text)
        return {**super().own_properties(declared), "vary": several}

    @classmethod
    def examples(cls, key: str, declared: Algorithm) -> dict[str, Any]:
        """Show the last of the ready-made sweeps."""
        if not declared.sweeps:
            return {}
        vary = {name: list(values) for name, values in declared.sweeps[-1].vary.items()}
        return {"example": {"algorithm": key, "vary": vary}}


@extend_schema_field(Rules.json_schema())
class RulesIn(StatedObject):
    """Rules by name, which the services check."""


class EntriesIn(Input):
    """Algorithms, a ready-made comparison, or both."""

    one_of = ("algorithms", "ready_made")
    elsewhere: ClassVar[Mapping[str, str]] = {
        "shared": "what is the same for all entries are the rules of a new comparison, and the "
        "time of deployments is the deployment of the cluster",
        "rules": "all runs of a comparison have the rules with which it was made",
    }

    algorithms = Some(child=EntryIn(), most=MAX_RUNS, required=False)
    ready_made = StatedChoice(
        choices=list(READY_MADE),
        required=False,
        help_text="Key of a ready-made comparison, whose runs are added to the runs of "
        "`algorithms`.",
    )


class EstimateIn(EntriesIn):
    """A comparison that is not made."""

    workload = WorkloadKey()
    cluster = ClusterKey()
    rules = RulesIn(default=dict, help_text="What holds for all entries alike.")


class ComparisonIn(EstimateIn):
    title = StoredText(TITLE, allow_blank=True, default="")
    note = StoredText(NOTE, default="")


class RunEstimateOut(Output):
    """How long one run would take."""

    label = serializers.CharField(source="request.label")  # type: ignore[assignment]
    algorithm = serializers.CharField(source="request.algorithm.key")
    params = serializers.SerializerMethodField()
    seconds = serializers.SerializerMethodField(help_text="Null where nothing is known yet.")
    basis = serializers.SerializerMethodField(help_text="Which earlier runs it comes from.")

    def get_params(self, run: Estimated) -> dict[str, Any]:
        return run.request.params.as_dict()

    def get_seconds(self, run: Estimated) -> float | None:
        return None if run.estimate is None else run.estimate.seconds

    def get_basis(self, run: Estimated) -> str:
        return "no estimate yet" if run.estimate is None else run.estimate.basis


class EstimateOut(Output):
    """How long the runs of a comparison would take."""

    runs = RunEstimateOut(many=True)
    seconds = serializers.FloatField(
        source="total.seconds",
        help_text="From the first start to the last end of the runs with an estimate.",
    )
    unknown = serializers.IntegerField(
        source="total.unknown", help_text="Runs without an estimate."
    )
    workers = serializers.IntegerField(
        source="total.workers", help_text="Processes that are free, at least 1."
    )


class ScheduleIn(Input):
    """A schedule that was made elsewhere, as a form with a file."""

    file = StatedFile(
        help_text=f"{', '.join(kind.title for kind in SCHEDULES.values())}; plain or packed."
    )
    label = StoredText(  # type: ignore[assignment]
        LABEL,
        default="",
        help_text="What it is called; by default the name of the file.",
    )
    made_by = StoredText(MADE_BY, default="", help_text="Who made it.")
    format = StatedChoice(
        choices=list(SCHEDULES),
        required=False,
        help_text="Kind of the file; by default it is recognised by what it holds.",
    )


class ComparisonPatch(Input):
    title = StoredText(TITLE, required=False)
    note = StoredText(NOTE, required=False)


class WorkloadRef(Output):
    id = serializers.CharField()
    name = serializers.CharField()
    jobs = serializers.IntegerField()


RulesOut = type(
    "RulesOut",
    (Output,),
    {
        "__doc__": "What holds for all runs alike.",
        **{
            spec.name: serializers.ChoiceField(choices=spec.choices, help_text=spec.help)
            for spec in Rules.specs()
        },
    },
)


class InstanceOut(Output):
    """The problem that all runs solve."""

    digest = serializers.SerializerMethodField(
        help_text="Equal problems have equal digests; null until the first run is done."
    )
    rules = RulesOut()
    deployment = DeploymentOut()
    systems = serializers.IntegerField(help_text=SYSTEMS.help)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_digest(self, comparison: Comparison) -> str | None:
        digest = "" if comparison.known is None else comparison.known.digest
        return None if not digest or digest.startswith(KnownBounds.MIGRATED) else digest


class MachineOut(Output):
    """The machine as it was when the comparison was made."""

    id = serializers.CharField(source="cluster_id", allow_null=True)
    name = serializers.CharField(source="cluster_name")
    sites = SiteOut(many=True)
    processors = serializers.IntegerField()


class ComparisonBase(Output):
    id = serializers.CharField()
    page = PageAddress("comparison")
    title = serializers.CharField()
    note = serializers.CharField()
    workload = WorkloadRef()
    cluster = MachineOut(source="*")
    rules = RulesOut()
    deployment = DeploymentOut(help_text=AS_IT_WAS)
    systems = serializers.IntegerField(help_text=f"{SYSTEMS.help} {AS_IT_WAS}")
    created = serializers.DateTimeField()
    tags = serializers.ListField(child=serializers.CharField(), source="tag_list")
    archived = serializers.DateTimeField(allow_null=True)


class ComparisonBrief(ComparisonBase):
    runs = serializers.IntegerField(source="run_count")
    ended = serializers.IntegerField(source="over_count", help_text="Runs that ended in any way.")
    failed = serializers.IntegerField(source="failed_count")


class CellOut(Output):
    value = serializers.FloatField(allow_null=True, help_text="In the unit of the metric.")
    best = serializers.BooleanField()
    change = serializers.FloatField(allow_null=True, help_text="Minus the value of the baseline.")
    change_percent = serializers.FloatField(allow_null=True)
    degradation = serializers.FloatField(allow_null=True, help_text="% worse than the best.")
    rank = serializers.IntegerField(allow_null=True)


class RowOut(Output):
    run = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    algorithm = serializers.CharField()
    state = serializers.CharField()
    status = serializers.CharField(help_text="finished, or stopped early; empty until done.")
    made_by = serializers.CharField(help_text=HELP["made_by"])
    violation_count = serializers.IntegerField(help_text=HELP["violation_count"])
    outdated = serializers.ListField(
        child=serializers.CharField(), help_text="What an older version computed of it."
    )
    seconds = serializers.FloatField(allow_null=True, help_text="Time of the algorithm alone.")
    values = serializers.DictField(child=CellOut(), help_text="By key of the metric.")
    ratios = serializers.DictField(child=RatioOut(), help_text="By criterion.")
    certificates = serializers.DictField(
        child=CertificateOut(), help_text="By criterion; empty until done."
    )
    on_front = serializers.BooleanField(
        allow_null=True, help_text="On the Pareto front of the ratios; null where one is missing."
    )
    degradation = serializers.FloatField(allow_null=True, help_text="Mean over the metrics, %.")
    rank = serializers.IntegerField(allow_null=True)


class ColumnOut(Output):
    key = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.CharField()
    better = serializers.CharField()
    formula = serializers.CharField()


class TableOut(Output):
    """The result table, with the numbers of the page."""

    baseline = serializers.CharField(allow_null=True, help_text="Id of a run.")
    metrics = ColumnOut(many=True)
    rows = RowOut(many=True)


class ComparisonOut(ComparisonBase):
    edited = ("title", "note", "tags", "archived", "runs.id")

    instance = InstanceOut(source="*")
    runs = RunBrief(many=True, source="runs.all")
    summary = serializers.SerializerMethodField(help_text="What came out, in a sentence.")
    table = serializers.SerializerMethodField()

    def to_representation(self, instance: Comparison) -> dict[str, Any]:
        self._table = standings_of(records_of(instance))
        return super().to_representation(instance)

    def get_summary(self, comparison: Comparison) -> str:
        return sentence_of(comparison, self._table)

    def get_table(self, comparison: Comparison) -> dict[str, Any]:
        return self._table.as_json()


class ComparisonsQuery(FiledQuery):
    ordering = ordering("-created", "created", "title")
