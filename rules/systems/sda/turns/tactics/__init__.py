"""The tactics by which fights of WinterDawn go on by themselves, for forecasts."""
