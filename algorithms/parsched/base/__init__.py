"""What everything stands on: compiled loops, errors, extras, names, whole files."""
