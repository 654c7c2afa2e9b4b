"""Where people stand and in which order they act: the ladder, steps, holds, openings."""
