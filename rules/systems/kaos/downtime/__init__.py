"""Time out of a fight: rest, harm, luck, learning, advancement."""
