"""The base of a fight: who can act, with which dice, arms and conditions."""
