"""The world beyond the fight: wounds that heal, falls, poisons and illnesses, traps and locks, bodies at work."""
