"""The commands of the game, in the order in which pages offer them: each name stands in its class."""

from rules.engine.character.edits import EDITS

COMMANDS = EDITS
