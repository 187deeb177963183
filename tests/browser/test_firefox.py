"""Journeys in Firefox, where `make firefox` names it: `chromium` of the fixtures is Firefox here.

Not those without scripts: where Playwright keeps Firefox from running any, `@media (scripting)`
still says that it would.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from schedweb.base.config import PROJECT
from tests.browser.firefox import PROGRAM
from tests.browser.test_journeys import (
    test_upload_compare_zoom_share_revoke,
)
from tests.browser.test_keyboard import test_the_whole_journey_needs_no_mouse
from tests.everywhere import REQUIRED, missing

__all__ = [
    "test_the_whole_journey_needs_no_mouse",
    "test_upload_compare_zoom_share_revoke",
]
pytestmark = pytest.mark.browser

NOT_NAMED = f"{PROGRAM} names no Firefox, as make firefox does"
if not os.environ.get(PROGRAM) and "firefox" not in REQUIRED:
    pytest.skip(NOT_NAMED, allow_module_level=True)  # before a server is started


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Firefox of the system."""
    program = os.environ.get(PROGRAM)
    if not program:
        missing("firefox", NOT_NAMED)
    start = tmp_path_factory.mktemp("firefox") / "start"
    start.write_text(_script(program))
    start.chmod(0o755)
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=start)
    yield browser
    browser.close()


def _script(program: str) -> str:
    folder = Path(PROJECT)
    return f"""#!/bin/sh
cd '{folder}' && {PROGRAM}='{program}' exec '{sys.executable}' -m tests.browser.firefox "$@"
"""
