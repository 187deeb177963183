"""Settings of the property tests: kernels compile on first use, so no example has a deadline."""

from hypothesis import settings

settings.register_profile("algorithms", deadline=None)
settings.load_profile("algorithms")
