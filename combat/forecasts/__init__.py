"""Forecasts: a fight that the worker plays many times, to count what came of it."""
