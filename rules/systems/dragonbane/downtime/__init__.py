"""Days and weeks out of a fight: rests, perils, advancement, learning, magic, trade."""
