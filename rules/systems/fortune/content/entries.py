"""The entries of the compendium: one frozen class for each kind. Lengths are in feet, loads in pounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Least, Misfit, Of, check_dice
from rules.systems.fortune.content.vocabulary import (
    CASTS,
    CHOSEN,
    GROUP_KINDS,
    KINDS,
    LISTS,
    PERS,
    PICKED,
    UNTILS,
    USES,
    DamageType,
    Effect,
    GroupKey,
    Row,
    SizeKey,
    StatKey,
    Training,
    none_held,
)


@dataclass(frozen=True, slots=True)
class Stat(Row):
    """One of the four stats (LIN-006)."""


@dataclass(frozen=True, slots=True)
class Purpose(Row):
    """A purpose of tests, by which features know theirs: sneaking, climbing, resisting poison."""


@dataclass(frozen=True, slots=True)
class Damage(Row):
    """A type of damage (LIN-078)."""

    physical: bool = False


@dataclass(frozen=True, slots=True)
class Size(Row):
    """A size of creatures (C-22); ``step`` counts from medium, and halves or doubles loads (LIN-068)."""

    step: Annotated[int, Least(-10)]


@dataclass(frozen=True, slots=True)
class Language(Row):
    """A language and who speaks it (LIN-077)."""

    speakers: str
    under_water: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature(Row):
    """A feature or trait: of a class from a level on, of a lineage, a culture, a creature, or to be picked.

    ``of`` is the key of whatever gives it: a class, a lineage, a culture, a form, a feature with options, or one of
    ``novice``, ``veteran``, ``creature``. ``use`` says when it is used; what is empty counts always. ``stamina`` and
    ``favour`` are its price, ``extra`` further Stamina for each step that its description names. ``choose`` options
    are taken of those that are ``of`` it; ``chosen`` names what else is picked.
    """

    of: Annotated[str, Asked("Kind", options=PICKED, start="novice")]
    level: int = 0
    use: Annotated[str, Of(USES)] = ""
    stamina: int = 0
    favour: bool = False
    extra: int = 0
    uses: int = 0
    per: Annotated[str, Of(PERS)] = ""
    until: Annotated[str, Of(UNTILS)] = ""
    last_stand: bool = False
    choose: int = 0
    chosen: Annotated[str, Of(CHOSEN)] = ""
    count: Annotated[int, Least(1)] = 1
    again: bool = False
    effects: Annotated[tuple[Effect, ...], Inline()] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage(Row):
    """A lineage: speeds, sizes, and a bonus to one stat of some (D-1)."""

    speed: int
    sizes: tuple[SizeKey, ...]
    stats: tuple[StatKey, ...]
    bonus: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Culture(Row):
    """A culture: a bonus to one stat of some, languages that are known, and some of one's choice (D-2)."""

    stats: tuple[StatKey, ...]
    languages: tuple[Annotated[str, Of("languages")], ...]
    choose: int = 0
    bonus: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A number of trainings of one's choice among some."""

    count: Annotated[int, Least(1)]
    groups: tuple[Training, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calling(Row):
    """A class: its pools, base damage, attack stat, range and training (D-3).

    ``attack`` holds two stats where one of them is chosen. ``spells`` names the list that it casts from.
    """

    health: int
    health_per_level: int = 2
    stamina: int = 6
    stamina_per_level: int = 2
    stamina_stat: StatKey
    attack: tuple[StatKey, ...]
    damage: str
    damage_stat: StatKey
    range: int
    training: tuple[Training, ...] = ()
    picks: tuple[Pick, ...] = ()
    spells: Annotated[str, Of(LISTS)] = ""

    def check(self, known: object) -> None:
        check_dice(self.damage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Row):
    """A beast form of the Shapeshifter: size, attack, damage, and Armor of 10 and a stat (D-3)."""

    size: SizeKey
    attack: StatKey
    damage: str
    damage_stat: StatKey
    rot: str = ""
    armour: int = 10
    armour_stat: StatKey

    def check(self, known: object) -> None:
        check_dice(self.damage, self.rot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Row):
    """A group of weapons that one is trained in (LIN-048): ``least`` and ``reach`` in feet, 0 for the class range."""

    kind: Annotated[str, Of(GROUP_KINDS)]
    least: int = 0
    reach: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon(Row):
    """A weapon: its group, its hands, and figures of its own where it has such (LIN-034, LIN-047).

    Without ``damage`` it deals base damage; ``steps`` move that up. ``reach`` 0 is that of its group.
    """

    group: Annotated[GroupKey, Asked("Group")]
    hands: Annotated[int, Least(1), Asked("Hands", most=2, start=1)] = 1
    type: Annotated[DamageType, Asked("Type of damage")] = "bludgeoning"
    damage: Annotated[str, Asked("Own damage", most=20, help="Dice such as 1d8+3; empty for base damage")] = ""
    steps: Annotated[int, Asked("Steps above base damage", most=5)] = 0
    bonus: Annotated[int, Asked("Bonus to attack", most=5)] = 0
    least: Annotated[int, Asked("Minimum range", most=200, unit="ft")] = 0
    reach: Annotated[int, Asked("Own range", most=500, unit="ft", zero="range of its group")] = 0
    natural: bool = False

    def check(self, known: object) -> None:
        check_dice(self.damage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Armour(Row):
    """A suit of armour: Armor, Defense as well (C-04), is ``base`` and at most ``agility`` of Agility (LIN-053)."""

    base: Annotated[int, Asked("Armor", most=30)]
    agility: Annotated[int, Asked("Maximum Agility", most=5)] = 5
    training: Annotated[str, Of("armour_classes"), Asked("Training", none="None")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shield(Row):
    """A shield: what it adds to Armor, what it takes off clash damage, and stats that it needs (LIN-049 to LIN-052)."""

    armour: Annotated[int, Asked("Armor", most=5)]
    reduces: Annotated[int, Asked("Reduces clash damage", most=10)] = 0
    by_stat: Annotated[StatKey, Asked("Reduces by stat", none="No stat")] = ""
    training: Annotated[str, Of("shield_classes"), Asked("Training")]
    needs: Annotated[Mapping[StatKey, int], Asked("Needs", least=1, most=5)] = field(default_factory=none_held)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gear(Row):
    """Anything else that is worth a line on a sheet (LIN-055, LIN-056)."""

    cost: Annotated[int, Asked("Cost", most=10_000, unit="Coin", zero="costs Bits")] = 0
    focus: Annotated[bool, Asked("Focus for divine spells")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Row):
    """A status: its effects; ``out``: no actions, ``held``: no movement, ``unspendable``: no Stamina to spend."""

    effects: tuple[Effect, ...] = ()
    out: bool = False
    held: bool = False
    unspendable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Row):
    """A spell: level (and cost in Stamina), lists, casting, and its effect as far as figures tell it.

    ``range`` in feet (0: self, 5: touch), ``radius`` of an area; ``test`` is the stat that targets
    test. ``effects`` last for ``rounds`` or ``minutes``; ``stat`` adds the casting stat to what it heals.
    """

    level: Annotated[int, Asked("Level", most=8)]
    lists: Annotated[tuple[Annotated[str, Of(LISTS)], ...], Asked("Lists", start=("divine",))]
    cast: Annotated[str, Of(CASTS), Asked("Casting")] = "action"
    casting_minutes: Annotated[int, Asked("Minutes to cast", most=1440)] = 0
    range: Annotated[int, Asked("Range", most=1_000_000, unit="ft", help="0: yourself; 5: touch")] = 0
    radius: Annotated[int, Asked("Radius", most=500, unit="ft")] = 0
    targets: Annotated[int, Asked("Targets", most=20, zero="no creature")] = 0
    rounds: Annotated[int, Asked("Rounds", most=100)] = 0
    minutes: Annotated[int, Asked("Minutes", most=10_000)] = 0
    heals: Annotated[str, Asked("Heals", most=20, help="Dice: 2d6")] = ""
    damage: Annotated[str, Asked("Damage", most=20, help="Dice: 1d6")] = ""
    type: Annotated[DamageType, Asked("Type of damage", none="None")] = ""
    stat: Annotated[bool, Asked("Adds the casting stat")] = False
    test: Annotated[StatKey, Asked("Targets test", none="Nothing")] = ""
    status: Annotated[str, Of("statuses"), Asked("Status", none="None")] = ""
    extra: Annotated[int, Asked("Stamina per extra step", most=10)] = 0
    until: Annotated[str, Of(UNTILS)] = ""
    effects: tuple[Effect, ...] = ()

    def check(self, known: object) -> None:
        if not self.lists:
            raise Misfit("needs a list")
        check_dice(self.heals, self.damage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature(Row):
    """A creature: Counter is Armor - 5 where it has none of its own (D-4). ``level`` 0 is one half."""

    level: Annotated[int, Asked("Level", most=20, start=1)]
    kind: Annotated[str, Of(KINDS), Asked("Kind", start="monster")]
    size: Annotated[SizeKey, Asked("Size")] = "medium"
    health: Annotated[int, Least(1), Asked("Health", most=1000, start=10)]
    stamina: Annotated[int, Asked("Stamina", most=1000)] = 0
    armour: Annotated[int, Asked("Armor", most=40, start=10)]
    counter: Annotated[int, Asked("Counter", most=40, zero="Armor − 5 by default")] = 0
    attack: Annotated[int, Asked("Attack", least=-5, most=20)]
    damage: Annotated[str, Asked("Damage", most=20, start="1d6", help="Dice such as 1d8+3")]
    type: Annotated[DamageType, Asked("Type of damage")] = "bludgeoning"
    least: Annotated[int, Asked("Minimum range", most=200, unit="ft")] = 0
    range: Annotated[int, Asked("Range", most=500, unit="ft", start=5)] = 5
    speed: Annotated[int, Asked("Speed", most=200, unit="ft")] = 30
    fly: Annotated[int, Asked("Flies", most=200, unit="ft")] = 0
    only_counters: Annotated[bool, Asked("Counters only")] = False
    stats: Annotated[Mapping[StatKey, Annotated[int, Least(-5)]], Asked("Stats", most=5, whole=True)]
    features: Annotated[tuple[Annotated[str, Of("creature_features")], ...], Asked("Features")] = ()

    def check(self, known: Any) -> None:
        check_dice(self.damage)
        if set(self.stats) != set(known.stats()):
            raise Misfit(f"needs all of {', '.join(known.stats())}")
