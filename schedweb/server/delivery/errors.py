"""What is wrong with static files."""


class PackError(Exception):
    """Files that cannot be packed as they are written; says which and why in a sentence."""
