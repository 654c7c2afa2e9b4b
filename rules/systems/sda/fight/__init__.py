"""The combat of WinterDawn: rounds, melee and shots as a conversation, wounds, openings, manoeuvres, its end."""
