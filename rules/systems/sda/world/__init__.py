"""The world beyond the fight."""
