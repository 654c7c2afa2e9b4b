"""Actions and movement of a turn."""
