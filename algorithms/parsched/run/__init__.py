"""Running an algorithm: requests, results, records, and what each part of a run was given."""
