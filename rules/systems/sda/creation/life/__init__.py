"""A life: its chapters, what they cost, and the sheet that follows from it."""
