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
        "sees_in_dark": "Smaller malus in poor light",
        "blind": "Malus on everything that needs eyes",
        "blind_less": "Smaller malus on everything that needs eyes",
        "carries_larger": "Carries as if a size larger",
        "light_armour": "Worn armour weighs half",
        "stamina": "Half as many dice again as spirit allows",
        "sleep_less": "Hours of sleep saved a night",
        "meals_less": "Meals saved a day",
        "warmer": "Cold counts a level milder",
        "cooler": "Heat counts a level milder",
        "feasts": "Feasts restore their spirit once more",
        "victories": "Victories restore their spirit once more",
        "fearless": "Fear takes half the spirit",
        "pain": "Spirit for each minor injury suffered",
        "threats": "Extra MoS on threats",
        "resists_taunts": "Taunts at them lose MoS",
        "resists_charm": "Charm at them loses MoS",
        "resists_greed": "Tests for their money and gear lose MoS",
        "flank": "Smaller malus against attacks from the flank",
        "rear": "Smaller malus against attacks from the rear",
        "distance": "Smaller malus for distance",
        "point_blank": "Extra dice within half a range increment",
        "throws": "Smaller malus for things not made to be thrown",
        "second_hand": "Smaller malus for the second weapon",
        "firm_grip": "Extra hits needed to disarm them",
        "fists": "Extra faces on the damage die of bare hands",
        "stabs": "Extra faces on a blade's damage die against somebody held",
        "shields": "Extra times a shield stops hits in a round",
        "skull": "Natural protection against cuts and blows",
        "footing": "Rough ground counts a degree easier",
        "beasts": "Training and riding beasts of little wit count twice",
        "unseen": "Extra dice against anybody who does not see it coming",
        "berserk": "Rages when hurt in a fight",
        "dances": "Dances for dice in melee",
        "sings": "Sings for dice in spells",
        "horns": "Horns that strike with strength",
        "one_armed": "Strength and agility score half, and a hand holds one thing",
        "lucky": "Once a day, adds luck to a roll",
        "expert": "Once a day, rolls blank dice of one skill again",
        "master": "Once a day, counts threes in one skill",
        "never_loses": "Once a day, keeps progress a blank roll would lose",
        "quick_hands": "Three actions in a round, from initiative 3 (1 less per step)",
        "quick_shots": "Shoots at openings of somebody they watch",
        "battle_cry": "Free threats as a fight begins",
        "tough": "Injuries of one box shrugged off in a fight",
        "cruelty": "Spirit for each major injury dealt",
        "hatred": "Regains the spirit that one people loses to them",
        "resists_threats": "Threats at them lose MoS",
        "wakes": "Half the malus for noticing while asleep",
        "own_tree": "Rest under their own tree gives twice as much",
        "turns_to_stone": "Stiffens when coming round",
        "unliving": "Poison, disease and lack of air do nothing",
        "mindless": "Threats, taunts and dread do nothing",
        "bloodless": "Wounds do not bleed",
        "unheld": "Cannot be grappled",
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
        Asked("Attributes needed, at least", name="needs_least", most=MOST_ATTRIBUTE),
    ] = field(default_factory=none)
    most: Annotated[
        Mapping[AttributeKey, FromOne],
        Asked("Attributes needed, at most", name="needs_most", most=MOST_ATTRIBUTE),
    ] = field(default_factory=none)
    ranks: Annotated[Mapping[Learnable, FromOne], Asked("Ranks needed", name="needs_ranks", most=10)] = field(
        default_factory=none
    )
    rank: Annotated[int, Asked("Rank needed in one of several", name="needs_rank", most=10)] = 0
    among: Annotated[tuple[Learnable, ...], Asked("One of these", name="needs_among")] = ()
    traits: Annotated[tuple[TraitKey, ...], Asked("Traits needed", name="needs_traits")] = ()
    virtues: Annotated[tuple[str, ...], Asked("Leaning needed", name="needs_virtues", options="sides")] = ()
    people: Annotated[RaceKey, Asked("People needed", name="needs_people", none="Any")] = ""
    told: Annotated[str, Asked("Other needs, judged by the game master", name="needs_told", most=120)] = ""
    event: Annotated[EventKey, Asked("Or this event in place of those", name="needs_event", none="None")] = ""

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
        Asked("Rolls it helps or hinders", name="rolls", options="learnable", unset=()),
    ] = ()
    dice: Annotated[Change, Asked("Dice on them", most=9)] = 0
    mos: Annotated[Change, Asked("MoS on them", most=9)] = 0
    twice: Annotated[bool, Asked("Their MoS count twice")] = False
    when: Annotated[str, Asked("Only when", most=120, help="For the table to judge; empty = always")] = ""

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
    slows: Annotated[AttributeKey, Asked("Attribute that costs half as much again", none="None")] = ""
    first_rank: Annotated[int, Asked("First ranks cost no more than", most=20, zero="as usual", unit="experience")] = 0
    talent: Annotated[bool, Asked("One chosen skill is cheaper, as with Natural Talent")] = False
    effects: Annotated[tuple[Effect, ...], Inline()] = ()
    doubles: Annotated[tuple[SkillKey, ...], Asked("Skills whose successes always count twice")] = ()
    figures: Annotated[Mapping[Annotated[str, Of(FIGURES)], FromOne], Asked("What else it changes", most=12)] = field(
        default_factory=none
    )
    opens: Annotated[tuple[Annotated[str, Of("magic_groups")], ...], Asked("Kinds of magic it opens")] = ()
