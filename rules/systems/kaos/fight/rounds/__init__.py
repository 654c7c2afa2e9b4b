"""The course of a fight: its ladder, turns and rounds, its beginning and its end."""
