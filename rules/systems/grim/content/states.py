"""Entries of states: conditions and injuries with what they do as data, fumbles, and the words of all three."""

from dataclasses import dataclass
from typing import Annotated

from rules.engine.content.reader import Least, Misfit, Of
from rules.engine.content.shelves import Described
from rules.engine.kernel import Refused, amount

#: Injury tables, by how bad the wound is that brings them; each throws one Chaos Die more than the last (D-2).
TABLES = ("moderate", "serious", "grievous")
#: Attributes that effects name.
ATTRIBUTES = ("combat", "brawn", "agility", "perception", "intelligence", "willpower", "fellowship")
#: Tests that are flipped to fail: all of them, those of an attribute, of senses, of melee and of shots.
FLIPPED = ("all", *ATTRIBUTES, "vision", "hearing", "smell", "ranged", "melee")
#: Hands that are of no use.
HANDS = ("", "primary", "off")
#: Things that break at once: the armour, or what the main hand holds.
BROKEN = ("", "armour", "primary")
#: Spans after which a state ends by itself: when one's own next turn begins or ends, or with the fight.
SPANS = ("", "turn", "turn_end", "fight")
Attributes = tuple[Annotated[str, Of(ATTRIBUTES)], ...]
ConditionKeys = tuple[Annotated[str, Of("condition_keys")], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Described):
    """A state that somebody is in, told by its effects.

    ``begins`` are conditions that it is as well, ``ends`` those that it ends when it begins. ``flips`` are tests that
    flip to fail, ``unranked`` attributes whose skills count no ranks, ``strains`` those whose failed tests bring
    2d10 + 2 Peril; with ``fails`` no test succeeds. ``attackers`` is added to the difficulty of attacks at one in it,
    ``fury_suffered`` are Fury Dice suffered more. ``peril`` dice and ``corruption`` fall upon whoever gets into it.
    ``heaviest`` is the most encumbrance of a weapon in hand. With ``slays`` a hit slays outright.
    """

    flips: tuple[Annotated[str, Of(FLIPPED)], ...] = ()
    unranked: Attributes = ()
    strains: Attributes = ()
    ap: Annotated[int, Least(-3)] = 0
    initiative: Annotated[int, Least(-9)] = 0
    movement: Annotated[int, Least(-9)] = 0
    encumbrance: Annotated[int, Least(-9)] = 0
    damage_threshold: Annotated[int, Least(-9)] = 0
    peril_threshold: Annotated[int, Least(-9)] = 0
    fails: bool = False
    no_actions: bool = False
    no_reactions: bool = False
    no_defences: bool = False
    no_specials: bool = False
    no_movement: bool = False
    walks_only: bool = False
    no_fury: bool = False
    fury_suffered: int = 0
    attackers: int = 0
    slays: bool = False
    hand: Annotated[str, Of(HANDS)] = ""
    heaviest: int = 9
    unconscious: bool = False
    begins: ConditionKeys = ()
    ends: ConditionKeys = ()
    lasts: Annotated[str, Of(SPANS)] = ""
    peril: str = ""
    corruption: int = 0
    breaks: Annotated[str, Of(BROKEN)] = ""
    drops: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Injury(State):
    """An injury: its table, the d12 that brings it, and the ``days`` until it is recuperated.

    One that needs ``surgery`` leaves ``after`` behind if the surgery fails, and if that is there already ``loses`` 9 of
    an attribute.
    """

    table: Annotated[str, Of(TABLES)]
    roll: Annotated[int, Least(2)]
    days: Annotated[int, Least(1)]
    surgery: bool = False
    after: str = ""
    loses: Annotated[str, Of(("", *ATTRIBUTES))] = ""


#: Kinds of things that a fumble brings (GRM-127).
FUMBLES = (
    "drop",
    "prone",
    "peril",
    "group",
    "ap",
    "damage",
    "terrain",
    "thing",
    "weaker",
    "fortune",
    "slowed",
    "condition",
    "hinder",
    "opening",
    "event",
    "own_wound",
    "struck",
    "disease",
    "ruin",
    "exposed",
    "hit_ally",
    "corruption",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fumble(Described):
    """A row of the fumble table: its weight, the kind of its effect, the test that averts it, the dice that it takes.

    ``mental`` tells the Peril of shame from that of weariness.
    """

    weight: Annotated[int, Least(1)]
    kind: Annotated[str, Of(FUMBLES)]
    test: Annotated[str, Of(("", "coordination", "toughness"))] = ""
    dice: str = ""
    mental: bool = False

    def check(self, known: object) -> None:
        if not self.dice:
            return
        try:
            amount(self.dice)
        except Refused as refusal:
            raise Misfit(refusal.sentence) from refusal
