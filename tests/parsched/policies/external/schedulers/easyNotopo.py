"""EASY of pybatsim, which has had no logger since its version 3."""

import logging

from schedulers.unMaintained.easyBackfillNotopo import (  # type: ignore[import-not-found]
    EasyBackfillNotopo,
)


class EasyNotopo(EasyBackfillNotopo):  # type: ignore[misc]
    """The same."""

    logger = logging.getLogger("easy")
