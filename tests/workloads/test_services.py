"""Uploads, generated workloads, names and deletion."""

import gzip
import io
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.http import Http404
from django.utils import timezone
from pytest_django import Settings

from parsched.base.errors import FormatError
from parsched.data.generators import SAMPLES, BundledSample
from parsched.run.request import RequestEntry
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.runs.tidying import tidy
from schedweb.store import blobs, filing, installation
from schedweb.studies.models import Study
from schedweb.workloads import services
from schedweb.workloads.models import JobKind, Upload, Workload
from schedweb.workloads.selectors import upload_for, workload_for, workloads_of
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]

BAD_LINE = b"4 7 -1 -5 2 -1 -1 2 4 -1 1 3 1 -1 1 -1 -1 -1\n"


def test_a_preview_keeps_facts_and_stores_no_workload() -> None:
    draft = factories.upload(factories.person("alice"), factories.SWF + BAD_LINE)
    assert (draft.jobs, draft.widest, draft.processors, draft.span) == (3, 4, 4, 6.0)
    assert (draft.kind, draft.format) == (JobKind.RIGID, "swf")
    assert draft.features["releases"]
    assert draft.features["estimates"]
    assert draft.report["dropped"] == 1
    assert not Workload.objects.exists()


def test_using_an_upload_makes_a_workload_and_forgets_the_draft() -> None:
    alice = factories.person("alice")
    draft = factories.upload(alice, factories.SWF + BAD_LINE, name="../tr\x00ace.swf")
    kept = services.keep_upload(draft, name="Trace")
    assert kept.source["file"] == "trace.swf"
    assert kept.source["size"] == len(factories.SWF + BAD_LINE)
    assert kept.report["dropped"] == 1
    assert list(kept.load().ids) == [1, 2, 3]
    assert not Upload.objects.exists()


def test_an_upload_that_is_used_twice_at_once_makes_one_workload() -> None:
    draft = factories.upload(factories.person("alice"))
    again = Upload.objects.get(pk=draft.pk)
    services.keep_upload(draft, name="First")
    with pytest.raises(InvalidError) as caught:
        services.keep_upload(again, name="Second")
    assert set(caught.value.errors) == {"file"}
    assert [workload.name for workload in Workload.objects.all()] == ["First"]


def test_jobs_wider_than_a_machine_are_named_and_dropped_on_request() -> None:
    draft = factories.upload(factories.person("alice"))
    assert "job 2" in (services.misfit(draft, 2) or "")
    assert services.misfit(draft, 4) is None
    kept = services.keep_upload(draft, name="Narrow", drop_wider_than=2)
    assert list(kept.load().ids) == [1, 3]
    assert (kept.jobs, kept.widest, kept.processors) == (2, 2, 2)
    assert kept.report["dropped"] == 1
    assert kept.source["dropped_wider_than"] == 2


def test_dropping_every_job_is_refused() -> None:
    draft = factories.upload(factories.person("alice"))
    with pytest.raises(InvalidError) as caught:
        services.keep_upload(draft, name="None", drop_wider_than=1)
    assert list(caught.value.errors) == ["drop_wider_than"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
def test_a_name_has_limits(name: str) -> None:
    draft = factories.upload(factories.person("alice"))
    with pytest.raises(InvalidError) as caught:
        services.keep_upload(draft, name=name)
    assert list(caught.value.errors) == ["name"]


def test_a_file_beyond_the_limit_is_not_read_to_its_end(settings: Settings) -> None:
    settings.SCHEDWEB_MAX_UPLOAD_MB = 1
    stream = io.BytesIO(b";\n" * 8_000_000)
    with pytest.raises(FormatError, match="larger than 1 MB"):
        services.read_upload(factories.person("alice"), stream, "huge.swf")
    assert stream.tell() < 4_000_000


def test_a_gzip_bomb_is_stopped(settings: Settings) -> None:
    settings.SCHEDWEB_MAX_UNPACKED_MB = 1
    with pytest.raises(FormatError, match="limit"):
        factories.upload(factories.person("alice"), gzip.compress(b" " * 16_000_000), "b.swf.gz")


def test_too_many_jobs_are_refused(settings: Settings) -> None:
    settings.SCHEDWEB_MAX_JOBS = 2
    with pytest.raises(FormatError):
        factories.upload(factories.person("alice"))


def test_the_digest_of_an_upload_covers_the_whole_file() -> None:
    packed = gzip.compress(factories.SWF, mtime=0) + b"\0" * 100
    draft = factories.upload(factories.person("alice"), packed, "t.swf.gz")
    assert draft.size == len(packed)


def test_uploads_expire(settings: Settings) -> None:
    alice = factories.person("alice")
    draft = factories.upload(alice)
    Upload.objects.update(expires=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Http404):
        upload_for(alice, draft.pk)
    installation.join()  # other tests leave the mark of theirs on the files
    tidy()
    assert not Upload.objects.exists()
    assert blobs.exists(draft.digest), "young files stay"


def test_strangers_find_neither_upload_nor_workload() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    draft, stored = factories.upload(alice), factories.workload(alice)
    assert upload_for(alice, draft.pk) == draft
    assert workload_for(alice, stored.pk) == stored
    assert not workloads_of(bob).exists()
    for find, pk in ((upload_for, draft.pk), (workload_for, stored.pk)):
        with pytest.raises(Http404):
            find(bob, pk)


def test_a_generated_workload_knows_every_parameter_and_its_seed() -> None:
    made = services.generate_workload(
        factories.person("alice"), "lublin", jobs=20, processors=8, params={"seed": "7"}
    )
    assert made.jobs == 20
    assert made.source["params"]["seed"] == 7
    assert len(made.source["params"]) > 1
    again = services.generate_workload(
        factories.person("alice"),
        made.source["generator"],
        jobs=made.source["jobs"],
        processors=made.source["processors"],
        params=made.source["params"],
    )
    assert again.digest == made.digest


def test_bad_parameters_of_a_generator_are_named() -> None:
    alice = factories.person("alice")
    with pytest.raises(InvalidError) as caught:
        services.generate_workload(alice, "lublin", jobs=5, processors=8, params={"seed": "x"})
    assert list(caught.value.errors) == ["params.seed"]
    with pytest.raises(InvalidError) as caught:
        services.generate_workload(alice, "lublin", jobs=-1, processors=0, params={})
    assert set(caught.value.errors) == {"jobs", "processors"}
    with pytest.raises(InvalidError) as caught:
        services.generate_workload(alice, "unknown", jobs=1, processors=1, params={})
    assert list(caught.value.errors) == ["generator"]


def test_a_workload_in_use_is_not_deleted() -> None:
    compared = factories.comparison(factories.person("alice"))
    with pytest.raises(RefusedError, match="a comparison uses it"):
        services.delete_workload(compared.workload)
    compared.delete()
    services.delete_workload(compared.workload)
    assert not Workload.objects.exists()
    assert Workload.everything.exists()


def test_what_is_in_the_trash_itself_keeps_no_workload_from_it() -> None:
    alice = factories.person("alice")
    compared = factories.comparison(alice)
    jobs = compared.workload
    study = Study.objects.create(owner=alice, title="A", definition={}, instances=1, runs=1)
    filing.throw_away(compared)
    study.uses.create(workload=jobs)
    with pytest.raises(RefusedError, match="a study uses it"):
        services.delete_workload(jobs)
    filing.throw_away(study)
    services.delete_workload(jobs)
    assert not Workload.objects.exists()


def test_awkward_real_files_are_read_and_pictures_refused(odd_traces: list[Path]) -> None:
    alice = factories.person("alice")
    for path in odd_traces:
        with path.open("rb") as file:
            draft = services.read_upload(alice, file, path.name)
        draft.refresh_from_db()
        assert draft.jobs == len(draft.load())
    with pytest.raises(FormatError, match=r"^photo\.jpg: the file is a JPEG picture"):
        services.read_upload(alice, io.BytesIO(b"\xff\xd8\xff" + bytes(99)), "photo.jpg")


@pytest.mark.parametrize(
    "noise",
    [b"; Computer: a\x00\x1b[31m\n", b"5 \x00 1\n", b"; Computer: \xff\xfe\n", b"\xef\xbb\xbf;\n"],
)
def test_unprintable_content_is_kept_out_of_the_database(noise: bytes) -> None:
    with suppress(FormatError):
        factories.upload(factories.person("alice"), noise + factories.SWF)
    for draft in Upload.objects.all():  # none where the file is refused
        assert draft.name.isprintable()
        assert "\0" not in str(draft.report)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_every_sample_can_be_kept(sample: BundledSample) -> None:
    kept = services.keep_sample(factories.person("alice"), sample, sample.workload())
    assert kept.jobs == len(kept.load())
    assert kept.widest <= kept.processors


def test_what_is_in_the_trash_is_not_compared_nor_studied() -> None:
    alice = factories.person("alice")
    jobs, machine = factories.workload(alice), factories.cluster(alice, 4)
    services.delete_workload(jobs)
    with pytest.raises(RefusedError, match="Three jobs was deleted meanwhile: take it back"):
        create_comparison(alice, jobs, machine, [RequestEntry("fcfs")])
    assert not Comparison.objects.exists()
