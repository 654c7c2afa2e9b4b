"""Spells in a fight: requirements, targets, effects, worth."""
