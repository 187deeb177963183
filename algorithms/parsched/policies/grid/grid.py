"""Two-level scheduling on a grid: allocation to a site on arrival, then a queue at each site."""

from collections.abc import Mapping
from dataclasses import dataclass

from parsched.declare.parameters import Chosen, Params, choice, nested, real, seed
from parsched.declare.sweeps import Sweep
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.grid.admissible import as_typed
from parsched.policies.grid.local import LOCAL, params_of, policy_of_sites
from parsched.policies.grid.simulate import Settings, Simulation
from parsched.policies.grid.strategies import STRATEGIES
from parsched.policies.grid.theory import competitive_factor
from parsched.policies.grid.wording import unreachable_text
from parsched.policies.online.long_lines import costs
from parsched.policies.registry import Supports, register

SWEEPS = (
    Sweep(
        key="strategies",
        title="All nine strategies",
        help="Every site that is large enough is admissible, a = 1.",
        vary={"strategy": tuple(STRATEGIES), "admissible": (1.0,)},
    ),
    Sweep(
        key="halves",
        title="All nine strategies, a = 0.5 and 1",
        help="What admissible allocation brings, by half of the processors.",
        vary={"strategy": tuple(STRATEGIES), "admissible": (0.5, 1.0)},
    ),
    Sweep(
        key="paper",
        title="All nine strategies × a = 0.1, 0.2, …, 1",
        help="The comparison of Quezada-Pina et al. 2012, section 7.3.",
        vary={
            "strategy": tuple(STRATEGIES),
            "admissible": tuple(tenth / 10 for tenth in range(1, 11)),
        },
    ),
)

ONE_SITE = (
    "The machine has one site, so all strategies give one schedule, the one of the local scheduler "
    "alone. Choose a grid of several sites to compare them."
)


@dataclass(frozen=True, kw_only=True)
class GridParams(Params):
    """Parameters of the two levels."""

    strategy: str = choice(
        "mpl",
        tuple(STRATEGIES),
        "How a site is chosen for an arriving job.",
        names={strategy.key: strategy.title for strategy in STRATEGIES.values()},
    )
    admissible: float = real(
        1.0,
        "Share a of the processors on sites large enough for a job that it may be allocated to.",
        above=0.0,
        high=1.0,
        symbol="a",
    )
    admissible_rule: str = choice(
        "at-least",
        ("at-least", "more-than"),
        "Whether exactly the share is enough; as printed, at a = 0.5, a site of Grid 3 gets no "
        "job if it is.",
    )
    adapt_window: float = real(
        0.0,
        "Experimental, a rule of ours: the share of each width follows what jobs asked for within "
        "this time before, and a is the most that it may be; 0 keeps it fixed.",
        low=0.0,
        high=1e9,
        unit="s",
        title="window",
    )
    local: Chosen = nested(
        "easy",
        tuple(LOCAL),
        params_of,
        "How each site schedules the jobs allocated to it: as one of the queues does alone, with "
        "its parameters; list, as the papers call it, is first-fit.",
    )
    counting: str = choice(
        "unfinished",
        ("unfinished", "allocated"),
        "Which jobs of a site the strategies count: those that have not ended, or, as in the "
        "proofs, all that were ever allocated to it.",
    )
    information: str = choice(
        "fresh",
        ("fresh", "virtual"),
        "Predictions from what the sites are like, or from a schedule of estimates that is kept "
        "as it was when jobs end early.",
    )
    seed: int = seed()

    @classmethod
    def notes(cls, instance: Instance) -> Mapping[str, str]:
        """Return what costs more than the rest where jobs are many."""
        return costs(instance, "information")

    def words(self) -> Mapping[str, str]:
        """Let formulas of the local queue speak for themselves in labels."""
        inner = self.local.params.words()
        return {f"local.{name}": text for name, text in inner.items()}

    def warnings(self, platform: Platform) -> tuple[str, ...]:
        """Name the sites that get no job, and say when there is nothing to choose from."""
        if not platform.is_grid:
            return (ONE_SITE,)
        lost = unreachable_text(platform, self.admissible, self.admissible_rule)
        return (lost,) if lost else ()

    def refusal(self, instance: Instance) -> str | None:
        """Refuse events that are taken one by one: of several sites, no order is defined; and what
        the local queue refuses."""
        if instance.rules.is_sequential:
            return "takes all events of an instant together: events must be batch, got sequential"
        if self.adapt_window > 0 and instance.jobs.after is not None:
            return (
                "adapts the admissible factor to arrivals that are known beforehand, and some jobs "
                "wait for others: adapt_window must be 0"
            )
        reason = self.local.params.refusal(instance)
        return f"runs {self.local.key} at its sites, which {reason}" if reason else None


@register(
    "grid",
    title="Two-level grid",
    version=2,
    changes={2: EXACT},
    params=GridParams,
    supports=Supports(online=True, release_times=True, grid=True, dependencies=True),
    cites=("quezada2012", "tchernykh2010", "lifka1995"),
    sweeps=SWEEPS,
    theory=competitive_factor,
)
def grid(instance: Instance, params: GridParams, stop: Stop) -> Schedule:
    """Allocate each job to an admissible site as it arrives; each site then schedules by itself.

    The sites are in order of size. A job may be allocated to those from the first one that holds it
    up to where they have the share `admissible` of the processors of all that hold it, so that
    narrow jobs leave the large sites to wide ones. Among these sites the strategy takes the one
    with the least value, the smallest site at ties: of unfinished jobs per processor (MLp), their
    widths per processor (MPL), the standard deviation of that over all sites (LBal_S), their
    estimated work per processor (MLB), the predicted end of the last job without the new one (MCT),
    the mean predicted wait (MWT), the mean of width times wait (MWWT_S), or the predicted start of
    the job itself (MST). `random` draws a site by splitmix64.

    Allocation is immediate and final. At each instant first all completions, then all arrivals in
    order (a later one sees the earlier ones queued), then one pass at each site that has had an
    event. So each site does exactly what its queue does alone with the jobs allocated to it (see
    `parsched.model.problem.instance.Rules`): `local` is one of the queues with a name, or `queue`
    with any policy, and its parameters are `local.order`, `local.reservations` and so on. With
    `local=list`, which is first-fit, a pass starts, in order of arrival, every waiting job that
    fits: the list scheduling PS of the proofs, which holds no processors for anybody. What users
    did is known at the site where they did it, so predictions of run times and fair orders are the
    site's own.

    A prediction starts from the state of a site and follows its own policy, beginning with a pass
    now; each job takes as long as the site believes at that time, and a job that is overdue ends
    right after that pass. With `information=virtual`, predictions come from a schedule in which all
    jobs took as long as believed ever since time 0; live sums (MLp to MLB) are taken from the sites
    all the same. MLB asks for estimates as users gave them.

    Where the paper is silent or doubtful: unfinished jobs are counted, not all that were ever
    allocated, unless `counting=allocated`, which holds for the sums of jobs, widths and work and
    for the means of waits, waits of ended jobs being what they were; without jobs a mean wait is 0,
    and the last job of an idle site ends now. As printed, the admissible sites
    have at least the share, and at 0.5 one of the two largest sites of the paper's Grid 3 is
    admissible to no job; `admissible_rule=more-than` includes it. The share is taken as typed: 0.1
    is 1/10. LBal_S compares whole numbers as long as a common multiple of the sizes allows; sums of
    times are exact, as they count in ticks (see `parsched.model.problem.ticks`).

    With `adapt_window` = T the factor follows the workload, as the outlook of the paper asks for;
    the rule is ours. Of the processors that were asked for within the last T seconds by jobs that
    no smaller site holds, a is the part that jobs asked for which the first site of the job holds,
    at most `admissible`: see `parsched.policies.grid.adaptive`. Experimental: on Grid 1 jobs wait 7
    % less under MLp with T = 60 s than with the best fixed factor, a = 1, and 2 % longer under MPL;
    with T = 1 day they wait three times as long and more.

    Guarantee: for `strategy=mlb`, `local=list`, `counting=allocated` and exact estimates the
    makespan is at most 11 times the optimum with a = 0.5, and 5 times with a = 1 if all jobs fit
    the smallest site; if all jobs are there at time 0, 9 and 3 times (Quezada-Pina et al. 2012,
    theorems 2 to 4; other factors in `parsched.policies.grid.theory`). The paper prints the same
    for MCT. A step of that proof does not hold for list scheduling, where a job that overtakes may
    delay others for longer than it takes itself; what is left off-line is 1 + 4 / a² instead of 1 +
    2 / a² (5 instead of 3 where a = 1 and all jobs fit). No instance that exceeds the printed
    factor is known. Nothing is proved of counters over unfinished jobs, the default. FCFS, EASY and
    conservative backfilling are no list schedulers, so no bound holds for them: narrow jobs that
    end one after another keep a wide one waiting.

    Complexity: O(K) per job for K sites besides the local schedules, without predictions. The
    predicted timeline of a site is kept until one of its jobs ends early, and made only as far as a
    decision asks for; that is O(q log q) for q jobs waiting there, at worst per job and site. Below
    full load q does not depend on how many jobs there are. Above it q grows with them, and
    strategies that predict take time quadratic in their number: no strategy or site shares the
    timelines of another, since each strategy sends other jobs to a site.
    """
    workload, platform = instance.jobs, instance.platform
    settings = Settings(
        strategy=params.strategy,
        local=policy_of_sites(params.local),
        admissible=as_typed(params.admissible),
        at_least=params.admissible_rule == "at-least",
        virtual=params.information == "virtual",
        seed=params.seed,
        keeps=params.counting == "allocated",
        window=params.adapt_window * workload.second,
    )
    simulation = Simulation(workload, platform, settings)
    simulation.run(stop)
    start, site, backfilled = simulation.columns()
    return Schedule.of(workload, start, site=site, backfilled=backfilled)
