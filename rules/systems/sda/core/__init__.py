"""People, what lies on them, and the dice that they throw."""
