"""Schedules: when and on which processors each job runs, and the proof that it may."""
