"""Forms: input is kept as typed, with each error at its field."""
