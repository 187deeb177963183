"""The set-up of machine code: what is compiled, by doing it once."""
