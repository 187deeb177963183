"""The queue of runs as files, for one machine: a message appears whole, or not at all."""

import os
import time
from pathlib import Path
from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps

from schedweb.base.messages import Tolerant, dropped


class SpoolChannel(filesystem.Channel):
    """Kombu's channel of files, which lets a worker take a file that is not yet written."""

    # Kombu's own classes call the message differently, so one of them must be contradicted.
    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]
        """Write the message under a temporary name, then rename it."""
        folder = Path(self.data_folder_out)
        name = f"{round(time.monotonic() * 1000)}_{uuid4()}.{queue}"
        draft = folder / f"{name}.draft"
        draft.write_text(dumps(payload))
        os.replace(draft, folder / f"{name}.msg")

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        """Return the next message; what is not JSON is gone from the folder already."""
        try:
            return super()._get(queue)
        except ValueError as error:
            dropped(queue, error)
            raise Empty from error


class SpoolTransport(Tolerant, filesystem.Transport):
    """What Celery asks for under the scheme `spool://`."""

    Channel = SpoolChannel
