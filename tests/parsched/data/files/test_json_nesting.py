"""How deep JSON is, byte by byte."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.data.files import json_nesting
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

VALUES = st.recursive(
    st.none() | st.text(alphabet='[]{}"\\aé', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text('[{"\\', max_size=3), inner)
    ),
    max_leaves=12,
)


def depth(value: object) -> int:
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max(map(depth, inner), default=0)
    return 0


@given(VALUES, st.booleans())
def test_depth_equals_the_parsed_values_depth(value: object, ascii: bool) -> None:
    text = np.frombuffer(json.dumps(value, ensure_ascii=ascii).encode(), np.uint8)
    found = depth(value)
    assert json_nesting.first_too_deep(text, found) == -1
    if found:
        assert text[json_nesting.first_too_deep(text, found - 1)] in b"[{"
    with uncompiled(json_nesting):
        assert json_nesting.first_too_deep(text, found) == -1


def test_text_that_is_no_json_is_no_trouble() -> None:
    for content in (b"", b"]]]", b'"\\', b'"[[[', b"}{"):
        assert json_nesting.first_too_deep(np.frombuffer(content, np.uint8), 1) == -1
