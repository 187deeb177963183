"""How the fields of parameter classes are declared: a kind, a default, limits and help."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from parsched.declare.spec import Fault, When

MAX_SEED = 2**63 - 1
SPEC = "spec"
"""Key of the metadata of a field that has its declaration."""
Choices = tuple[str, ...] | Callable[[], tuple[str, ...]]


def _declare(**spec: Any) -> Any:
    return field(default=spec["default"], metadata={SPEC: spec})


def choice(
    default: str,
    choices: Choices,
    help: str,
    *,
    title: str = "",
    names: Mapping[str, str] | None = None,
    when: When | None = None,
) -> Any:
    """Declare a parameter with a closed list of values, or with a function that returns the list
    (where it is not complete before all modules are loaded); `title` is what people read instead
    of its name, and `when` says where it applies.

    Examples
    --------
    >>> choice("left", ("left", "right"), "Which side comes first.").default
    'left'
    """
    named = {"names": names} if names else {}
    wording = {"title": title, "when": when, **named}
    return _declare(kind="choice", default=default, choices=choices, help=help, **wording)


def nested(default: str, choices: Choices, declared: Callable[[str], type[Any]], help: str) -> Any:
    """Declare a parameter that is one of several things with parameters of their own.

    Its value is a `Chosen`. It is given by its key, and its own parameters by names such as
    `algorithm.shuffles`; in JSON also as `{"key": …, "params": {…}}`. `declared` returns the class
    of the parameters that belong to a key.

    Examples
    --------
    >>> from parsched.policies.catalogue import algorithm
    >>> algorithm("online-batch").params.specs()[0].name  # declared with `nested`
    'algorithm'
    """
    return _declare(kind="nested", default=default, choices=choices, help=help, declared=declared)


def text(
    default: str,
    help: str,
    *,
    longest: int,
    commas: bool = False,
    title: str = "",
    when: When | None = None,
    fault: Callable[[str], Fault | None] | None = None,
    canonical: Callable[[str], str] | None = None,
) -> Any:
    """Declare a parameter that is one line of text; labels separate the parameters of an algorithm
    by commas outside of brackets (see `parsched.run.request.RequestEntry`), so those have none, or
    only within brackets. `fault` says what is wrong with a text, `canonical` writes it as it is
    kept.

    Examples
    --------
    >>> text("x", "What it is called.", longest=10).default
    'x'
    """
    limits = {"high": longest, "commas": commas, "fault": fault, "canonical": canonical}
    return _declare(kind="text", default=default, help=help, title=title, when=when, **limits)


def integer(
    default: int,
    help: str,
    *,
    low: int | None = None,
    high: int | None = None,
    unit: str = "",
    title: str = "",
    words: tuple[str, ...] = (),
    when: When | None = None,
) -> Any:
    """Declare an integer parameter with inclusive limits; `title` is what people read instead of
    its name. It may also be one of some `words`.

    Examples
    --------
    >>> integer(1, "How deep.", low=1).default
    1
    """
    limits = {"low": low, "high": high, "words": words, "when": when}
    return _declare(kind="integer", default=default, help=help, unit=unit, title=title, **limits)


def real(
    default: float,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    least: str = "",
    unit: str = "",
    title: str = "",
    symbol: str = "",
    when: When | None = None,
) -> Any:
    """Declare a finite real parameter with inclusive limits; it must be greater than `above`.
    `title` is what people read instead of its name, `least` instead of `low`.

    Examples
    --------
    >>> real(0.5, "Which share.", low=0.0, high=1.0).default
    0.5
    """
    limits = {"low": low, "high": high, "above": above, "least": least}
    wording = {"unit": unit, "title": title, "symbol": symbol, "when": when}
    return _declare(kind="real", default=default, help=help, **limits, **wording)


def seed(default: int = 1) -> Any:
    """Declare the seed; having one is what makes an algorithm or generator stochastic.

    Examples
    --------
    >>> seed().default
    1
    """
    text = "Seed of the random numbers: the same seed gives the same result."
    return _declare(kind="integer", default=default, help=text, low=0, high=MAX_SEED, is_seed=True)


def time_limit() -> Any:
    """Declare how long an algorithm may search; `Stop.limit` makes it so."""
    return real(
        0.0,
        "Time after which the best schedule so far is returned; 0 is no limit of its own.",
        low=0.0,
        high=1e6,
        unit="s",
    )
