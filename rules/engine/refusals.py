"""What a rule answers when something is not allowed."""


class Refused(Exception):
    """The rules (or the state of play) do not allow this.

    ``sentence`` is written for players and says what would be allowed; ``field`` names the choice that it is about,
    so that a page can put the sentence beside it (empty where it is about the whole command).
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


class Unknown(Refused):
    """Something was named that does not exist here: a skill, a weapon, a combatant, an ask."""


class NotNow(Refused):
    """Allowed by the rules, but not at this moment: not your turn, nothing to undo, the fight is over."""
