"""SchedWeb: upload workloads, run schedulers side by side, look, share."""

from schedweb.celery import app as celery_app

__all__ = ["celery_app"]
