"""Entries of the compendium in a few words each, as lists and sheets show them."""

from collections.abc import Mapping

from rules.engine.kernel import Json, said, signed
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import SIZES, Armour, Creature, Gear, Profession, Quality, Talent, Weapon
from rules.systems.grim.content.library import price
from rules.systems.grim.content.spell_entries import RANGES, UNITS, Spell
from rules.systems.grim.content.states import Fumble, Injury, State
from rules.systems.grim.core import names_of


def carried_words(one: Weapon | Armour | Gear) -> tuple[str, ...]:
    """Encumbrance and price of a thing."""
    bundle = f" for {one.bundle}" if isinstance(one, Gear) and one.bundle > 1 else ""
    return said(
        f"encumbrance {one.encumbrance}" if one.encumbrance else "", f"{price(one.price)}{bundle}" if one.price else ""
    )


_QUALITY_FIGURES = {
    "strike": "attack",
    "parry": "parry",
    "dodge": "dodge",
    "foe_parry": "foe's parry",
    "foe_dodge": "foe's dodge",
    "foe_disarm": "foe resisting a disarm",
    "damage": "damage",
    "injury_dice": "Chaos Dice for injuries",
}


def quality_words(one: Quality) -> tuple[str, ...]:
    """Figures of a quality, and what may have it."""
    figures = (f"{label} {signed(by)}" for name, label in _QUALITY_FIGURES.items() if (by := getattr(one, name)))
    times = f"price × {one.times}" if one.times > 1 else ""
    return said(", ".join(one.applies_to), *figures, times)


_STATE_FIGURES = {
    "damage_threshold": "Damage Threshold",
    "peril_threshold": "Peril Threshold",
    "ap": "Action Points",
    "initiative": "initiative",
    "movement": "movement",
    "encumbrance": "encumbrance limit",
    "fury_suffered": "Fury Dice suffered",
    "attackers": "attacks on them",
}
_STATE_MARKS = {
    "no_actions": "no actions",
    "no_reactions": "no reactions",
    "no_defences": "no dodge, parry or counterspell",
    "no_specials": "no special actions",
    "no_movement": "no movement",
    "walks_only": "only walks and takes cover",
    "no_fury": "no Fury Dice",
    "fails": "no test succeeds",
    "unconscious": "unconscious",
}
_LASTS = {
    "turn": "until the next turn",
    "turn_end": "until the end of the next turn",
    "fight": "until the fight is over",
}
_FLIPPED = {"all": "every test", "vision": "sight"}


def state_words(one: State) -> tuple[str, ...]:
    """Figures of a state, what it prevents, and how long it lasts."""
    figures = (f"{label} {signed(by)}" for name, label in _STATE_FIGURES.items() if (by := getattr(one, name)))
    marks = (label for name, label in _STATE_MARKS.items() if getattr(one, name))
    flips = f"flips to fail: {', '.join(_FLIPPED.get(flip, flip) for flip in one.flips)}" if one.flips else ""
    return said(*figures, *marks, flips, names_of(one.begins, "conditions"), _LASTS.get(one.lasts, ""))


def injury_words(one: Injury) -> tuple[str, ...]:
    """Table, face and figures of an injury."""
    surgery = "needs surgery" if one.surgery else ""
    return said(f"{one.table} {one.roll}", *state_words(one), f"{one.days} days", surgery)


def fumble_words(one: Fumble) -> tuple[str, ...]:
    """Weight, test and dice of a fumble."""
    test = f"{library.skills()[one.test].name} avoids it" if one.test else ""
    return said(f"weight {one.weight}", test, one.dice)


def spell_words(one: Spell, house_rules: Mapping[str, Json] | None = None) -> tuple[str, ...]:
    """School, rank and figures of a spell, as a campaign plays it."""
    school = one.school.replace("_", " ")
    state = library.conditions()[one.condition].name if one.condition else ""
    lasts = f"[WB]{f' + {one.lasts}' if one.lasts else ''} {UNITS[one.unit].lower()}" if one.unit else ""
    return said(
        f"{one.rank} {one.magick}",
        school,
        f"{one.price(house_rules or {})} AP",
        f"difficulty {signed(one.difficulty)}" if one.difficulty else "",
        RANGES[one.range].lower() if one.range != "special" else "",
        one.template,
        f"{one.damage} damage" if one.damage else "",
        f"{one.peril} {'mental' if one.mental else 'physical'} Peril" if one.peril else "",
        f"{one.corruption} Corruption" if one.corruption else "",
        state,
        one.dread,
        f"base chance {signed(one.modifier)}" if one.modifier else "",
        f"{names_of(one.resist, 'skills')} resists" if one.resist else "",
        "no reactions" if one.undefended else "",
        lasts,
    )


def talent_words(one: Talent) -> tuple[str, ...]:
    """Figures of a talent or trait, and the circumstance in which they count."""
    aids = ", ".join(f"{library.skills()[key].name} {signed(by)}" for key, by in one.aids.items())
    figures = (
        f"{label} {signed(by)}"
        for label, by in (
            ("Damage Threshold", one.threshold),
            ("initiative", one.initiative),
            ("movement", one.movement),
            ("Chaos Dice for injuries", one.injury_dice),
            ("Action Points for dodge and parry", one.reaction_ap),
        )
        if by
    )
    people = library.ancestries()[one.ancestry].name if one.ancestry else ""
    face = f"d12: {one.face}" if one.face else ""
    return said(people, face, aids, *figures, one.when)


def profession_words(one: Profession) -> tuple[str, ...]:
    """Archetype, advances, skills and talents of a profession, and what it asks for."""
    names, skills = library.attributes(), library.skills()
    bonuses = ", ".join(f"{names[key].name} Bonus +{by}" for key, by in one.bonuses.items())
    needs = ", ".join(f"{skills[key].name} {rank}" for key, rank in one.requires.items())
    faces = f"d100: {one.roll[0]} to {one.roll[1]}" if one.roll else ""
    asks = ", ".join(said(needs, one.further))
    return said(
        one.archetype,
        faces,
        bonuses,
        names_of(one.skills, "skills"),
        names_of(one.talents, "talents"),
        f"needs {asks}" if asks else "",
    )


def creature_words(one: Creature) -> tuple[str, ...]:
    """Family, risk and printed figures of a creature."""
    ranks = " ".join(f"{library.attributes()[key].name} {value}" for key, value in one.attributes.items() if value)
    return said(
        one.family,
        SIZES[one.size] if one.size != 1 else "",
        f"{one.risk} risk, {one.notch}",
        ranks,
        f"Damage Threshold {one.damage_threshold}",
        f"Peril Threshold {one.peril_threshold}" if one.peril_threshold else "no Peril",
        f"initiative {one.initiative}",
        f"movement {one.movement}",
        f"flies {one.flight}" if one.flight else "",
        f"parry {one.parry}" if one.parry else "no parry",
        f"dodge {one.dodge}" if one.dodge else "no dodge",
        names_of(one.weapons, "weapons"),
        names_of(one.traits, "creature_traits"),
    )
