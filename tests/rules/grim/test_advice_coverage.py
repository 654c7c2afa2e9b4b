"""Every choice of a player that is foretold is weighed, or stands here with the reason why it is not."""

from rules.systems.grim import GRIM
from tests.rules.advice_coverage import commands_without_advice

SET = "What is chosen in it is how things are, which the game master says."
PRICE = "Nothing is left to chance: it says what is paid for what, and what that is for only its buyer knows."
WAY = "How far and where somebody goes is worth what they want there; the odds tell of what stands in the way."
EXCEPTIONS = {
    "test.roll": SET,
    "test.opposed": SET,
    "test.group": SET,
    "peril.face": SET,
    "peril.withstand": SET,
    "mount.hurt": SET,
    "move.jump": WAY,
    "care.surgery": "Each wound is as hard to operate on as the others, and all of them need it.",
    "thing.repair": "Each thing is as hard to mend as the others; which one is needed only its owner knows.",
    "spell.in_peace": "It harms nobody, and what it is for only the caster knows.",
    "rest.recuperate": "Nothing is left to chance: every day gives the same, and costs time alone.",
    "shop.buy": PRICE,
    "xp.skill": PRICE,
    "xp.bonus": PRICE,
    "xp.talent": PRICE,
    "xp.spell": PRICE,
    "xp.profession": PRICE,
    "gear.wear": "Nothing is left to chance: it says what becomes of threshold and movement, and neither is the other.",
}


def test_every_choice_is_weighed_or_has_a_reason() -> None:
    assert commands_without_advice(GRIM) == set(EXCEPTIONS)
