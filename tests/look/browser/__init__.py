"""Tests of the look that need a real browser."""
