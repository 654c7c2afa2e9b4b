"""Other actions of a turn: help, locks and doors, things in hand, the end of the turn."""
