"""Time out of a fight: rests, journeys, jumps and falls, gear and coin, levels."""
