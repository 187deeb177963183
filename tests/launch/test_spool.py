"""The queue of runs as files."""

from pathlib import Path
from threading import Thread

from kombu import Connection

from schedweb.base.backends import filesystem_broker
from schedweb.base.spool import SpoolTransport

MESSAGES = 300


def test_a_reader_that_is_as_fast_as_the_writer_meets_no_half_message(tmp_path: Path) -> None:
    options = filesystem_broker(tmp_path) | {"polling_interval": 0}
    with Connection(transport=SpoolTransport, transport_options=options) as connection:
        connection.SimpleQueue("numbers").close()  # binds the queue before both sides begin
    writer = Thread(target=write, args=(options,))
    writer.start()
    with Connection(transport=SpoolTransport, transport_options=options) as connection:
        queue = connection.SimpleQueue("numbers")
        found = set()
        for _ in range(MESSAGES):
            message = queue.get(timeout=30)
            message.ack()
            found.add(message.payload)
        queue.close()
    writer.join()
    assert found == set(range(MESSAGES))
    assert not list((tmp_path / "messages").iterdir())


def write(options: dict[str, object]) -> None:
    """Send the messages."""
    with Connection(transport=SpoolTransport, transport_options=options) as connection:
        queue = connection.SimpleQueue("numbers")
        for number in range(MESSAGES):
            queue.put(number)
        queue.close()
