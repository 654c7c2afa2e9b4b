"""The cards of a round, the beginning of a fight, and its end."""
