"""The glossary explains words that metrics need."""

import re
from html import unescape

import pytest
from django.test import Client

from parsched.measure.metrics import METRICS
from parsched.policies.groups.parameters import TargetParams

pytestmark = pytest.mark.django_db


def test_words_of_environments_equal_the_librarys(hers: Client) -> None:
    html = unescape(hers.get("/metrics/").content.decode())
    words = html[html.index('id="words"') : html.index('id="papers"')]
    [target] = [spec for spec in TargetParams.specs() if spec.name == "lam"]
    assert re.findall("<h3[^>]*>([^<]+)</h3>", words) == ["Environment, deployment", "λ", "Group"]
    assert target.help in words
    assert "layered" in words
    assert "canonical" in words
    linked = re.findall('href="#about-([^"]+)"', words)
    assert linked == ["deployments", "d_lambda", "group_widths"]
    assert set(linked) <= set(METRICS)
    assert all(f'id="about-{key}"' in html for key in linked)
