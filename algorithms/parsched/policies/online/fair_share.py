"""Fair share over users and accounts, as in Slurm's multifactor priority.

A user of an account is an *association*. It has shares of its account, as the account has of the
machine, and uses processor-seconds; half of them is forgotten in each half-life. Usage counts
while jobs run. When jobs wait or arrive, but not more often than once per period, each association
gets a factor from 0 to 1:

- `tree` ("Fair Tree"): the level fair share of an account or association is its part of the shares
  among its siblings over its part of their usage, infinite where nothing was used. Accounts in
  order of theirs, and the associations of each in order of theirs, are ranked; the factor is the
  rank over their number, 1 for the first. Equals share a rank, and equal accounts are taken as one.
- `classic`: 2^(−(U/S)/d), where S is the part of all shares, d the dampening, and U the part of
  all usage, drawn towards the account's: U = u + (U of the account − u)·(part of the shares
  among siblings).

Source: the pages "Multifactor Priority Plugin", "Fair Tree Fairshare Algorithm" and "Classic
Fairshare Algorithm" of Slurm's manual.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.problem.workload import Labels, Workload
from parsched.policies.online.heaps import sort_entries
from parsched.policies.online.machine import Floats, Ints

LONGEST = 500.0
"""Half-lives after which usage is counted from another instant on."""


class Usage(KernelRecord):
    """An account or an association: its `part` of the shares among its siblings, and what it has
    `used` up to the `mark`, in the unit of `Sharing`; it holds `running` processors since then.
    `level` is its level fair share. The `account` of an association is a number; the `account` of
    an account is its rank; an association alone has a `factor`."""

    account: int
    part: float
    used: float
    mark: float
    running: float
    level: float
    factor: float


class Sharing(KernelRecord):
    """Rules: the `half_life`, seconds, infinite where nothing is forgotten; the `period` after
    which factors are computed again, seconds, and when they are `due`; `classic` is 1 or 0.

    Usage is counted in processor-seconds at the instant `origin`: what is used later counts for
    more, instead of what was used before for less.
    """

    half_life: float
    period: float
    due: float
    classic: int
    dampening: float
    origin: float


class Factors(NamedTuple):
    """What orders know of a job beside its size and times.

    `association` is int64 of shape (n_jobs,), -1 if the user is unknown; `partition`, `qos` and
    `nice` are float64 of shape (n_jobs,). Without an order that asks for them, all are empty.
    `account_order` and `association_order`, int64, are the orders of the last levels; `ranked` is
    the order of the tree. `keys` and the spare arrays serve to sort, `places` has the first place
    of each rank of accounts.
    """

    association: Ints
    partition: Floats
    qos: Floats
    nice: Floats
    rules: RecordArray[Sharing]
    accounts: RecordArray[Usage]
    associations: RecordArray[Usage]
    account_order: Ints
    association_order: Ints
    ranked: Ints
    places: Ints
    keys: Floats
    spare_keys: Floats
    spare_order: Ints


@inlined
def are_known(factors: Factors) -> bool:
    """Does any order ask for factors?"""
    return len(factors.association) > 0


@kernel
def mark_at(rules: Sharing, instant: float) -> float:
    """Return what a processor would have used by an instant."""
    if rules.half_life == np.inf:
        return instant
    rate = math.log(2.0) / rules.half_life
    # A second at t counts 2^((t − origin) / half-life); this is the integral of that rate.
    return math.exp(rate * (instant - rules.origin)) / rate


@inlined
def bring_up(usage: Usage, mark: float) -> None:
    """Count usage up to a mark."""
    usage.used += usage.running * (mark - usage.mark)
    usage.mark = mark


@inlined
def hold(factors: Factors, job: int, width: float, now: float) -> None:
    """Let the user of a job hold more processors from now on, or fewer."""
    association = factors.association[job]
    if association < 0:
        return
    mark = mark_at(factors.rules[0], now)
    usage = factors.associations[association]
    account = factors.accounts[usage.account]
    bring_up(usage, mark)
    bring_up(account, mark)
    usage.running += width
    account.running += width


@kernel
def move_origin(usages: RecordArray[Usage], scale: float, mark: float) -> None:
    """Count usage in processor-seconds at another instant, which has this mark."""
    for k in range(len(usages)):
        usages[k].used *= scale
        usages[k].mark = mark


@kernel
def bring_all_up(factors: Factors, now: float) -> None:
    """Count all usage up to now; before numbers are too large, the origin moves."""
    rules = factors.rules[0]
    mark = mark_at(rules, now)
    for k in range(len(factors.accounts)):
        bring_up(factors.accounts[k], mark)
    for k in range(len(factors.associations)):
        bring_up(factors.associations[k], mark)
    if now - rules.origin > LONGEST * rules.half_life:
        scale = 2.0 ** ((rules.origin - now) / rules.half_life)
        rules.origin = now
        mark = mark_at(rules, now)
        move_origin(factors.accounts, scale, mark)
        move_origin(factors.associations, scale, mark)


@kernel
def refresh(factors: Factors, now: float) -> None:
    """Compute factors again if it is time to."""
    rules = factors.rules[0]
    if now < rules.due:
        return
    if rules.period > 0.0:
        due = (np.floor(now / rules.period) + 1.0) * rules.period
        # A rounded `due` may not be after now: factors would be due for ever.
        rules.due = max(due, np.nextafter(now, np.inf))
    bring_all_up(factors, now)
    total = 0.0
    for k in range(len(factors.accounts)):
        total += factors.accounts[k].used
    if rules.classic == 1:
        make_classic(factors, total)
    else:
        make_tree(factors, total)


@inlined
def part_of(used: float, total: float) -> float:
    """Return the part of a usage in the usage of all siblings."""
    return used / total if total > 0.0 else 0.0


@kernel
def make_classic(factors: Factors, total: float) -> None:
    """Make factors of the classic kind."""
    rules = factors.rules[0]
    for k in range(len(factors.associations)):
        usage = factors.associations[k]
        account = factors.accounts[usage.account]
        own = part_of(usage.used, total)
        effective = own + (part_of(account.used, total) - own) * usage.part
        shares = usage.part * account.part
        usage.factor = 2.0 ** (-effective / shares / rules.dampening) if shares > 0.0 else 0.0


@inlined
def level_of_shares(part: float, used: float, total: float) -> float:
    """Return a level fair share: a part of shares over a part of usage."""
    if part == 0.0:
        return 0.0
    return part * total / used if used > 0.0 else np.inf


@kernel
def make_tree(factors: Factors, total: float) -> None:
    """Make factors by rank in the fair tree."""
    accounts, associations = factors.accounts, factors.associations
    for k in range(len(accounts)):
        accounts[k].level = level_of_shares(accounts[k].part, accounts[k].used, total)
    for k in range(len(associations)):
        usage = associations[k]
        usage.level = level_of_shares(usage.part, usage.used, accounts[usage.account].used)
    sort_by_level(accounts, factors.account_order, factors)
    rank_accounts(factors)
    sort_by_level(associations, factors.association_order, factors)
    distribute(factors)
    share_ranks(factors)


@kernel
def sort_by_level(usages: RecordArray[Usage], order: Ints, factors: Factors) -> None:
    """Put accounts or associations in order, the highest level first, equals by number.

    Few change their places: from the last order on it takes little more than a look.
    """
    for k in range(len(order)):
        factors.keys[k] = -usages[order[k]].level
    sort_entries(factors.keys, order, 0, len(order), factors.spare_keys, factors.spare_order)


@kernel
def rank_accounts(factors: Factors) -> None:
    """Give each account its rank, the same to equals."""
    rank, order = 0, factors.account_order
    for k in range(len(order)):
        account = factors.accounts[order[k]]
        if k > 0 and account.level != factors.accounts[order[k - 1]].level:
            rank += 1
        # Fair Tree: the users of equal accounts are ranked together.
        account.account = rank


@kernel
def distribute(factors: Factors) -> None:
    """Put associations, in order of their own level, in order of the ranks of their accounts."""
    accounts, associations, places = factors.accounts, factors.associations, factors.places
    places[:] = 0
    for k in range(len(associations)):
        places[accounts[associations[k].account].account + 1] += 1
    for rank in range(1, len(places)):
        places[rank] += places[rank - 1]
    for k in range(len(associations)):
        # Invariant: places[rank] is the first free place among the rank's places.
        association = factors.association_order[k]
        rank = accounts[associations[association].account].account
        factors.ranked[places[rank]] = association
        places[rank] += 1


@kernel
def share_ranks(factors: Factors) -> None:
    """Turn the order of associations into factors; equal ones have the factor of the first of
    them."""
    accounts, associations, ranked = factors.accounts, factors.associations, factors.ranked
    first, count = 0, len(associations)
    for k in range(count):
        usage, before = associations[ranked[k]], associations[ranked[first]]
        alike = accounts[usage.account].account == accounts[before.account].account
        if not alike or usage.level != before.level:
            first = k
        usage.factor = (count - first) / count


def parts(names: tuple[str, ...], siblings: Ints, shares: Mapping[str, float]) -> Floats:
    """Return the part of each name in the shares of its siblings; a name has one share by default.

    Parameters
    ----------
    names, siblings
        What has shares, and the number of the group of siblings that it is in, (n_names,).
    shares
        Shares by name, not negative.
    """
    own = np.array([shares.get(name, 1.0) for name in names], np.float64)
    whole = np.bincount(siblings, own)[siblings] if len(names) else own
    return np.divide(own, whole, out=np.zeros(len(own)), where=whole > 0)


def _column(labels: Labels | None, jobs: int) -> tuple[Ints, tuple[str, ...]]:
    """Return the codes of a column of names, -1 where unknown, and the names."""
    if labels is None:
        return np.full(jobs, -1, np.int64), ()
    return labels.codes.astype(np.int64), labels.names


def _looked_up(labels: Labels | None, jobs: int, values: Mapping[str, float]) -> Floats:
    """Return the value of each job's name, 0 where it has none."""
    codes, names = _column(labels, jobs)
    return np.array([values.get(name, 0.0) for name in names] + [0.0])[codes]


def new_factors(
    workload: Workload,
    rules: RecordArray[Sharing],
    shares: Mapping[str, Mapping[str, float]],
) -> Factors:
    """Return factors before the first job arrives.

    Parameters
    ----------
    workload
        The jobs: their accounts are the groups, their QOS the queues.
    rules
        One record.
    shares
        Values by name of "account", "user", "partition", "qos" and "nice" (of users).
    """
    jobs = len(workload)
    user, users = _column(workload.user, jobs)
    group, groups = _column(workload.group, jobs)
    # Jobs without an account share one that has no name.
    pairs, of_job = np.unique(np.column_stack([group, user]), axis=0, return_inverse=True)
    known = np.flatnonzero(pairs[:, 1] >= 0)
    number = np.full(len(pairs), -1, np.int64)
    number[known] = np.arange(len(known))
    account_codes, account = np.unique(pairs[known, 0], return_inverse=True)
    accounts, associations = Usage.new(len(account_codes)), Usage.new(len(known))
    named = tuple(groups[code] if code >= 0 else "" for code in account_codes)
    accounts["part"] = parts(named, np.zeros(len(named), np.int64), shares["account"])
    associations["account"] = account
    people = tuple(users[code] for code in pairs[known, 1])
    associations["part"] = parts(people, account.astype(np.int64), shares["user"])
    count = len(known)
    room = max(count, len(accounts))
    return Factors(
        number[of_job.reshape(-1)],
        _looked_up(workload.partition, jobs, shares["partition"]),
        _looked_up(workload.queue, jobs, shares["qos"]),
        _looked_up(workload.user, jobs, shares["nice"]),
        rules,
        accounts,
        associations,
        np.arange(len(accounts)),
        np.arange(count),
        np.zeros(count, np.int64),
        np.zeros(len(accounts) + 1, np.int64),
        np.zeros(room),
        np.zeros(room),
        np.zeros(room, np.int64),
    )


def no_factors() -> Factors:
    """Return the factors of a policy that asks for none."""
    ints, floats, usages = np.zeros(0, np.int64), np.zeros(0), Usage.new(0)
    orders = (ints, ints, ints, ints)
    names = (floats, floats, floats)
    return Factors(ints, *names, Sharing.new(), usages, usages, *orders, floats, floats, ints)
