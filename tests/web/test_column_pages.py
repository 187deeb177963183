"""A user says what the columns of a table mean, and it is read again."""

import io
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client

from parsched.data.logs import Mapping, SourceColumn
from schedweb.accounts.models import User
from schedweb.store import blobs
from schedweb.workers.models import Task
from schedweb.workloads import services
from schedweb.workloads.models import ColumnProfile, Upload
from schedweb.workloads.selectors import remembered_columns
from tests import factories
from tests.parsched.data.logs.samples import ALIBABA_GPU

SACCT_WITH_GPUS = b"""JobID|JobIDRaw|State|Submit|Start|End|Elapsed|ElapsedRaw|ReqTRES|AllocTRES
1|1|COMPLETED|2025-03-01T00:00:00|2025-03-01T00:00:05|2025-03-01T00:01:45|00:01:40|100|cpu=4,gres/gpu=2|cpu=4,gres/gpu:a100=2,gres/gpu=2
1.batch|1.batch|COMPLETED|2025-03-01T00:00:05|2025-03-01T00:00:05|2025-03-01T00:01:45|00:01:40|100||cpu=4
2_1|3|FAILED|2025-03-01T00:00:10|2025-03-01T00:00:15|2025-03-01T00:00:45|00:00:30|30|cpu=8|cpu=8
"""
ODD = b"""ref;len;how wide;when;who
a;2;8;01.03.2025 00:00:00;ann
b;3;4;01.03.2025 00:01:00;bob
"""


def send(hers: Client, content: bytes = ODD, name: str = "odd.csv") -> str:
    """Upload a file, and return the page that answers."""
    file = io.BytesIO(content)
    file.name = name
    return hers.post("/workloads/new/", {"file": file}, follow=True).content.decode()


class _Fields(HTMLParser):
    """The fields of the form of columns, as a browser sends them."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the value of an input, or of the chosen option of a list."""
        of = {name: value or "" for name, value in attrs}
        if tag == "select":
            self._select = of["name"]
        elif tag == "option" and "selected" in of:
            self.values[self._select] = of["value"]
        elif tag == "input" and "name" in of and (of.get("type") != "checkbox" or "checked" in of):
            self.values[of["name"]] = of.get("value", "")


def fields_of(page: bytes) -> dict[str, str]:
    """Return what the form of a page says."""
    parser = _Fields()
    parser.feed(page.decode())
    return parser.values


def columns_address() -> str:
    """Return the address of the columns of the file that was read last."""
    return f"/workloads/new/columns/{Task.objects.filter(kind='upload').latest('queued').pk}/"


def told(**given: str) -> dict[str, str]:
    """Return a form that says what the columns of the odd table mean."""
    names = ("ref", "len", "how wide", "when", "who")
    roles = ("id", "run", "processors", "submit", "user")
    form = {f"name-{i}": name for i, name in enumerate(names)}
    form |= {f"role-{i}": role for i, role in enumerate(roles)}
    return form | {"unit-1": "min", "zone": "Europe/Berlin", "restarts": "separate"} | given


def test_a_refused_table_offers_its_columns(hers: Client) -> None:
    html = send(hers)
    assert "no column says how many processors" in html
    assert columns_address() in html
    html = hers.get(columns_address()).content.decode()
    assert "Columns of odd.csv" in html
    for text in ("how wide", "<code>ann</code>", "has no role"):
        assert text in html


def test_what_is_said_is_read(hers: Client) -> None:
    send(hers)
    html = hers.post(columns_address(), told(), follow=True).content.decode()
    assert "2 jobs kept, 0 left out" in html
    [upload] = Upload.objects.all()
    jobs = upload.load()
    assert jobs.ids.tolist() == ["a", "b"]
    assert jobs.runtime.tolist() == [120, 180]
    assert jobs.width.tolist() == [8, 4]
    assert upload.begin.unix_start == 1_740_787_200 - 3_600
    html = hers.get(columns_address()).content.decode()
    assert 'value="Europe/Berlin"' in html
    assert '<option value="processors" selected>' in html


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"zone": "Nowhere"}, "must be the name of a time zone"),
        ({"restarts": "perhaps"}, "restarts must be separate or joined"),
        ({"role-2": "cabbage"}, "no role is called"),
        ({"role-2": ""}, "no column says how many processors"),
        ({"name-2": "other"}, "the file has none. Its columns are"),
        ({"role-0": "run", "unit-0": "year", "role-1": ""}, "unit must be one of"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(
    hers: Client, given: dict[str, str], rule: str
) -> None:
    send(hers)
    answer = hers.post(columns_address(), told(**given))
    assert answer.status_code == 422
    html = answer.content.decode()
    assert rule in html
    assert "Columns of odd.csv" in html


def test_a_refused_form_keeps_what_was_chosen(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(hers)
    chosen = told(run="done, failed", restarts="joined", arrays="kept")
    wrong = hers.post(columns_address(), chosen | {"zone": "Nowhere"})
    assert fields_of(wrong.content).items() >= (chosen | {"zone": "Nowhere"}).items()
    html = wrong.content.decode()
    assert html.count("you said so") == 5
    assert 'id="zone-error">zone must be the name of a time zone' in html
    assert 'aria-describedby="zone-help zone-error" aria-invalid="true"' in html
    monkeypatch.setattr("schedweb.workers.services.MOST_ACTIVE", 0)
    busy = hers.post(columns_address(), chosen)
    assert busy.status_code == 422
    assert "still being worked on" in busy.content.decode()
    assert "2 jobs kept, 0 left out" in busy.content.decode()
    assert fields_of(busy.content).items() >= chosen.items()


def test_a_form_that_was_refused_says_the_same_when_it_is_sent_again(hers: Client) -> None:
    send(hers, SACCT_WITH_GPUS, "sacct.txt")
    first = Upload.objects.latest("expires")
    form = fields_of(hers.get(columns_address()).content)
    refused = fields_of(hers.post(columns_address(), form | {"zone": "Nowhere"}).content)
    hers.post(columns_address(), refused | {"zone": form["zone"]}, follow=True)
    again = Upload.objects.latest("expires")
    assert again.pk != first.pk
    assert (again.profile, again.digest) == (first.profile, first.digest)


def test_a_table_of_as_many_columns_as_may_be_is_explained(hers: Client) -> None:
    names = ["cores", "run", *(f"cpu{i}" for i in range(settings.SCHEDWEB_MAX_COLUMNS - 2))]
    cells = ["4", "9", *["mem=4G"] * (len(names) - 2)]
    send(hers, "\n".join((",".join(names), ",".join(cells), "")).encode(), "wide.csv")
    form = fields_of(hers.get(columns_address()).content)
    form |= {name: "memory" for name in form if name.startswith("role-") and not form[name]}
    html = hers.post(f"{columns_address()}mapped/", form).content.decode()
    assert "1 job kept" in html
    assert "1 job kept" in hers.post(columns_address(), form, follow=True).content.decode()


def test_a_change_of_the_form_reads_the_rows_once(
    hers: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(hers)
    form = fields_of(hers.get(columns_address()).content)
    rows = Task.objects.get(kind="columns").output
    reads: list[str] = []
    read = blobs.read

    def counted(name: str) -> bytes | None:
        reads.append(name)
        return read(name)

    monkeypatch.setattr(blobs, "read", counted)
    hers.post(f"{columns_address()}mapped/", form)
    assert reads.count(blobs.path_of(rows)) == 1, "which tells whether they are as they were stored"
    reads.clear()
    hers.get(columns_address())
    assert reads.count(blobs.path_of(rows)) == 1


def test_what_is_remembered_of_columns_is_listed_and_forgotten(hers: Client, his: Client) -> None:
    send(hers)
    hers.post(columns_address(), told(), follow=True)
    profile, address = ColumnProfile.objects.get(), "/workloads/new/columns/"
    html = hers.get(address).content.decode()
    for text in ("odd.csv", "<code>how wide</code>", f"remembered/{profile.pk}/forget/"):
        assert text in html
    assert "odd.csv" not in his.get(address).content.decode()
    forget = f"{address}remembered/{profile.pk}/forget/"
    assert his.post(forget).status_code == 404
    html = hers.post(forget, follow=True).content.decode()
    assert "What you said of the columns of odd.csv is forgotten." in html
    assert not ColumnProfile.objects.exists()
    for page in ("/workloads/new/", columns_address()):
        assert f'href="{address}"' in hers.get(page).content.decode()


def test_so_many_tables_are_remembered_and_no_more(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_REMEMBERED", 2)
    bob = factories.person("bob")
    for owner in (bob, alice):
        for name in ("one", "two", "one", "three"):
            services.remember_columns(owner, [name], f"{name}.csv", Mapping())
    left = ColumnProfile.objects.filter(owner=alice).values_list("file", flat=True)
    assert sorted(left) == ["one.csv", "three.csv"]
    assert ColumnProfile.objects.filter(owner=bob).count() == 2


def test_a_profile_of_rules_that_have_changed_is_listed_and_not_followed(
    hers: Client, alice: User
) -> None:
    services.remember_columns(alice, ["a"], "old.csv", Mapping())
    ColumnProfile.objects.update(profile={"gone": 1})
    assert "old.csv" in hers.get("/workloads/new/columns/").content.decode()
    assert remembered_columns(alice, ["a"]) is None


def test_a_log_that_is_recognised_says_what_its_columns_mean(hers: Client) -> None:
    content = b"JobID|State|Submit|Start|End|Elapsed|NCPUS\n"
    content += (
        b"1|COMPLETED|2025-03-01T00:00:00|2025-03-01T00:00:05|2025-03-01T00:00:15|00:00:10|4\n"
    )
    html = send(hers, content, "sacct.txt")
    assert "Slurm sacct" in html
    assert columns_address() in html
    html = hers.get(columns_address()).content.decode()
    assert "a column of Slurm sacct" in html


def test_a_picture_and_the_archive_format_have_no_columns(hers: Client) -> None:
    assert "columns mean" not in send(hers, b"\x89PNG\r\n\x1a\n", "x.png")
    assert hers.get(columns_address()).status_code == 404
    assert "columns mean" not in send(
        hers, b"1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n", "x.swf"
    )


def test_the_form_sent_back_unchanged_says_the_same(hers: Client) -> None:
    send(hers, SACCT_WITH_GPUS, "sacct.txt")
    first = Upload.objects.latest("expires")
    hers.post(columns_address(), fields_of(hers.get(columns_address()).content), follow=True)
    again = Upload.objects.latest("expires")
    assert again.pk != first.pk
    assert again.profile == first.profile
    assert again.report == first.report
    assert again.digest == first.digest
    assert "GPUs" in again.features["unmodelled"]


def test_parts_of_processors_stay_parts(hers: Client) -> None:
    send(hers, ALIBABA_GPU, "pai_task_table.csv")
    form = fields_of(hers.get(columns_address()).content)
    [parts] = [name for name, value in form.items() if name.startswith("divide-")]
    assert form[parts] == "100.0"
    html = hers.post(columns_address(), form, follow=True).content.decode()
    assert "2 jobs kept" in html
    assert Upload.objects.latest("expires").load().width.tolist() == [8, 4]
    assert hers.post(columns_address(), form | {parts: "x"}).status_code == 422


def test_what_the_form_says_is_followed(hers: Client) -> None:
    send(hers, SACCT_WITH_GPUS, "sacct.txt")
    page = hers.get(columns_address())
    form, address = fields_of(page.content), f"{columns_address()}mapped/"
    assert f'hx-post="{address}"' in page.content.decode()
    html = hers.post(address, form).content.decode()
    assert "2 jobs kept, 1 left out" in html
    assert '<th scope="row">3</th>' in html
    html = hers.post(address, form | {"steps": "kept"}).content.decode()
    assert "3 jobs kept, 0 left out" in html
    counts = {name: "" for name, value in form.items() if value in ("processors", "asked")}
    html = hers.post(address, form | counts).content.decode()
    assert "no column says how many processors" in html
    html = hers.post(address, form | {"zone": "Nowhere"}).content.decode()
    assert "must be the name of a time zone" in html
    assert Upload.objects.count() == 1


def test_what_was_said_is_remembered_for_files_with_the_same_columns(hers: Client) -> None:
    send(hers)
    hers.post(columns_address(), told(), follow=True)
    html = send(hers, ODD.replace(b"ann", b"eve"), "other.txt")
    assert "2 jobs kept" in html
    assert "as you said for an earlier file" in html
    upload = Upload.objects.latest("expires")
    assert upload.is_remembered
    assert upload.load().runtime.tolist() == [120, 180]
    page = hers.get(columns_address()).content.decode()
    assert "for odd.csv" in page
    assert 'value="Europe/Berlin"' in page
    refused = hers.post(columns_address(), {"guess": "1"}, follow=True).content.decode()
    assert "no column says how many processors" in refused
    assert ColumnProfile.objects.count() == 1
    hers.post(columns_address(), {"forget": "1"}, follow=True)
    assert not ColumnProfile.objects.exists()
    assert "no column says how many processors" in send(hers)


def test_what_a_user_said_counts_for_no_other_user(hers: Client, his: Client) -> None:
    send(hers)
    hers.post(columns_address(), told(), follow=True)
    assert "no column says how many processors" in send(his)


def test_a_profile_is_downloaded_and_builds_the_same(hers: Client) -> None:
    send(hers)
    answer = hers.post(columns_address(), told(download="1"))
    assert answer["Content-Disposition"] == 'attachment; filename="odd.csv.toml"'
    profile = Mapping.from_toml(answer.content.decode())
    assert profile.zone == "Europe/Berlin"
    assert profile.columns["run"] == (SourceColumn("len", "min"),)


def test_a_text_of_unknown_columns_may_be_explained_under_any_name(hers: Client) -> None:
    html = send(hers, ODD, "odd.log")
    assert columns_address() in html
    html = hers.post(columns_address(), told(), follow=True).content.decode()
    assert "2 jobs kept" in html


@pytest.mark.parametrize("far", [1_700_000_000_000_000, 300_000_000_000])
def test_times_that_are_no_dates_are_set_apart(hers: Client, far: int) -> None:
    send(hers, b"cores,run,submit\n1,2,1700000000\n1,2,%d\n" % far, "far.csv")
    form = fields_of(hers.get(columns_address()).content) | {"unit-2": "s"}
    mapped = hers.post(f"{columns_address()}mapped/", form)
    hers.post(columns_address(), form, follow=True)
    for answer in (mapped, hers.get(columns_address())):
        html = answer.content.decode()
        assert "2023-11-14 22:13:20 UTC" in html
        assert "1 job kept, 1 left out" in html
    assert hers.post(columns_address(), form | {"zone": "Nowhere"}).status_code == 422


def test_submit_dates_are_in_the_named_zone(hers: Client) -> None:
    send(hers)
    html = hers.post(f"{columns_address()}mapped/", told()).content.decode()
    assert "2025-03-01 00:01:00 CET" in html


def test_the_preview_of_a_remembered_table_reads_it_by_guesses_at_a_click(hers: Client) -> None:
    send(hers)
    hers.post(columns_address(), told(), follow=True)
    html = send(hers)
    form = f'<form method="post" action="{columns_address()}" class="row">'
    assert form in html
    button = html.partition(form)[2].partition("</form>")[0]
    assert 'name="guess"' in button
    assert "csrfmiddlewaretoken" in button


def test_no_user_sees_the_columns_of_others(hers: Client, client: Client) -> None:
    send(hers)
    address = columns_address()
    assert hers.get(address).status_code == 200
    assert client.get(address).status_code in (302, 404)


WAITING = b"""ref;len;cores;depends_on
a;2;8;
b;3;4;a
"""


def test_dependencies_are_left_out_where_columns_are_explained(hers: Client) -> None:
    send(hers, WAITING)
    names, roles = ("ref", "len", "cores", "depends_on"), ("id", "run", "processors", "after")
    form = {f"name-{i}": name for i, name in enumerate(names)}
    form |= {f"role-{i}": role for i, role in enumerate(roles)}
    hers.post(columns_address(), form, follow=True)
    assert Upload.objects.latest("expires").load().after is not None
    switched = form | {"leave_dependencies_out": "yes"}
    first = hers.post(f"{columns_address()}mapped/", switched).content.decode()
    assert "are left out, as was asked for" in first
    html = hers.post(columns_address(), switched, follow=True).content.decode()
    assert "are left out, as was asked for" in html
    upload = Upload.objects.latest("expires")
    assert upload.load().after is None
    assert upload.load().unmodelled == ("dependencies",)
    again = fields_of(hers.get(columns_address()).content)
    assert "leave_dependencies_out" in again
    hers.post(columns_address(), {"guess": "1"})  # as the preview does, which has no such field
    reading = Task.objects.filter(kind="upload").latest("queued")
    assert reading.arguments["leave_dependencies_out"]
    assert "profile" not in reading.arguments
