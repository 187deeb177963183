"""How much a packed file may become: small files made to take long are refused before they are
read."""

from collections.abc import Iterator

from parsched.base.errors import FormatError

BYTES, FREE_BYTES = 100, 16 << 20
"""Bytes that a packed byte may become, and those that are free: public logs have 15 by xz."""
ROWS, FREE_ROWS = 1, 250_000
"""Lines, or lists and objects of JSON, that a packed byte may hold, and those that are free."""
PIECE = 1 << 14
"""Packed bytes that are counted at a time."""
_ADVICE = "so it may be made to take long: unpack it yourself first"


def refuse_growth(packed: int, size: int = 0, rows: int = 0) -> None:
    """Refuse what becomes too much for its packed bytes.

    Raises
    ------
    FormatError
        Says which limit it is.

    Examples
    --------
    >>> refuse_growth(1_000, size=10_000_000, rows=200_000)
    >>> refuse_growth(1_000, size=100_000_000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    parsched.base.errors.FormatError: the file unpacks to over 100 times its size, ...
    """
    if size > FREE_BYTES + BYTES * packed:
        raise FormatError(f"the file unpacks to over {BYTES} times its size, {_ADVICE}")
    if rows > FREE_ROWS + ROWS * packed:
        raise FormatError(f"the file unpacks to more rows than it has bytes, {_ADVICE}")


class Growth:
    """Counts what a file has as it is sent, and what it becomes, block by block."""

    def __init__(self) -> None:
        self.packed = self.size = self._rows = 0

    def taken(self, content: Iterator[bytes]) -> Iterator[bytes]:
        """Yield what was sent, in pieces that are counted as they are used."""
        for block in content:
            for at in range(0, len(block), PIECE):
                piece = block[at : at + PIECE]
                self.packed += len(piece)
                yield piece

    def add(self, block: bytes) -> None:
        """Count what became of it; raises as `refuse_growth` does."""
        self.size += len(block)
        if self.size <= self.packed:  # it is not packed
            return
        lines = max(block.count(b"\n"), block.count(b"\r"))
        self._rows += max(lines, block.count(b"{") + block.count(b"["))
        refuse_growth(self.packed, self.size, self._rows)
