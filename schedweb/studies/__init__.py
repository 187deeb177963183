"""Studies: experiments with repetitions, computed by the workers batch by batch."""
