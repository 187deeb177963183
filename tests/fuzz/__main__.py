"""`make fuzz [rounds=…] [seed=…]`: damage files of all readers, and say what came of it."""

import argparse
import sys

from tests.fuzz.campaign import Account, attempt, run

_PART = 10_000


def main() -> int:
    """Return 1 where a rule was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="number of the one round to make, in this process")
    options = parser.parse_args()
    account = Account()
    if options.only is not None:
        account = attempt(options.seed, options.only)
    else:
        for first in range(0, options.rounds, _PART):
            account.add(run(min(_PART, options.rounds - first), options.seed, first))
            sys.stdout.write(f"{line(account)}\n")
            sys.stdout.flush()
    sys.stdout.write("\n".join([*account.faults, line(account), ""]))
    return min(len(account.faults), 1)


def line(account: Account) -> str:
    """Return the totals in a line."""
    return (
        f"{account.read:,} read, {account.refused:,} refused, {len(account.faults):,} against the "
        f"rules; the slowest took {account.slowest:.2f} s of CPU time"
    )


if __name__ == "__main__":
    sys.exit(main())
