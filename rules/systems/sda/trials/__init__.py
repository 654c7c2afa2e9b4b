"""Tests of all kinds, from parts that combine."""
