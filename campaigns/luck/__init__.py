"""Luck: what the dice came to against what was to be expected."""
