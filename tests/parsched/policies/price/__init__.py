"""Tests of the price-guided lists."""
