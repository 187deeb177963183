"""All mistakes that `make mutate` makes, one after the other."""

from tests.mutate.access import ACCESS
from tests.mutate.measuring import MEASURING
from tests.mutate.mutation import Mutation
from tests.mutate.scheduling import SCHEDULING
from tests.mutate.studying import STUDYING
from tests.mutate.working import WORKING

MUTATIONS: tuple[Mutation, ...] = (
    *ACCESS,
    *WORKING,
    *SCHEDULING,
    *MEASURING,
    *STUDYING,
)
