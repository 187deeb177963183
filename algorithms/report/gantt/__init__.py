"""Charts of schedules: which job runs when and where."""
