"""Workloads: what people have, what they upload, what models generate."""
