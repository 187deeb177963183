"""Files under the SHA-256 of their content: verified, healed, moved to a trash, backed up."""
