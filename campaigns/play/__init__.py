"""Play: intents of people, the game as it lies on the table, commands performed, and the forms they are asked in."""
