"""Entries of spells: figures only, as a game master rules what a spell does beyond them (D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from rules.engine.content.forms import Asked
from rules.engine.content.reader import Least, Misfit, Of
from rules.engine.content.shelves import Described
from rules.engine.kernel import Amount, Json, Refused, amount
from rules.systems.grim.content.switches.recovery import GENERALIST

MAGICK = {"arcane": "Arcane", "divine": "Divine", "generalist": "Generalist"}
#: Ranks of magick (GRM-035).
RANKS = {"petty": "Petty", "lesser": "Lesser", "greater": "Greater"}
#: Action Points and difficulty of each rank (GRM-035, E-p).
ACTION_POINTS = {"petty": 1, "lesser": 2, "greater": 3}
DIFFICULTIES = {"petty": 10, "lesser": 0, "greater": -10}
RANGES = {"self": "Yourself", "touch": "Touch", "sight": "In sight", "special": "Special"}
TEMPLATES = {"": "Only the target", "burst": "Burst", "explosion": "Explosion", "cone": "Cone"}
UNITS = {"": "At once", "turns": "Turns", "minutes": "Minutes", "hours": "Hours", "days": "Days", "years": "Years"}
DREADS = {"": "None", "stress": "Stress", "fear": "Fear", "terror": "Terror"}
#: The end of dice to which the caster's Willpower Bonus is added.
WITH_WILL = "+WB"


def amount_of(text: str, willpower: int) -> Amount:
    """The dice of a spell in the hands of somebody with that Willpower Bonus.

    >>> [(one.dice, one.plus) for one in (amount_of("2d10+WB", 4), amount_of("1d10+1", 4))]
    [((10, 10), 4), ((10,), 1)]
    """
    plain = text.removesuffix(WITH_WILL)
    return amount(f"{plain}+{willpower}" if plain != text and willpower else plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Described):
    """A spell: its rank, which says what it costs and how hard it is, whom it reaches, and its figures.

    ``resist`` are skills of which the target tests one; ``modifier`` changes base chances while it lasts, for
    [WB] + ``lasts`` of ``unit``.
    """

    rank: Annotated[str, Of(RANKS), Asked("Rank", start="petty")]
    magick: Annotated[str, Of(MAGICK), Asked("Magick", start="generalist")] = "generalist"
    school: Annotated[str, Asked("School or domain", most=40)] = ""
    range: Annotated[str, Of(RANGES), Asked("Range", start="sight")] = "sight"
    template: Annotated[str, Of(TEMPLATES), Asked("Area")] = ""
    damage: Annotated[str, Asked("Damage", most=20, help="2d10, or 2d10+WB with your Willpower Bonus")] = ""
    peril: Annotated[str, Asked("Peril", most=20, help="1d10, or 1d10+WB with your Willpower Bonus")] = ""
    mental: Annotated[bool, Asked("Mental Peril")] = False
    corruption: Annotated[int, Asked("Corruption", most=20)] = 0
    condition: Annotated[str, Of("conditions"), Asked("Condition", none="None")] = ""
    dread: Annotated[str, Of(DREADS), Asked("Dread")] = ""
    modifier: Annotated[int, Least(-30), Asked("Base chance", least=-30, most=30)] = 0
    resist: Annotated[tuple[Annotated[str, Of("skills")], ...], Asked("Resisted by")] = ()
    undefended: Annotated[bool, Asked("Takes away reactions")] = False
    lasts: Annotated[int, Asked("Duration: Willpower Bonus +", most=99)] = 0
    unit: Annotated[str, Of(UNITS), Asked("Unit")] = ""

    @property
    def ap(self) -> int:
        """Action Points to cast it (GRM-035)."""
        return ACTION_POINTS[self.rank]

    def price(self, house_rules: Mapping[str, Json]) -> int:
        """Action Points to cast it in a campaign, which may have a price of its own for generalist magick (D-8)."""
        chosen = str(GENERALIST.chosen(house_rules))
        return int(chosen) if self.magick == "generalist" and chosen.isdigit() else self.ap

    @property
    def difficulty(self) -> int:
        """Difficulty of the Incantation test (E-p)."""
        return DIFFICULTIES[self.rank]

    def check(self, known: object) -> None:
        for text in (self.damage, self.peril):
            if text:
                _check(text)


def _check(text: str) -> None:
    try:
        amount_of(text, 1)
    except Refused as refusal:
        raise Misfit(refusal.sentence) from refusal
