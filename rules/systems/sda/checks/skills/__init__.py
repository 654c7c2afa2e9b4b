"""Tests of skills with rules of their own."""
