"""What people call their things: one line of text, kept as it is shown."""


def one_line(text: str) -> str:
    """Return the text with every run of spaces and line breaks as one space."""
    return " ".join(text.split())


def problem(field: str, text: str, longest: int, least: int = 1) -> str | None:
    """Return the sentence that says why a text is no name, or None.

    Characters that are not printed could turn the text around them, or break the line of a table.
    """
    if not least <= len(text) <= longest:
        rule = f"{least} to {longest}" if least else f"at most {longest}"
        return f"{field} must have {rule} characters, got {len(text)}"
    if not text.isprintable():
        return f"{field} must have printable characters only, got {text!a}"
    return None
