"""The beliefs of the scheduler: how long each job will run.

A prediction is made once, when a job arrives. If the job outlives it, it is corrected; what users
asked for is exceeded by doubling only.
"""

import numpy as np

from parsched.base.compiled import inlined
from parsched.policies.online.fair_share import are_known, hold
from parsched.policies.online.heaps import pop, push
from parsched.policies.online.machine import plan_end, start_job, unplan_end
from parsched.policies.online.predictors import FIXED, SHORTEST, learned
from parsched.policies.online.site import DOUBLING, INCREMENTS, INDEXED, SiteSimulation

LONGER = (
    *(60.0, 300.0, 900.0, 1_800.0, 3_600.0, 7_200.0),
    *(18_000.0, 36_000.0, 72_000.0, 180_000.0, 360_000.0),
)
"""Increments of `correct=increments`, seconds: by so much the first, second, … corrected belief is
longer than the prediction (Tsafrir et al. 2007, section 4)."""


@inlined
def predict(site: SiteSimulation, job: int) -> None:
    """Make the prediction of a job that arrives."""
    beliefs = site.beliefs
    user = beliefs.user[job]
    if site.policy[0].predict == FIXED or user < 0:
        return
    belief = learned(site.policy[0].predict, beliefs.history[user], beliefs.estimate[job])
    beliefs.predicted[job] = belief
    site.jobs.estimate[job] = belief
    if site.policy[0].kind == INDEXED:
        site.ranks.ranked.estimate[site.ranks.rank[job]] = belief


@inlined
def learn(site: SiteSimulation, job: int) -> None:
    """Enter a completed job into the history of its user."""
    user = site.beliefs.user[job]
    if user < 0:
        return
    history, run = site.beliefs.history[user], site.jobs.run[job]
    history.completed += 1
    history.total += run
    history.before = history.last
    history.last = run
    history.used += run * site.jobs.width[job]


@inlined
def heed_run_out(site: SiteSimulation, job: int) -> None:
    """Remember when the belief about a running job runs out, if it will and can be corrected."""
    belief, policy = site.jobs.estimate[job], site.policy[0]
    if site.jobs.run[job] <= belief:
        return
    if policy.correct != DOUBLING and belief >= site.beliefs.estimate[job]:
        return
    ends = site.ends[0]
    end = site.start[job] + belief
    push(site.beliefs.runs_out, site.beliefs.outliving, ends.outlived, end, job)
    ends.outlived += 1


@inlined
def start(site: SiteSimulation, job: int) -> None:
    """Start a job now."""
    now = site.state[0].now
    site.start[job] = now
    start_job(site.machine, site.jobs, job, now)
    if are_known(site.factors):
        hold(site.factors, job, float(site.jobs.width[job]), now)
    heed_run_out(site, job)


@inlined
def longer(site: SiteSimulation, job: int) -> float:
    """Return what is believed of a job that outlives what was believed of it."""
    beliefs, correct = site.beliefs, site.policy[0].correct
    if correct == DOUBLING:
        return float(max(2.0 * site.jobs.estimate[job], SHORTEST))
    count = beliefs.corrected[job]
    if correct == INCREMENTS and count < len(LONGER):
        increment = LONGER[count] * site.policy[0].second
        return float(min(beliefs.predicted[job] + increment, beliefs.estimate[job]))
    return float(beliefs.estimate[job])


@inlined
def correct_one(site: SiteSimulation, job: int) -> None:
    """Correct what is believed of a running job; its planned end moves."""
    began, width = site.start[job], site.jobs.width[job]
    unplan_end(site.machine, began + site.jobs.estimate[job], width)
    site.jobs.estimate[job] = longer(site, job)
    site.beliefs.corrected[job] += 1
    plan_end(site.machine, began + site.jobs.estimate[job], width)
    heed_run_out(site, job)


@inlined
def correct_beliefs(site: SiteSimulation) -> bool:
    """Correct the beliefs that run out now; return True if there are any."""
    beliefs, ends, state = site.beliefs, site.ends[0], site.state[0]
    any_corrected = False
    while ends.outlived > 0 and beliefs.runs_out[0] <= state.now:
        job = beliefs.outliving[0]
        pop(beliefs.runs_out, beliefs.outliving, ends.outlived)
        ends.outlived -= 1
        # Where instants are rounded, a job may end at that at which its belief runs out.
        if site.start[job] + site.jobs.run[job] > state.now:
            correct_one(site, job)
            any_corrected = True
    if any_corrected:
        state.changed = state.stale = 1
    return any_corrected


@inlined
def next_correction(site: SiteSimulation) -> float:
    """Return when the next belief runs out, infinity if none does."""
    return float(site.beliefs.runs_out[0]) if site.ends[0].outlived > 0 else np.inf
