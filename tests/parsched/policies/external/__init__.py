"""Tests of programs that schedule."""
