"""Pages of encounters and of their forecasts."""
