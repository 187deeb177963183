"""As recorded."""

import algorithms.recorded.recorded  # noqa: F401
