"""Traits, their needs and their effects on rolls, and the figures of other rules that they change (D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, Self

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Least, Of
from rules.systems.sda.content.entries import AttributeKey, FromOne, SkillKey, none
from rules.systems.sda.content.life_parts import (
    MOST_ATTRIBUTE,
    EventKey,
    Learnable,
    Learning,
    Learnt,
    RaceKey,
    Side,
    TraitKey,
)

#: The cost of the dearest flaw in background points: below 0, for it gives them back.
LEAST_COST = -12
#: The figures that traits change, as other rules ask for them, and in words for whoever writes a trait.
FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "sees_in_dark": "Successes that bad light takes less",
        "blind": "Successes missing wherever it takes eyes",
        "blind_less": "And how many of those are not",
        "carries_larger": "Sizes larger for carrying",
        "light_armour": "Worn armour weighs half",
        "stamina": "Dice half as many again as spirit allows",
        "sleep_less": "Hours that a full night is shorter",
        "meals_less": "Meals that a day takes less",
        "warmer": "Degrees that cold is milder",
        "cooler": "Degrees that heat is milder",
        "feasts": "Times more that a feast restores",
        "victories": "Times more that a victory restores",
        "fearless": "Fear takes half",
        "pain": "Spirit for each minor injury suffered",
        "threats": "Successes more of threats",
        "resists_taunts": "Successes off taunts at them",
        "resists_charm": "Successes off charm at them",
        "resists_greed": "Successes off tests for their money and gear",
        "flank": "Successes that an attack from the flank costs less",
        "rear": "And one from the rear",
        "distance": "Successes that distance takes less",
        "point_blank": "Dice within half of a range increment",
        "throws": "Successes that throwing the unfit costs less",
        "second_hand": "Successes that the second weapon costs less",
        "firm_grip": "Hits more that it takes to disarm them",
        "fists": "Faces more of the damage die of bare hands",
        "stabs": "Faces more of a blade on somebody who is held",
        "shields": "Times more that a shield stops hits in a round",
        "skull": "Protection by nature against cuts and blows",
        "footing": "Degrees that rough ground is easier",
        "beasts": "Training and riding beasts of little wit count twice",
        "unseen": "Dice more against whoever does not see it coming",
        "berserk": "Rages when hurt in a fight",
        "dances": "Dances for dice in melee",
        "sings": "Sings for dice in spells",
        "horns": "Horns that strike with strength",
        "one_armed": "Strength and agility by half, and one thing in hand",
        "lucky": "Adds luck to a roll, times a day",
        "expert": "Throws blank dice of one skill again, times a day",
        "master": "Counts threes of one skill, times a day",
        "never_loses": "Keeps what a blank roll would lose, times a day",
        "quick_hands": "Three actions in a round, from 4 less this on",
        "quick_shots": "Shoots whoever they watch for openings",
        "battle_cry": "Threats for nothing as a fight begins",
        "tough": "Injuries of one box shrugged off in a fight",
        "cruelty": "Spirit for each major injury dealt",
        "hatred": "Spirit for what one people loses by them",
        "resists_threats": "Successes off threats at them",
        "wakes": "Sleep takes half from what they notice",
        "own_tree": "A rest under their own tree gives twice",
        "turns_to_stone": "Stiffens when coming round",
        "unliving": "Poison, disease and want of air do nothing",
        "mindless": "Threats, taunts and dread do nothing",
        "bloodless": "Wounds do not bleed",
        "unheld": "Nobody takes hold of them",
        "screams": "Threats count twice",
        "home_below": "Half the loss of spirit underground, twice outside",
        "home_wild": "Half the loss of spirit in the wild, twice in towns",
        "home_town": "Half the loss of spirit in towns, twice in the wild",
        "home_dark": "Half the loss of spirit in the dark, twice in the sun",
        "home_sun": "Half the loss of spirit in the sun, twice in the dark",
    }
)


Change = Annotated[int, Least(-9)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A need of a trait: a rank in one of some skills, an attribute, a trait, a side of a virtue, a people.

    ``or_event`` does instead; what is only ``told`` is for the game master to say.
    """

    of: tuple[Learnable, ...] = ()
    rank: int = 0
    attribute: AttributeKey = ""
    least: int = 0
    most: int = 0
    trait: str = ""
    virtue: Annotated[str, Of("virtues")] = ""
    side: Side = ""
    race: str = ""
    or_event: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class TraitNeeds:
    """Needs of a trait as campaigns fill them in; an event that does instead does so for each of them."""

    least: Annotated[
        Mapping[AttributeKey, FromOne],
        Asked("Needs attributes of at least", name="needs_least", most=MOST_ATTRIBUTE),
    ] = field(default_factory=none)
    most: Annotated[
        Mapping[AttributeKey, FromOne],
        Asked("Needs attributes of no more than", name="needs_most", most=MOST_ATTRIBUTE),
    ] = field(default_factory=none)
    ranks: Annotated[Mapping[Learnable, FromOne], Asked("Needs ranks", name="needs_ranks", most=10)] = field(
        default_factory=none
    )
    rank: Annotated[int, Asked("Needs a rank in one of several", name="needs_rank", most=10)] = 0
    among: Annotated[tuple[Learnable, ...], Asked("One of these", name="needs_among")] = ()
    traits: Annotated[tuple[TraitKey, ...], Asked("Needs traits", name="needs_traits")] = ()
    virtues: Annotated[tuple[str, ...], Asked("Needs a leaning", name="needs_virtues", options="sides")] = ()
    people: Annotated[RaceKey, Asked("Needs to be of a people", name="needs_people", none="Any")] = ""
    told: Annotated[str, Asked("Needs, for the game master to judge", name="needs_told", most=120)] = ""
    event: Annotated[EventKey, Asked("Or, instead of all that, this has happened", name="needs_event", none="None")] = (
        ""
    )

    @classmethod
    def of(cls, needs: tuple[Need, ...]) -> Self:
        """The figures of needs; of several ranks among some skills only the first, for more cannot be said."""
        rank, among = next(((one.rank, one.of) for one in needs if len(one.of) > 1), (0, ()))
        return cls(
            {one.attribute: one.least for one in needs if one.least},
            {one.attribute: one.most for one in needs if one.most},
            {one.of[0]: one.rank for one in needs if len(one.of) == 1},
            rank,
            among,
            tuple(one.trait for one in needs if one.trait),
            tuple(f"{one.virtue}.{one.side}" for one in needs if one.virtue),
            next((one.race for one in needs if one.race), ""),
            next((one.told for one in needs if one.told), ""),
            next((one.or_event for one in needs if one.or_event), ""),
        )

    def table(self) -> list[dict[str, Any]]:
        sides = (one.partition(".") for one in self.virtues)
        needs: list[dict[str, Any]] = [
            *({"attribute": name, "least": least} for name, least in self.least.items()),
            *({"attribute": name, "most": most} for name, most in self.most.items()),
            *({"of": [name], "rank": rank} for name, rank in self.ranks.items()),
            *([{"of": self.among, "rank": self.rank}] if self.among else []),
            *({"trait": name} for name in self.traits),
            *({"virtue": virtue, "side": side} for virtue, _, side in sides),
            *([{"race": self.people}] if self.people else []),
            *([{"told": self.told}] if self.told else []),
        ]
        return [{**need, "or_event": self.event} for need in needs]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Dice and successes that a trait brings to rolls of some skills, or takes off them; ``twice`` doubles the score.

    ``when`` names the occasion; it is for the table to see it. Without one the effect always holds.
    """

    skills: Annotated[
        tuple[SkillKey, ...],
        Asked("Rolls that it helps or hinders", name="rolls", options="learnable", unset=()),
    ] = ()
    dice: Annotated[Change, Asked("Dice on them", most=9)] = 0
    mos: Annotated[Change, Asked("Successes on them", most=9)] = 0
    twice: Annotated[bool, Asked("What they score counts twice")] = False
    when: Annotated[str, Asked("Only when", most=120, help="For the table to judge; left open, it holds always")] = ""

    @staticmethod
    def given(told: Mapping[str, Any], known: Any) -> Mapping[str, Any]:
        """The fields of a table that names skills ``of`` rolls; a group stands for all skills of the group."""
        groups, of = known.groups, told.get("of", told.get("skills", ()))
        skills = [one for name in of for one in (groups[name].skills if name in groups else (name,))]
        return {**{name: one for name, one in told.items() if name != "of"}, "skills": list(dict.fromkeys(skills))}


@dataclass(frozen=True, slots=True)
class TraitCost:
    """The cost of a trait as campaigns fill it in."""

    cost: Annotated[
        int,
        Asked("Background points", least=LEAST_COST, most=60, help="Below 0: a flaw, which gives points"),
    ] = 0
    unsold: Annotated[bool, Asked("Cannot be bought: only given by birth, or earned in play")] = False

    @classmethod
    def of(cls, cost: int | None) -> Self:
        return cls(cost or 0, cost is None)

    def table(self) -> int | None:
        return None if self.unsold else self.cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """A trait, described in a sentence. ``cost`` None: it cannot be bought with background points.

    ``slows`` makes an attribute and its skills dearer by half, ``first_rank`` is the price of a first rank, ``talent``
    makes one chosen skill cheaper. ``effects`` are what it does to rolls, ``doubles`` the skills whose successes
    count twice, ``figures`` what other rules ask for. It ``opens`` kinds of magic.
    """

    key: str
    name: str
    description: str
    source: str
    cost: Annotated[int | None, Least(LEAST_COST), Inline(TraitCost)] = None
    experience: Annotated[tuple[Learnt, ...], Inline(Learning)] = ()
    needs: Annotated[tuple[Need, ...], Inline(TraitNeeds)] = ()
    slows: Annotated[AttributeKey, Asked("An attribute that costs half as much again", none="None")] = ""
    first_rank: Annotated[
        int, Asked("First ranks cost no more than", most=20, help="0: as usual", unit="experience")
    ] = 0
    talent: Annotated[bool, Asked("One chosen skill is cheaper, as for a natural talent")] = False
    effects: Annotated[tuple[Effect, ...], Inline()] = ()
    doubles: Annotated[tuple[SkillKey, ...], Asked("Skills whose successes always count twice")] = ()
    figures: Annotated[Mapping[Annotated[str, Of(FIGURES)], FromOne], Asked("What else it changes", most=12)] = field(
        default_factory=none
    )
    opens: Annotated[tuple[Annotated[str, Of("magic_groups")], ...], Asked("Kinds of magic that it opens")] = ()
