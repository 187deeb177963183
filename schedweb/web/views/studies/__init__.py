"""Studies: presets and lists, pages, changes, and single cells."""
