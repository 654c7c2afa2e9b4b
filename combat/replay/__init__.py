"""Fights watched again: their steps as a viewer hears of them, the state after each, and links that show them."""
