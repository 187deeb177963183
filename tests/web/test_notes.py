"""Notes in Markdown: what people may write, and what must do no harm."""

import pytest
from django.test import Client

from schedweb.runs.models import Comparison, Run
from schedweb.sharing.services import share
from schedweb.web.notes import follower, html_of
from tests.web.pages import Page

ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox)",
    "<javascript:alert(1)>",
    "![x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "<iframe src=https://evil.example></iframe>",
    "<a href=javascript:alert(1)>x</a>",
    "<style>*{display:none}</style>",
    "<form action=/comparisons/><button>x</button></form>",
    '[x](https://evil.example "onmouseover=alert(1)")',
    '[x](" onclick=alert(1) ")',
    "```\n</code><script>alert(1)</script>\n```",
    "`<script>alert(1)</script>`",
    "[a]: javascript:alert(1)\n\n[a]",
    "<!-- --><script>alert(1)</script>",
    "<math><mtext></mtext><script>alert(1)</script></math>",
)


@pytest.mark.parametrize("text", ATTACKS)
def test_a_note_does_no_harm(text: str) -> None:
    page = Page(html_of(text))
    names = {name for name, _ in page.tags}
    assert not names & {"script", "img", "svg", "iframe", "style", "form", "button", "math"}
    for _, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on")]
        address = str(attributes.get("href") or "").lower()
        assert address == "" or address.startswith(("http", "mailto:", "/", "#", "?", '"', "%22"))


def test_markdown_is_shown_as_it_is_meant() -> None:
    html = html_of("# Title\n\n- **bold** ~~not~~\n- `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    for piece in ("<h3>Title</h3>", "<strong>bold</strong>", "<s>not</s>", "<code>code</code>"):
        assert piece in html
    assert "<td>1</td>" in html
    assert html_of("one\ntwo") == "<p>one<br>\ntwo</p>\n", "as notes were before"


def test_columns_of_a_table_are_aligned_as_the_note_says() -> None:
    html = html_of("|a|b|c|\n|---|---:|:-:|\n|1|2|3|")
    assert "<th>a</th>" in html
    assert '<td align="right">2</td>' in html
    assert '<td align="center">3</td>' in html
    assert "style" not in html


def test_links_to_elsewhere_open_beside_the_page() -> None:
    html = html_of("[there](https://example.org) [here](/metrics/) [odd](//example.org)")
    there, here, odd = (a for name, a in Page(html).tags if name == "a")
    assert (there["target"], there["rel"]) == ("_blank", "noopener noreferrer nofollow")
    assert "target" not in here
    assert odd["target"] == "_blank"


def test_addresses_lead_to_what_the_reader_may_see() -> None:
    follow = follower("host:1", "/s/t/", {"/comparisons/x/": "/s/t/"})
    assert follow("http://host:1/comparisons/x/schedules/?from=3") == "/s/t/schedules/?from=3"
    assert follow("/comparisons/x/") == "/s/t/"
    assert follow("/comparisons/y/") == "/comparisons/y/"
    assert follow("schedules/?from=3") == "/s/t/schedules/?from=3"
    assert follow("#search") == "#search"
    assert follow("https://other/comparisons/x/") == "https://other/comparisons/x/"
    assert follow("http://host:1") == "/"


def test_links_to_views_open_inside_the_page_also_for_readers(
    hers: Client, client: Client, done: Comparison
) -> None:
    run = done.runs.all()[0]
    view = f"/comparisons/{done.pk}/distributions/?against={run.pk}"
    note = f"See [waits](http://testserver{view}) and [FCFS](/runs/{run.pk}/)."
    hers.post(f"/comparisons/{done.pk}/describe/", {"title": done.title, "note": note})
    mine = Page(hers.get(f"/comparisons/{done.pk}/").content.decode()).addresses
    assert {view, f"/runs/{run.pk}/"} <= set(mine)
    token = share(done.owner, done).token
    shared = Page(client.get(f"/s/{token}/").content.decode()).addresses
    of_readers = {f"/s/{token}/distributions/?against={run.pk}", f"/s/{token}/runs/{run.pk}/"}
    assert of_readers <= set(shared)
    assert {client.get(address).status_code for address in of_readers} == {200}
    assert view not in shared


def test_runs_have_notes(hers: Client, his: Client, done: Comparison) -> None:
    run = done.runs.all()[0]
    at = f"/runs/{run.pk}/"
    assert hers.post(f"{at}describe/", {"note": " *Odd* <b>end</b> "}).status_code == 302
    assert "<p><em>Odd</em> &lt;b&gt;end&lt;/b&gt;</p>" in hers.get(at).content.decode()
    assert his.post(f"{at}describe/", {"note": "x"}).status_code == 404
    for wrong in ("x" * 10_001, "a\0b"):
        answer = hers.post(f"{at}describe/", {"note": wrong}, follow=True)
        assert "Note must have" in answer.content.decode()
    assert Run.objects.get(pk=run.pk).note == "*Odd* <b>end</b>"
    through = f"/s/{share(done.owner, run).token}/"
    assert "<em>Odd</em>" in hers.get(through).content.decode()
