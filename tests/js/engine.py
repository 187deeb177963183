"""The modules of the Gantt charts in a JavaScript engine without a browser."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer

MODULES = Path(__file__).resolve().parents[2] / "static" / "js" / "gantt"
LOADED = ("raster", "pack", "deployments", "model", "format", "colours", "view", "tooltip")
CLOSED = ("questions", "../calendar", "completion", "dragging", "views", "walk", "colouring")
"""Modules whose exports alone become global: their other names collide."""
PRELUDE = """
class TextDecoder {
  decode(bytes) { return decodeURIComponent(escape(String.fromCharCode(...bytes))); }
}
class TextEncoder {
  encode(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (c) => c.charCodeAt(0));
  }
}
const pack = (bytes) => parsePack(Uint8Array.from(bytes).buffer);
"""


@contextmanager
def gantt_modules() -> Iterator[MiniRacer]:
    """Start an engine with the modules' functions as globals."""
    engine = MiniRacer()
    engine.eval(PRELUDE)
    for name in LOADED:
        source = (MODULES / f"{name}.js").read_text()
        engine.eval(re.sub(r"^import .*$|^export ", "", source, flags=re.MULTILINE))
    for name in CLOSED:
        source = (MODULES / f"{name}.js").read_text()
        exported = ", ".join(re.findall(r"^export \w+ (\w+)", source, flags=re.MULTILINE))
        body = re.sub(r"^import .*$|^export ", "", source, flags=re.MULTILINE)
        engine.eval(f"const {{ {exported} }} = (() => {{ {body}\nreturn {{ {exported} }}; }})()")
    yield engine
    engine.close()


def ask(engine: MiniRacer, expression: str) -> Any:
    """Evaluate to JSON."""
    return json.loads(str(engine.eval(f"JSON.stringify({expression})")))


def packed(content: bytes) -> str:
    """A pack as an expression."""
    return f"pack({json.dumps(list(gzip.decompress(content)))})"
