"""A profile to be filled in, of a table whose columns were not recognised."""

from dataclasses import replace

from parsched.base.errors import FormatError
from parsched.base.whole_files import write
from parsched.data.formats import ReadOptions, sample_of
from parsched.data.logs import ROLES


def write_blank_profile(file: str, target: str, options: ReadOptions) -> str:
    """Write what the columns of a table were guessed to be, with their names and the names of all
    roles in comments; return a sentence about it, blank where the file is no table.

    Raises
    ------
    FormatError
        When the profile cannot be written.
    """
    from parsched.data.logs.guess import guessed  # noqa: PLC0415 (loads pyarrow)

    try:
        sample = sample_of(file, options=options)
    except FormatError:
        return ""
    lines = [
        '# Say which column plays which role below [columns], such as: processors = "NCPUS"',
        *(f"# column: {_shown(name)}" for name in sample.columns),
        *_first_line(sample.first_line),
        *(f"# role {key}: {role.title}" for key, role in ROLES.items()),
        "",
    ]
    profile = replace(guessed(sample.columns, sample.cells), first_line=sample.said.first_line)
    write(target, "\n".join(lines) + profile.as_toml())
    return f"{target} lists its columns: say there what they are, and give it as --source"


def _first_line(is_now: str) -> list[str]:
    """Return what to say where the first line was taken for names and is a job."""
    if is_now != "names":
        return []
    text = 'if the first line is a job: first_line = "job", and columns are "column 1", "column 2"'
    return [f"# {text}, …"]


def _shown(name: str) -> str:
    """Return a name for a line of its own."""
    return ascii(name) if not name.isprintable() else f'"{name}"'
