"""What a problem is: the jobs, the machine with its deployments, and the rules."""
