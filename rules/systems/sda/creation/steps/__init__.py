"""The steps in which a character is made, each of them a command."""
