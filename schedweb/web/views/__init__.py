"""One module per subject: parse, call a selector or service, render."""
