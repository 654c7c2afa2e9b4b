"""Damage, wounds, the states in which they leave somebody, and what all that is worth."""
