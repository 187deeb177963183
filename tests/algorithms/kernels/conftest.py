"""What tests of kernels share."""

import pytest


@pytest.fixture(autouse=True)
def compiling(may_compile: None) -> None:
    """Kernels are called as nobody else does."""
