"""What a schedule is worth: metrics, bounds and what they prove."""
