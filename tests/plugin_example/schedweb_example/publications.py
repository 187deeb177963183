"""The publications that this plugin cites."""

from importlib.resources import files

from parsched.plugins import add_references

add_references(files(__package__) / "shelves.bib")
