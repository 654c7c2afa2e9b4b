"""Other actions of a turn: help, locks and doors, things in hand, abilities; the course of the fight."""
