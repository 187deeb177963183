"""Ways to damage a file."""

import gzip
from collections.abc import Callable
from random import Random

MOST_BYTES = 1 << 20
"""Mutated files are cut at this length."""

_MOST_MUTATIONS = 6
_MOST_REPEATS = 1 << 12

NUMBERS = (
    *(b"0", b"-1", b"1", b"-0", b"007", b"1e400", b"-1e400", b"1e-400", b"nan", b"inf", b"0x10"),
    *(b"2147483647", b"2147483648", b"4294967296", b"9007199254740993", b"-9223372036854775809"),
    *(b"1" * 20, b"9" * 400, b"9" * 5000, b"1_000", b".", b"-", b"+", b"1e", b"1.5", b"16777217"),
)
MARKS = (
    *(b"\0", b"\r", b"\n", b"\r\n", b"\t", b"\x0b", b"\x0c", b"\x1c", b"\x85", b" ", b",", b";"),
    *(b'"', b'""', b"'", b"#", b"|", b"\\", b"\\u0000", b"\\ud800", b"\xff", b"\xef\xbb\xbf"),
    *("\u2028\u202e\ufeff٣½".encode(), b"\x1f\x8b", b"\xed\xa0\x80", b"!", b"-", b":"),
    *(b"[", b"]", b"{", b"}", b"[" * 200, b'{"":' * 200, b"null", b"true", b"NaN", b"Infinity"),
)
WORDS = (
    *(b"id", b"release", b"procs", b"time", b"times", b"estimate", b"weight", b"user", b"status"),
    *(b"moldable", b"ceil", b"speedup", b"law", b"downey", b"amdahl", b"fraction", b"sigma", b"A"),
    *(b"environment", b"origin", b"partition", b"queue", b"executable", b"group", b"name", b"jobs"),
    *(b"; Queue: 1 a\n", b"; MaxProcs: ", b"; UnixStartTime: ", b"; Note: ", b"; MaxJobs: "),
    *(b"; Partition: 1 a\n", b"; Executable: ", b"; MaxRecords: 1\n", b"; TimeZoneString: "),
    *(b"WorkflowID", b"JobID", b"SubmitTime", b"RunTime", b"NProcs", b"ReqNProcs", b"Dependencies"),
    *(b"# JobID\n", b"job_id", b"starting_time", b"execution_time", b"finish_time", b"stretch"),
    *(b"allocated_resources", b"width", b"site", b"final_state", b"REJECTED", b"0-3 7", b"3-0"),
    *(b"COMPLETED_WALLTIME_REACHED", b"backfilled", b"sources", b"filters", b"window", b"align"),
    *(b"after_days", b"days", b"shift", b"zone", b"UTC", b"../../x", b"midnight", b"clock"),
)
TOKENS = (*NUMBERS, *MARKS, *WORDS)

Mutation = Callable[[bytearray, Random], bytearray]


def _span(data: bytearray, random: Random) -> tuple[int, int]:
    """Return begin and end of some part, mostly a short one."""
    begin = random.randrange(len(data) + 1)
    longest = len(data) if random.random() < 0.1 else 40
    return begin, min(len(data), begin + random.randint(1, max(longest, 1)))


def flip(data: bytearray, random: Random) -> bytearray:
    """Flip a bit."""
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return data


def cut(data: bytearray, random: Random) -> bytearray:
    """Leave out a part."""
    begin, end = _span(data, random)
    del data[begin:end]
    return data


def truncate(data: bytearray, random: Random) -> bytearray:
    """Leave out the end."""
    del data[random.randrange(len(data) + 1) :]
    return data


def put(data: bytearray, random: Random) -> bytearray:
    """Put a token anywhere."""
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(TOKENS)
    return data


def replace(data: bytearray, random: Random) -> bytearray:
    """Put a token in place of a field, number or word."""
    parts = data.split(random.choice((b" ", b",", b";", b"\t", b'"', b"\n", b":", b"-")))
    part = bytes(random.choice(parts))
    at = data.find(part)
    data[at : at + len(part)] = random.choice(TOKENS)
    return data


def move(data: bytearray, random: Random) -> bytearray:
    """Copy a part to another place."""
    begin, end = _span(data, random)
    at = random.randrange(len(data) + 1)
    data[at:at] = data[begin:end]
    return data


def repeat(data: bytearray, random: Random) -> bytearray:
    """Repeat a part or a line many times."""
    begin, end = _span(data, random)
    if random.random() < 0.5:
        begin = data.rfind(b"\n", 0, begin) + 1
        end = data.find(b"\n", begin) + 1 or len(data)
    times = 2 ** random.randint(1, _MOST_REPEATS.bit_length() - 1)
    data[begin:end] = data[begin:end] * min(times, MOST_BYTES // max(end - begin, 1))
    return data


MUTATIONS: tuple[Mutation, ...] = (flip, cut, truncate, put, put, replace, replace, move, repeat)


def mutated(seeds: tuple[bytes, ...], random: Random) -> bytes:
    """Return one of some files, damaged; sometimes two joined, sometimes packed with gzip."""
    data = bytearray(random.choice(seeds))
    if random.random() < 0.1:
        other = random.choice(seeds)
        data = data[: random.randrange(len(data))] + other[random.randrange(len(other)) :]
    for _ in range(random.randint(1, _MOST_MUTATIONS)):
        data = random.choice(MUTATIONS)(data, random)[:MOST_BYTES]
    content = bytes(data)
    return packed(content, random) if random.random() < 0.1 else content


def packed(content: bytes, random: Random) -> bytes:
    """Pack content as gzip of one or two members, sometimes damaged or with many empty ones."""
    at = random.choice((0, random.randrange(len(content) + 1)))
    members = [gzip.compress(part, mtime=0) for part in (content[:at], content[at:])]
    if random.random() < 0.2:
        members.insert(random.randrange(3), gzip.compress(b"", mtime=0) * random.randint(1, 1000))
    data = bytearray(b"".join(members))
    return bytes(random.choice((flip, truncate))(data, random) if random.random() < 0.5 else data)
