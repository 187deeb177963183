"""What happens to messages: delivered twice, lost, and some that cannot be read."""

import json

from celery import current_app
from kombu import Connection
from redis import Redis

from schedweb.workers.database import persistently
from schedweb.workers.models import ACTIVE, State, Work, works
from tests.faults.fault import Scene, fault
from tests.faults.fault_services import REDIS

QUEUES = ("runs", "tasks")
GARBAGE = (
    b"\x00\xff not JSON",
    b"{}",
    b"[]",
    b'"text"',
    b'{"body": 1}',
    json.dumps({"body": "e30=", "headers": {}, "properties": {}}).encode(),
)
MANY = 20


def _broker(scene: Scene) -> Redis:
    return Redis(port=scene.ground.redis_port, socket_timeout=10)


@fault("messages: delivered twice", REDIS)
def deliver_twice(scene: Scene) -> None:
    """Send the messages of everything that is not over three times more, and of what is."""
    for model in works():
        active, over = _pks(model, *ACTIVE), _pks(model, State.DONE)
        for pk in [*active, *active, *active, *over[:MANY]]:
            current_app.send_task(model.MESSAGE, [pk])


def _pks(model: type[Work], *states: State) -> list[str]:
    """Return ids; another fault may have the database away for a while."""
    rows = model.objects.filter(state__in=states).values_list("pk", flat=True)
    return persistently(lambda: list(rows), "ids")


@fault("messages: lost", REDIS)
def lose(scene: Scene) -> None:
    """Empty the queues."""
    _broker(scene).delete(*QUEUES)


@fault("messages: all of Redis lost", REDIS)
def lose_everything(scene: Scene) -> None:
    """Empty Redis with what Celery keeps in it."""
    _broker(scene).flushall()


@fault("messages: garbage", REDIS)
def garbage(scene: Scene) -> None:
    """Put into the queues what is no message at all."""
    for queue in QUEUES:
        _broker(scene).lpush(queue, *GARBAGE)


@fault("messages: unknown tasks", REDIS)
def unknown(scene: Scene) -> None:
    """Send messages for unknown tasks."""
    for queue in QUEUES:
        current_app.send_task("unknown.task", ["x"], queue=queue)


@fault("messages: wrong arguments", REDIS)
def wrong_arguments(scene: Scene) -> None:
    """Ask for work with ids that are none, and with too many arguments or none."""
    for model in works():
        for arguments in ([], ["nothing"], [None], [{"a": 1}], ["a", "b"], ["\0"], ["x" * 10_000]):
            current_app.send_task(model.MESSAGE, arguments)


@fault("messages: pickled", REDIS)
def pickled(scene: Scene) -> None:
    """Send a message in a format that is not accepted."""
    broker = Connection(f"redis://127.0.0.1:{scene.ground.redis_port}/0")
    with broker, broker.Producer() as producer:
        for queue in QUEUES:
            producer.publish({"id": "1", "task": "x"}, routing_key=queue, serializer="pickle")
