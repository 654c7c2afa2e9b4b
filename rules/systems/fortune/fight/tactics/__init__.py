"""Tactics that play fights by themselves, for forecasts of them."""
