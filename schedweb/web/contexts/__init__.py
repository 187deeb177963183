"""What each template gets: one dataclass per page."""
