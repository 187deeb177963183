"""All entries, in the order of the page: a later module is named here."""

import os
from collections.abc import Mapping
from importlib import import_module

import django
from django.apps import apps

from tests.evidence.entry import ENTRIES, Entry

MODULES = ("starts", "proofs", "statistics", "files", "operation")


def entries() -> Mapping[str, Entry]:
    """Return them by key; the tests that they take functions from need the settings of tests."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    if not apps.ready:
        django.setup()
    for name in MODULES:
        import_module(f"tests.evidence.{name}")
    return ENTRIES
