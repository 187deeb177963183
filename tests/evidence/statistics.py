"""Statistics: against SciPy by other ways, closed forms and enumeration."""

from itertools import product
from math import comb, sqrt

import numpy as np
from scipy import stats

from parsched.model.problem.arrays import Floats
from parsched.studies.statistics import Pairs, aggregate, share_interval, t_interval
from tests.evidence.entry import Tally, entry

CLOSE = 1e-9
VALUES = 10
"""Values of a sample: all signs of so many are tried."""


@entry(
    "statistics",
    title="Statistics of studies",
    about="Statistics",
    ours="means, deviations, intervals, and tests of pairs",
    against="SciPy by other functions, Wilson's closed form, and all signs of the differences",
    where="tests/parsched/studies/test_statistics.py",
    unit="numbers",
    size=150,
    full=1_500,
)
def statistics(size: int) -> Tally:
    """Compare each number of random samples."""
    tally, chance, worst = Tally(f"{size:,} random samples"), np.random.default_rng(5), 0.0
    for sample in range(size):
        first, second = chance.gamma(4.0, 1.0, VALUES), chance.gamma(4.4, 1.0, VALUES)
        for name, (ours, theirs) in _numbers(first, second).items():
            far = abs(ours - theirs) / max(abs(theirs), 1e-12)
            worst = max(worst, far)
            tally.take(far > CLOSE, f"sample {sample}, {name}: {ours:.12g}, not {theirs:.12g}")
    tally.worst = f"relative difference of at most {worst:.1e}"
    return tally


def _numbers(first: Floats, second: Floats) -> dict[str, tuple[float, float]]:
    """Return numbers by name, each ours and the other."""
    pairs, difference = Pairs.of(first, second), first - second
    one = stats.ttest_1samp(first, 0.0).confidence_interval(0.95)
    both = stats.ttest_rel(first, second).confidence_interval(0.95)
    low, high = t_interval(first)
    wins = int((difference < 0).sum())
    wilson = share_interval(wins, VALUES)
    least, most = _wilson(wins, VALUES)
    return {
        "mean": (aggregate("mean", first), float(stats.tmean(first))),
        "deviation": (aggregate("deviation", first), float(stats.tstd(first))),
        "trimmed mean": (aggregate("trimmed_mean", first), stats.trim_mean(first, 1 / VALUES)),
        "median": (aggregate("median", first), float(stats.scoreatpercentile(first, 50))),
        "low end of t": (low, one.low),
        "high end of t": (high, one.high),
        "low end of pairs": (pairs.interval[0], both.low),
        "high end of pairs": (pairs.interval[1], both.high),
        "low end of Wilson": (wilson[0], least),
        "high end of Wilson": (wilson[1], most),
        "sign test": (pairs.sign, _sign(wins, VALUES)),
        "signed ranks": (pairs.wilcoxon, _signed_ranks(difference)),
    }


def _wilson(count: int, of: int) -> tuple[float, float]:
    z, share = float(stats.norm.ppf(0.975)), count / of
    middle = share + z**2 / (2 * of)
    spread = z * sqrt(share * (1 - share) / of + (z / of) ** 2 / 4)
    return (middle - spread) / (1 + z**2 / of), (middle + spread) / (1 + z**2 / of)


def _sign(wins: int, of: int) -> float:
    """Return the probability of so few or so many, by counting."""
    fewer = min(wins, of - wins)
    return min(1.0, 2 * float(sum(comb(of, k) for k in range(fewer + 1))) / float(2**of))


def _signed_ranks(difference: Floats) -> float:
    """Return the probability of a sum of ranks as far from the mean, over all signs."""
    ranks = stats.rankdata(np.abs(difference))
    signs = np.array([*product((0, 1), repeat=len(ranks))])
    sums, mean = signs @ ranks, ranks.sum() / 2
    seen = abs(ranks[difference > 0].sum() - mean)
    return float((np.abs(sums - mean) >= seen - CLOSE).mean())
