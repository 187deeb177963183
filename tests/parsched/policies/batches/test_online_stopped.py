"""On-line batches that have to end keep what they have."""

from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.base.errors import Cancelled
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.run.result import Result, Status
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import configured, rigid
from tests.parsched.policies.batches.test_online import JOBS, Case, batches, by
from tests.parsched.policies.groups.loads import environed
from tests.parsched.strategies import rigid_cases, rough_cases


def stopped(workload: Workload, machine: Platform, params: dict[str, Any], after: int) -> Result:
    """Cancel a run when it reports for the nth time since its lower bounds are known."""
    left = after

    def cancel(progress: Progress) -> None:
        nonlocal left
        if not progress.message.startswith("lower bound"):
            left -= 1
            if not left:
                raise Cancelled("cancelled")

    stop = Stop(listener=cancel, interval=0)
    return solve(Instance(workload, machine), "online-batch", params, stop=stop)


class TestStoppedEarly:
    """A run that has to end leaves a schedule of all jobs."""

    DICE: ClassVar = {"algorithm": "dice"}

    @pytest.mark.usefixtures("noted")
    def test_before_the_first_batch_all_jobs_are_listed(self) -> None:
        result = stopped(JOBS, Platform.of(2), self.DICE, after=1)
        assert result.schedule.start.tolist() == [0, 1, 2, 3]
        assert result.status is Status.STOPPED_EARLY
        assert result.interruption == "cancelled; 4 of 4 jobs are listed behind the batches"

    @pytest.mark.usefixtures("noted")
    def test_what_the_algorithm_has_of_the_first_batch_is_used_for_that(self) -> None:
        """Its job runs until 2 s; only then come the others, which a list would start at 1 s."""
        result = stopped(JOBS, Platform.of(2), self.DICE, after=3)
        assert result.schedule.start.tolist() == [0, 2, 2, 4]
        assert result.interruption == "cancelled; 3 of 4 jobs are listed behind the batches"

    @pytest.mark.usefixtures("noted")
    def test_with_the_last_batch_there_is_no_more_to_list(self) -> None:
        result = stopped(JOBS, Platform.of(2), self.DICE, after=7)
        assert result.schedule.start.tolist() == [0, 2, 2, 4]
        assert result.interruption == "cancelled"

    def test_listed_jobs_overtake_and_wait_for_their_release(self) -> None:
        jobs = rigid((0, 1, 4), (1, 2, 4), (2, 1, 1), (20, 2, 1))
        result = stopped(jobs, Platform.of(2), {"algorithm": "ltf"}, after=1)
        assert result.schedule.start.tolist() == [0, 4, 2, 20]

    def test_moldable_jobs_take_what_the_dual_approximation_allots(self) -> None:
        jobs = configured({1: 4, 2: 2}, {1: 4, 2: 2}, release=[0, 1])
        result = stopped(jobs, Platform.of(2), {"algorithm": "smith"}, after=1)
        assert result.schedule.width.tolist() == [2, 2]
        assert result.schedule.start.tolist() == [0, 2]

    def test_deployments_are_waited_for(self) -> None:
        jobs = environed((2, 4.0, "a"), (1, 3.0, "a"), (2, 2.0, "b"), release=(0.0, 1.0, 15.0))
        machine = Platform.of(2, deployment=DeployTime(10.0))
        params = {"algorithm": "gls"}
        found = [stopped(jobs, machine, params, after=n) for n in range(1, 5)]
        assert found[0].schedule.start.tolist() == [10, 14, 27]
        for result in found:
            assert result.metrics["deployments"] >= 4

    @settings(max_examples=amount(100))
    @given(
        case=rough_cases(released=True) | rigid_cases(released=True),
        after=st.integers(1, 9),
        data=st.data(),
    )
    def test_the_batches_so_far_are_as_they_would_have_been(
        self, case: Case, after: int, data: st.DataObject
    ) -> None:
        """The checker sees to all the others."""
        workload, m = case
        machine = Platform.of(m)
        keys = ("demt", "ltf", "smith", "mrt", "gang", "saf")
        known = [key for key in keys if by(key).refusal(Instance(workload, machine)) is None]
        params = {"algorithm": data.draw(st.sampled_from(known))}
        complete = solve(Instance(workload, machine), "online-batch", params)
        result = stopped(workload, machine, params, after)
        if result.status is Status.FINISHED:
            assert result.schedule.start.tolist() == complete.schedule.start.tolist()
            return
        words = result.interruption.split("; ")
        listed = int(words[1].split()[0]) if len(words) > 1 else 0
        done = 0
        # The last batch may be the best that the algorithm had by then.
        for batch in batches(workload, complete.schedule)[:-1]:
            done += len(batch)
            if done < len(workload) - listed:
                assert (result.schedule.start[batch] == complete.schedule.start[batch]).all()
