"""The vocabulary of all entries: the words that their fields may hold, and the one language of effects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated

from rules.engine.content.forms import Asked
from rules.engine.content.reader import Least, Misfit, Of, check_dice
from rules.engine.content.shelves import Described

#: Editions of the source: that of the rules played here, a later one used where that one is silent, and our own.
EDITIONS = ("1a", "1b", "2a", "own")
KINDS = ("minion", "monster", "boss")
LISTS = ("divine", "arcane", "nature")
CASTS = ("action", "instant", "reaction", "minutes")
GROUP_KINDS = ("melee", "ranged", "special", "own")

#: What an effect does with the rolls and figures that it is on.
VERBS = ("add", "set", "double", "halve", "step", "dice", "favour", "misfortune")
#: Figures that effects change; on tests they name a purpose.
FIGURES = (
    "speed",
    "climb",
    "swim",
    "fly",
    "dig",
    "burrow",
    "armour",
    "range",
    "damage",
    "suffered",
    "leap",
    "high_jump",
    "load",
    "march",
    "health",
    "stamina_cost",
)
#: Every test, and attacks on whoever bears the effect, from nearby and from afar.
ROLLS = ("any", "attacked_melee", "attacked_ranged")
#: Circumstances in which alone an effect counts.
WHENS = ("", "unarmoured", "last_stand", "no_road", "chosen")
#: When a feature is used; empty for one that always counts.
USES = (
    "",
    "action",
    "attack",
    "hit",
    "counter",
    "free",
    "test",
    "rolled",
    "ally",
    "breath",
    "travel",
    "help",
    "choice",
)
#: The rest after which a feature that has been used up may be used again.
PERS = ("", "day", "adventure", "rest", "fight")
#: How long the effects of a feature or spell last that is used.
UNTILS = ("", "attack", "test", "hurt", "round", "next_round", "turn", "last_stand", "breath", "hour")
#: What is chosen when a feature is gained, beside the options of its own.
CHOSEN = ("", "stat", "novice", "veteran", "language", "subject", "damage_type", "group", "bonus", "craft")

#: Subjects to be knowledgeable about, and crafts and arts to be trained in; people may say others.
SUBJECTS = ("botany", "carpentry", "geology", "history", "oceanography", "religion")
CRAFTS = ("woodworking", "masonry", "weaving", "an instrument", "dance", "acrobatics")
#: Features that are picked, which a campaign may have more of.
PICKED = {"novice": "Novice", "veteran": "Veteran"}

StatKey = Annotated[str, Of("stats")]
DamageType = Annotated[str, Of("damage_types")]
GroupKey = Annotated[str, Of("groups")]
Training = Annotated[str, Of("trainings")]
SizeKey = Annotated[str, Of("sizes")]
Edition = Annotated[str, Of(EDITIONS)]
Roll = Annotated[str, Of("rolls")]

#: An empty mapping that cannot be changed, shared by all entries.
NONE: Mapping[str, int] = MappingProxyType({})


def none_held() -> Mapping[str, int]:
    """The empty mapping, for fields."""
    return NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Described):
    """An entry that says from which edition its figures are."""

    edition: Edition = "1a"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect: a verb, the rolls or figures that it is on, and how much.

    ``add`` adds ``by`` and the ``stats`` (each at most as much as stands beside it), ``set`` puts them in place of the
    figure, ``step`` moves the dice of base damage up, ``dice`` adds dice to damage. ``favour`` and ``misfortune`` roll
    two d20 (E-c). ``stat`` narrows it to tests of that stat, ``type`` to damage of that type ("chosen": the one that
    its bearer chose), ``least`` is the floor of a figure that is lowered, ``when`` names a circumstance.
    """

    what: Annotated[str, Of(VERBS), Asked("Does", name="does", none="No default", start="", unset="")]
    on: Annotated[tuple[Roll, ...], Asked("To")]
    by: Annotated[int, Least(-100), Asked("Points", most=100, help="Added, set, or steps of dice")] = 0
    stats: Mapping[StatKey, int] = field(default_factory=none_held)
    stat: Annotated[StatKey, Asked("Only with this stat", none="With any")] = ""
    type: Annotated[str, Of("types_of_effects")] = ""
    dice: Annotated[str, Asked("Dice of damage", most=20, help="1d4, where it adds dice")] = ""
    least: int = 0
    when: Annotated[str, Of(WHENS)] = ""

    def check(self, known: object) -> None:
        if not self.on:
            raise Misfit("an effect needs something it applies to")
        check_dice(self.dice)
