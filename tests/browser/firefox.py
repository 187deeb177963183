"""Start Firefox for Playwright, and answer in its place the one command that it lacks.

Playwright speaks WebDriver BiDi with an installed Firefox over a WebSocket. Its first command to
each context chooses a colour scheme, which Firefox 153 does not know, and Playwright gives up. This
program stands between the two: it passes everything on, and says yes to that command.
"""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial

PROGRAM = "SCHEDWEB_TEST_FIREFOX"
"""Environment variable with the path of Firefox."""
LISTENING = re.compile(rb"(WebDriver BiDi listening on ws://127\.0\.0\.1:)(\d+)")
LACKING = "emulation.setMediaFeaturesOverride"
TEXT = 0x81
"""First byte of a whole message of text."""
SHORT = 4096  # bytes; commands that are longer are others


async def messages(reader: asyncio.StreamReader) -> AsyncIterator[tuple[bytes, bytes]]:
    """Yield what the client sends, frame by frame: the bytes, and the text if it is short."""
    while True:
        head = await reader.readexactly(2)
        length, more = head[1] & 127, b""
        if length > 125:
            more = await reader.readexactly(2 if length == 126 else 8)
            length = int.from_bytes(more, "big")
        mask = await reader.readexactly(4)
        body = await reader.readexactly(length)
        is_read = head[0] == TEXT and length < SHORT
        text = bytes(byte ^ mask[at % 4] for at, byte in enumerate(body)) if is_read else b""
        yield head + more + mask + body, text


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Write whatever is read."""
    while data := await reader.read(2**16):
        writer.write(data)
        await writer.drain()
    writer.close()


async def stand_between(
    port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Connect a client with Firefox at a port."""
    answers, firefox = await asyncio.open_connection("127.0.0.1", port)
    own = writer.get_extra_info("sockname")[1]
    head = await reader.readuntil(b"\r\n\r\n")
    firefox.write(head.replace(b":%d" % own, b":%d" % port))
    back = asyncio.create_task(pass_on(answers, writer))
    try:
        async for sent, text in messages(reader):
            command = json.loads(text) if LACKING.encode() in text else {}
            if command.get("method") == LACKING:
                said = {"type": "success", "id": command["id"], "result": {}}
                answer = json.dumps(said).encode()
                writer.write(bytes([TEXT, len(answer)]) + answer)
            else:
                firefox.write(sent)
    except asyncio.IncompleteReadError:
        pass  # the client has gone
    finally:
        firefox.close()
        back.cancel()


async def main() -> int:
    """Start Firefox, say where to connect, and end with it."""
    firefox = await asyncio.create_subprocess_exec(
        os.environ[PROGRAM], *sys.argv[1:], stderr=asyncio.subprocess.PIPE
    )
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, firefox.terminate)
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if found := LISTENING.search(line):
            port = int(found[2])
            server = await asyncio.start_server(partial(stand_between, port), "127.0.0.1")
            line = LISTENING.sub(rb"\g<1>%d" % server.sockets[0].getsockname()[1], line)
        sys.stderr.buffer.write(line)
        sys.stderr.buffer.flush()
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
