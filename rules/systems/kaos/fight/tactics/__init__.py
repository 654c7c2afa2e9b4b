"""Tactics that play fights of KAOS by themselves, for forecasts of them."""
