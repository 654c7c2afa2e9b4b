"""The course of a fight: turns, rounds, its end, and the tactics by which it goes on by itself."""
