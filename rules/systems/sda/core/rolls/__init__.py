"""Pools of dice: what they hold, what they come to, and what follows from them."""
