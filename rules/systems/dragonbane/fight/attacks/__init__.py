"""Attacks with weapons and spells, monsters, Dragons and Demons, and their worth."""
