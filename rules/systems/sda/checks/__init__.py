"""Tests of all kinds outside a fight, from parts that combine."""
