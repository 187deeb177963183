"""Compiled loops over plain arrays: no objects, no input or output.

Each kernel has a plain twin, its `.py_func`.
"""
