"""Addresses of the API. Its version is in the address: what `v1` promises stays."""

from typing import Any

from django.urls import include, path, re_path, register_converter
from django.views.generic import RedirectView

from schedweb.api import docs, schema  # noqa: F401 (registers how the OpenAPI document is made)
from schedweb.api.serializers.fields import KEY
from schedweb.api.views import (
    about,
    catalogue,
    clusters,
    comparisons,
    policies,
    questions,
    reports,
    runs,
    sharing,
    studies,
    tasks,
    tokens,
    workloads,
)


class KeyConverter:
    """Keys of stored things; anything else is 404 before the database is asked."""

    regex = KEY

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: Any) -> str:
        return str(value)


register_converter(KeyConverter, "key")


def on(**actions: str) -> dict[str, Any]:
    """Say which action answers which method."""
    return dict(actions)


v1 = [
    path("", about.About.as_view(on(get="retrieve"))),
    path("algorithms", catalogue.Algorithms.as_view(on(get="list"))),
    path("algorithms/<str:key>", catalogue.Algorithms.as_view(on(get="retrieve"))),
    path("ready-made", catalogue.ReadyMadeComparisons.as_view(on(get="list"))),
    path("generators", catalogue.Generators.as_view(on(get="list"))),
    path("generators/<slug:key>", catalogue.Generators.as_view(on(get="retrieve"))),
    path("orders", policies.Orders.as_view(on(get="list"))),
    path("predictors", policies.Predictors.as_view(on(get="list"))),
    path("questions", questions.QuestionFields.as_view(on(get="list"))),
    path("slurm-conf", policies.SlurmConfs.as_view(on(post="create"))),
    path("metrics", catalogue.Metrics.as_view(on(get="list"))),
    path("plugins", catalogue.Plugins.as_view(on(get="list"))),
    path("bounds", catalogue.Bounds.as_view(on(get="list"))),
    path("clusters", clusters.Clusters.as_view(on(get="list", post="create"))),
    path(
        "clusters/<key:pk>",
        clusters.Clusters.as_view(
            on(get="retrieve", put="update", patch="partial_update", delete="destroy")
        ),
    ),
    path("uploads", workloads.Uploads.as_view(on(post="create"))),
    path("uploads/<key:pk>", workloads.Uploads.as_view(on(get="retrieve", delete="destroy"))),
    path("uploads/<key:pk>/use", workloads.UploadDecision.as_view(on(post="create"))),
    path("workloads", workloads.Workloads.as_view(on(get="list", post="create"))),
    path("workloads/generate", workloads.GeneratedWorkloads.as_view(on(post="create"))),
    path("workloads/merge", workloads.MergedWorkloads.as_view(on(post="create"))),
    path(
        "workloads/<key:pk>",
        workloads.OneWorkload.as_view(on(get="retrieve", patch="partial_update", delete="destroy")),
    ),
    path("workloads/<key:pk>/environments", workloads.Environments.as_view(on(post="create"))),
    path("workloads/<key:pk>/without-users", workloads.WithoutUsers.as_view(on(post="create"))),
    path("workloads/<key:pk>/file", workloads.WorkloadFile.as_view(on(get="retrieve"))),
    path("comparisons", comparisons.Comparisons.as_view(on(get="list", post="create"))),
    path("comparisons/estimate", comparisons.Comparisons.as_view(on(post="estimate"))),
    path(
        "comparisons/<key:pk>",
        comparisons.Comparisons.as_view(
            on(get="retrieve", patch="partial_update", delete="destroy")
        ),
    ),
    path("comparisons/<key:pk>/runs", comparisons.Comparisons.as_view(on(post="extend"))),
    path("comparisons/<key:pk>/schedules", comparisons.Schedules.as_view(on(post="create"))),
    path("comparisons/<key:pk>/cancel", comparisons.Comparisons.as_view(on(post="cancel"))),
    path("comparisons/<key:pk>/recompute", comparisons.Comparisons.as_view(on(post="recompute"))),
    path("reports", reports.DeclaredReports.as_view(on(get="list"))),
    path("comparisons/<key:pk>/bundle", comparisons.Bundle.as_view(on(get="retrieve"))),
    path("comparisons/<key:pk>/reports", reports.Suiting.as_view(on(get="list"))),
    path("comparisons/<key:pk>/reports/<slug:report>", reports.Reports.as_view(on(get="retrieve"))),
    path(
        "comparisons/<key:pk>/links", sharing.ComparisonLinks.as_view(on(get="list", post="create"))
    ),
    path(
        "comparisons/<key:pk>/embeds",
        sharing.ComparisonEmbeds.as_view(on(get="list", post="create")),
    ),
    path("presets", studies.Presets.as_view(on(get="list"))),
    path("presets/<slug:key>", studies.Presets.as_view(on(get="retrieve"))),
    path("studies", studies.Studies.as_view(on(get="list", post="create"))),
    path("studies/schema", studies.Schema.as_view(on(get="retrieve"))),
    path(
        "studies/<key:pk>",
        studies.Studies.as_view(on(get="retrieve", patch="partial_update", delete="destroy")),
    ),
    path("studies/<key:pk>/pause", studies.Studies.as_view(on(post="pause"))),
    path("studies/<key:pk>/continue", studies.Studies.as_view(on(post="go_on"))),
    path("studies/<key:pk>/stop", studies.Studies.as_view(on(post="stop"))),
    path("studies/<key:pk>/retry", studies.Studies.as_view(on(post="retry"))),
    path("studies/<key:pk>/repetitions", studies.Studies.as_view(on(post="repeat"))),
    path("studies/<key:pk>/cells", studies.StudyCells.as_view(on(post="create"))),
    path("studies/<key:pk>/bundle", studies.StudyBundle.as_view(on(get="retrieve"))),
    path("studies/<key:pk>/reports", reports.SuitingStudy.as_view(on(get="list"))),
    path(
        "studies/<key:pk>/reports/<slug:report>",
        reports.StudyReports.as_view(on(get="retrieve")),
    ),
    path("studies/<key:pk>/links", sharing.StudyLinks.as_view(on(get="list", post="create"))),
    path(
        "studies/<key:pk>/embeds",
        sharing.StudyEmbeds.as_view(on(get="list", post="create")),
    ),
    path("runs", runs.Runs.as_view(on(get="list"))),
    path(
        "runs/<key:pk>",
        runs.Runs.as_view(on(get="retrieve", patch="partial_update", delete="destroy")),
    ),
    path("runs/<key:pk>/cancel", runs.Runs.as_view(on(post="cancel"))),
    path("runs/<key:pk>/retry", runs.Runs.as_view(on(post="retry"))),
    path("runs/<key:pk>/schedule", runs.RunSchedule.as_view(on(get="retrieve"))),
    path("runs/<key:pk>/jobs", questions.RunJobs.as_view(on(get="retrieve"))),
    path("runs/<key:pk>/series", runs.RunSeries.as_view(on(get="retrieve"))),
    path("runs/<key:pk>/explanation", runs.RunExplanation.as_view(on(get="retrieve"))),
    path("runs/<key:pk>/trace", runs.RunTrace.as_view(on(get="retrieve"))),
    path("runs/<key:pk>/links", sharing.RunLinks.as_view(on(get="list", post="create"))),
    path(
        "runs/<key:pk>/embeds",
        sharing.RunEmbeds.as_view(on(get="list", post="create")),
    ),
    path("links/<key:pk>", sharing.Link.as_view(on(get="retrieve", delete="destroy"))),
    path(
        "tasks/<key:pk>",
        tasks.Tasks.as_view(on(get="retrieve", delete="destroy")),
        name="api_task",
    ),
    path("tokens", tokens.Tokens.as_view(on(get="list", post="create"))),
    path("tokens/<key:pk>", tokens.Tokens.as_view(on(delete="destroy"))),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api_docs")),
    path("docs/", docs.page, name="api_docs"),
    path("docs/tokens/", docs.make_token, name="api_token_make"),
    path("docs/tokens/<key:pk>/revoke/", docs.revoke_token, name="api_token_revoke"),
    path("docs/reference/", docs.reference, name="api_reference"),
    path("schema/", docs.schema, name="api_schema"),
    path("v1", RedirectView.as_view(pattern_name="api_docs")),
    path("v1/", include(v1)),
    re_path(r"", about.Nothing.as_view(on(get="retrieve"))),
]
