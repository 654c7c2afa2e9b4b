"""Fights of any game: turns and sides, ground, scene, steps that wait, and how people fight by themselves."""
