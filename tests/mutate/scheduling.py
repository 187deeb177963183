"""Mistakes in schedules, in what is proved of them, and in the checker that would notice."""

from tests.mutate.mutation import Mutation

CHECKER, CHECKS = "algorithms.schedules.checker", "algorithms/schedules/test_checker.py"
PASSES, EDGES = "algorithms.simulation.passes", "algorithms/simulation/test_edges.py"
PLANNED = "algorithms.simulation.planned_pass"
BELIEFS, ORDERS = "algorithms.simulation.beliefs", "algorithms/simulation/test_orders.py"
FORMULA, FORMULAS = "algorithms.simulation.formula", "algorithms/simulation/test_formula.py"
PROFILE = "algorithms/availability/test_profile.py"
KNOWN = "algorithms/availability/test_known.py"
TWIN = "algorithms/simulation/test_twin.py"
EXACT = "algorithms/test_exact_time.py"
WAITING = "algorithms.simulation.waiting_queue"
TICKS, COUNTED = "algorithms.problem.ticks", "algorithms/problem/test_ticks.py"
UNIT, UNITS = "algorithms.time_unit", "algorithms/test_time_unit.py"
DUAL = "algorithms/allotment/test_dual.py"
BOUNDS = "algorithms/bounds/test_makespan.py"
WAITS = "algorithms.bounds.arrival_response"
STARTS_CHOSEN = "algorithms/bounds/test_arrival_response.py"
GROUPS = "algorithms/groups/test_edges.py"
ADMISSIBLE = "algorithms/grid/test_admissible.py"
CHOICE, GRIDS = "algorithms.grid.live_choice", "algorithms/grid/test_strategies.py"
FIRST_OF_ALIKE = """        if value < least:
            chosen, least = site, value
    return chosen


@kernel
def best_balanced"""

FILLING, FIT = "algorithms.lists.filling", "algorithms.lists.earliest_fit"
FILLED = "algorithms/lists/test_filling.py"

SCHEDULING = (
    Mutation(FILLING, "tail = joined if is_whole", "tail = head if is_whole", FILLED),
    Mutation(FILLING, "block.least -= width", "pass", FILLED),
    Mutation(FIT, "or run + of[HEAD] >= duration", "", FILLED),
    Mutation(FIT, "and time[block.steps - 1] < end", "", FILLED),
    Mutation(
        CHECKER, "start < release - self.tolerance", "start <= release - self.tolerance", CHECKS
    ),
    Mutation(
        CHECKER,
        "start < release - self.tolerance",
        "start < release - 2 * self.tolerance",
        CHECKS,
    ),
    Mutation(
        CHECKER, "np.abs(took - due) <= self.tolerance", "took - due <= self.tolerance", CHECKS
    ),
    Mutation(CHECKER, "if busy > cluster.processors:", "if busy > cluster.processors + 1:", CHECKS),
    Mutation(CHECKER, "(site < 0) | (site >= len(sites))", "site >= len(sites)", CHECKS),
    Mutation(CHECKER, "sets.hi > room[owner]", "sets.hi > room[owner] + 1", CHECKS),
    Mutation(CHECKER, "np.concatenate([end, start])", "np.concatenate([start, end])", CHECKS),
    Mutation("algorithms.schedules.checker", "until[p] > start[i]", "until[p] >= start[i]", CHECKS),
    Mutation(PASSES, "machine.planned_end[k] <= shadow", "machine.planned_end[k] < shadow", EDGES),
    Mutation(
        PASSES,
        "site.jobs.estimate[job] <= state.shadow",
        "site.jobs.estimate[job] < state.shadow",
        EDGES,
    ),
    Mutation(PASSES, "state.extra -= site.jobs.width[job]", "pass", EDGES),
    Mutation(PASSES, "site.backfilled[job] = True", "pass", TWIN),
    Mutation(
        PASSES,
        "if head < 0 or index.order[job] < index.order[head]:",
        "if head < 0:",
        f"{TWIN} {ORDERS}",
    ),
    Mutation(PASSES, "shadow > state.now + policy.window", "shadow > policy.window", TWIN),
    Mutation(PLANNED, "if comes_before(site, last, job):", "if job < 0:", TWIN),
    Mutation(PLANNED, "state.early == 1, 0", "state.early == 1, 1", TWIN),
    Mutation(PLANNED, "first_waiting(site) != job", "first_waiting(site) == job", TWIN),
    Mutation(PLANNED, "if passed or state.stale == 1:", "if passed:", TWIN),
    Mutation(
        "algorithms.simulation.held",
        "reserved[one] == reserved[other] and one < other",
        "reserved[one] == reserved[other] and one > other",
        TWIN,
    ),
    Mutation(
        "algorithms.simulation.line",
        "values[one] == values[other] and one < other",
        "values[one] == values[other] and one > other",
        TWIN,
    ),
    Mutation(BELIEFS, "site.jobs.run[job] <= belief", "site.jobs.run[job] < belief", TWIN),
    Mutation(BELIEFS, "beliefs.predicted[job] + increment", "increment", f"{TWIN} {ORDERS}"),
    Mutation(BELIEFS, "LONGER[count] * site.policy[0].second", "LONGER[count]", EXACT),
    Mutation(BELIEFS, "(60.0, 300.0, 900.0", "(61.0, 300.0, 900.0", ORDERS),
    Mutation(
        "algorithms.simulation.predictors",
        "of_user.completed < 2",
        "of_user.completed < 1",
        ORDERS,
    ),
    Mutation(
        "algorithms.simulation.events",
        "calls = fits or site.policy[0].if_fits == 0",
        "calls = True",
        TWIN,
    ),
    Mutation(
        "algorithms.simulation.sorted_pass",
        "state.now < state.last_full + policy.interval",
        "state.now <= state.last_full + policy.interval",
        TWIN,
    ),
    Mutation(FORMULA, '_advance().text == "+" else MINUS', "_advance().text else MINUS", FORMULAS),
    Mutation(FORMULA, "len(text) + 1)", "len(text))", FORMULAS),
    Mutation(
        "algorithms.simulation.program", "np.inf if np.isnan(value) else value", "value", FORMULAS
    ),
    Mutation(
        "algorithms.availability.search",
        "if free[k] < need:\n                    instant = np.nan",
        "if free[k] <= need:\n                    instant = np.nan",
        PROFILE,
    ),
    Mutation(
        "algorithms.availability.changes",
        "if free[until] == free[until - 1]:",
        "if free[until] < 0:",
        PROFILE,
    ),
    Mutation(
        "algorithms.availability.known",
        "step if parts == np.floor(parts) else step + 1",
        "step",
        KNOWN,
    ),
    Mutation(
        WAITING,
        "(room.now + estimate <= room.shadow or width <= room.extra)",
        "(room.now + estimate < room.shadow or width <= room.extra)",
        EDGES,
    ),
    Mutation(
        WAITING,
        "(room.now + estimate <= room.shadow or width <= room.extra)",
        "(room.now + estimate <= room.shadow or width < room.extra)",
        EDGES,
    ),
    Mutation(
        WAITING,
        "bool(width <= room.extra or room.now",
        "bool(width < room.extra or room.now",
        "algorithms/simulation/test_waiting_queue.py algorithms/simulation/test_equivalence.py",
    ),
    Mutation(
        "algorithms.successive_lp.search",
        "self._low = makespan + 1",
        "self._low = makespan + 2",
        "algorithms/successive_lp/test_impossible.py",
    ),
    Mutation(
        "algorithms.successive_lp.search",
        "if verdict is Verdict.PROVED_IMPOSSIBLE:",
        "if verdict is not Verdict.FITS:",
        "algorithms/successive_lp",
    ),
    Mutation(
        "algorithms.time_indexed.relaxation",
        "self._inside = self._inside[kept]",
        "self._inside = self._inside[~kept]",
        "algorithms/time_indexed",
    ),
    Mutation(
        "algorithms.time_indexed.bound",
        "low = guess + 1",
        "low = guess + 2",
        "algorithms/time_indexed algorithms/bounds/test_makespan.py",
    ),
    Mutation(
        "algorithms.time_indexed.proof",
        "return cheapest > m * int(paid[-1])",
        "return cheapest >= m * int(paid[-1])",
        "algorithms/time_indexed",
    ),
    Mutation(
        "algorithms.time_indexed.proof",
        "np.floor(prices / largest * scale)",
        "np.floor(prices)",
        "algorithms/time_indexed algorithms/bounds/test_makespan.py",
    ),
    Mutation(
        "algorithms.problem.rounding",
        "total * (1 - (jobs + 2) * 2.0**-51)",
        "total",
        "algorithms/bounds",
    ),
    Mutation(
        "algorithms.bounds.minsum",
        "platform.processors * (weight @ time)",
        "2 * platform.processors * (weight @ time)",
        "algorithms/bounds/test_minsum.py",
    ),
    Mutation(
        "algorithms.bounds.makespan",
        "(begins * platform.processors + still).max()",
        "(begins * platform.processors + still).max() + 1",
        BOUNDS,
    ),
    Mutation(WAITS, "pull = weight if edges[e] > owing else 0.0", "pull = weight", STARTS_CHOSEN),
    Mutation(
        WAITS,
        "rates[e] <= rates[e - 1] or start < release",
        "rates[e] <= rates[e - 1]",
        STARTS_CHOSEN,
    ),
    Mutation(
        WAITS,
        "owing, floor = jobs.release[job] + jobs.free[job], 0.0",
        "owing, floor = jobs.release[job], 0.0",
        STARTS_CHOSEN,
    ),
    Mutation(
        "algorithms.bounds.arrival_prices",
        "1 / counted, counted - workload.runtime)",
        "1 / counted, 0 * counted)",
        "algorithms/bounds/test_arrival_prices.py",
    ),
    Mutation(
        TICKS, "np.where((grains == 0) & (ticks > 0), 1.0, grains) * self.grain", "ticks", COUNTED
    ),
    Mutation(TICKS, "latest * 10.0**places <= MOST", "latest <= MOST", COUNTED),
    Mutation(
        UNIT,
        "math.ceil(Fraction(bound) / Fraction(unit)) * unit",
        "(math.floor(Fraction(bound) / Fraction(unit)) + 1) * unit",
        UNITS,
    ),
    Mutation(UNIT, "math.ceil(bound / unit * SAME) *", "math.ceil(bound / unit) *", UNITS),
    Mutation(
        UNIT,
        "return value <= rounded_up(bound, unit)",
        "return value * SAME <= rounded_up(bound, unit)",
        UNITS,
    ),
    Mutation(
        "algorithms.allotment.dual", "if items < 0 or room < 0:", "if items < 0 or room <= 0:", DUAL
    ),
    Mutation(
        "algorithms.allotment.dual",
        "if work - knapsack.bound > most:\n            return -1",
        "if work - knapsack.bound > 0.9 * most:\n            return -1",
        DUAL,
    ),
    Mutation(
        "algorithms.allotment.dual",
        "narrowest(offsets, times, job, limit / 2)",
        "narrowest(offsets, times, job, limit / 1.9)",
        DUAL,
    ),
    Mutation(
        "algorithms.allotment.choices", "times[middle] <= limit", "times[middle] < limit", DUAL
    ),
    Mutation(
        "algorithms.batches.compaction",
        "if longest > self.limit else",
        "if longest >= self.limit else",
        "algorithms/batches/test_demt.py",
    ),
    Mutation(
        "algorithms.batches.demt", "2 * accepted", "1 * accepted", "algorithms/batches/test_demt.py"
    ),
    Mutation(
        "algorithms.groups.gls_groups", "if taken > 2 * target:", "if taken >= 2 * target:", GROUPS
    ),
    Mutation(
        "algorithms.groups.gls_groups",
        "canonical >= layered if merge",
        "canonical > layered if merge",
        GROUPS,
    ),
    Mutation(
        "algorithms.groups.gls_groups",
        "layered += [(begin, end)] if last_group == UNCHECKED else []",
        "layered += [(begin, end)]",
        "algorithms/groups/test_gls.py",
    ),
    Mutation(
        "algorithms.schedules.installed_replay",
        "range(min(k, last), 0, -1)",
        "range(last, 0, -1)",
        "algorithms/schedules/test_systems.py",
    ),
    Mutation(
        "algorithms.grid.adaptive",
        "if not at_least:",
        "if at_least:",
        "algorithms/grid/test_adaptive.py",
    ),
    Mutation(
        "algorithms.groups.fewest_processors",
        "and taken <= 2 * target",
        "and taken < 2 * target",
        GROUPS,
    ),
    Mutation(
        "algorithms.grid.admissible",
        "if have > needed or (at_least and have == needed):",
        "if have > needed:",
        ADMISSIBLE,
    ),
    Mutation(
        "algorithms.grid.admissible", "Fraction(repr(float(share)))", "Fraction(share)", ADMISSIBLE
    ),
    Mutation(CHOICE, FIRST_OF_ALIKE, FIRST_OF_ALIKE.replace("<", "<="), GRIDS),
    Mutation(
        CHOICE,
        "total_width * own + (sites - 1) * width * own - 2 * total",
        "total_width * own + sites * width * own - 2 * total",
        GRIDS,
    ),
)
