"""Defences, steps, and the rolls against death."""
