"""Scenes: virtues and traits called upon, and what the end of a scene makes of them."""
