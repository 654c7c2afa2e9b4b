"""Casting: which spells are open, the rolls, their odds, and what becomes of them later."""
