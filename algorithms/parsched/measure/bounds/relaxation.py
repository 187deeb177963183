"""Prices of processor time that make Σ w·C easy to minimise.

At each time t let every processor in use cost μ(t) ≥ 0, and pay μ(t) for each of the m processors
that there are. A feasible schedule never uses more than there are, so this does not raise its cost:

    Σ_i [ w_i·(s_i + p_i) + q_i·∫_{s_i}^{s_i + p_i} μ ] − m·∫ μ  ≤  Σ_i w_i·C_i.

Now drop the limit of m processors. Then each job chooses its start s_i ≥ r_i and its width q_i, and
with it p_i, by itself, such that its own term is least, and the sum is a lower bound on Σ w·C for
**any** μ ≥ 0: the Lagrangian relaxation of the limit. That covers moldable and rigid jobs, release
dates and arbitrary profiles; the sites of a grid count as one machine.

μ is constant on intervals. It rises where jobs use more than m processors and falls where they use
fewer: subgradient steps of Polyak's length, in the metric of functions of time, each direction
averaged with those before.
"""

from collections.abc import Callable

import numpy as np

from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds import price_response
from parsched.measure.bounds.price_response import Configurations, Prices
from parsched.model.problem.workload import Floats, Ints
from parsched.model.smith import smith_ratio

INTERVALS = 60
"""Intervals of constant price by default."""
REACH = 1.6
"""End of the priced time, in accepted makespans after the last release."""
GROWTH = 1.15
"""Steps consider widths that grow by this factor; the certificate considers all."""
GAP = 0.05
"""How far above the best bound the optimum is guessed, relative to it; halved when the last
`PATIENCE` steps raised the bound by less than `PROGRESS`."""
PATIENCE = 5
PROGRESS = 2e-4
MEMORY = 0.5
"""Weight of the former directions."""
CHUNK = 250_000
"""Configurations of the jobs that choose between two pauses."""
ROUNDOFF = 0.5 * float(np.finfo(np.float64).eps)
"""Largest relative error of an operation in float64, if its result is not too small."""
SMALLEST = float(np.finfo(np.float64).smallest_subnormal)
"""Largest absolute error of an operation whose result is."""
SHORTEST = 1e-100
"""Least reach, seconds: jobs that take no time need intervals as well."""


def _go_on() -> None:
    """Do nothing in a pause."""


class PriceRelaxation:
    """The relaxation for given jobs, at prices that get better with each `step`.

    Parameters
    ----------
    choices
        Configurations of the jobs; there is a job.
    processors
        m.
    weight, release
        float64, shape (n_jobs,); release in seconds, rising.
    reach
        About the makespan, seconds.
    intervals
        Of constant price; more of them make steps slower and bounds tighter.

    Attributes
    ----------
    configurations
        The choices that `step` considers.
    origin
        Their indices in `choices`, int64.
    prices
        Prices of the last step, or of the certificate.
    chosen, start
        What each job chose at them: indices into `configurations`, int64, and float64, seconds; of
        shape (n_jobs,).
    best
        The largest value so far. It is a bound if jobs have no other configurations.
    """

    def __init__(
        self,
        choices: Choices,
        processors: int,
        weight: Floats,
        release: Floats,
        reach: float,
        intervals: int = INTERVALS,
    ) -> None:
        self._choices, self._processors = choices, processors
        self._weight, self._release = weight, release
        self._edges = _edges(max(reach, SHORTEST), float(release[-1]), intervals)
        self._lengths = np.diff(self._edges)
        self.configurations, self.origin = thinned(choices)
        self.chosen, self.start = self.configurations.offsets[1:] - 1, release.copy()
        alone = release + self.configurations.times[self.chosen]
        self._floor = float(weight @ alone)
        self._rates = self._first_rates()
        self._direction = np.zeros(intervals)
        self._gap, self._waited = GAP, 0
        self.prices = self._priced(self._rates)
        self.best = -np.inf

    def step(self, pause: Callable[[], None] = _go_on) -> None:
        """Let all jobs choose at the current prices; then set the prices of the next step."""
        self.prices = self._priced(self._rates)
        value = self._evaluate(self.configurations, self.chosen, self.start, pause)
        raised = value - self.best > PROGRESS * abs(value)
        if value > self.best:
            self.best, self._best_rates = value, self._rates
            self._best_answer = self.chosen.copy(), self.start.copy()
        self._waited = 0 if raised else self._waited + 1
        if self._waited == PATIENCE:
            self._gap, self._waited = self._gap / 2, 0
        self._move(self.best + self._gap * max(self.best, self._floor) - value)

    def certificate(self, pause: Callable[[], None] = _go_on) -> float:
        """Return the bound at the best prices of all steps, over all choices."""
        self.prices = self._priced(self._best_rates)
        chosen, start = self._best_answer
        everything = Configurations(*self._choices[:3])
        return self._evaluate(everything, self.origin[chosen], start.copy(), pause)

    def _evaluate(
        self,
        configurations: Configurations,
        chosen: Ints,
        start: Floats,
        pause: Callable[[], None],
    ) -> float:
        jobs = len(self._weight)
        chunk = max(1, CHUNK * jobs // len(configurations.widths))
        charged = 0.0
        for first in range(0, jobs, chunk):
            pause()
            charged += price_response.respond(
                configurations,
                self._weight,
                self._release,
                self.prices,
                chosen,
                start,
                first,
                min(first + chunk, jobs),
            )
        paid = self._processors * float(self.prices.paid[-1])
        return charged - paid - self._margin(charged + paid)

    def _margin(self, size: float) -> float:
        """Bound the error of the value.

        With the least price of one processor from 0 to t written P(t), G intervals, n jobs, and u =
        2^-53 the largest relative error of an operation: the sums of prices up to the edges are
        exact but for a factor of 1 ± (G + 2)·u. Starts and ends of jobs are exact but for u·t,
        which moves P(t) by at most 2·(G + 1)·u·P(∞), as an edge is at most G + 1 times as far from
        0 as from its neighbour. So P(end) − P(start), whatever cancels, is exact but for
        (6·G + 12)·u·P(∞). The jobs use at most m processors; hence the cost of each is exact but
        for (6·G + 18)·u·(cost + m·P(∞)), and the cost of n jobs, added one by one, but for 8·(n +
        1)·(G + 4)·u times what all are charged and are paid for: second orders of u included.
        Where numbers are too small for that, each product has an absolute error as well, and a job
        has up to m·(G + 4) of them.
        """
        terms = 8 * (len(self._weight) + 1) * (len(self._lengths) + 4)
        return terms * (ROUNDOFF * size + SMALLEST * self._processors)

    def _move(self, distance: float) -> None:
        """Go in the direction in which the value rises, as far as it would take to rise by
        `distance` if it rose linearly."""
        usage = np.zeros(len(self._lengths))
        _, widths, times = self.configurations
        price_response.add_usage(widths, times, self.chosen, self.start, self._edges, usage)
        excess = usage - self._processors * self._lengths
        self._direction = excess + MEMORY * self._direction
        direction = np.where((self._rates == 0) & (self._direction < 0), 0.0, self._direction)
        slope = float(direction**2 @ (1 / self._lengths))
        if slope > 0:
            change = distance / slope * direction / self._lengths
            self._rates = np.maximum(0.0, self._rates + change)

    def _first_rates(self) -> Floats:
        """Most of what weight is unfinished if work flows through the machine in Smith's order: so
        much a processor gains by coming one second earlier."""
        work = self._choices.works[self._choices.offsets[:-1]]
        order = np.argsort(smith_ratio(work, self._weight), kind="stable")
        ends = np.cumsum(work[order]) / self._processors
        left = self._weight.sum() - np.append(0.0, np.cumsum(self._weight[order]))
        middles = (self._edges[1:] + self._edges[:-1]) / 2
        unfinished: Floats = left[np.searchsorted(ends, middles)]
        return 0.9 / self._processors * unfinished

    def _priced(self, rates: Floats) -> Prices:
        return Prices(self._edges, rates, np.append(0.0, np.cumsum(rates * self._lengths)))


def _edges(reach: float, last_release: float, intervals: int) -> Floats:
    """Cut time finely at the start, where most weight is unfinished; evenly if jobs arrive."""
    share = np.arange(intervals + 1) / intervals
    return (last_release + REACH * reach) * (share if last_release else share**2)


def thinned(choices: Choices) -> tuple[Configurations, Ints]:
    """Return the choices that steps consider, and their indices."""
    keep = np.empty(len(choices.widths), np.bool_)
    price_response.thin(choices.offsets, choices.widths, GROWTH, keep)
    origin = np.flatnonzero(keep)
    offsets: Ints = np.append(0, np.cumsum(keep))[choices.offsets]
    return Configurations(offsets, choices.widths[origin], choices.times[origin]), origin
