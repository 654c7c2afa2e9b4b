"""Influences on a roll, in one vocabulary: whatever a trait, a spell, a condition or a virtue brings to it."""

from dataclasses import dataclass

from rules.engine.page.blocks import Part


@dataclass(frozen=True, slots=True)
class Influence:
    """Something that bears on a roll: ``dice`` and ``mos`` that it brings or, below 0, takes, and how a throw counts.

    ``how`` is a word of the "how" of throws, ``said`` are the words for people, unless its figures say all.
    """

    label: str
    dice: int = 0
    mos: int = 0
    how: str = ""
    said: str = ""
    rule: str = ""

    @property
    def part(self) -> Part:
        """The influence as the explanation of a pool lists it."""
        return Part(self.label, self.said or figures_in_words(self.dice, self.mos), self.rule)

    @property
    def shows(self) -> bool:
        """Whether there is anything to explain."""
        return bool(self.dice or self.mos or self.said)


def figures_in_words(dice: int, mos: int) -> str:
    """Dice and MoS that are brought or taken, in words.

    >>> figures_in_words(1, 0), figures_in_words(2, -2), figures_in_words(0, 0)
    ('+1 die', '+2 dice, −2 MoS', '')
    """
    said = [f"{dice:+d} {'die' if abs(dice) == 1 else 'dice'}"] if dice else []
    return ", ".join([*said, *([f"{mos:+d} MoS"] if mos else [])]).replace("-", "−")
