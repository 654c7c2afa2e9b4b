"""Traits that somebody calls upon, or that act with what happens around them (D-7)."""
