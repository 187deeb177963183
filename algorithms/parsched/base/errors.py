"""The exception tree: every error of the library is an `AlgorithmsError` whose text is one sentence
for people."""

from collections.abc import Mapping, Sequence
from numbers import Integral
from types import MappingProxyType


class AlgorithmsError(Exception):
    """Root of all errors that the library raises on purpose."""


class ParameterError(AlgorithmsError):
    """Parameters that break their declaration; `errors` maps each field to its sentence.

    Examples
    --------
    >>> ParameterError({"depth": "depth must be at least 1, got 0"}).errors["depth"]
    'depth must be at least 1, got 0'
    """

    def __init__(self, errors: Mapping[str, str]) -> None:
        self.errors = dict(errors)
        super().__init__("; ".join(self.errors.values()))


def expect(name: str, value: object, kind: type) -> None:
    """Raise TypeError where an argument is of another kind, before it breaks something inside."""
    if not isinstance(value, kind):
        noun = "integer" if kind is Integral else kind.__name__
        article = "an" if noun[0] in "AEIOUaeiou" else "a"
        raise TypeError(f"{name} must be {article} {noun}, got {type(value).__name__}")


class UnknownKeyError(AlgorithmsError):
    """A key (algorithm, generator, format) that nothing is registered under."""


class UnsupportedError(AlgorithmsError):
    """An algorithm was asked for a workload or platform that it does not support."""


class CommandError(AlgorithmsError):
    """A program that a run would start, without having been allowed; `command` is its text."""

    def __init__(self, command: str) -> None:
        self.command = command
        super().__init__(
            f"{command!r} is a command that this would run, and commands are not allowed: read it, "
            "then allow them by --allow-commands, or allow_commands=True in Python"
        )


class LeftOutError(AlgorithmsError):
    """An algorithm, as it was printed, schedules only some of the jobs."""


class WorkloadError(AlgorithmsError):
    """Jobs that no workload may hold, or that do not fit the platform."""


class SharedIdWarning(UserWarning):
    """Rows of a data frame that have one id were taken for one moldable job, and hardly look it."""


class EarlyStartWarning(UserWarning):
    """Jobs of a data frame are recorded to start before they were released."""


class ImplausibleWarning(UserWarning):
    """A column of a data frame cannot be true beside the others, and was left out."""


class EpochTimesWarning(UserWarning):
    """Releases of a data frame count from 1970, and were moved so that the first job comes at 0."""


class TwiceShownWarning(UserWarning):
    """Dates of a data frame are in an hour that clocks show twice, and taken for the first."""


class FormatError(AlgorithmsError):
    """A file that cannot be read; says which format, which line and what was expected.

    `problems` lists a sentence for each thing that is wrong, where more than one was found; `cell`
    is what the message shows of the file.
    """

    def __init__(self, message: str, problems: Sequence[str] = (), cell: str = "") -> None:
        self.problems = tuple(problems)
        self.cell = cell
        super().__init__(message)


class InfeasibleError(AlgorithmsError):
    """A schedule that breaks a rule; `violations` lists the first sentences."""

    def __init__(self, violations: list[str], count: int) -> None:
        self.violations = violations
        self.count = count
        more = f" ({count - 1:,} more violation{'' if count == 2 else 's'})" if count > 1 else ""
        super().__init__(f"infeasible schedule: {violations[0]}{more}")


class NoScheduleError(AlgorithmsError):
    """An algorithm came to its end, as its parameters ask it to, without a schedule of all jobs.

    Only options that keep to a printed text where it goes wrong raise it; no default does.

    Parameters
    ----------
    tried
        The longest makespan, seconds, for which it looked for a schedule; None where it looks for
        none in particular. A study lets it stand for the makespan of the run, as "at least".

    Attributes
    ----------
    cpu_seconds, search
        The processor time that it took, and the totals of its search, as `solve` notes them.

    Examples
    --------
    >>> raise NoScheduleError("the last job is never placed")
    Traceback (most recent call last):
    parsched.base.errors.NoScheduleError: the last job is never placed
    """

    cpu_seconds: float | None = None
    search: Mapping[str, float] = MappingProxyType({})

    def __init__(self, *args: object, tried: float | None = None) -> None:
        super().__init__(*args)
        self.tried = tried


class Interrupted(AlgorithmsError):
    """The algorithm had to end before it was done; the best schedule that it handed over stays."""


class Cancelled(Interrupted):
    """A user cancelled the run."""


class TimeLimitReached(Interrupted):
    """The run used up its time limit."""


class SolverError(Interrupted):
    """An external solver ended without an answer."""
