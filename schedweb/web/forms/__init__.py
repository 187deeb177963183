"""What people fill in: kept as typed, with each error on its field."""
