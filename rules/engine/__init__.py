"""The engine that every game of Winterhall runs on: dice, exact odds, sheets, facts, commands and asks.

Pure Python: it imports the standard library and itself, and knows neither a game nor a database, a request or a clock.
"""
