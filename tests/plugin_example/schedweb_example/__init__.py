"""Algorithms of a plugin.

Each module beside this one declares one thing; `pyproject.toml` names it as an entry point.
"""
