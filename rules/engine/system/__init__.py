"""The protocol that a game keeps, and defaults for its optional parts."""
