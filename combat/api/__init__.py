"""Encounters and their forecasts for programs."""
