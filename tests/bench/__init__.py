"""Measurements; `make bench` prints them as one table."""
