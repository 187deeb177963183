"""Plots of workloads, of theory and in part: saved as files like plots of comparisons."""

import csv
import io

import pytest
from django.test import Client

from parsched.policies.catalogue import ALGORITHMS
from parsched.report.axes import AxisLayout
from parsched.report.plot import Axis
from parsched.report.scales import clock_scale
from schedweb.accounts.models import User
from schedweb.web.histograms import histograms
from tests import factories
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db
HOUR = 3_600.0


def rows(client: Client, address: str) -> list[dict[str, str]]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_plots_of_a_workload_are_saved_with_the_counts_of_its_page(
    hers: Client, alice: User
) -> None:
    workload = factories.comparison(alice, ["fcfs"]).workload
    at = f"/workloads/{workload.pk}/"
    page = hers.get(at).content.decode()
    jobs = workload.load()
    charts = histograms(jobs)
    assert {"arrivals", "widths", "run-times"} <= {chart.key for chart in charts}
    for chart in charts:
        assert f'action="{at}plots/{chart.key}/"' in page
        saved = rows(hers, f"{at}plots/{chart.key}/?file=csv")
        counts = [float(row["jobs"]) for row in saved]
        assert sum(counts) == len(jobs)
        assert counts == [*map(float, chart.counts), 0.0]
        for ending, begins in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
            query = f"file={ending}&width=text&theme=dark&font_size=10&caption=Mine&parameters=1"
            assert hers.get(f"{at}plots/{chart.key}/?{query}").content.startswith(begins)
    caption = hers.get(f"{at}plots/widths/?file=svg&width=text&parameters=1").content.decode()
    assert workload.name in caption
    assert hers.get(f"{at}plots/nothing/").status_code == 404
    assert hers.get(f"{at}plots/widths/?file=exe").status_code == 404


def test_no_other_user_saves_a_plot_of_a_workload(his: Client, alice: User) -> None:
    workload = factories.comparison(alice, ["fcfs"]).workload
    assert his.get(f"/workloads/{workload.pk}/plots/widths/?file=svg").status_code == 404


def test_the_curves_of_theory_are_saved_with_a_caption(hers: Client) -> None:
    key = next(one.key for one in ALGORITHMS.values() if one.theory)
    at = f"/algorithms/{key}/theory/"
    shown = hers.get(f"/algorithms/{key}/").content.decode()
    assert f'action="{at}"' in shown
    assert "data-embed-form" not in shown, "it has no owner"
    saved = hers.get(f"{at}?file=svg&width=text&parameters=1").content.decode()
    assert ALGORITHMS[key].title.split()[0] in saved
    assert rows(hers, f"{at}?file=csv")


def test_a_clock_may_begin_late_and_has_ticks_within() -> None:
    for begin, end in ((0.0, 5.0), (HOUR, 1.5 * HOUR), (5.2 * 86_400, 5.3 * 86_400), (10.0, 10.5)):
        ticks = [at for at in clock_scale(end, begin).ticks if begin <= at <= end]
        assert len(ticks) >= 2, (begin, end)
        layout = AxisLayout.of(Axis(title="t", scale="clock", begin=begin, end=end), [9e9])
        assert (layout.start, layout.end) == (begin, end)
    assert clock_scale(7 * HOUR).ticks == clock_scale(7 * HOUR, 0.0).ticks


def test_a_zoomed_plot_is_saved_and_embedded_as_it_is_shown(hers: Client, alice: User) -> None:
    comparison = computed(factories.comparison(alice, ["fcfs"]))
    at = f"/comparisons/{comparison.pk}/plots/utilisation/"
    whole, part = (hers.get(f"{at}?file=svg{view}").content for view in ("", "&view=2:5"))
    assert whole != part
    assert part == hers.get(f"{at}?file=svg&view=2.0:5.0").content
    for wrong in ("5:2", "a:b", "1", "1:2:3", "nan:4", "1:inf"):
        answer = hers.get(f"{at}?file=svg&view={wrong}")
        assert answer.status_code in (400, 422), wrong
        assert b"view must be the first and the last second" in answer.content
    made = hers.post("/links/embeds/new/", {"at": f"{at}?view=2:5"}, follow=True)
    token = made.content.decode().partition("/embed/")[2].partition("/")[0]
    narrow = hers.get(f"/embed/{token}/figure.svg?theme=light").content
    other = hers.post("/links/embeds/new/", {"at": at}, follow=True)
    token = other.content.decode().partition("/embed/")[2].partition("/")[0]
    assert hers.get(f"/embed/{token}/figure.svg?theme=light").content != narrow
