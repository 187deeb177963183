"""The sources that are known, one module for each family."""
