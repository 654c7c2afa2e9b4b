"""Virtues: calling upon one, and what the end of a scene makes of it."""
