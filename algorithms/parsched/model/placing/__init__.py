"""Where a job of a list fits: free processors in blocks, and searches in them."""
