"""Mutated files for all readers: `make fuzz rounds=200000`.

Each round takes a good file of some reader, damages it as its number says, and reads it. Whatever
comes of it must be a result or an error of the library's tree, within limits of time and memory.
"""
