"""SWF, the Standard Workload Format: 18 numbers a line, times in seconds, -1 for unknown."""
