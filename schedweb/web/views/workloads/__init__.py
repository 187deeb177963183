"""Workloads: stored, uploaded, generated and merged ones."""
