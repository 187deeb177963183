"""Tests of questions about jobs."""
