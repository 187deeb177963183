"""The preview of a table says what its first rows alone do not tell."""

import pytest
from django.test import Client

from tests.web.test_column_pages import columns_address, send, told

pytestmark = pytest.mark.django_db

TABLES = {
    # Rows below the first ones: the day comes first, points are signs of thousands, or nothing new.
    "dates": ("02/03/2026", "14/03/2026"),
    "the same dates": ("02/03/2026", "04/05/2026"),
    "names of months": ("2 Mar 2026", "14 Mar 2026"),
}


@pytest.mark.parametrize("rows", [2, 2_000])
@pytest.mark.parametrize("dates", TABLES.values(), ids=TABLES)
def test_a_preview_of_the_first_rows_says_what_the_whole_file_decides(
    hers: Client, monkeypatch: pytest.MonkeyPatch, dates: tuple[str, str], rows: int
) -> None:
    monkeypatch.setattr("parsched.data.logs.sample.ROWS", rows)
    first, later = dates
    table = "ref;len;how wide;when;who\n"
    table += "".join(f"{i};2;8;{first} 00:0{i}:00;ann\n" for i in range(4))
    table += f"9;3;4;{later} 00:01:00;bob\n"
    send(hers, table.encode())
    page = hers.post(f"{columns_address()}mapped/", told()).content.decode()
    assert ("The first 2 rows, as they read by themselves" in page) == (rows == 2)
    assert ("may decide otherwise" in page) == (rows == 2)
    assert ("All 5 rows:" in page) == (rows == 2_000)
