"""No tab of two hundred runs is a large page."""

import io

import pytest
from django.test import Client

from parsched.data.formats import FORMATS
from parsched.data.generators.samples import SAMPLES
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.runs.samples import FEWER_DEPLOYMENTS
from schedweb.runs.services import create_comparison
from schedweb.web.tabs import TABS
from tests import factories
from tests.web.conftest import computed

MOST = 40_500
"""Bytes of HTML; some 300 are the fingerprints of title and note."""
TARGETS = tuple(round(1 + 0.05 * step, 2) for step in range(63))
"""λ as multiples of the least one."""


@pytest.fixture
def many(alice: User) -> Comparison:
    """The sample with environments, under many more λ."""
    sample = next(one for one in SAMPLES if one.key == FEWER_DEPLOYMENTS.sample)
    file = io.BytesIO()
    FORMATS["json"].write(sample.workload(), file)
    jobs = factories.workload(alice, file.getvalue(), sample.title)
    time = FEWER_DEPLOYMENTS.deployment
    assert time is not None
    machine = factories.cluster(alice, sample.processors, deployment=time.as_dict())
    entries = [
        *(entry for entry in FEWER_DEPLOYMENTS.entries if not entry.vary),
        RequestEntry("gls", vary={"lam": TARGETS}),
        RequestEntry("gls-plus", vary={"lam": TARGETS, "choose": "all"}),
    ]
    return computed(create_comparison(alice, jobs, machine, entries, title=FEWER_DEPLOYMENTS.title))


@pytest.mark.night  # by day `test_rail` looks at the tabs of fewer
def test_no_tab_of_two_hundred_runs_is_large(hers: Client, many: Comparison) -> None:
    assert many.runs.count() >= 190
    suiting = [tab for tab in TABS.values() if tab.suits(records_of(many))]
    assert len(suiting) >= 8
    sizes = {}
    for tab in suiting:
        answer = hers.get(f"/comparisons/{many.pk}/{'' if tab.is_first else f'{tab.key}/'}")
        assert answer.status_code == 200
        sizes[tab.key] = len(answer.content)
    assert {key: size for key, size in sizes.items() if size > MOST} == {}
