"""Tactics that play fights of the game by themselves, for forecasts of them."""
