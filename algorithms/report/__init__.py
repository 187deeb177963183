"""Results as sentences, tables and pictures."""
