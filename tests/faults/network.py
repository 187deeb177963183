"""A network between SchedWeb and a service, which can be cut, held up, or swallow everything."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

CHUNK = 2**16


class Network:
    """Passes connections on to a port of loopback, from a port of its own, in its own thread."""

    def __init__(self, port: int, to: int) -> None:
        self.port, self._to = port, to
        self._loop = asyncio.new_event_loop()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._is_cut = False
        self._swallowed: set[asyncio.Task[None]] = set()
        self._connections: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name=f"network-{port}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._do(self._loop.stop)
        self._thread.join()

    def cut(self) -> None:
        """Break all connections and refuse new ones."""
        self._do(self._cut)

    def hold(self) -> None:
        """Pass nothing on for now; connections stay."""
        self._do(self._flowing.clear)

    def swallow(self) -> None:
        """Never pass anything on again over the connections that are there: new ones work."""
        self._do(lambda: self._swallowed.update(self._connections))

    def mend(self) -> None:
        """Let everything through again; what was swallowed breaks at last."""
        self._do(self._mend)

    def _do(self, action: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(action)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", self.port))
        self._loop.run_forever()

    def _cut(self) -> None:
        self._is_cut = True
        for task in self._connections:
            task.cancel()

    def _mend(self) -> None:
        self._is_cut = False
        self._flowing.set()
        for task in self._swallowed & self._connections:
            task.cancel()
        self._swallowed.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            if not self._is_cut:
                await self._connect(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        task = asyncio.current_task()
        assert task is not None
        pumps = [
            asyncio.ensure_future(self._pump(task, source, target))
            for source, target in ((reader, back), (there, writer))
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            with suppress(OSError):
                back.transport.abort()

    async def _pump(
        self,
        task: "asyncio.Task[None]",
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
    ) -> None:
        while content := await source.read(CHUNK):
            await self._flowing.wait()
            if task in self._swallowed:
                continue
            target.write(content)
            await target.drain()
