"""The base of a fight: cards and turns, squares, arms, blows, harm, and what all that is worth."""
