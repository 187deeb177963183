"""Every workload format, declared once; reading by content, writing by name."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from parsched.base.errors import FormatError, UnknownKeyError
from parsched.base.extras import extra
from parsched.data import logs
from parsched.data.files import foreign
from parsched.data.files.doubted import doubted
from parsched.data.files.environments import with_environments
from parsched.data.files.layout import GUESSED, StatedCut
from parsched.data.files.reading import DoesNotFit, Reading, ReadOptions, TooWide
from parsched.data.files.refusals import sentences
from parsched.data.files.source import Source, blocks, file_name, path, stem, unpacked_name
from parsched.data.files.unpacking import names_in
from parsched.data.formats.gwf.layout import recognises as is_gwf
from parsched.data.formats.gwf.read import read_gwf
from parsched.data.formats.gwf.write import unkept_by_gwf, write_gwf
from parsched.data.formats.jobs_csv.layout import is_certain
from parsched.data.formats.jobs_csv.layout import recognises as is_csv
from parsched.data.formats.jobs_csv.read import read_csv
from parsched.data.formats.jobs_csv.write import write_csv
from parsched.data.formats.jobs_json.read import read_json
from parsched.data.formats.jobs_json.write import write_json
from parsched.data.formats.pseudonyms import pseudonymised, without_names
from parsched.data.formats.swf.read import read_swf
from parsched.data.formats.swf.write import unkept_by_swf, write_swf
from parsched.data.formats.target import Target, opened
from parsched.model.problem.workload import Workload

if TYPE_CHECKING:
    from parsched.data.logs.sample import TableSample

Reader: TypeAlias = Callable[[Iterator[bytes], str, ReadOptions], Reading]
Writer: TypeAlias = Callable[[Workload, BinaryIO], None]

_HEAD = 1 << 16
NAMELESS = (
    "The file looks like a table: name its columns in the first line (procs, time, …), "
    "or say that this is a job"
)
NUMBERLESS = "the file is a text without any number, so it holds no jobs"
_DIGIT = re.compile(rb"[0-9]")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, kw_only=True)
class Format:
    """A workload format.

    `looks_like` describes its files in messages; `recognises` takes the first block and the file
    name. A format that `is_rigid_only` cannot hold moldable jobs. `unkept` says in words what else
    a file of some jobs does not hold: all that it does is read again as it was.
    """

    key: str
    title: str
    extensions: tuple[str, ...]
    looks_like: str
    recognises: Callable[[bytes, str], bool]
    read: Reader
    write: Writer
    unkept: Callable[[Workload], list[str]]
    is_rigid_only: bool = True


def _is_json(head: bytes, name: str) -> bool:
    return head.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith((b"{", b"["))


FORMATS: dict[str, Format] = {
    declared.key: declared
    for declared in (
        Format(
            key="json",
            title="SchedWeb JSON",
            extensions=(".json",),
            looks_like="an object that begins with {",
            recognises=_is_json,
            read=read_json,
            write=write_json,
            unkept=lambda workload: [],
            is_rigid_only=False,
        ),
        Format(
            key="gwf",
            title="GWF",
            extensions=(".gwf",),
            looks_like="lines of 29 fields separated by tabs, or a table of workflow tasks",
            recognises=is_gwf,
            read=read_gwf,
            write=write_gwf,
            unkept=unkept_by_gwf,
        ),
        Format(
            key="csv",
            title="CSV",
            extensions=(".csv",),
            looks_like="columns that line 1 names, procs and time among them",
            recognises=lambda head, name: is_csv(head),
            read=read_csv,
            write=write_csv,
            unkept=lambda workload: [],
        ),
        Format(
            key="swf",
            title="SWF",
            extensions=(".swf", ".txt"),
            looks_like="lines of 18 numbers separated by blanks, comments begin with ;",
            recognises=lambda head, name: True,
            read=read_swf,
            write=write_swf,
            unkept=unkept_by_swf,
        ),
    )
}
"""Formats by key, in the order in which they are tried."""


def read(
    source: Source,
    *,
    name: str | None = None,
    format: str | None = None,
    processors: int | None = None,
    too_wide: TooWide = "error",
    options: ReadOptions | None = None,
) -> Reading:
    """Read a workload or a log, plain or packed; the format is recognised by the content.

    Parameters
    ----------
    source
        A path, or a binary stream (it need not be seekable).
    name
        File name, for the workload's name and for messages; the path by default.
    format
        Key of `FORMATS`; by default the format is recognised.
    processors
        Size of the machine (the largest site of a grid): wider jobs are an error or dropped,
        depending on `too_wide`. None accepts any width.
    options
        Limits, whether unusable lines are dropped and counted, the column of the environments, and
        what the columns of a log mean.

    Raises
    ------
    FormatError
        When the file cannot be opened or has none of the formats: names the first line that does
        not fit, what was expected, and the formats that were tried.
    WorkloadError
        Names the first job that is too wide.
    UnknownKeyError
        For an unknown `format`.

    Returns
    -------
    Reading
        The workload, and a report of what was left out, repaired or noteworthy.

    Examples
    --------
    >>> import io
    >>> import parsched as sched
    >>> line = b"1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1"
    >>> sched.read(io.BytesIO(line), name="one.swf").workload
    <Workload one: 1 job up to 2 wide>
    """
    options = options or ReadOptions()
    try:
        reading = _read(source, name or path(source), format, options)
        workload = with_environments(reading.workload, options.environment_from)
        reading = doubted(replace(reading, workload=workload), options).with_early_starts()
        reading = reading.called_by(name or path(source))
        if options.pseudonyms:
            reading = pseudonymised(reading, options.pseudonyms, stem(name or path(source)))
    except FormatError as error:
        if options.pseudonyms:
            error = without_names(error)
        label = file_name(name) if name else path(source)
        raise FormatError(f"{label}: {error}", error.problems) from error
    return reading if processors is None else reading.fit(processors, too_wide)


def _read(source: Source, name: str, key: str | None, options: ReadOptions) -> Reading:
    head, content = _peek(blocks(source, options.limits))
    if len(head) < _HEAD and not head.removeprefix(_BYTE_ORDER_MARK).strip():
        raise FormatError("the file is empty")
    if key is None:
        if (
            options.mapping is None
            and not logs.is_packed_table(head)
            and logs.recognised_by(head) is None
        ):
            _refuse_foreign(head, content)
        if log := _as_log(head, content, name, options):
            return log
    chosen = declared(key) if key else next(f for f in FORMATS.values() if f.recognises(head, name))
    try:
        return chosen.read(content, stem(name), options)
    except DoesNotFit as error:
        raise FormatError(
            sentences(*_refusal(str(error), head, name, chosen, is_said=key is not None)),
            error.problems,
            error.cell,
        ) from error


def _refusal(
    told: str, head: bytes, name: str, chosen: Format, *, is_said: bool
) -> tuple[str, str]:
    """Return what does not fit, and what the file was read as: the format that is likeliest."""
    if is_said or chosen.key != "swf":
        return told, f"Read as {_description(chosen)}"
    if lack := logs.lack_of(head):
        return lack, "Say what its columns mean"
    if logs.is_nameless(head):
        return told, NAMELESS
    if not _DIGIT.search(head) and not unpacked_name(name.lower()).endswith(".swf"):
        return NUMBERLESS, ""
    if logs.shape_of(head):
        return told, "If it is a table, say what stands between its cells"
    return told, f"Read as {_description(chosen)}, as nothing else fits"


def sample_of(
    source: Source,
    *,
    name: str | None = None,
    options: ReadOptions | None = None,
    cut: StatedCut = GUESSED,
) -> "TableSample":
    """Return the first rows of a log or any other table, or of a text that may become one once a
    user says how it is `cut` into cells: one column, of whole lines.

    Raises
    ------
    FormatError
        When the file is no table, or its columns mean what its format says.
    """
    options = options or ReadOptions()
    name = name or path(source)
    head, content = _peek(blocks(source, options.limits))
    if not _has_columns(head, name, options):
        raise FormatError(f"{file_name(name)} is no table whose columns could mean something else")
    with extra("logs"):
        from parsched.data.logs.reading import looked_at  # noqa: PLC0415 (loads pyarrow)
        from parsched.data.logs.sample import TableSample  # noqa: PLC0415 (loads pyarrow)

    known_as = logs.known(options.source) if options.source else logs.recognised_by(head)
    cut = logs.cut_of(head, cut)
    file = looked_at(head, content, options.limits, known_as, cut)
    try:
        options.limits.check_columns(len(file.table.columns))
        return TableSample.of(file, cut)
    finally:
        file.table.close()


def _has_columns(head: bytes, name: str, options: ReadOptions) -> bool:
    if options.source or logs.recognised_by(head) is not None or logs.is_packed_table(head):
        return True
    if foreign.sentence(head, foreign.NO_TEXT) is not None:
        return False
    return logs.is_table(head, name) or bool(logs.shape_of(head))


def _as_log(
    head: bytes, content: Iterator[bytes], name: str, options: ReadOptions
) -> Reading | None:
    """Return the reading of a log; None for a file that has a format of workloads."""
    source = logs.known(options.source) if options.source else logs.recognised_by(head)
    if options.mapping is None and source is None:
        # Tables that lack what CSV needs are read by the usual names of their columns.
        is_workload = _is_json(head, name) and not logs.is_json_lines(head)
        is_gwf_or_csv = is_certain(head) or FORMATS["gwf"].recognises(head, name)
        if not logs.is_packed_table(head) and (
            is_workload
            or is_gwf_or_csv
            or not (
                logs.is_table(head, "" if is_csv(head) else name) or _is_remembered(head, options)
            )
        ):
            return None
    with extra("logs"):
        from parsched.data.logs.reading import read_log  # noqa: PLC0415 (loads pyarrow)

    return read_log(head, content, stem(name), options, source, options.mapping)


def _is_remembered(head: bytes, options: ReadOptions) -> bool:
    """Return whether a mapping is remembered for a table with these names of columns."""
    remembered = options.remembered
    shape = logs.shape_of(head)
    return remembered is not None and bool(shape) and remembered(shape) is not None


def _refuse_foreign(head: bytes, content: Iterator[bytes]) -> None:
    if foreign.is_zip(head):
        raise FormatError(f"the file {foreign.several_files(names_in(content))}")
    if what := foreign.sentence(head, foreign.NO_TEXT):
        raise FormatError(f"the file {what}")


def _peek(content: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return the beginning of a file, and all of it."""
    first = next(content, b"")  # blocks are longer than a head, except for the last one
    return first[:_HEAD], chain((first,), content)


def _description(format: Format) -> str:
    return f"{format.title} ({format.looks_like})"


def title_of(key: str) -> str:
    """Return what people call the format of a workload, or the source of a log."""
    if key in FORMATS:
        return FORMATS[key].title
    return logs.SOURCES[key].title if key in logs.SOURCES else "Table"


def declared(key: str) -> Format:
    """Return a format by its key.

    Raises
    ------
    UnknownKeyError
        For an unknown key; lists the keys that exist.
    """
    if key not in FORMATS:
        raise UnknownKeyError(f"no format is called {key!r}; there are: {', '.join(FORMATS)}")
    return FORMATS[key]


def write(workload: Workload, target: Target, *, format: str | None = None) -> None:
    """Write a workload to a path (packed if it ends in .gz) or a binary stream.

    Parameters
    ----------
    format
        Key of `FORMATS`; by default the extension of the path decides.

    Raises
    ------
    FormatError
        When the file cannot be written, or its extension belongs to no format.
    UnknownKeyError
        For an unknown `format`.
    WorkloadError
        When the format cannot hold the jobs.
    """
    chosen = declared(format) if format else by_name(target)
    with opened(target) as stream:
        chosen.write(workload, stream)


def by_name(target: Target) -> Format:
    """Return the format for the extension of a path.

    Raises
    ------
    FormatError
        When the extension belongs to no format.
    """
    if isinstance(target, str | os.PathLike):
        name = os.fspath(target).removesuffix(".gz").lower()
        for format in FORMATS.values():
            if name.endswith(format.extensions):
                return format
    endings = ", ".join(ending for f in FORMATS.values() for ending in f.extensions)
    raise FormatError(f"cannot tell the format of {target}: its name must end in {endings}")
