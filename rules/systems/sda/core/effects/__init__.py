"""Effects that lie on people for a time: spells, sickness, surroundings, rest, death."""
