"""A fight: its base, its rounds, attacks, actions, spells, and how people fight by themselves."""
