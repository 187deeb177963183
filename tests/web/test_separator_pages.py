"""What stands between the cells of a table is named on its page, which follows without a reload."""

from django.test import Client

from parsched.data.logs import Mapping
from schedweb.workloads.models import Upload
from tests.parsched.data.logs.test_tables import sheet
from tests.web.test_column_pages import columns_address, fields_of, send

STRANGE = b"ref$len$how wide\na$2$8\nb$3$4\n"


def test_a_text_cut_by_an_unknown_sign_is_read_once_the_user_names_it(hers: Client) -> None:
    refused = send(hers, STRANGE, "odd.txt")
    assert columns_address() in refused
    html = hers.get(columns_address()).content.decode()
    assert "ref$len$how wide</th>" in html
    assert 'placeholder="not known"' in html
    form = fields_of(html.encode()) | {"separator": "$"}
    followed = hers.post(f"{columns_address()}mapped/", form)
    address = f"{columns_address()}?separator=%24"
    assert followed["HX-Redirect"] == address
    page = hers.post(columns_address(), form, follow=True)
    assert page.redirect_chain == [(address, 302)]
    assert "must have 18 fields" not in page.content.decode()
    form = fields_of(page.content) | {"role-1": "run", "role-2": "processors"}
    assert (form["cut-separator"], form["separator"]) == ("$", "$")
    assert "2 jobs kept" in hers.post(f"{columns_address()}mapped/", form).content.decode()
    profile = Mapping.from_toml(
        hers.post(columns_address(), form | {"download": "1"}).content.decode()
    )
    assert profile.separator == "$"
    assert "2 jobs kept" in hers.post(columns_address(), form, follow=True).content.decode()
    assert Upload.objects.latest("expires").load().runtime.tolist() == [2, 3]
    again = send(hers, STRANGE + b"c$4$1\n", "other.txt")
    assert "3 jobs kept" in again
    assert fields_of(hers.get(columns_address(), follow=True).content)["separator"] == "$"


def test_what_cannot_be_a_separator_is_marked(hers: Client) -> None:
    send(hers)
    form = fields_of(hers.get(columns_address()).content)
    assert form["separator"] == ";"
    for address in (columns_address(), f"{columns_address()}mapped/"):
        html = hers.post(address, form | {"separator": "ab"}).content.decode()
        assert "separator must be one to 8 characters" in html.partition('id="separator-error"')[2]
    assert hers.get(f"{columns_address()}?separator=ab").status_code == 404
    kept = hers.post(f"{columns_address()}mapped/", form | {"separator": ","})
    assert kept["HX-Redirect"].endswith("?separator=%2C")
    other = hers.get(kept["HX-Redirect"])
    assert other.status_code == 422
    assert "must name several columns, with , between" in other.content.decode()
    assert fields_of(other.content)["separator"] == ";"


def test_files_that_are_no_texts_have_no_separator(hers: Client) -> None:
    send(hers, sheet(("cores", "run"), (1, 2)), "x.xlsx")
    assert 'name="separator"' not in hers.get(columns_address()).content.decode()


def test_what_the_form_says_reaches_reasons_and_errors_without_a_reload(hers: Client) -> None:
    send(hers)
    form = fields_of(hers.get(columns_address()).content) | {"role-1": "run", "zone": "Nowhere"}
    html = hers.post(f"{columns_address()}mapped/", form).content.decode()
    assert '<span id="why-1" hx-swap-oob="true">you said so</span>' in html
    assert '<span id="why-2" hx-swap-oob="true">has no role: no usual name</span>' in html
    assert '<div id="refusal" hx-swap-oob="true"></div>' in html
    marked = html.partition('id="zone-error" hx-swap-oob="true">')[2]
    assert marked.startswith("zone must be the name of a time zone")
    html = hers.post(f"{columns_address()}mapped/", form | {"zone": "UTC"}).content.decode()
    assert 'id="zone-error" hx-swap-oob="true"></p>' in html


NUMBERS = b"7,0,4,100\n8,5,2,60\n"
NAMELESS = b"ann,4,100\nbob,2,60\n"


def test_a_table_of_numbers_alone_is_asked_about_and_keeps_its_first_job(hers: Client) -> None:
    refused = send(hers, NUMBERS, "plain.csv")
    assert columns_address() in refused
    page = hers.get(columns_address())
    form = fields_of(page.content)
    assert (form["first_line"], form["cut-first_line"]) == ("job", "job")
    assert "column 4</th>" in page.content.decode()
    roles = {"role-0": "id", "role-1": "submit", "role-2": "processors", "role-3": "run"}
    assert "2 jobs kept" in hers.post(columns_address(), form | roles, follow=True).content.decode()
    assert Upload.objects.latest("expires").load().ids.tolist() == [7, 8]
    assert "3 jobs kept" in send(hers, NUMBERS + b"9,7,1,1\n", "next.csv")


def test_a_first_line_that_was_taken_for_names_is_said_to_be_a_job(hers: Client) -> None:
    send(hers, NAMELESS, "plain.csv")
    form = fields_of(hers.get(columns_address()).content)
    assert (form["first_line"], form["cut-first_line"]) == ("names", "")
    followed = hers.post(f"{columns_address()}mapped/", form | {"first_line": "job"})
    address = f"{columns_address()}?separator=&first_line=job"
    assert followed["HX-Redirect"] == address
    page = hers.post(columns_address(), form | {"first_line": "job"}, follow=True)
    form = fields_of(page.content) | {"role-0": "user", "role-1": "processors", "role-2": "run"}
    assert form["cut-first_line"] == "job"
    profile = hers.post(columns_address(), form | {"download": "1"}).content.decode()
    assert Mapping.from_toml(profile).first_line == "job"
    assert "2 jobs kept" in hers.post(columns_address(), form, follow=True).content.decode()


def test_what_a_first_line_cannot_be_is_not_found(hers: Client) -> None:
    send(hers)
    assert hers.get(f"{columns_address()}?first_line=x").status_code == 404
    form = fields_of(hers.get(columns_address()).content)
    assert hers.post(columns_address(), form | {"cut-first_line": "x"}).status_code == 404
    answer = hers.post(columns_address(), form | {"first_line": "x"})
    assert answer.status_code == 422
    assert "first_line must be names or job" in answer.content.decode()
