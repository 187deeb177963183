"""What runs as a server: settings, addresses, Celery's processes, checks, style sheets."""
