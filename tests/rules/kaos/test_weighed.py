"""Every choice of a player that is foretold is weighed, or stands here with the reason why it is not."""

from rules.systems.kaos import KAOS
from tests.rules.weighed import unweighed

SET = "What is chosen in it is how things are, which the game master says."
PRICE = "Nothing is left to chance: it says what is paid for what, and what that is for only its buyer knows."
EXCEPTIONS = {
    "harm.fall": SET,
    "rest.hour": "Nothing is left to chance: every hour gives the same, and costs time alone.",
    "ap.heal_faster": "The rate of a point is made of this very trade, so that every number of them is worth the same.",
    "ap.raise_skill": PRICE,
    "ap.raise_attribute": PRICE,
    "shop.buy": PRICE,
    "lifestyle.pay": PRICE,
    "gear.wear": "Nothing is left to chance: it says what becomes of defence and movement, of which none is the other.",
}


def test_every_choice_is_weighed_or_has_a_reason() -> None:
    assert unweighed(KAOS) == set(EXCEPTIONS)
