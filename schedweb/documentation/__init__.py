"""The documentation site: pages of `docs/pages`, notebooks, and pages made of declarations.

`python -m schedweb.documentation` builds it with Sphinx, as `docs/conf.py` says, and loads nothing
from elsewhere. The application serves what was built at `/docs/`.

building     sources and notebooks in one folder, which Sphinx makes a site of
catalogue    pages of what the library declares        programs   settings, command line, API
names        the public names, whose docstrings are the reference
notebooks    notebooks, executed, as pages                client     the client of the API
"""
