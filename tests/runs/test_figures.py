"""How figures are printed, as an address says it."""

import pytest

from schedweb.runs.figures import sheet_of


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("Waits of KTH", "Waits of KTH. Wait. KTH-SP2."),
        ("Waits of KTH.", "Waits of KTH. Wait. KTH-SP2."),
        ("Waits of KTH. ", "Waits of KTH. Wait. KTH-SP2."),
        ("Waits of KTH?", "Waits of KTH? Wait. KTH-SP2."),
        ("", "Wait. KTH-SP2."),
        (" ", "Wait. KTH-SP2."),
    ],
)
def test_one_full_stop_is_between_the_text_of_a_reader_and_the_caption(
    typed: str, whole: str
) -> None:
    sheet = sheet_of({"caption": typed, "parameters": "1"}, lambda: "Wait. KTH-SP2.")
    assert sheet.caption == whole


def test_the_text_of_a_reader_alone_stays_as_it_is() -> None:
    assert sheet_of({"caption": "Waits of KTH"}, lambda: "Wait.").caption == "Waits of KTH"
