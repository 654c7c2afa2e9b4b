"""Dice notation, as it is typed at other tables: tokens, a tree, and the exact weight of each result."""
