"""The entries of the compendium: one frozen class for each kind. Distances are in yards, prices in brass pennies.

States, injuries and fumbles stand in ``states.py``, spells in ``spell_entries.py``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any

from rules.engine.content.forms import Asked
from rules.engine.content.reader import Least, Misfit, Of
from rules.engine.content.shelves import Described
from rules.engine.kernel import Refused, amount
from rules.systems.grim.content.states import ATTRIBUTES, State

#: Weapon sizes, the handiest first (GRM-051).
WEAPON_SIZES = ("personal", "regular", "long", "reach")
HANDS = {"one": "One hand", "two": "Two hands", "one_or_two": "One hand or two"}
SIZES = ("small", "man-sized", "large", "huge")
FAMILIES = (
    "humanoid",
    "goblinoid",
    "beastman",
    "ratfolk",
    "animal",
    "beast",
    "giant",
    "monster",
    "plant",
    "fey",
    "shapeshifter",
    "undead",
    "spirit",
    "vampire",
    "construct",
    "elemental",
    "demon",
)
RISKS = ("basic", "intermediate", "advanced", "elite")
NOTCHES = ("low", "medium", "high", "unique")
#: Archetypes of professions, in the order of their d6; expert ones are not rolled.
ARCHETYPES = ("academic", "commoner", "knave", "ranger", "socialite", "warrior", "expert")
#: Uses of gear that rules ask for.
USES = ("ammunition", "bandage", "tome", "prayer_book", "instruments", "light", "mount")

AttributeKey = Annotated[str, Of("attributes")]
SkillKey = Annotated[str, Of("skills")]
QualityKey = Annotated[str, Of("qualities")]
Price = Annotated[int, Asked("Price", most=10_000_000, unit="bp", help="240 to a gold crown, 12 to a silver shilling")]
Encumbrance = Annotated[int, Asked("Encumbrance", most=50)]
Qualities = Annotated[tuple[QualityKey, ...], Asked("Qualities")]
#: A number that may be taken off.
Signed = Annotated[int, Least(-100)]

#: An empty mapping that cannot be changed, shared by all entries.
NONE: Mapping[str, int] = MappingProxyType({})


def _none() -> Mapping[str, int]:
    return NONE


@dataclass(frozen=True, slots=True)
class Attribute(Described):
    """One of the seven primary attributes, with the two letters of its bonus."""

    short: str


@dataclass(frozen=True, slots=True)
class Skill(Described):
    """A skill of an attribute; whoever is not trained in a ``special`` one flips to fail. ``also`` are other names."""

    attribute: AttributeKey
    special: bool = False
    combat: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition(State):
    """A state with the number of its rule (GRM-009 to GRM-022), or with none where rules only name it."""

    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talent(Described):
    """A talent, a trait of an ancestry (with its face on the d12) or a trait of creatures.

    Figures that the rules apply by themselves: ``thresholds`` added to the Damage Threshold, ``initiative`` and
    ``movement``, ``injury_dice`` thrown more for injuries, ``reaction_ap`` for dodges and parries alone, ``immune`` to
    states, stunts or levels of injuries, ``spares`` steps on a track by the kind of harm. ``aids`` are points of base
    chance by skill in a circumstance (``when``) that the game master sees.
    """

    ancestry: str = ""
    face: int = 0
    threshold: int = 0
    initiative: Signed = 0
    movement: Signed = 0
    injury_dice: int = 0
    reaction_ap: int = 0
    immune: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    aids: Mapping[str, int] = field(default_factory=_none)
    when: str = ""


# -- gear -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality(Described):
    """A quality of weapons, armour or shields (GRM-053 to GRM-099), as figures that the fight reads.

    ``strike``, ``parry`` and ``dodge`` are added to one's own base chances, ``foe_parry``, ``foe_dodge`` and
    ``foe_disarm`` to the foe's. ``attribute`` is the one whose bonus replaces that of Combat in damage, ``worst`` the
    worst injury that it inflicts. ``times`` multiplies the price. Further effects hang on its key.
    """

    applies_to: tuple[Annotated[str, Of(("weapon", "armour", "shield"))], ...]
    rule: str
    when: Annotated[str, Of(("", "two_hands", "off_hand"))] = ""
    strike: Signed = 0
    parry: Signed = 0
    dodge: Signed = 0
    foe_parry: Signed = 0
    foe_dodge: Signed = 0
    foe_disarm: Signed = 0
    damage: Signed = 0
    injury_dice: int = 0
    attribute: Annotated[str, Of(("", *ATTRIBUTES))] = ""
    explodes: tuple[int, ...] = ()
    foe_bars: tuple[Annotated[str, Of(("dodge", "parry"))], ...] = ()
    foe_flips: bool = False
    worst: Annotated[str, Of(("", "moderate", "serious"))] = ""
    harmless: bool = False
    bars: tuple[Annotated[str, Of(("charge", "maneuver", "run"))], ...] = ()
    threshold: int = 0
    shots: int = 0
    times: Annotated[int, Least(1)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon(Described):
    """A weapon (D-6): ``short`` yards and the bonus of ``short_bonus`` are its short distance, 0 if melee only.

    ``reach`` is 1 where it strikes a yard away. ``attribute`` is the one whose bonus it adds to damage, ``fury`` are
    its dice, ``plus`` a fixed number that counts by a house rule. ``dice`` replace bonus and Fury Dice.
    """

    types: tuple[str, ...] = ()
    skill: Annotated[SkillKey, Asked("Skill", start="simple_melee")]
    hands: Annotated[str, Of(HANDS), Asked("Hands")] = "one"
    load: Annotated[int, Asked("AP to load", most=20)] = 0
    short: Annotated[int, Asked("Short distance", most=100, unit="yards", zero="melee only")] = 0
    short_bonus: Annotated[str, Of(("", *ATTRIBUTES))] = "perception"
    reach: Annotated[int, Asked("Reach", most=5, unit="yards", zero="engaged foes only")] = 0
    attribute: Annotated[str, Of(ATTRIBUTES), Asked("Damage bonus from")] = "combat"
    fury: Annotated[int, Asked("Fury Dice", most=9)] = 1
    explodes: tuple[Annotated[int, Of((1, 2, 3, 4, 5, 6))], ...] = (6,)
    plus: Annotated[int, Least(-9), Asked("Own damage", most=20, help="Only with the house rule")] = 0
    dice: Annotated[str, Asked("Damage dice", most=20, help="Instead of bonus and Fury Dice: 2d10+2")] = ""
    size: Annotated[str, Of(WEAPON_SIZES), Asked("Weapon size")] = "regular"
    qualities: Qualities = ()
    ammunition: Annotated[str, Of("gear"), Asked("Ammunition", none="Nothing")] = ""
    natural: Annotated[bool, Asked("Part of the body")] = False
    encumbrance: Encumbrance = 0
    price: Price = 0

    def check(self, known: object) -> None:
        try:
            amount(self.dice)
        except Refused as refusal:
            raise Misfit(refusal.sentence) from refusal

    @property
    def is_ranged(self) -> bool:
        """Whether it is shot or thrown."""
        return self.short > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Armour(Described):
    """A suit of armour (D-5), with what it adds to the Damage Threshold."""

    threshold: Annotated[int, Asked("Damage Threshold +", most=30)] = 0
    qualities: Qualities = ()
    encumbrance: Encumbrance = 0
    price: Price = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shield(Armour):
    """A shield, held in the off hand (D-5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gear(Described):
    """Any other thing; ``use`` names the rule that asks for it, ``bundle`` how many are sold at once."""

    use: Annotated[str, Of(USES), Asked("Used as", none="Nothing special")] = ""
    bundle: Annotated[int, Least(1), Asked("Sold by", most=1000)] = 1
    encumbrance: Encumbrance = 0
    price: Price = 0


ANIMAL, VEHICLE = "animal", "vehicle"


@dataclass(frozen=True, slots=True)
class Gait(Described):
    """A gait: the bonus and the addition that make its yards, the skill tested, and what one sits on, if anything.

    ``brawn`` is the Brawn Bonus of the animals.
    """

    bonus: Annotated[str, Of("attributes")]
    plus: Annotated[int, Least(-9)]
    skill: Annotated[str, Of("skills")]
    mount: Annotated[str, Of((ANIMAL, VEHICLE))] = ""
    brawn: int = 0

    def yards(self, bonus: int) -> int:
        """Yards of the gait, before they are multiplied: at least 1 (GRM-033)."""
        return max(1, bonus + self.plus)


# -- people -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Ancestry(Described):
    """A people (D-4): its additions to the bonuses of attributes, and its faces on the d100."""

    bonuses: Mapping[AttributeKey, Signed]
    roll: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profession(Described):
    """A profession: seven advances of bonuses, ten skill ranks, three talents; its faces in the d100 of its archetype.

    ``requires`` are skill ranks that an expert one asks for, ``further`` what it asks for besides.
    """

    archetype: Annotated[str, Of(ARCHETYPES)]
    bonuses: Mapping[AttributeKey, int]
    skills: tuple[SkillKey, ...]
    talents: tuple[Annotated[str, Of("talents")], ...]
    roll: tuple[int, ...] = ()
    requires: Mapping[SkillKey, int] = field(default_factory=_none)
    further: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature(Described):
    """A creature (D-7). Thresholds, initiative, movement, parry and dodge are as printed, and kept so.

    A Peril Threshold of 0 stands for no mind, a parry or dodge of 0 for none. ``advances`` are added to the bonuses of
    attributes.
    """

    family: Annotated[str, Of(FAMILIES), Asked("Family", start="monster")]
    size: Annotated[int, Asked("Size", most=3, start=1, help="0 small, 1 man-sized, 2 large, 3 huge")] = 1
    risk: Annotated[str, Of(RISKS), Asked("Risk")] = "basic"
    notch: Annotated[str, Of(NOTCHES), Asked("Notch")] = "low"
    attributes: Annotated[Mapping[AttributeKey, int], Asked("Attributes", most=200, whole=True)]
    advances: Annotated[Mapping[AttributeKey, Signed], Asked("Added to bonuses", least=-9, most=20)] = field(
        default_factory=_none
    )
    damage_threshold: Annotated[int, Asked("Damage Threshold", most=100)]
    peril_threshold: Annotated[int, Asked("Peril Threshold", most=100, zero="mindless")] = 0
    initiative: Annotated[int, Asked("Initiative", most=100)]
    movement: Annotated[int, Asked("Movement", most=200, unit="yards")]
    flight: Annotated[int, Asked("Flies", most=200, unit="yards", zero="cannot fly")] = 0
    parry: Annotated[int, Asked("Parry", most=200, zero="cannot parry")] = 0
    dodge: Annotated[int, Asked("Dodge", most=200, zero="cannot dodge")] = 0
    skills: Annotated[Mapping[SkillKey, int], Asked("Skill ranks", least=1, most=9)] = field(default_factory=_none)
    weapons: Annotated[tuple[Annotated[str, Of("weapons")], ...], Asked("Fights with")] = ()
    traits: Annotated[tuple[Annotated[str, Of("creature_traits")], ...], Asked("Traits")] = ()

    def check(self, known: Any) -> None:
        if set(self.attributes) != set(known.attributes()):
            raise Misfit(f"needs all of {', '.join(known.attributes())}")
