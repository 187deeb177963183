"""A profile to be filled in, of a table whose columns nobody recognised."""

from algorithms.errors import FormatError
from algorithms.formats import Options, sample_of
from algorithms.sources import ROLES
from algorithms.whole_files import write


def write_blank_profile(file: str, target: str, options: Options) -> str:
    """Write what the columns of a table were guessed to be, with their names and those of all
    roles in comments; return a sentence about it, blank where the file is no table.

    Raises
    ------
    FormatError
        When the profile cannot be written.
    """
    from algorithms.sources.guess import guessed  # noqa: PLC0415 (loads pyarrow)

    try:
        sample = sample_of(file, options=options)
    except FormatError:
        return ""
    lines = [
        '# Say which column plays which role below [columns], such as: processors = "NCPUS"',
        *(f"# column: {_shown(name)}" for name in sample.columns),
        *(f"# role {key}: {role.title}" for key, role in ROLES.items()),
        "",
    ]
    write(target, "\n".join(lines) + guessed(sample.columns, sample.cells).as_toml())
    return f"{target} lists its columns: say there what they are, and give it as --source"


def _shown(name: str) -> str:
    """Return a name for a line of its own."""
    return ascii(name) if not name.isprintable() else f'"{name}"'
