"""What is tested against what, and how often: declared entries, which `make evidence` runs."""
