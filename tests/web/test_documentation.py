"""The documentation site as the application serves it."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from parsched.studies import StudyPlot
from schedweb.accounts.models import User
from schedweb.base import config
from schedweb.documentation import building
from schedweb.studies.models import Study
from schedweb.studies.services import create_study
from schedweb.web.plain_documentation import every_page
from schedweb.web.views.documentation import CHAPTERS
from tests.studies import declared

KEPT = '<p class="kept" data-study="demt">Makespan. This picture is kept.</p>'
pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.SCHEDWEB_DOCS = tmp_path / "site"
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "site"


def test_before_it_is_built_its_pages_are_shown_as_written(hers: Client, folder: Path) -> None:
    seen, left = set[str](), ["/docs/"]
    while left:
        path = left.pop()
        answer = hers.get(path)
        assert answer.status_code == 200, path
        text = answer.content.decode()
        assert "{{" not in text.partition('<h2 id="all-pages">')[0].partition("<pre>")[0]
        seen.add(path)
        links = re.findall(r'href="(/docs/[^"#]*)', text)
        left += [one for one in dict.fromkeys(links) if one not in {*seen, *left}]
    written = list((config.FILES / "docs" / "pages").rglob("*.md"))
    assert len(seen) == len(written)
    for path in ("nothing/", "../secret.txt", "%2e%2e/", "guides/nothing/", "a%00b"):
        assert hers.get(f"/docs/{path}").status_code in (200, 404)
    assert hers.get("/docs/nothing/").status_code == 404


def test_pages_as_written_are_read_like_any_page(hers: Client, folder: Path) -> None:
    """Drawings are drawn, links lead to headings, and the list of pages has chapters."""
    drawn = hers.get("/docs/architecture/").content.decode()
    assert '<svg viewBox="0 0 760 380" role="img"' in drawn
    assert "&lt;svg" not in drawn
    assert '<h2 id="add-anything">' in drawn
    guide = hers.get("/docs/guides/write-an-algorithm/").content.decode()
    assert 'href="/docs/architecture/#add-anything"' in guide
    listed = guide.partition('<h2 id="all-pages">')[2]
    assert re.search(r'/docs/guides/">Guides</a><ul><li><a href="/docs/guides/', listed)
    assert '<p class="crumb"><a href="/docs/">Documentation</a>' in guide
    text = re.sub(r"<(pre|code)\b.*?</\1>", "", guide.partition("<h1")[2], flags=re.DOTALL)
    assert not re.search(r"^#+ |\*\*|```|\]\(", text, re.MULTILINE), "no Markdown is left"


def test_pages_as_written_show_their_pictures(hers: Client, folder: Path) -> None:
    pictures = {
        one for page in every_page() for one in re.findall(r'<img src="([^"]*)"', str(page.html))
    }
    assert len(pictures) >= 3
    answers = [hers.get(address) for address in pictures]
    assert {answer.headers["Content-Type"] for answer in answers} == {"image/png"}
    for answer in answers:
        answer.close()


def test_every_place_that_a_page_as_written_names_is_there(hers: Client, folder: Path) -> None:
    places = {
        link
        for page in every_page()
        for link in re.findall(r'href="(/docs/[^"]*#[^"]+)"', str(page.html))
    }
    assert places
    for link in places:
        address, _, place = link.partition("#")
        assert f'id="{place}"' in hers.get(address).content.decode(), link


def test_a_package_without_pages_leads_to_the_applications_pages(
    hers: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schedweb.web.plain_documentation.PAGES", folder / "nothing")
    answer = hers.get("/docs/")
    assert answer.status_code == 200
    assert 'href="/algorithms/"' in answer.content.decode()


def test_pages_and_files_are_served_below_their_own_policy(hers: Client, folder: Path) -> None:
    (folder / "start").mkdir(parents=True)
    (folder / "index.html").write_text("<p>Hello</p>")
    (folder / "start" / "index.html").write_text(
        "<script src='x.js'></script><script data-x>let x = 1</script><p>Start</p>"
    )
    (folder / "x.css").write_text("p {}")
    assert b"Hello" in hers.get("/docs/").content
    assert hers.get("/docs/start").headers["Location"] == "/docs/start/"
    page = hers.get("/docs/start/")
    digest = b64encode(sha256(b"let x = 1").digest()).decode()
    policy = page.headers["Content-Security-Policy"]
    assert f"script-src 'self' 'sha256-{digest}'" in policy
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
    for path in ("nothing/", "../secret.txt", "%2e%2e/secret.txt", "a%00b"):
        assert hers.get(f"/docs/{path}").status_code == 404
    style = hers.get("/docs/x.css")
    assert style.headers["Content-Type"] == "text/css"
    style.close()


def test_lists_of_pages_lead_back_to_the_application(hers: Client, folder: Path) -> None:
    folder.mkdir()
    (folder / "index.html").write_bytes((CHAPTERS + b"<li>Start</li></ul>") * 2)
    page = hers.get("/docs/").content.decode()
    assert (
        len(re.findall(r'<ul [^>]*><li [^>]*><a [^>]*href="/">To the application</a>', page)) == 2
    )


@pytest.fixture
def science(folder: Path) -> Path:
    """A page with the kept picture of a declared study."""
    folder.mkdir()
    (folder / "index.html").write_text(f"<main>{KEPT}<p>After</p></main>")
    return folder


def test_a_kept_picture_says_how_to_compute_a_study_that_was_not_computed(
    hers: Client, science: Path
) -> None:
    declared.stored()  # not of the declared study
    page = hers.get("/docs/").content.decode()
    assert (
        'This picture is kept. <a href="/studies/new/demt/">Compute it on this server</a>' in page
    )
    assert "<p>After</p>" in page
    assert page.count("<p") == page.count("</p>") == 2


def test_the_readers_own_result_stands_below_a_kept_picture(
    hers: Client, his: Client, alice: User, science: Path
) -> None:
    study = of_demt(alice)
    assert "Compute it on this server" in hers.get("/docs/").content.decode()
    declared.work(study)
    declared.summed_up(study)
    page = hers.get("/docs/").content.decode()
    image = f"/studies/{study.pk}/figures/fig3-makespan/?file=svg"
    for theme in ("light", "dark"):
        assert f'<img src="{image}&amp;theme={theme}" class="only-{theme}"' in page
        assert b"<svg" in hers.get(f"{image}&theme={theme}").content
    assert f'<a href="/studies/{study.pk}/">A tiny study</a>, 12 of 12 instances' in page
    assert "Compute it on this server" in his.get("/docs/").content.decode()


def of_demt(owner: User) -> Study:
    """Return a small study that passes for the declared one."""
    plot = StudyPlot(
        figure="fig3", key="fig3-makespan", title="Makespan", parts=("small",), measure="makespan"
    )
    return create_study(owner, declared.declared(plots=(plot,)), preset="demt")


def test_pages_have_places_for_results_below_kept_pictures() -> None:
    text = building.PLACES["figure"]("demt")
    assert '<p class="kept" data-study="demt">' in text
    assert "This picture was drawn when the version was made." in text


def test_a_package_without_it_says_what_puts_it_in(
    hers: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "INSTALLED", True)
    answer = hers.get("/docs/")
    assert answer.status_code == 200
    assert "this package was built before <code>make docs</code>" in answer.content.decode()
