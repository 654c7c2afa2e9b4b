"""Actions of a turn: blows, shots, stunts, grapples, movement, things in hand."""
