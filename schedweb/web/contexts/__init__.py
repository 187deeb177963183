"""Template contexts: one dataclass per page."""
