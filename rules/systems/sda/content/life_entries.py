"""The shapes of the parts of a life, and the figures of other rules that traits change (D-7).

Costs are in background points. ``of`` names skills and groups by key: experience of one skill is that skill's, any
other is shared among the skills that are meant, as its owner likes (the book leaves it open).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any

from rules.engine.content.reader import Least, Misfit, Of, Repeats
from rules.systems.sda.content.entries import AttributeKey, FromOne, Size, SkillKey, none
from rules.systems.sda.content.library import Library

CAREERS = (
    "arts",
    "commerce",
    "crafts",
    "criminal",
    "government",
    "maritime",
    "military",
    "primary",
    "religious",
    "scholar",
    "service",
    "unemployed",
)
SIDES = ("lack", "excess")
#: The cost of the dearest flaw in background points: below 0, for it gives them back.
LEAST_COST = -12
#: The values that arrays distribute.
BORN_WITH = range(4, 10)
#: The six attributes in the order of arrays.
ATTRIBUTES = ("agility", "strength", "constitution", "erudition", "persona", "wisdom")

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

# Types of fields: keys of what a part of a life may name.
TraitKey = Annotated[str, Of("traits")]
RaceKey = Annotated[str, Of("races")]
EventKey = Annotated[str, Of("events")]
Career = Annotated[str, Of(CAREERS)]
Side = Annotated[str, Of(SIDES)]
Learnable = Annotated[str, Of("learnable")]
Change = Annotated[int, Least(-9)]


@dataclass(frozen=True, slots=True)
class Known:
    """The shelves that a part of a life may refer to: those of a library, and of the other parts."""

    library: Library
    traits: Collection[str] = ()
    races: Collection[str] = ()
    origins: Collection[str] = ()
    events: Collection[str] = ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.library, name)


@dataclass(frozen=True, slots=True)
class Learnt:
    """Experience (``xp`` points) of one skill, or of several together."""

    xp: FromOne
    of: tuple[Annotated[str, Of("taught")], ...] = ()


@dataclass(frozen=True, slots=True)
class Belonging:
    """``count`` of a thing; where several are named it is one of them. A thing without an entry is named plainly."""

    one_of: tuple[str, ...] = ()
    count: FromOne = 1

    def check(self, known: Any) -> None:
        shelves = {"weapons": known.weapons, "armour": known.armour, "gear": known.gear}
        for thing in self.one_of:
            section, dot, key = thing.partition(".")
            if dot and key not in shelves.get(section, ()):
                raise Misfit(f"one_of names an unknown {thing!r}")


@dataclass(frozen=True, slots=True)
class Needs:
    """Conditions of what came before: occupations (in some careers), a people; ``or_event`` does instead."""

    occupations: int = 0
    careers: tuple[Career, ...] = ()
    races: tuple[RaceKey, ...] = ()
    or_event: EventKey = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A part of a life and what it gives.

    ``cost`` is the same for all, ``costs`` depends on what came before; None where only the other is given.
    ``traits`` are given, ``offers`` may be taken for nothing, ``half_price`` for half. ``careers`` are opened, or those
    of an occupation. ``never`` names the end that a virtue may not lean to; ``faith`` moves by a step towards an end,
    or to either. ``told`` is what changes in values that the game has no number for.
    """

    key: str
    name: str
    description: str
    source: str
    cost: int | None = None
    costs: Mapping[RaceKey, int] = field(default_factory=none)
    experience: tuple[Learnt, ...] = ()
    traits: tuple[TraitKey, ...] = ()
    offers: tuple[TraitKey, ...] = ()
    half_price: tuple[TraitKey, ...] = ()
    careers: tuple[Career, ...] = ()
    belongings: tuple[Belonging, ...] = ()
    copper: int = 0
    needs: Needs | None = None
    never: Mapping[Annotated[str, Of("virtues")], Side] = field(default_factory=none)
    faith: Annotated[str, Of((*SIDES, "either"))] = ""
    told: Annotated[tuple[str, ...], Repeats()] = ()

    def check(self, known: Any) -> None:
        for name in (name for learnt in self.experience for name in learnt.of):
            if name in known.attributes:
                raise Misfit(f"experience names an unknown {name!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin(Chapter):
    """A kin of a people. Its size and attributes, where it has them, go before those of its people."""

    size: Size = ""
    attributes: Mapping[AttributeKey, FromOne] = field(default_factory=none)
    attribute_experience: Mapping[AttributeKey, FromOne] = field(default_factory=none)
    loses: tuple[TraitKey, ...] = ()

    def check(self, known: Any) -> None:
        Chapter.check(self, known)
        if self.attributes and len(self.attributes) != len(known.attributes):
            raise Misfit("attributes must name all six")


@dataclass(frozen=True, slots=True, kw_only=True)
class People(Kin):
    """A people: metres in a round, the age of the youngest, arrays to distribute where attributes are not set.

    Places, aims and callings that are open to the people ``like`` are open to this one; ``origins`` and ``motivations``
    say what some of them cost it instead.
    """

    speed: FromOne
    age: FromOne
    arrays: Annotated[tuple[Annotated[tuple[int, ...], Repeats()], ...], Repeats()] = ()
    like: str = ""
    origins: Mapping[str, int] = field(default_factory=none)
    motivations: Mapping[str, int] = field(default_factory=none)
    kin: Mapping[str, Kin] = field(default_factory=none)

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table whose arrays are texts: "7 6 6 6 6 5"."""
        return {**told, "arrays": [_array(text) for text in told["arrays"]]} if "arrays" in told else told

    def check(self, known: Any) -> None:
        Kin.check(self, known)
        for one in self.kin.values():
            if not (self.attributes or self.arrays or one.attributes):
                raise Misfit(f"neither it nor {one.key!r} has attributes")
            if not (self.size or one.size):
                raise Misfit(f"neither it nor {one.key!r} has a size")


def _array(text: str) -> tuple[int, ...]:
    values = text.split()
    if len(values) != len(ATTRIBUTES) or not set(values) <= set(map(str, BORN_WITH)):
        least, most = BORN_WITH[0], BORN_WITH[-1]
        raise Misfit(f"an array has {len(ATTRIBUTES)} values from {least} to {most}, not {text!r}")
    return tuple(int(value) for value in values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Chapter):
    """An event of a life: ``bereaves`` if a parent died, ``bereaved`` is the number of such events that it needs."""

    bereaves: bool = False
    bereaved: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupation(Chapter):
    """An occupation that somebody lived from for ``years``; it may be taken again."""

    costs: Mapping[Career, FromOne] = field(default_factory=none)
    years: FromOne

    def check(self, known: Any) -> None:
        Chapter.check(self, known)
        if not (self.careers and self.costs):
            raise Misfit("needs a career, and a career to come from")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason(Chapter):
    """A reason to leave: experience in ``any_count`` skills of no occupation, or again in those of the last one."""

    costs: Mapping[Annotated[str, Of("origins")], int] = field(default_factory=none)
    any_count: FromOne = 0
    any_xp: FromOne = 0
    of_occupation: Annotated[tuple[FromOne, ...], Repeats()] = ()

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table with ``any_skills`` (count, xp) and ``of_occupation`` (first, second …)."""
        made = {name: one for name, one in told.items() if name != "any_skills"}
        if "any_skills" in told:
            made |= {f"any_{name}": one for name, one in told["any_skills"].items()}
        if "of_occupation" in told:
            made["of_occupation"] = list(told["of_occupation"].values())
        return made

    def check(self, known: Any) -> None:
        Chapter.check(self, known)
        if (self.cost is None) == (not self.costs):
            raise Misfit("needs either cost or costs")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Dice and successes that a trait brings to rolls of some skills, or takes off them; ``twice`` doubles the score.

    ``when`` names the occasion; it is for the table to see it. Without one the effect always holds.
    """

    skills: tuple[SkillKey, ...] = ()
    dice: Change = 0
    mos: Change = 0
    when: str = ""
    twice: bool = False

    @staticmethod
    def given(told: Mapping[str, Any], known: Any) -> Mapping[str, Any]:
        """The fields of a table that names skills ``of`` rolls; a group stands for all skills of the group."""
        groups = known.groups
        skills = [one for name in told.get("of", ()) for one in (groups[name].skills if name in groups else (name,))]
        return {**{name: one for name, one in told.items() if name != "of"}, "skills": list(dict.fromkeys(skills))}


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
    cost: Annotated[int, Least(LEAST_COST)] | None = None
    experience: tuple[Learnt, ...] = ()
    needs: tuple[Need, ...] = ()
    slows: AttributeKey = ""
    first_rank: int = 0
    talent: bool = False
    effects: tuple[Effect, ...] = ()
    doubles: tuple[SkillKey, ...] = ()
    figures: Mapping[Annotated[str, Of(tuple(FIGURES))], FromOne] = field(default_factory=none)
    opens: tuple[Annotated[str, Of("magic_groups")], ...] = ()
