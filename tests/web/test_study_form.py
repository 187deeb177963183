"""Studies of one's own: from a form, from a file, from a comparison."""

import html
import io
import re

import pytest
from django.test import Client

from parsched.run.request import RequestEntry
from parsched.studies import Generated, Kept, Traced
from parsched.studies.files import as_toml
from schedweb.accounts.models import User
from schedweb.runs.services import create_comparison
from schedweb.studies.definitions import address_of
from schedweb.studies.models import Study
from schedweb.studies.reading import cells_of
from schedweb.workloads.services import generate_workload
from tests import factories
from tests.studies import declared as made
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db


def own(**changes: str | list[str]) -> dict[str, str | list[str]]:
    """What the form of a small study sends."""
    return {
        "kind": "generator",
        "generator": "uniform",
        "jobs": "5, 10",
        "processors": "8",
        "repetitions": "3",
        "seed": "5",
        "title": "Mine",
        "entry": ["0.ltf", "1.local-search"],
        "on": ["0", "1"],
        "measure": ["makespan", "makespan/area"],
        "start": "1",
        **changes,
    }


def test_a_study_of_ones_own_is_made_from_a_form(hers: Client) -> None:
    assert hers.get("/studies/new/").status_code == 200
    response = hers.post("/studies/new/", own())
    study = Study.objects.get()
    assert response["Location"] == f"/studies/{study.pk}/"
    [part] = study.declared.parts
    assert (study.title, study.runs, part.repetitions) == ("Mine", 12, 3)
    assert [one.text for one in part.requests] == ["ltf", "local-search"], "no seed is stated"
    assert [plot.along for plot in study.declared.plots] == ["jobs", "jobs"]
    assert made.work(study).finished is not None


def test_one_value_is_drawn_as_a_bar_of_each_method(hers: Client) -> None:
    hers.post("/studies/new/", own(jobs="5", repetitions="4"))
    study = made.work(Study.objects.get())
    made.summed_up(study)
    page = hers.get(f"/studies/{study.pk}/figures/").content.decode()
    assert "draws no figures" not in page
    assert 'id="plot-makespan"' in page
    assert "Mean of 4 instances a bar" in page
    drawn = hers.get(f"/studies/{study.pk}/figures/makespan/")
    assert drawn.status_code == 200
    assert "Segment" in drawn.content.decode(), "it has whiskers"


def test_parameters_of_the_model_may_take_several_values(hers: Client) -> None:
    several = {"g-several": "1", "g-sent": "1", "g-max_time": "10, 20", "g-max_width": "0"}
    hers.post("/studies/new/", own(**several, **{"g-load": "0"}))
    [part] = Study.objects.get().declared.parts
    assert isinstance(part.instances, Generated)
    assert part.instances.vary == {"max_time": (10, 20)}


def test_stored_workloads_are_instances_too(hers: Client) -> None:
    workload = factories.workload(factories.person("alice"))
    sent = own(kind="workloads", workload=[workload.pk], processors="", entry=["0.easy"], on=["0"])
    sent |= {"measure": ["mean_wait"], "repetitions": "3"}
    hers.post("/studies/new/", sent)
    study = made.work(Study.objects.get())
    [part] = study.declared.parts
    assert isinstance(part.instances, Kept)
    assert (part.instances.windows, part.instances.jobs) == (3, 1)
    assert study.finished is not None
    assert cells_of(study).done == 3
    page = hers.post(f"/workloads/{workload.pk}/delete/", follow=True).content.decode()
    assert "cannot be deleted: a study uses it" in page


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"jobs": "few"}, "whole number"),
        ({"jobs": ""}, "such as 25, 50"),
        ({"jobs": "9" * 30}, "whole number from 1 to 10,000,000"),
        ({"processors": "4+"}, "whole number"),
        ({"processors": "0"}, "processors must be"),
        ({"processors": "9" * 20}, "from 1 to 2,147,483,647"),
        ({"processors": "4+8+8"}, "schedules one site only, and the machine has 3 sites"),
        ({"repetitions": "9" * 20}, "from 1 to 100,000"),
        ({"repetitions": "0"}, "repetitions must be"),
        ({"seed": "x"}, "seed must be"),
        ({"on": []}, "at least one algorithm"),
        ({"measure": []}, "at least one measure"),
        ({"measure": ["makespan/nothing"]}, "can be divided"),
        ({"measure": ["nothing"]}, "no measure is called"),
        ({"kind": "workloads", "workload": ["x"]}, "choose 1 to"),
        ({"g-load": "much"}, "load"),
        ({"title": "x" * 300}, "title must"),
    ],
)
def test_wrong_values_are_said_and_start_nothing(
    hers: Client, changes: dict[str, str], said: str
) -> None:
    response = hers.post("/studies/new/", own(**changes))
    assert response.status_code in (400, 409, 422)
    assert said in html.unescape(response.content.decode()).lower()
    assert not Study.objects.exists()


def errors_of(page: str) -> dict[str, str]:
    """The errors of the form by the fields that they stand at, and whether they are in the list
    above it."""
    listed = re.findall(r"<li>(.*?)</li>", page[page.index("See what is wrong") :])
    shown = {}
    for part in re.split(r'<div class="field', page)[1:]:
        if found := re.search(r'<p class="error"[^>]*>(.*?)</p>', part):
            name = re.search(r'name="([^"]*)"', part)
            assert name is not None
            assert found[1] in listed
            shown[name[1]] = html.unescape(found[1])
    assert len(listed) == len(shown)
    return shown


def test_everything_that_is_wrong_is_said_at_once_by_the_titles_of_fields(hers: Client) -> None:
    wrong = {"jobs": "abc", "processors": "0", "seed": "😀", "repetitions": "0", "title": "x" * 300}
    several = {"g-sent": "1", "g-max_width": "-1", "g-max_time": "x"}
    response = hers.post("/studies/new/", own(**wrong, **several))
    assert response.status_code == 422
    shown = errors_of(response.content.decode())
    assert list(shown) == [
        *("jobs", "processors", "g-max_width", "g-max_time", "repetitions", "seed", "title"),
    ]
    assert shown["jobs"] == "Jobs must be a whole number from 1 to 10,000,000, got 'abc'"
    assert shown["seed"].startswith("Seed must be a whole number")
    assert shown["g-max_width"].startswith("Max width must be")


def test_a_model_that_makes_no_instance_says_why_at_the_field(hers: Client) -> None:
    sent = own(processors="64", **{"g-max_width": "1000"})
    shown = errors_of(hers.post("/studies/new/", sent).content.decode())
    said = "Max width must be at most the 64 processors of the machine, got 1000"
    assert shown == {"g-max_width": said}
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    ("labels", "at"),
    [
        ({"l0": "same", "l1": " same "}, ["l0", "l1"]),
        ({"l0": "Local search"}, ["l0"]),
        ({"l0": "one", "l1": "other"}, []),
    ],
)
def test_a_label_is_for_one_method(hers: Client, labels: dict[str, str], at: list[str]) -> None:
    response = hers.post("/studies/new/", own(**labels))
    assert Study.objects.exists() == (not at)
    if at:
        shown = errors_of(response.content.decode())
        assert list(shown) == at
        assert all("Label must belong to one method, got" in text for text in shown.values())
        names = ("Largest task first", "Local search")
        assert all(name in text for text in shown.values() for name in names)


def total_of(page: str) -> str:
    """What stands beside Start, in words."""
    made = page.partition('id="makes-all" role="status">')[2]
    return html.unescape(re.sub("<[^>]*>", "", made.partition("</span>")[0])).strip()


def posted(hers: Client, fields: dict[str, str | list[str]]) -> str:
    """The form as it comes back."""
    return hers.post("/studies/new/", fields).content.decode()


def test_the_form_says_how_many_runs_start(hers: Client) -> None:
    page = hers.get("/studies/new/").content.decode()
    assert total_of(page) == "180 runs: 3 methods on 60 instances"
    hers.post("/studies/new/", {**sent_by(page), "start": "1"})
    assert Study.objects.get().runs == 180
    asked = own(jobs="5, 10, 15", processors="8, 16", repetitions="4")
    del asked["start"]
    assert total_of(posted(hers, asked)) == "48 runs: 2 methods on 24 instances"
    asked |= {"g-several": "1", "g-sent": "1", "g-max_time": "10, 20"}
    asked |= {"g-max_width": "0", "g-load": "0"}
    assert total_of(posted(hers, asked)) == "96 runs: 2 methods on 48 instances"
    wrong = {**asked, "repetitions": "many"}
    assert total_of(posted(hers, wrong)) == "2 methods on each instance"
    many = {**asked, "repetitions": "100000"}
    assert "but a study has at most 2,000,000" in total_of(posted(hers, many))


def test_every_field_that_changes_the_number_of_runs_asks_for_it_again(hers: Client) -> None:
    page = hers.get("/studies/new/").content.decode()
    for name in ("jobs", "repetitions"):
        [field] = re.findall(f'<input id="{name}"[^>]*>', page)
        assert 'hx-post="/studies/new/"' in field
        assert 'hx-target="#makes-all"' in field
    for name in ("g-max_time", "systems"):
        above = page[: page.index(f'name="{name}"')]
        assert 'hx-target="#makes-all"' in above[above.rindex('hx-trigger="') :]


def test_a_file_starts_a_study_and_a_study_is_a_file(hers: Client) -> None:
    study = made.stored()
    text = hers.get(f"/studies/{study.pk}/study.toml").content.decode()
    assert hers.get(f"/studies/new/?from={study.pk}").content.decode().count("uniform") > 1
    for sent in ({"text": text}, {"file": io.BytesIO(text.encode())}):
        assert hers.post("/studies/new/", {**sent, "read": "1"}).status_code == 302
    assert Study.objects.count() == 3
    assert len({str(one.definition) for one in Study.objects.all()}) == 1


@pytest.mark.parametrize("name", ["from", "comparison", "preset"])
def test_what_the_form_cannot_begin_with_is_named(hers: Client, name: str) -> None:
    answer = hers.get(f"/studies/new/?{name}=zzz")
    text = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert "'zzz' to begin with, so this is an empty form." in text
    assert 'name="generator"' in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title",
        "[" * 5_000,
        '{"parts": []}',
        '{"parts": [{"key": 1}]}',
        "x = 1",
        "\x00",
        'key = "a"\ntitle = "b"\nparts = [[[[]]]]',
    ],
)
def test_no_text_breaks_the_page(hers: Client, text: str) -> None:
    response = hers.post("/studies/new/", {"text": text, "read": "1"})
    assert response.status_code == 422
    assert "Nothing was started" in response.content.decode()


def test_files_of_the_server_and_jobs_of_others_are_no_instances(hers: Client) -> None:
    other = factories.workload(factories.person("bob"))
    for address in ("../secret.swf", address_of(other)):
        kept = Kept(workloads={"x": address}, processors=(4,))
        text = as_toml(made.declared(made.part(instances=kept, methods=("easy",), repetitions=1)))
        response = hers.post("/studies/new/", {"text": text, "read": "1"})
        assert response.status_code == 422
        assert "digest of one of your workloads" in response.content.decode()
    traced = Traced(merges={"x": "grid1"}, folder="/")
    part = made.part(instances=traced, methods=("easy",), repetitions=1)
    text = as_toml(made.declared(part))
    assert hers.post("/studies/new/", {"text": text, "read": "1"}).status_code == 422


def test_a_study_is_made_of_a_comparison(hers: Client, alice: User) -> None:
    workload = generate_workload(alice, "uniform", jobs=12, processors=4, params={"seed": 8})
    entries = [
        RequestEntry("ltf"),
        RequestEntry("local-search", {"effort": 2, "seed": 5}, "Search"),
    ]
    machine = factories.cluster(alice, 4, deployment={"seconds": 2})
    comparison = create_comparison(alice, workload, machine, entries, title="Two lists")
    assert "Make a study of it" in hers.get(f"/comparisons/{comparison.pk}/").content.decode()
    page = hers.get(f"/studies/new/?comparison={comparison.pk}").content.decode()
    hers.post("/studies/new/", {**sent_by(page), "repetitions": "2", "start": "1"})
    study = Study.objects.get()
    [part] = study.declared.parts
    assert isinstance(part.instances, Generated)
    assert (study.title, part.instances.jobs) == ("Study of Two lists", (12,))
    assert part.instances.deployment == {"seconds": 2.0}
    assert [one.text for one in part.requests] == ["ltf", "local-search:effort=2"]


def test_a_study_has_all_methods_labels_and_measures_of_a_comparison(
    hers: Client, alice: User
) -> None:
    workload = generate_workload(alice, "uniform", jobs=12, processors=4, params={"seed": 8})
    entries = [
        RequestEntry("ltf", label="First"),
        RequestEntry("lptf"),
        RequestEntry("ltf", {"placement": "serial"}, "Second"),
        RequestEntry("local-search", {"seed": 5}),
        RequestEntry("local-search", {"seed": 6}),
    ]
    comparison = create_comparison(alice, workload, factories.cluster(alice, 4), entries)
    computed(comparison)
    link = f"/studies/new/?comparison={comparison.pk}&amp;c=makespan&amp;c=mean_flow"
    shown = hers.get(f"/comparisons/{comparison.pk}/?c=makespan&c=mean_flow").content.decode()
    assert link in shown
    page = hers.get(html.unescape(link)).content.decode()
    assert "1 run differs from another in label or seed alone" in page
    hers.post("/studies/new/", {**sent_by(page), "repetitions": "2", "start": "1"})
    [part] = Study.objects.get().declared.parts
    labels = {request.text: request.label for request in part.requests}
    assert labels["ltf"] == "First"
    assert labels["ltf:placement=serial"] == "Second"
    assert {one.algorithm.key for one in part.requests} == {"ltf", "lptf", "local-search"}
    assert len(part.requests) == 4
    assert {"makespan", "mean_flow"} <= {*part.measures}
    assert any(key.startswith("makespan/") for key in part.measures)


def test_windows_are_as_many_as_workloads_have(hers: Client) -> None:
    workload = factories.workload(factories.person("alice"))
    sent = own(kind="workloads", workload=[workload.pk], processors="", entry=["0.easy"], on=["0"])
    sent |= {"measure": ["mean_wait"]}
    page = hers.post("/studies/new/", {k: v for k, v in sent.items() if k != "start"})
    assert "Windows of each workload" in page.content.decode()
    for changes, said in (
        ({"repetitions": "4"}, "Windows of each workload must be at most 3, the size of Three"),
        ({"repetitions": "2", "window-jobs": "2"}, "Windows of each workload must be at most 1"),
        ({"repetitions": "2", "window-jobs": "0"}, "Windows of each workload must be at most 1"),
        ({"window-jobs": "4"}, "Jobs of a window must be at most 3, the size of Three jobs"),
        ({"window-jobs": "x"}, "Jobs of a window must be a whole number"),
    ):
        response = hers.post("/studies/new/", {**sent, **changes})
        assert response.status_code == 422
        assert said in html.unescape(response.content.decode())
    hers.post("/studies/new/", {**sent, "repetitions": "2", "window-jobs": "1"})
    [part] = Study.objects.get().declared.parts
    assert (part.repetitions, part.most_repetitions) == (2, 3)


def test_a_study_of_an_uploaded_workload_takes_it_as_it_is(hers: Client, alice: User) -> None:
    comparison = factories.comparison(alice, rules={"estimates": "kill"})
    page = hers.get(f"/studies/new/?comparison={comparison.pk}").content.decode()
    hers.post("/studies/new/", {**sent_by(page), "start": "1"})
    [part] = Study.objects.get().declared.parts
    assert isinstance(part.instances, Kept)
    assert list(part.instances.workloads) == ["Three jobs"]
    assert part.instances.rules == {"estimates": "kill"}
    assert [one.algorithm.key for one in part.requests] == ["fcfs", "easy"]


def sent_by(page: str) -> dict[str, list[str]]:
    """What a browser sends of the form of a study, without its buttons."""
    form = page[page.index('id="study-form"') : page.index('aria-labelledby="from-file"')]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input [^>]*>", form):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if values.get("type") in ("checkbox", "radio") and " checked" not in tag:
            continue
        sent.setdefault(html.unescape(values["name"]), []).append(html.unescape(values["value"]))
    for name, options in re.findall(r'<select [^>]*name="([^"]*)".*?>(.*?)</select>', form, re.S):
        sent[name] = re.findall(r'value="([^"]*)" selected', options)
    return sent
