"""The page about policies of the queue: orders, predictions, and what a `slurm.conf` says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from parsched.declare.references import Reference
from parsched.policies.online.orders import ORDERS, Order
from parsched.policies.online.predictors import PREDICTORS, Predictor
from parsched.policies.online.program import FUNCTIONS, VARIABLES, Variable
from parsched.policies.online.slurm_conf import SlurmConf
from parsched.report.examples.policies import order_example, predictor_example
from parsched.run.request import RequestEntry, expanded
from schedweb.web.contexts.catalogue import DrawnExample


@dataclass(frozen=True)
class ShownPolicy:
    """An order or a predictor with its example; `asks` is what an address asks for to compare
    it."""

    declared: Order | Predictor
    example: DrawnExample
    asks: str


@dataclass(frozen=True)
class PoliciesPage:
    """All declared orders and predictors, the language of formulas, and settings of Slurm that were
    read, or why not."""

    orders: Sequence[ShownPolicy]
    predictors: Sequence[ShownPolicy]
    text: str = ""
    slurm: SlurmConf | None = None
    error: str = ""

    @classmethod
    def all(cls) -> Self:
        """Return the page with everything that is declared."""
        orders = [
            ShownPolicy(one, DrawnExample.of(order_example(key)), f"queue:order={key}")
            for key, one in ORDERS.items()
        ]
        predictors = [
            ShownPolicy(one, DrawnExample.of(predictor_example(key)), f"queue:predict={key}")
            for key, one in PREDICTORS.items()
        ]
        return cls(orders, predictors)

    @property
    def variables(self) -> Sequence[tuple[str, Variable]]:
        """What formulas may name."""
        return list(VARIABLES.items())

    @property
    def functions(self) -> Sequence[str]:
        """What formulas may call."""
        return list(FUNCTIONS)

    @property
    def asks(self) -> str:
        """What an address asks for to compare the policy of the settings."""
        return expanded([RequestEntry("queue", self.slurm.params)])[0].text if self.slurm else ""

    @property
    def references(self) -> Sequence[Reference]:
        """References of all of them, without duplicates."""
        shown = [*self.orders, *self.predictors]
        return list({r.key: r for one in shown for r in one.declared.references}.values())
