"""Installations of released versions, and tests that this one takes them over.

`python -m tests.upgrades.keeping` makes an installation of the present version, in
`tests/data/VERSION`:

- `archive.zip`: what `manage.py backup` writes;
- `database.sqlite3`: the database alone, with the schema of that version;
- `workload.json`: jobs of every kind as that version writes them;
- `expected.json`: what its runs measured, and the token of its link.
"""
