"""Time out of a fight: rest, recuperation, care, corruption, luck, advancement, trade."""
