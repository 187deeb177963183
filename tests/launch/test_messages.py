"""What is no message ends no worker: it is dropped, and the next one is read."""

import os
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from kombu import Connection

from schedweb.base.backends import filesystem_broker
from schedweb.base.messages import RedisTransport
from schedweb.base.spool import SpoolTransport

GARBAGE = (b"\x00\xff", b"{}", b"[]", b'"text"', b'{"body": "%", "properties": {}}')
REDIS = os.environ.get("SCHEDWEB_TEST_REDIS_URL")


def next_good(connection: Connection) -> Any:
    """Read the queue until there is a message."""
    queue = connection.SimpleQueue("letters")
    message = queue.get(timeout=10)
    message.ack()
    queue.close()
    return message.payload


def test_the_spool_drops_what_is_no_message(tmp_path: Path) -> None:
    options = filesystem_broker(tmp_path) | {"polling_interval": 0}
    with Connection(transport=SpoolTransport, transport_options=options) as connection:
        for number, content in enumerate(GARBAGE):
            (tmp_path / "messages" / f"0{number}_x.letters.msg").write_bytes(content)
        connection.SimpleQueue("letters").put(7)
        assert next_good(connection) == 7


@pytest.mark.skipif(not REDIS, reason="no address of a Redis is given")
def test_redis_drops_what_is_no_message() -> None:
    with Connection(f"{REDIS}/15", transport=RedisTransport) as connection:
        client: Any = connection.default_channel
        client.client.delete("letters")
        client.client.lpush("letters", *GARBAGE)
        connection.SimpleQueue("letters").put(7)
        assert next_good(connection) == 7


def test_celery_reads_both_brokers_by_these_transports() -> None:
    for scheme, transport in (("redis", RedisTransport), ("spool", SpoolTransport)):
        with current_app.connection(f"{scheme}://localhost") as connection:
            assert connection.get_transport_cls() is transport
