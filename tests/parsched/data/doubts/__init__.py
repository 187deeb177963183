"""Columns that cannot be true, though each of their cells can be read."""
