"""What the sites of a grid follow: FCFS, EASY, conservative backfilling and list scheduling, each
as kernels over one row of machines."""
