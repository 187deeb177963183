"""What decides: on-line policies, lists, batches, groups, grids, programs, searches."""
