"""Messages from the broker: unreadable ones are dropped, where Celery would end the worker."""

import logging
from typing import Any

from kombu.transport import redis, virtual

UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)
"""What reading something raises that is no message."""

log = logging.getLogger(__name__)


class Tolerant(virtual.Transport):
    """Base of transports that hand over messages only."""

    def _deliver(self, message: Any, queue: str | None) -> None:
        try:
            virtual.Message(message, channel=next(iter(self.channels or ())))
        except UNREADABLE as error:
            dropped(queue, error)
        else:
            super()._deliver(message, queue)


def dropped(queue: str | None, error: Exception) -> None:
    """Say what happened to something that is no message."""
    log.warning("something in the queue %s is no message, and dropped: %r", queue, error)


class RedisChannel(redis.Channel):
    """Kombu's channel of Redis, which fails at what is not JSON."""

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc]  # stubs lack it
        except ValueError as error:  # it is taken out of the queue already
            dropped("of Redis", error)
            return True


class RedisTransport(Tolerant, redis.Transport):
    """What Celery asks for under the schemes `redis://` and `rediss://`."""

    Channel = RedisChannel
