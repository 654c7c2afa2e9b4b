"""Every choice of a player that is foretold is weighed, or stands here with the reason why it is not."""

from rules.systems.dragonbane import DRAGONBANE
from tests.rules.advice_coverage import commands_without_advice

SET = "What is chosen in it is how things are, which the game master says."
WAY = "Where to stand is worth what comes of it later, which nothing foresees."
EXCEPTIONS = {
    "task.lock": SET,
    "turn.lock": SET,
    "peril.fall": SET,
    "peril.endure": SET,
    "turn.move": WAY,
    "parry.step": WAY,
    "turn.pull_free": "All that sticks fast is pulled free by the same roll.",
    "advance.roll": "Every skill that bears a mark is rolled once, in whatever order.",
    "magic.in_peace": "What the spell does, twice as much of it too, its text says.",
    "initiative.two": "To act earlier or later is worth what others do in the meantime, which nothing foresees.",
}


def test_every_choice_is_weighed_or_has_a_reason() -> None:
    assert commands_without_advice(DRAGONBANE) == set(EXCEPTIONS)
