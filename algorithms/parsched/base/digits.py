"""Numbers as people read them, four significant digits, and ratios that stay true when rounded;
and whole numbers as people type them.

Sentences, chips, tables and files write a distance from the optimum by these functions alone, so
that one number reads alike wherever it stands.
"""

import math

DIGITS = 4
LARGEST = 1e9
"""Value from which numbers are written with a power of ten."""
MOST_DECIMALS = 6
"""Decimals beyond which a number is written with a power of ten."""
FAR = 2.0
"""Ratio from which a distance is written as a multiple."""
NEARLY = 1 - 1e-9
"""Factor that removes rounding errors before rounding up."""
LARGEST_TYPED = 10**18 - 1
"""Largest number that is read: Python itself refuses to read thousands of digits."""


def whole(text: str, most: int = LARGEST_TYPED) -> int | None:
    """Return the number that a text of digits says; None where it says none, or one above `most`.

    Examples
    --------
    >>> whole("12"), whole("-1"), whole("²"), whole("9" * 5000), whole("12", 9)
    (12, None, None, None, None)
    """
    is_short = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_TYPED))
    number = int(text) if is_short else most + 1
    return number if number <= most else None


def counted(count: float, noun: str, plural: str = "") -> str:
    """Write how many there are of something: the one place that chooses the form of the noun.

    Examples
    --------
    >>> counted(1, "run"), counted(1_234, "run"), counted(2, "match", "matches")
    ('1 run', '1,234 runs', '2 matches')
    """
    return f"{count:,.0f} {noun if count == 1 else plural or f'{noun}s'}"


def significant(value: float, digits: int = DIGITS) -> str:
    """Write `digits` significant digits: `0.01235`, `6.840`, `1,234`, `1.235e12`."""
    if value == 0:
        return "0"
    if not 1e-4 <= abs(value) < LARGEST:
        mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
        return f"{mantissa}e{int(power)}".replace("-", "−")
    whole = math.floor(math.log10(abs(value))) + 1
    if float(value).is_integer() and whole <= digits:
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:,.{max(digits - whole, 0)}f}".replace("-", "−")


def plus_minus(value: float, half: float) -> str:
    """Write a number with half of its interval, in the digits that this leaves certain: one of the
    half, or two where it begins with 1.

    Examples
    --------
    >>> plus_minus(1.4213, 0.0312), plus_minus(12345.6, 1040.0), plus_minus(0.5, 0.0)
    ('1.42 ± 0.03', '12,346 ± 1,040', '0.5000 ± 0')
    """
    if not half > abs(value) * (1 - NEARLY):
        return f"{significant(value)} ± 0"
    _, _, power = f"{half:.0e}".partition("e")
    decimals = max(-int(power) + (f"{half:.0e}"[0] == "1"), 0)
    if decimals > MOST_DECIMALS:
        return f"{significant(value)} ± {significant(half, 1)}"
    return f"{value:,.{decimals}f} ± {half:,.{decimals}f}".replace("-", "−")


def certified(ratio: float) -> str:
    """Write a ratio to a lower bound, as in every table and sentence: in the digits of units, and
    rounded up so that a certificate stays true.

    Examples
    --------
    >>> certified(7.41421), certified(1.0287), certified(117.21), certified(2.0)
    ('7.415', '1.029', '117.3', '2')
    """
    if ratio <= 0:
        return significant(ratio)
    steps = 10.0 ** (DIGITS - 1 - math.floor(math.log10(ratio)))
    return significant(math.ceil(ratio * steps * NEARLY) / steps)


def beyond(ratio: float) -> str:
    """Write how far a ratio is above 1, in tenths of a per cent, as `certified` rounds it up.

    Examples
    --------
    >>> beyond(1.1136), beyond(1.1), beyond(1 + 1e-12), beyond(12.3456)
    ('11.4 %', '10 %', '0.1 %', '1,134.6 %')
    """
    tenths = max(math.ceil(1000 * ratio * NEARLY) - 1000, 1 if ratio > 1 else 0)
    return f"{tenths / 10:,.1f}".removesuffix(".0") + " %"


def from_optimum(ratio: float) -> str:
    """Write how far a value is from the optimum at most, by its ratio to a lower bound.

    Examples
    --------
    >>> from_optimum(1.1136), from_optimum(7.41421)
    ('within 11.4 % of the optimum', 'at most 7.415 times the optimum')
    """
    if ratio > FAR:
        return f"at most {times(ratio)} the optimum"
    return f"within {beyond(ratio)} of the optimum"


def times(ratio: float) -> str:
    """Write "7.415 times"."""
    return f"{certified(ratio)} times"
