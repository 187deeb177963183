"""Whatever a job of a queue or an accounting file asks for that is not kept marks the workload."""

import json
from typing import Any

import pytest

from tests.parsched.data.logs.batch_systems import (
    flux_job,
    owf,
    qacct_job,
    sge,
    sge_object,
)
from tests.parsched.data.logs.slurm_queue import document, job_of, shown
from tests.parsched.data.logs.slurm_simulator import event
from tests.parsched.data.logs.test_known import reading
from tests.parsched.data.logs.variants import is_set


def squeue(**cells: str) -> str:
    """Return a row of `squeue -o`."""
    names = ["JOBID", "ST", "CPUS", "TIME", *cells]
    return "|".join(names) + "\n" + "|".join(["7", "CD", "4", "1:40", *cells.values()]) + "\n"


def controlled(**changes: Any) -> str:
    """Return `squeue --json` of a job with changes."""
    return document(job_of() | changes)


def submitted(options: str) -> str:
    """Return a record of Grid Engine 9 of a job that was submitted with options."""
    return json.dumps(sge_object(submit_cmd_line=f"qsub {options} x.sh")) + "\n"


def flux(**changes: Any) -> str:
    """Return `flux jobs --json` of a job with changes."""
    return json.dumps({"jobs": [flux_job(**changes)]})


MARKS = [
    (shown(), ()),
    (shown(TRES="cpu=4,node=1,gres/gpu:a100=2"), ("GPUs",)),
    (shown(TRES="cpu=4,mem=4G,node=1"), ("memory",)),
    (shown(MinTmpDiskNode="10G"), ("other resources",)),
    (shown(Features="skylake"), ("constraints",)),
    (shown(ReqNodeList="cn[1-2]"), ("constraints",)),
    (shown(Licenses="matlab:1"), ("licences",)),
    (shown(OverSubscribe="NO"), ("node sharing",)),
    (shown() + "   Reservation=course\n", ("reservations",)),
    (shown().rstrip() + "\n   TresPerNode=gres:nvme:1\n", ("other resources",)),
    (shown(Dependency="after:3"), ("dependencies",)),
    (squeue(TRES_PER_NODE="gres/gpu:2"), ("GPUs",)),
    (squeue(TRES_PER_NODE="N/A", LICENSES="(null)", FEATURES="(null)", RESERVATION="(null)"), ()),
    (squeue(FEATURES="skylake"), ("constraints",)),
    (squeue(RESERVATION="course"), ("reservations",)),
    (squeue(MIN_MEMORY="4G"), ("memory",)),
    (squeue(OVER_SUBSCRIBE="NO"), ("node sharing",)),
    (controlled(), ()),
    (controlled(gres_detail=["gpu:l40s:4(IDX:0-3)"]), ("GPUs",)),
    (controlled(licenses="matlab:1"), ("licences",)),
    (controlled(features="skylake"), ("constraints",)),
    (controlled(required_nodes="cn1"), ("constraints",)),
    (controlled(resv_name="course"), ("reservations",)),
    (controlled(exclusive=["true"]), ("node sharing",)),
    (controlled(memory_per_cpu=is_set(2048)), ("memory",)),
    (controlled(array_max_tasks=is_set(2)), ("array limits",)),
    (controlled(dependency="singleton"), ("dependencies",)),
    (sge(options="-q all.q -l h_rt=60,arch=lx-amd64,h_cpu=9 -pe mpi 4"), ()),
    (sge(options="-l ngpus=1"), ("GPUs",)),
    (sge(options="-l h_vmem=4G"), ("memory",)),
    (sge(options="-l matlab_lic=1"), ("licences",)),
    (sge(options="-l scratch=10G"), ("other resources",)),
    (sge(options="-l infiniband=true"), ("constraints",)),
    (sge(options="-l hostname=n1"), ("constraints",)),
    (sge(options="-l excl=1"), ("node sharing",)),
    (sge(more=":17:1740787100"), ("reservations",)),
    (submitted("-a 202503011200 -tc 2"), ("begin times", "array limits")),
    (submitted("-hold_jid prepare"), ("dependencies",)),
    (qacct_job(category="-l gpu=1", arid="undefined"), ("GPUs",)),
    (qacct_job(arid=17), ("reservations",)),
    (owf("1 0 5 105 600 8 2 1 1 1 1 1 1 0 0 0"), ("other resources",)),
    (owf("1 0 5 105 600 8 0 1 1 1 1 1 1 0 1 0"), ("reservations",)),
    (flux(ngpus=1), ("GPUs",)),
    (flux(dependencies=["begin-time=1740787300"]), ("begin times",)),
    (flux(dependencies=["after-start=f9"]), ("dependencies",)),
    (event("-jid 1 -sim-walltime 5 -n 2"), ()),
    (event("-jid 1 -sim-walltime 5 -n 2 --gres=gpu:2"), ("GPUs",)),
    (event("-jid 1 -sim-walltime 5 -n 2 --gres=nvme:1"), ("other resources",)),
    (event("-jid 1 -sim-walltime 5 -n 2 -C skylake"), ("constraints",)),
    (event("-jid 1 -sim-walltime 5 -n 2 --reservation=x"), ("reservations",)),
    (event("-jid 1 -sim-walltime 5 -n 2 --begin=16:00"), ("begin times",)),
    (event("-jid 1 -sim-walltime 5 -n 2 -a 1-4%2"), ("array limits",)),
]


@pytest.mark.parametrize(("content", "marks"), MARKS)
def test_what_is_not_kept_marks_the_workload(content: str, marks: tuple[str, ...]) -> None:
    assert reading(content.encode()).workload.unmodelled == marks
