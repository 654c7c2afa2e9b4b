"""The base of a fight: turns and budgets, ground in feet, blows, and steps that wait."""
