"""Files of deleted things go, all others stay."""

from datetime import timedelta

import pytest

from schedweb import blobs
from schedweb.runs import tidying
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from tests import factories

pytestmark = pytest.mark.django_db

FILES = ("schedule", "gantt", "poster_light", "poster_dark")


def test_files_go_with_what_they_belong_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "AGE", timedelta(minutes=-1))
    compared = factories.comparison(factories.person("alice"), ["fcfs"])
    execute(compared.runs.get().pk)
    draft = factories.upload(factories.person("bob"), factories.SWF[:-60])
    run = Run.objects.select_related("comparison__workload").get()
    files = {getattr(run, name) for name in FILES}
    jobs = {run.comparison.workload.digest, run.comparison.workload.pack, draft.digest}
    tidying.tidy()
    assert all(blobs.exists(digest) for digest in files | jobs)
    compared.delete()
    tidying.tidy()
    assert not any(blobs.exists(digest) for digest in files)
    assert all(blobs.exists(digest) for digest in jobs)
