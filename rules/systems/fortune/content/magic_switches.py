"""The house rules of magic that a campaign may turn, and the figures of spells that follow them.

The edition of August 2024 has no spells, so nearly every default is a figure of the later one, or our reading of it.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.content.switches import Switch
from rules.engine.kernel import Json
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Spell

ANY_LIST = "any"

DEVOTED_LIST = Switch(
    "devoted_list",
    "Spells of the Devoted",
    "The list they learn spells from.",
    "divine",
    "",  # D-5
    ("divine", "arcane", "nature", ANY_LIST),
)
FEWEST_SPELLS = Switch(
    "fewest_spells",
    "Fewest spells to start with",
    "The Devoted know as many spells as they have Heart, but never fewer than this.",
    0,  # D-5
)
SPELLS_FOLLOW_HEART = Switch(
    "spells_follow_heart",
    "Higher Heart brings a spell",
    "Devoted who raise Heart above 0 later learn one more spell; otherwise only levels bring spells.",
    False,  # D-5
)
MAGIC_IN_MELEE = Switch(
    "magic_in_melee",
    "Magic attacks in melee",
    "Magic strikes at any distance up to the range of the class; otherwise not within 5 ft.",
    True,
    "LIN-034",
)
SPELL_POINT = Switch(
    "spell_point",
    "Difficulty of resisting a spell",
    "The success point is this + casting stat + half the spell’s level; the failure point lies five below.",
    10,  # D-5
)
PULSE_RADIUS = Switch(
    "pulse_radius",
    "Radius of Force Pulse, in feet",
    "Everybody this close to the caster tests Mettle.",
    5,  # D-5
)
LIGHT_RADIUS = Switch(
    "light_radius",
    "Radius of Light, in feet",
    "How far a glowing caster lights the way.",
    20,  # D-5
)
SHIELD_ROUNDS = Switch(
    "shield_rounds",
    "Rounds of the spell Shield",
    "It ends unused after this many rounds; 2 = until the end of the next round.",
    2,  # D-5
)
SPHERE_ROUNDS = Switch(
    "sphere_rounds",
    "Rounds of Slow and Arcane Suppression",
    "The text says four rounds, which is two minutes.",
    4,  # D-5
)
MOTE_TRIGGERS = Switch(
    "mote_triggers",
    "How often a Mote of Health heals",
    "The mote is used up after healing this often; 0 = no limit within its minute.",
    0,  # D-5
)
SPIKE_EXTRA = Switch(
    "spike_extra",
    "Power Spike: extra steps up to level",
    "The first step does not count against your level; otherwise all steps together are at most your level.",
    False,  # D-5
)
ONE_MOMENT = Switch(
    "one_moment",
    "One instant spell per round",
    "Each caster casts one instant or reaction spell per round; otherwise as many as they can pay.",
    True,  # D-5
)
QUICK_HEAL_SAVES = Switch(
    "quick_heal_saves",
    "Quick Heal brings back the dead",
    "Cast at once on somebody who has just died, it brings them back; otherwise nothing heals the dead.",
    False,
    "LIN-060",  # D-5
)

OF_SPELLS = (
    DEVOTED_LIST,
    FEWEST_SPELLS,
    SPELLS_FOLLOW_HEART,
    MAGIC_IN_MELEE,
    SPELL_POINT,
    PULSE_RADIUS,
    LIGHT_RADIUS,
    SHIELD_ROUNDS,
    SPHERE_ROUNDS,
    MOTE_TRIGGERS,
    SPIKE_EXTRA,
    ONE_MOMENT,
    QUICK_HEAL_SAVES,
)
#: Spells whose radius or rounds a house rule sets.
RADII = {"force_pulse": PULSE_RADIUS, "light": LIGHT_RADIUS}
ROUNDS = {"shield": SHIELD_ROUNDS, "slow": SPHERE_ROUNDS, "arcane_suppression": SPHERE_ROUNDS}


def spell_as_played(key: str, house_rules: Mapping[str, Json]) -> Spell:
    """A spell with the radius or the rounds that the house gives it."""
    one = library.spells()[key]
    if key in RADII:
        return replace(one, radius=RADII[key].number(house_rules, least=1))
    return replace(one, rounds=ROUNDS[key].number(house_rules, least=1)) if key in ROUNDS else one


def is_on_list(one: Spell, house_rules: Mapping[str, Json]) -> bool:
    """Whether the Devoted may learn a spell."""
    return DEVOTED_LIST.chosen(house_rules) in (ANY_LIST, *one.lists)
