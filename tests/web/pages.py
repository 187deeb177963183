"""Every page, and what a browser makes of it."""

from html.parser import HTMLParser

from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.web.tabs import TABS

GENERAL = {
    "home": "/",
    "search": "/search/?q=a",
    "comparisons": "/comparisons/",
    "workloads": "/workloads/",
    "upload": "/workloads/new/",
    "merge": "/workloads/new/merge/?preset=grid1",
    "generate": "/workloads/new/lublin/",
    "clusters": "/clusters/",
    "new cluster": "/clusters/new/",
    "studies": "/studies/",
    "study of a paper": "/studies/new/demt/",
    "new study": "/studies/new/",
    "compare": "/compare/",
    "algorithms": "/algorithms/",
    "algorithm": "/algorithms/easy/",
    "algorithm on grids": "/algorithms/grid/",
    "glossary": "/metrics/",
    "evidence": "/evidence/",
    "papers": "/papers/",
}


def tabs_of(comparison: Comparison) -> dict[str, str]:
    """Return the addresses of the tabs of a comparison that suit, but for the first."""
    records, at = records_of(comparison), f"/comparisons/{comparison.pk}/"
    suiting = [tab for tab in TABS.values() if tab.suits(records) and not tab.is_first]
    return {f"tab {tab.key}": f"{at}{tab.key}/" for tab in suiting}


def of_comparison(comparison: Comparison) -> dict[str, str]:
    """Return the addresses of everything that belongs to a comparison."""
    at, run = f"/comparisons/{comparison.pk}/", comparison.runs.all()[0]
    of_run, workload = f"/runs/{run.pk}/", comparison.workload
    assert comparison.cluster is not None
    return {
        "comparison": at,
        **tabs_of(comparison),
        "results": f"{at}results/",
        "wait": f"{at}plots/wait/",
        "flow": f"{at}plots/flow/",
        "slowdown": f"{at}plots/slowdown/",
        "utilisation": f"{at}plots/utilisation/",
        "queue": f"{at}plots/queue/",
        "pareto": f"{at}plots/pareto/",
        "ratios": f"{at}plots/ratios/",
        "json": f"{at}comparison.json",
        "code": f"{at}code/",
        **_reports(at),
        "ranking as bars": f"{at}ranking/bars/?of=mean",
        "add": f"{at}add/",
        "add a schedule": f"{at}schedules/add/",
        "jobs that differ": f"{at}reports/differences/",
        "run": of_run,
        "state": f"{of_run}state/",
        "frame": f"{of_run}frame/",
        "gantt": f"{of_run}gantt/{run.schedule}/",
        "jobs": f"{of_run}jobs/{workload.digest}/",
        "poster": f"{of_run}poster/{run.schedule}.png",
        "dark poster": f"{of_run}poster/{run.schedule}/dark.png",
        "results of a run": f"{of_run}reports/results.csv",
        "schedule": f"{of_run}schedule.csv",
        "schedule as SWF": f"{of_run}schedule.swf",
        "workload": f"/workloads/{workload.pk}/",
        "workload as SWF": f"/workloads/{workload.pk}/jobs.swf",
        "workload as JSON": f"/workloads/{workload.pk}/jobs.json.gz",
        "cluster": f"/clusters/{comparison.cluster.pk}/",
    }


def _reports(at: str) -> dict[str, str]:
    return {
        "csv": f"{at}reports/results.csv",
        "latex": f"{at}reports/results.tex",
        "markdown": f"{at}reports/results.md",
        "report": f"{at}reports/results/",
        "results as JSON": f"{at}reports/results.json",
        "ranking as CSV": f"{at}reports/ranking.csv",
        "ranking as LaTeX": f"{at}reports/ranking.tex",
        "ranking as Markdown": f"{at}reports/ranking.md",
        "ranking as JSON": f"{at}reports/ranking.json",
        "distributions": f"{at}reports/distributions/",
        "figure of a report": f"{at}reports/distributions/figures/wait/",
    }


class Page(HTMLParser):
    """Collects what must not be in a page, and what must."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if tag == "script" and "src" not in found and found.get("type") != "application/json":
            self.inline.append("script")
        self.inline += [name for name in found if name.startswith(("on", "hx-on"))]
        self.inline += [v for v in found.values() if v and v.strip().startswith("javascript:")]

    def of(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of every such tag."""
        return [attributes for name, attributes in self.tags if name == tag]

    def named(self, name: str) -> dict[str, str | None]:
        """Return the attributes of the one field of that name."""
        [found] = [a for _, a in self.tags if a.get("name") == name and a.get("type") != "hidden"]
        return found

    @property
    def ids(self) -> list[str]:
        """Every id."""
        return [a["id"] or "" for _, a in self.tags if "id" in a]

    @property
    def addresses(self) -> list[str]:
        """Everything that the page loads or links to."""
        names = ("href", "src", "action", "hx-get", "hx-post", "data-figure")
        return [a[name] or "" for _, a in self.tags for name in names if name in a]
