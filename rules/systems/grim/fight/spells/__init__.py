"""Spells in a fight and in peace: requirements, whom they reach, resistance, counterspells, effects, worth."""
