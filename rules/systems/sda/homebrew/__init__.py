"""Kinds of entries that a campaign may add to the compendium."""
