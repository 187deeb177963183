"""The page of what the papers say: all rows, with links that lead somewhere."""

import re

import pytest
from django.test import Client

from parsched.studies.covered import SEEDS

pytestmark = pytest.mark.django_db


def test_every_row_is_shown_with_its_places_or_as_open(hers: Client) -> None:
    text = hers.get("/papers/").content.decode()
    seeds = [seed for of in SEEDS.values() for seed in of]
    assert text.count('<th scope="row">') == len(seeds)
    assert text.count('<span class="badge plain">open</span>') == sum(s.is_open for s in seeds)
    for paper in SEEDS:
        assert f'id="paper-{paper}"' in text


def test_its_links_lead_to_studies_and_algorithms(hers: Client) -> None:
    text = hers.get("/papers/").content.decode()
    links = {*re.findall(r' of <a href="([^"]+)"|<a href="([^"]+)"><code>', text)}
    links = {one or other for one, other in links}
    assert {"/studies/new/demt-text/", "/algorithms/gls-tri/"} <= links
    for link in links:
        assert hers.get(link).status_code == 200, link


def test_the_list_of_studies_leads_to_each_paper(hers: Client) -> None:
    text = hers.get("/studies/").content.decode()
    for paper in SEEDS:
        assert f'href="/papers/#paper-{paper}"' in text
