"""GWF, the Grid Workload Format, in both of its kinds.

The format of the Grid Workloads Archive has 29 fields with tabs between; comments begin with #, and
the first 16 fields are as in SWF, with text in place of numbers for job, user, group,
executable, queue and partition. Field 17 is the site where the job was submitted.

Its fields 19 and 20 say what kind of a thing the job is part of. Where they say DAG, field 20 holds
the jobs that it waits for, with blanks between, each maybe with a colon and a delay in seconds: the
format has no other place for them, and this is ours.

The format of workflows is a table with commas between and column names in its first line; a line is
a task of a workflow.
"""

DAG = "DAG"
"""In field 19: the job waits for the jobs of field 20."""

FIELDS = (
    *("JobID", "SubmitTime", "WaitTime", "RunTime", "NProcs", "AverageCPUTimeUsed", "UsedMemory"),
    *("ReqNProcs", "ReqTime", "ReqMemory", "Status", "UserID", "GroupID", "ExecutableID"),
    *("QueueID", "PartitionID", "OrigSiteID", "LastRunSiteID", "JobStructure"),
    *("JobStructureParams", "UsedNetwork", "UsedLocalDiskSpace", "UsedResources", "ReqPlatform"),
    *("ReqNetwork", "RequestedLocalDiskSpace", "RequestedResources", "VirtualOrganizationID"),
    "ProjectID",
)
"""Names of the 29 fields, in order."""
