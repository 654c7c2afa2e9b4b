"""The fight: rounds, exchanges, actions, and how people fight by themselves."""
