"""An order of the queue."""

from parsched.plugins import Job, order


@order("steep", title="steepest first", formula="p/q", cites=("lelong2017",))
def steep(job: Job) -> float:
    """Least believed run time per processor first: short and wide jobs before long and narrow."""
    return job.p / job.q
