"""Every choice of a player that is foretold is weighed, or stands here with the reason why it is not."""

from rules.systems.fortune import FORTUNE
from tests.rules.advice_coverage import commands_without_advice

SURE = "Nothing is left to chance: it says what is given for what, and what that is worth only whoever gives it knows."
REST = "What is chosen in it is where one rests and what became of it, which the game master says."
TOLD = "Most of what spells and features do only their words say; what dice decide of it is shown."
EXCEPTIONS = {
    "coin.buy": SURE,
    "load.move": SURE,
    "travel.march": SURE,
    "rest.breath": REST,
    "rest.relax": REST,
    "rest.sleep": REST,
    "rest.recuperate": SURE,
    "feature.follow": TOLD,
    "feature.intercept": SURE,
    "spell.cast": TOLD,
    "spell.mote": "The healing is what it is; to whom the mote goes on is for its bearer to say.",
    "spell.bolstered": "What was paid is how things are.",
    "test.reliable": "The die counts as 12 whatever is chosen; the points are the game master's word.",
}


def test_every_choice_is_weighed_or_has_a_reason() -> None:
    assert commands_without_advice(FORTUNE) == set(EXCEPTIONS)
