"""Attacks and all that follows from them: reactions, damage, fumbles."""
