"""How Sphinx builds the site; docs/pages/develop/packages.md says why."""

from typing import Any

project = "SchedWeb"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]

# Pages are Markdown, shown as they are written; headings have the anchors of GitHub.
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
myst_heading_slug_func = "schedweb.documentation.catalogue.anchor"
smartquotes = False

# Docstrings are NumPy's, and a name in single backticks is a link where the reference has it.
default_role = "py:obj"
add_module_names = False
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
napoleon_google_docstring = False
napoleon_use_rtype = False
python_maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"

# Everything that a page loads is in the site: no fonts, scripts or icons from elsewhere.
html_theme = "pydata_sphinx_theme"
html_title = "SchedWeb"
html_context = {"default_mode": "auto"}
html_static_path = ["assets"]
html_css_files = ["site.css"]
html_copy_source = False
html_theme_options = {
    "footer_start": [],
    "footer_center": [],
    "footer_end": [],
    "header_links_before_dropdown": 7,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "show_toc_level": 2,
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def _readable(*event: Any) -> tuple[str, str] | None:
    """Write the default of a field that a factory makes so that Sphinx can parse the signature."""
    *_, signature, returned = event
    return (signature.replace("<factory>", "..."), returned) if signature else None


def setup(app: Any) -> None:
    """Let Sphinx show signatures of dataclasses like those of functions."""
    app.connect("autodoc-process-signature", _readable)
