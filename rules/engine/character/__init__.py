"""Characters: making them step by step, editing them by hand, and sheets that nobody has read."""
