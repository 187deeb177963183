"""What is scheduled and what comes out: jobs, machine, schedules and their checker."""
