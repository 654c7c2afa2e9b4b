"""The rounds of a fight: surprise, the ladder, turns, and the end."""
