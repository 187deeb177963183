"""Sets of sites in words, and what to beware of: the same on pages and on the command line."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from parsched.model.problem.platform import Platform
from parsched.policies.grid.admissible import as_typed, enough_before, unreachable

MOST_NAMES = 8
"""Most sites that are named in full; beyond, ranges are named by their first and last site."""


def ranges(sites: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and the last of consecutive indices, ascending."""
    intervals: list[tuple[int, int]] = []
    for site in sorted(sites):
        if intervals and intervals[-1][1] == site - 1:
            intervals[-1] = (intervals[-1][0], site)
        else:
            intervals.append((site, site))
    return intervals


def numbers(sites: Sequence[int]) -> str:
    """Write indices into `Platform.sites` as numbers from 1: "site 3", "sites 1–4, 6"."""
    texts = []
    for first, last in ranges(sites):
        dash = ", " if last == first + 1 else "–"
        texts.append(f"{first + 1}" if first == last else f"{first + 1}{dash}{last + 1}")
    return f"site{_s(len(sites))} {', '.join(texts)}"


def names(platform: Platform, sites: Sequence[int]) -> str:
    """Write the names of sites in the order of the platform; blank where all are mere numbers."""
    called = {i: platform.sites[i].name for i in sorted(sites)}
    if all(name == f"site {i + 1}" for i, name in called.items()):
        return ""
    if len(called) <= MOST_NAMES:
        return ", ".join(called.values())
    return ", ".join(
        called[first] if first == last else f"{called[first]} to {called[last]}"
        for first, last in ranges(sites)
    )


def widths(narrowest: int, widest: int) -> str:
    """Write the widths of a class of jobs: "8", "9–16"."""
    return f"{widest:,}" if narrowest == widest else f"{narrowest:,}–{widest:,}"


def as_given(share: float) -> str:
    """Write a share as it was typed, with all its digits: "0.12345", "1"."""
    return repr(float(share)).removesuffix(".0")


def exactly(share: Fraction) -> str:
    """Write a share that comes from sizes of sites: 0.5 where a few decimals are exact, else
    192/2,194."""
    decimal = f"{float(share):.4g}"
    if Fraction(decimal) == share:
        return decimal
    return f"{share.numerator:,}/{share.denominator:,}"


@lru_cache(maxsize=256)
def unreachable_text(platform: Platform, share: float, rule: str) -> str:
    """Return sentences that name the sites which get no job, say why, and what would change it;
    blank if there are none."""
    lost = unreachable(platform, share, rule)
    if not lost:
        return ""
    one = len(lost) == 1
    enough = max(enough_before(platform, site) for site in lost)
    sizes = sorted({platform.sites[site].processors for site in lost})
    each = "" if one else " each" if len(sizes) == 1 else ""
    about = f"{' and '.join(f'{size:,}' for size in sizes)} processor{_s(sizes[-1])}{each}"
    called = names(platform, lost)
    subject = numbers(lost).capitalize()
    return (
        f"{subject} ({called}{'; ' if called else ''}{about}) "
        f"{'is' if one else 'are'} admissible to no job with a = {as_given(share)} and {rule}: "
        f"sites of the same size before {'it' if one else 'them'} have the share already. "
        f"{_remedy(enough, share, rule)}."
    )


def _remedy(enough: Fraction, share: float, rule: str) -> str:
    if rule == "more-than":
        return f"Choose a share of {exactly(enough)} or more"
    if enough == as_typed(share):
        return f"Choose more-than, or a share above {as_given(share)}"
    return f"Choose a share above {exactly(enough)}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
