"""Exchanges: the attack roll, clashes, counter moves, and attacks on several at once."""
