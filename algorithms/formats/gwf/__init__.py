"""GWF, the Grid Workload Format, in both of its kinds.

That of the Grid Workloads Archive has 29 fields with tabs between; comments begin with #, and the
first 16 fields are those of SWF, with text in place of numbers for job, user, group, executable,
queue and partition. Field 17 is the site where the job was submitted.

That of workflows is a table with commas between and column names in its first line; a line is a
task of a workflow.
"""

FIELDS = (
    *("JobID", "SubmitTime", "WaitTime", "RunTime", "NProcs", "AverageCPUTimeUsed", "UsedMemory"),
    *("ReqNProcs", "ReqTime", "ReqMemory", "Status", "UserID", "GroupID", "ExecutableID"),
    *("QueueID", "PartitionID", "OrigSiteID", "LastRunSiteID", "JobStructure"),
    *("JobStructureParams", "UsedNetwork", "UsedLocalDiskSpace", "UsedResources", "ReqPlatform"),
    *("ReqNetwork", "RequestedLocalDiskSpace", "RequestedResources", "VirtualOrganizationID"),
    "ProjectID",
)
"""Names of the 29 fields, in order."""

LONGEST_NAME = 80
"""Characters of a name."""
