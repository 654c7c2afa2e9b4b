"""Attacks hand to hand, the answers to them, and their worth."""
