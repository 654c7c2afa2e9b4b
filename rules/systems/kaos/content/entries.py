"""The entries of the compendium: one frozen class for each kind. Costs are in copper coins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any

from rules.engine.content.forms import Asked
from rules.engine.content.reader import Least, Misfit, Of, Repeats, check_dice
from rules.engine.content.shelves import Described

SCHOOLS = ("witchcraft", "thaumaturgy")
#: Types of damage: weapons are physical unless they say otherwise.
DAMAGE_TYPES = ("physical", "fire", "cold", "radiant", "lightning", "poison")
FAMILIES = ("person", "animal", "monster", "undead")
TARGETS = ("self", "touch", "subject", "object", "area")
TIERS = (1, 2, 3, 4, 5, 6, 7, 8)
CATEGORIES = (
    "Ammunition",
    "Beasts and carts",
    "Containers",
    "Kits",
    "Light and fire",
    "Potions and poisons",
    "Tools",
    "Travel",
    "Writing and fine things",
)

AttributeKey = Annotated[str, Of("attributes")]
DamageType = Annotated[str, Of(DAMAGE_TYPES)]
SkillKey = Annotated[str, Of("skills")]
ConditionKey = Annotated[str, Of("conditions")]
Cost = Annotated[int, Asked("Cost", most=1_000_000, unit="copper")]
Score = Annotated[int, Asked("Defence score", most=100)]
Athletics = Annotated[int, Asked("Required Athletics", most=100)]

#: An empty mapping that cannot be changed, shared by all entries.
NONE: Mapping[str, int] = MappingProxyType({})


def _none() -> Mapping[str, int]:
    return NONE


@dataclass(frozen=True, slots=True)
class Attribute(Described):
    """One of the six primary attributes."""

    short: str


@dataclass(frozen=True, slots=True)
class Skill(Described):
    """A skill: ``half`` names the attribute whose half is the base (none: the base is 0), ``most`` those that add up to
    the highest score, ``needs`` the attributes and scores without which it cannot be learnt."""

    most: Annotated[tuple[AttributeKey, ...], Repeats()]
    half: AttributeKey = ""
    group: str = ""
    needs: Mapping[AttributeKey, int] = field(default_factory=_none)


@dataclass(frozen=True, slots=True)
class Race(Described):
    """A people: ``bonuses`` to attributes (``free`` to one of one's choice), movement rate, skill points and gold."""

    mr: int
    points: int
    gold: int
    free: int = 0
    bonuses: Mapping[AttributeKey, int] = field(default_factory=_none)
    reduces: Mapping[DamageType, int] = field(default_factory=_none)
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Armour(Described):
    """A suit of armour: its defence score, and the athletics that it needs."""

    ds: Score
    athletics: Athletics
    cost: Cost


@dataclass(frozen=True, slots=True)
class Shield(Armour):
    """A shield, which is worn on the arm: it adds to the defence score, and to the athletics needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon(Described):
    """A weapon: ``reach`` in squares for melee (0: none), ``thrown`` and ``shot`` in squares (0: neither).

    ``one_hand`` are scores that let one wield a two-handed weapon in one hand; ``ammunition`` is the good that a shot
    uses up.
    """

    damage: Annotated[str, Asked("Damage", most=20, help="Dice, such as 1d8 or 2d6; empty for none")] = ""
    type: Annotated[DamageType, Asked("Type of damage")] = "physical"
    hands: Annotated[int, Asked("Hands", most=2, start=1)]
    reach: Annotated[int, Asked("Reach", most=10, unit="squares", zero="not a melee weapon")] = 1
    thrown: Annotated[int, Asked("Thrown", most=200, unit="squares", zero="cannot be thrown")] = 0
    shot: Annotated[int, Asked("Shot", most=400, unit="squares", zero="not a ranged weapon")] = 0
    ammunition: Annotated[str, Of("goods"), Asked("Uses up", none="Nothing")] = ""
    reload: Annotated[bool, Asked("Must be reloaded")] = False
    nonlethal: Annotated[bool, Asked("Non-lethal")] = False
    ignores_armour: Annotated[bool, Asked("Ignores armour")] = False
    cost: Cost = 0
    natural: bool = False
    one_hand: Mapping[str, int] = field(default_factory=_none)

    @property
    def range(self) -> int:
        """Squares that it flies, thrown or shot; nothing is hit beyond them."""
        return max(self.thrown, self.shot)

    def check(self, known: object) -> None:
        check_dice(self.damage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Good(Described):
    """Any other ware. ``heals`` are dice of hit points that drinking it gives, ``cures`` the condition that it ends."""

    category: Annotated[str, Of(CATEGORIES), Asked("Category", start="Tools")]
    kind: str = "gear"
    heals: Annotated[str, Asked("Heals", most=20, help="Dice for potions: 1d6")] = ""
    cures: Annotated[ConditionKey, Asked("Ends", none="Nothing")] = ""
    hinders_casting: Annotated[bool, Asked("No casting while wearing it")] = False
    bundle: Annotated[int, Least(1), Asked("Sold by", most=1000)] = 1
    cost: Cost

    def check(self, known: object) -> None:
        check_dice(self.heals)


@dataclass(frozen=True, slots=True)
class Lifestyle(Described):
    """A standard of living, with its cost a day."""

    cost: int


@dataclass(frozen=True, slots=True)
class Language(Described):
    """A tongue that can be learned."""


@dataclass(frozen=True, slots=True)
class Spell(Described):
    """A spell: the tier in each school that has it, and its effect as far as figures tell it.

    ``target`` is one of self, touch, subject, object, area; ``range`` in squares; ``radius`` of an area in squares from
    its middle; ``ritual`` in minutes (0: an action). ``avoid`` names the attribute whose test avoids all of it,
    ``shake`` the one whose test ends it at the start of a turn. ``condition`` is set on the subject, for ``hours``.
    """

    schools: Mapping[Annotated[str, Of(SCHOOLS)], Annotated[int, Of(TIERS)]]
    target: Annotated[str, Of(TARGETS)] = "subject"
    range: int = 10
    radius: int = 0
    ritual: int = 0
    damage: str = ""
    type: DamageType = ""
    each_round: bool = False
    heals: str = ""
    heals_all: bool = False
    revives: bool = False
    temporary: int = 0
    avoid: AttributeKey = ""
    shake: AttributeKey = ""
    condition: ConditionKey = ""
    cures: ConditionKey = ""
    hours: int = 0
    family: Annotated[str, Of(FAMILIES)] = ""
    destroys: int = 0
    destroys_hp: int = 0

    def check(self, known: object) -> None:
        if not self.schools:
            raise Misfit("needs a school and a tier")
        check_dice(self.damage, self.heals)


@dataclass(frozen=True, slots=True)
class Condition(Described):
    """A state: ``reduces`` damage by type, ``bonus`` to scores, ``hours`` if its level counts the hours left.

    ``out``: one cannot act. ``held``: one cannot move.
    """

    reduces: Mapping[DamageType, int] = field(default_factory=_none)
    bonus: Mapping[Annotated[str, Of("ranks")], int] = field(default_factory=_none)
    hours: bool = False
    out: bool = False
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature(Described):
    """A person, animal or monster; all figures are of this project's own making, modelled on an ordinary humanoid."""

    family: Annotated[str, Of(FAMILIES), Asked("Family", start="monster")]
    attributes: Annotated[Mapping[AttributeKey, int], Asked("Attributes", most=200, whole=True)]
    mr: Annotated[int, Asked("Movement rate", most=100)] = 6
    skills: Annotated[Mapping[SkillKey, int], Asked("Skills", least=1, most=200)] = field(default_factory=_none)
    hp: Annotated[int, Asked("Hit points", most=2000, zero="from the attributes")] = 0
    weapons: Annotated[tuple[Annotated[str, Of("weapons")], ...], Asked("Fights with")] = ()
    armour: Annotated[str, Of("armour"), Asked("Wears", none="No armour")] = ""
    shield: Annotated[str, Of("shields"), Asked("Shield", none="No shield")] = ""
    hide: Annotated[int, Asked("Natural hide", most=100)] = 0
    reduces: Annotated[Mapping[DamageType, int], Asked("Reduces damage", least=1, most=100)] = field(
        default_factory=_none
    )
    traits: tuple[str, ...] = ()
    witchcraft: Annotated[tuple[Annotated[str, Of("witchcraft")], ...], Asked("Witchcraft")] = ()
    thaumaturgy: Annotated[tuple[Annotated[str, Of("thaumaturgy")], ...], Asked("Thaumaturgy")] = ()

    def check(self, known: Any) -> None:
        if set(self.attributes) != set(known.attributes()):
            raise Misfit(f"needs all of {', '.join(known.attributes())}")
