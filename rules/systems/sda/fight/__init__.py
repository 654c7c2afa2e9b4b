"""The combat of WinterDawn: melee and shots as a conversation, wounds, openings, manoeuvres."""
