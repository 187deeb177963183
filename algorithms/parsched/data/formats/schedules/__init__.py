"""Schedules as tables: the columns of Batsim's jobs.csv, then ours."""

BATSIM_COLUMNS = (
    "job_id",
    "workload_name",
    "profile",
    "submission_time",
    "requested_number_of_resources",
    "requested_time",
    "success",
    "final_state",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "allocated_resources",
    "consumed_energy",
    "metadata",
)
"""In the order in which Batsim writes them."""

OUR_COLUMNS = ("width", "site", "environment", "backfilled")

DATE_COLUMNS = ("submission_date", "starting_date", "finish_date")
"""Behind all others, where the jobs have a calendar."""

SUCCESS, KILLED, REJECTED = (
    "COMPLETED_SUCCESSFULLY",
    "COMPLETED_WALLTIME_REACHED",
    "REJECTED",
)
"""Values of final_state: ended, was cut at its requested time, did not run."""
