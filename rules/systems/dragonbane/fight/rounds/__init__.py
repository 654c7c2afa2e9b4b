"""The cards of a round, and the beginning of a fight."""
