"""Addresses of the pages."""

from functools import partial

from django.urls import URLPattern, path

from schedweb.web.access import FIRST_TAB, View, through_link
from schedweb.web.embeds import THEMES
from schedweb.web.study_tabs import STUDY_TABS
from schedweb.web.tabs import TABS
from schedweb.web.views import (
    algorithms,
    changes,
    classroom,
    clusters,
    code,
    compare,
    comparisons,
    documentation,
    embeds,
    evidence,
    figures,
    home,
    lists,
    papers,
    policies,
    questions,
    reports,
    runs,
    schedules,
    sharing,
    tasks,
    trade_offs,
    what_if,
    why,
)
from schedweb.web.views.studies import cells as study_cells
from schedweb.web.views.studies import changes as study_changes
from schedweb.web.views.studies import making, pages
from schedweb.web.views.workloads import columns, generate, kept, merge, upload


def _figure(source: str) -> View:
    """Return the view of the figures of a source."""
    return partial(figures.figure, source=source)


catalogue: list[URLPattern] = [
    path("algorithms/", algorithms.catalogue, name="algorithms"),
    path("algorithms/<str:key>/", algorithms.detail, name="algorithm"),
    path(
        "algorithms/<str:key>/parameters/<str:name>/check/",
        algorithms.check,
        name="parameter_check",
    ),
    path("algorithms/<str:key>/theory/", algorithms.theory, name="algorithm_theory"),
    path("metrics/", algorithms.glossary, name="glossary"),
    path("policies/", policies.policies, name="policies"),
    path("questions/", questions.fields, name="questions"),
    path("classroom/", classroom.classroom, name="classroom"),
    path("evidence/", evidence.evidence, name="evidence"),
    path("papers/", papers.papers, name="papers"),
    path("docs/", documentation.documentation, name="documentation"),
    path("docs/<path:path>", documentation.documentation, name="documentation_file"),
]
mine = [
    path("workloads/", kept.index, name="workloads"),
    path("workloads/new/", upload.upload, name="workload_new"),
    path("workloads/new/merge/", merge.merge, name="merge"),
    path("workloads/new/columns/", columns.remembered, name="columns_remembered"),
    path("workloads/new/<slug:key>/", generate.generate, name="generate"),
    path("workloads/left-out/", what_if.left_out_before, name="workload_left_out"),
    path("workloads/<slug:pk>/", kept.detail, name="workload"),
    path("workloads/<slug:pk>/jobs.<str:extension>", kept.download, name="workload_file"),
    path("workloads/<slug:pk>/plots/<slug:key>/", kept.plot, name="workload_plot"),
    path("workloads/<slug:pk>/code/", code.workload, name="workload_code"),
    path("workloads/<slug:pk>/merge.json", kept.specification, name="merge_spec"),
    path("workloads/<slug:pk>/rename/", kept.rename, name="workload_rename"),
    path("workloads/<slug:pk>/environments/", kept.environments, name="workload_environments"),
    path("workloads/<slug:pk>/without-users/", what_if.without_users, name="without_users"),
    path("workloads/<slug:pk>/more-processors/", what_if.more_processors, name="more_processors"),
    path("workloads/<slug:pk>/remake/", kept.remake, name="workload_remake"),
    path("workloads/<slug:pk>/delete/", kept.delete, name="workload_delete"),
    path("workloads/new/columns/<slug:pk>/", columns.columns, name="upload_columns"),
    path("workloads/new/columns/<slug:pk>/mapped/", columns.mapped, name="upload_mapped"),
    path("workloads/new/columns/<slug:pk>/discard/", columns.discard, name="upload_forget"),
    path(
        "workloads/new/columns/remembered/<slug:pk>/forget/", columns.forget, name="columns_forget"
    ),
    path("uploads/<slug:pk>/", upload.preview, name="upload_preview"),
    path("uploads/<slug:pk>/fit/", upload.fit, name="upload_fit"),
    path("uploads/<slug:pk>/environments/", upload.environments, name="upload_environments"),
    path("uploads/<slug:pk>/keep/", upload.keep, name="upload_keep"),
    path("uploads/<slug:pk>/discard/", upload.discard, name="upload_discard"),
    path("tasks/<slug:pk>/", tasks.detail, name="task"),
    path("tasks/<slug:pk>/state/", tasks.state, name="task_state"),
    path("tasks/<slug:pk>/cancel/", tasks.cancel, name="task_cancel"),
    path("clusters/", clusters.index, name="clusters"),
    path("clusters/new/", clusters.create, name="cluster_new"),
    path("clusters/<slug:pk>/", clusters.edit, name="cluster"),
    path("clusters/<slug:pk>/delete/", clusters.delete, name="cluster_delete"),
    path("lists/<slug:key>/change/", lists.change, name="list_change"),
    path("compare/", compare.compare, name="compare"),
    path("comparisons/", comparisons.index, name="comparisons"),
    path("comparisons/<slug:pk>/add/", compare.add, name="comparison_add"),
    path("comparisons/<slug:pk>/schedules/add/", schedules.add, name="comparison_schedule"),
    path("comparisons/<slug:pk>/describe/", changes.describe, name="comparison_describe"),
    path("comparisons/<slug:pk>/delete/", changes.delete, name="comparison_delete"),
    path("comparisons/<slug:pk>/cancel/", changes.cancel_all, name="comparison_cancel"),
    path("comparisons/<slug:pk>/retry/", changes.retry_all, name="comparison_retry"),
    path("comparisons/<slug:pk>/recompute/", changes.recompute, name="comparison_recompute"),
    path("comparisons/<slug:pk>/share/", sharing.share_comparison, name="comparison_share"),
    path("studies/", pages.index, name="studies"),
    path("studies/new/", making.own, name="study_new"),
    path("studies/new/<slug:key>/", making.preset, name="study_preset"),
    *(
        path(
            f"studies/<slug:pk>/picture/<str:stamp>/{theme}.svg",
            partial(pages.picture, theme=theme),
            name=f"study_picture_{theme}",
        )
        for theme in THEMES
    ),
    path("studies/<slug:pk>/pause/", study_changes.pause, name="study_pause"),
    path("studies/<slug:pk>/continue/", study_changes.go_on, name="study_continue"),
    path("studies/<slug:pk>/stop/", study_changes.stop, name="study_stop"),
    path("studies/<slug:pk>/retry/", study_changes.retry, name="study_retry"),
    path("studies/<slug:pk>/repetitions/", study_changes.repeat, name="study_repetitions"),
    path("studies/<slug:pk>/describe/", study_changes.describe, name="study_describe"),
    path("studies/<slug:pk>/delete/", study_changes.delete, name="study_delete"),
    path("studies/<slug:pk>/share/", sharing.share_study, name="study_share"),
    path(
        "studies/<slug:pk>/cells/<int:part>/<int:value>/<int:repetition>/compare/",
        study_cells.compare,
        name="study_compare",
    ),
    path("runs/<slug:pk>/cancel/", changes.cancel_run, name="run_cancel"),
    path("runs/<slug:pk>/retry/", changes.retry_run, name="run_retry"),
    path("runs/<slug:pk>/describe/", changes.describe_run, name="run_describe"),
    path("runs/<slug:pk>/delete/", changes.delete_run, name="run_delete"),
    path("runs/<slug:pk>/share/", sharing.share_run, name="run_share"),
    path("links/<slug:pk>/revoke/", sharing.revoke, name="link_revoke"),
    path("links/embeds/new/", embeds.create, name="embed_new"),
]
OF_COMPARISONS: tuple[tuple[str, View, str], ...] = (
    ("results/", comparisons.results, "comparison_results"),
    ("plots/<slug:kind>/", _figure("comparison_plot"), "comparison_plot"),
    ("comparison.json", comparisons.record, "comparison_json"),
    ("comparison.zip", comparisons.bundle, "comparison_bundle"),
    ("reports/<slug:key>/", reports.page, "comparison_report"),
    ("reports/<slug:key>.<str:extension>", reports.file, "comparison_report_file"),
    (
        "reports/<slug:key>/figures/<slug:name>/",
        _figure("comparison_report_figure"),
        "comparison_report_figure",
    ),
    ("why/", why.of_comparison, "comparison_why"),
    ("trade-offs/plot/", trade_offs.plot, "comparison_trade_offs_plot"),
    ("ranking/<slug:kind>/", _figure("comparison_ranking_plot"), "comparison_ranking_plot"),
    ("about/<slug:key>/", comparisons.about, "comparison_about"),
    ("code/", code.thing, "comparison_code"),
    ("news/", comparisons.news, "comparison_news"),
    *(
        (f"{key}/", partial(comparisons.tab, key=key), f"comparison_tab_{key}")
        for key in TABS
        if key != FIRST_TAB
    ),
)
"""Pages of a comparison for its owner and for readers with a share link."""
OF_RUNS = (
    ("", runs.detail, "run"),
    ("state/", runs.state, "run_state"),
    ("code/", code.run, "run_code"),
    ("schedule.<str:extension>", runs.schedule, "run_schedule"),
    ("deployments.csv", runs.deployments, "run_deployments"),
    ("frame/", runs.frame, "run_frame"),
    ("reports/<slug:key>.<str:extension>", reports.of_run, "run_report_file"),
    ("reports/<slug:key>/figures/<slug:name>/", _figure("run_report_figure"), "run_report_figure"),
    ("search/", runs.search, "run_search"),
    ("search/news/", runs.search_news, "run_search_news"),
    ("search.csv", runs.search_csv, "run_search_csv"),
    ("question/", questions.question, "run_question"),
    ("why/", why.of_run, "run_why"),
    ("gantt/<str:digest>/", runs.gantt, "run_gantt"),
    ("jobs/<str:digest>/", runs.jobs, "run_jobs"),
    ("poster/<str:digest>.png", runs.poster, "run_poster"),
    ("poster/<str:digest>/dark.png", runs.dark_poster, "run_dark_poster"),
)
"""Pages of a run for its owner and for readers with a share link."""
OF_STUDIES: tuple[tuple[str, View, str], ...] = (
    ("progress/", pages.progress, "study_progress"),
    ("figures/<slug:name>/", _figure("study_figure"), "study_figure"),
    ("cells/<int:part>/<int:value>/", study_cells.detail, "study_cells"),
    ("code/", partial(code.thing, kind="study"), "study_code"),
    ("study.toml", pages.toml, "study_toml"),
    ("bundle.zip", pages.bundle, "study_bundle"),
    ("reports/<slug:key>/", partial(reports.page, kind="study"), "study_report"),
    (
        "reports/<slug:key>.<str:extension>",
        partial(reports.file, kind="study"),
        "study_report_file",
    ),
    (
        "reports/<slug:key>/figures/<slug:name>/",
        _figure("study_report_figure"),
        "study_report_figure",
    ),
    *(
        (f"{key}/", partial(pages.tab, key=key), f"study_tab_{key}")
        for key in STUDY_TABS
        if key != FIRST_TAB
    ),
)
"""Pages of a study for its owner and for readers with a share link: a link opens reports of the
shared thing, so reports of comparisons and studies have the same addresses there."""

urlpatterns = [
    path("", home.home, name="home"),
    path("active/", home.active, name="active"),
    path("search/", home.find, name="find"),
    *catalogue,
    *mine,
    path("comparisons/<slug:pk>/", partial(comparisons.tab, key=FIRST_TAB), name="comparison"),
    *(path(f"comparisons/<slug:pk>/{at}", view, name=name) for at, view, name in OF_COMPARISONS),
    *(path(f"runs/<slug:pk>/{at}", view, name=name) for at, view, name in OF_RUNS),
    path("studies/<slug:pk>/", partial(pages.tab, key=FIRST_TAB), name="study"),
    *(path(f"studies/<slug:pk>/{at}", view, name=name) for at, view, name in OF_STUDIES),
    path("embed/<slug:token>/", embeds.page, name="embed"),
    path("embed/<slug:token>/figure.svg", embeds.figure, name="embed_figure"),
    path("s/<slug:token>/", through_link(sharing.opened), name="shared"),
    *(
        path(f"s/<slug:token>/{at}", through_link(view), name=f"shared_{name}")
        for at, view, name in (*OF_COMPARISONS, *OF_STUDIES)
    ),
    *(
        path(f"s/<slug:token>/runs/<slug:pk>/{at}", through_link(view), name=f"shared_{name}")
        for at, view, name in OF_RUNS
    ),
]
