"""The base of a fight: squares, arms, targets, blows, harm, and the budgets of a round."""
