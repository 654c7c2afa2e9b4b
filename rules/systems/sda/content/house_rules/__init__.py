"""The house rules that a campaign may turn, room by room."""
