"""Mistakes in schedules, in what is proved of them, and in the checker that would notice."""

from tests.mutate.mutation import Mutation

CHECKER, CHECKS = "parsched.model.schedules.checker", "parsched/model/schedules/test_checker.py"
PASSES, EDGES = "parsched.policies.online.passes", "parsched/policies/online/test_edges.py"
PLANNED = "parsched.policies.online.planned_pass"
BELIEFS, ORDERS = "parsched.policies.online.beliefs", "parsched/policies/online/test_orders.py"
FORMULA, FORMULAS = "parsched.policies.online.formula", "parsched/policies/online/test_formula.py"
PROFILE = "parsched/model/availability/test_profile.py"
TURNS, IN_TURN = "parsched.policies.online.turns", "parsched/policies/online/test_turns.py"
COMPRESSION = "parsched.policies.online.compression"
TWIN = "parsched/policies/online/test_twin.py"
EXACT = "parsched/policies/test_exact_time.py"
WAITING = "parsched.policies.online.waiting_queue"
TICKS, COUNTED = "parsched.model.problem.ticks", "parsched/model/problem/test_ticks.py"
UNIT, UNITS = "parsched.model.problem.time_unit", "parsched/model/problem/test_time_unit.py"
DUAL = "parsched/measure/allotment/test_dual.py"
BOUNDS = "parsched/measure/bounds/test_makespan.py"
WAITS = "parsched.measure.bounds.wait_response"
STARTS_CHOSEN = "parsched/measure/bounds/test_wait_response.py"
GROUPS = "parsched/policies/groups/test_edges.py"
ADMISSIBLE = "parsched/policies/grid/test_admissible.py"
CHOICE, GRIDS = "parsched.policies.grid.live_choice", "parsched/policies/grid/test_strategies.py"
FIRST_OF_ALIKE = """        if value < least:
            chosen, least = site, value
    return chosen


@kernel
def best_balanced"""

FILLING, FIT = "parsched.model.placing.filling", "parsched.model.placing.earliest_fit"
FILLED = "parsched/model/placing/test_filling.py"

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
    Mutation(
        "parsched.model.schedules.checker", "until[p] > start[i]", "until[p] >= start[i]", CHECKS
    ),
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
    Mutation(PLANNED, "if comes_before(site, last, site.line.tried[k]):", "if k < 0:", TWIN),
    Mutation(PLANNED, "state.early == 1, 0", "state.early == 1, 1", TWIN),
    Mutation(PLANNED, "state.now or state.stale == 1:", "state.now or state.stale == 2:", TWIN),
    Mutation(
        TURNS,
        "time == instant and turns.job[slot, k] < job",
        "time == instant and turns.job[slot, k] > job",
        f"{TWIN} {IN_TURN}",
    ),
    Mutation(TURNS, "jobs.estimate[job] <= length:", "True:", f"{TWIN} {IN_TURN}"),
    Mutation(COMPRESSION, "max(beyond[k], instant - end)", "beyond[k]", TWIN),
    Mutation(COMPRESSION, "moved, instant - by, -1)", "moved[:0], instant - by, -1)", TWIN),
    Mutation(COMPRESSION, "max(state.grew, reserved + jobs.estimate[job])", "state.grew", TWIN),
    Mutation("parsched.policies.online.line", "return first != job", "return first == job", TWIN),
    Mutation(
        "parsched.policies.online.classes",
        "value == least and one.oldest < first",
        "value == least",
        TWIN,
    ),
    Mutation(
        "parsched.policies.online.line",
        "values[one] == values[other] and one < other",
        "values[one] == values[other] and one > other",
        TWIN,
    ),
    Mutation(BELIEFS, "site.jobs.run[job] <= belief", "site.jobs.run[job] < belief", TWIN),
    Mutation(BELIEFS, "beliefs.predicted[job] + increment", "increment", f"{TWIN} {ORDERS}"),
    Mutation(BELIEFS, "LONGER[count] * site.policy[0].second", "LONGER[count]", EXACT),
    Mutation(BELIEFS, "(60.0, 300.0, 900.0", "(61.0, 300.0, 900.0", ORDERS),
    Mutation(
        "parsched.policies.online.predictors",
        "of_user.completed < 2",
        "of_user.completed < 1",
        ORDERS,
    ),
    Mutation(
        "parsched.policies.online.events",
        "calls = fits or site.policy[0].if_fits == 0",
        "calls = True",
        TWIN,
    ),
    Mutation(
        "parsched.policies.online.sorted_pass",
        "state.now < state.last_full + policy.interval",
        "state.now <= state.last_full + policy.interval",
        TWIN,
    ),
    Mutation(FORMULA, '_advance().text == "+" else MINUS', "_advance().text else MINUS", FORMULAS),
    Mutation(FORMULA, "len(text) + 1)", "len(text))", FORMULAS),
    Mutation(
        "parsched.policies.online.program",
        "np.inf if np.isnan(value) else value",
        "value",
        FORMULAS,
    ),
    Mutation(
        "parsched.model.availability.search",
        "if free[k] < need:\n                    instant = np.nan",
        "if free[k] <= need:\n                    instant = np.nan",
        PROFILE,
    ),
    Mutation(
        "parsched.model.availability.changes",
        "if free[until] == free[until - 1]:",
        "if free[until] < 0:",
        PROFILE,
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
        "parsched/policies/online/test_waiting_queue.py "
        "parsched/policies/online/test_equivalence.py",
    ),
    Mutation(
        "parsched.policies.successive_lp.search",
        "self._low = makespan + 1",
        "self._low = makespan + 2",
        "parsched/policies/successive_lp/test_impossible.py",
    ),
    Mutation(
        "parsched.policies.successive_lp.search",
        "if verdict is SplitVerdict.PROVED_IMPOSSIBLE:",
        "if verdict is not SplitVerdict.FITS:",
        "parsched/policies/successive_lp",
    ),
    Mutation(
        "parsched.measure.time_indexed.relaxation",
        "self._inside = self._inside[kept]",
        "self._inside = self._inside[~kept]",
        "parsched/measure/time_indexed",
    ),
    Mutation(
        "parsched.measure.time_indexed.bound",
        "low = guess + 1",
        "low = guess + 2",
        "parsched/measure/time_indexed parsched/measure/bounds/test_makespan.py",
    ),
    Mutation(
        "parsched.measure.time_indexed.proof",
        "return cheapest > m * int(paid[-1])",
        "return cheapest >= m * int(paid[-1])",
        "parsched/measure/time_indexed",
    ),
    Mutation(
        "parsched.measure.time_indexed.proof",
        "np.floor(prices / largest * scale)",
        "np.floor(prices)",
        "parsched/measure/time_indexed parsched/measure/bounds/test_makespan.py",
    ),
    Mutation(
        "parsched.model.problem.rounding",
        "total * (1 - (jobs + 2) * 2.0**-51)",
        "total",
        "parsched/measure/bounds",
    ),
    Mutation(
        "parsched.measure.bounds.minsum",
        "platform.processors * (weight @ time)",
        "2 * platform.processors * (weight @ time)",
        "parsched/measure/bounds/test_minsum.py",
    ),
    Mutation(
        "parsched.measure.bounds.makespan",
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
        "parsched.measure.bounds.waits",
        "1 / counted, counted - workload.runtime)",
        "1 / counted, 0 * counted)",
        "parsched/measure/bounds/test_waits.py",
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
        "parsched.measure.allotment.dual",
        "if items < 0 or room < 0:",
        "if items < 0 or room <= 0:",
        DUAL,
    ),
    Mutation(
        "parsched.measure.allotment.dual",
        "if work - knapsack.bound > most:\n            return -1",
        "if work - knapsack.bound > 0.9 * most:\n            return -1",
        DUAL,
    ),
    Mutation(
        "parsched.measure.allotment.dual",
        "narrowest(offsets, times, job, limit / 2)",
        "narrowest(offsets, times, job, limit / 1.9)",
        DUAL,
    ),
    Mutation(
        "parsched.measure.allotment.choices",
        "times[middle] <= limit",
        "times[middle] < limit",
        DUAL,
    ),
    Mutation(
        "parsched.policies.batches.compaction",
        "if longest > self.limit else",
        "if longest >= self.limit else",
        "parsched/policies/batches/test_demt.py",
    ),
    Mutation(
        "parsched.policies.batches.demt",
        "2 * accepted",
        "1 * accepted",
        "parsched/policies/batches/test_demt.py",
    ),
    Mutation(
        "parsched.policies.groups.gls_groups",
        "if taken > 2 * target:",
        "if taken >= 2 * target:",
        GROUPS,
    ),
    Mutation(
        "parsched.policies.groups.gls_groups",
        "canonical >= layered if merge",
        "canonical > layered if merge",
        GROUPS,
    ),
    Mutation(
        "parsched.policies.groups.gls_groups",
        "layered += [(begin, end)] if last_group == UNCHECKED else []",
        "layered += [(begin, end)]",
        "parsched/policies/groups/test_gls.py",
    ),
    Mutation(
        "parsched.model.schedules.installed_replay",
        "range(min(k, last), 0, -1)",
        "range(last, 0, -1)",
        "parsched/model/schedules/test_systems.py",
    ),
    Mutation(
        "parsched.policies.grid.adaptive",
        "if not at_least:",
        "if at_least:",
        "parsched/policies/grid/test_adaptive.py",
    ),
    Mutation(
        "parsched.policies.groups.fewest_processors",
        "and taken <= 2 * target",
        "and taken < 2 * target",
        GROUPS,
    ),
    Mutation(
        "parsched.policies.grid.admissible",
        "if have > needed or (at_least and have == needed):",
        "if have > needed:",
        ADMISSIBLE,
    ),
    Mutation(
        "parsched.policies.grid.admissible",
        "Fraction(repr(float(share)))",
        "Fraction(share)",
        ADMISSIBLE,
    ),
    Mutation(CHOICE, FIRST_OF_ALIKE, FIRST_OF_ALIKE.replace("<", "<="), GRIDS),
    Mutation(
        CHOICE,
        "total_width * own + (sites - 1) * width * own - 2 * total",
        "total_width * own + sites * width * own - 2 * total",
        GRIDS,
    ),
)
