"""The course of a fight: its beginning, its rounds in three parts, and its end."""
