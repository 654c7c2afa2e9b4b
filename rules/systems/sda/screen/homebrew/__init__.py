"""Kinds of entries that a campaign may add to the compendium, with their figures: one file for each."""
