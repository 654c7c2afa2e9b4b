"""The combat of KAOS d100: initiative, one action a turn, attack and defence, spells, the end."""
