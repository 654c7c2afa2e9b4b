"""Ancestries, professions, skills and gifts of Foundry's actors: what people are born with, and what they learned.

What was bought in a profession there is learned in it here.
"""

from collections.abc import Iterable, Mapping

from rules.engine.character.foundry import Actor, Named, Thing, add_text, entry_named, folded
from rules.engine.character.foundry_values import Values
from rules.engine.kernel import Json, Sheet
from rules.systems.grim.content import library
from rules.systems.grim.core import ATTRIBUTE, BONUS, CAREERS, SKILL, SPELL, begun
from rules.systems.grim.creation.new_sheet import AVERAGE, TALENT, TRAIT

MOST_ATTRIBUTE, MOST_BONUS, MOST_RANK = 200, 20, 9
#: Kinds of Foundry's things that stay in the notes, as our rules keep none of that name on a sheet.
NOTED = {
    "injury": "injury",
    "disease": "disease",
    "disorder": "disorder",
    "taint": "taint",
    "condition": "condition",
    "ritual": "ritual",
    "uniqueAdvance": "unique advance",
}
DESCRIPTION = ("rules.effect", "effect", "description", "flavor.description")


# -- who they are -----------------------------------------------------------------------------------------------------


def set_attributes(actor: Actor, sheet: Sheet) -> None:
    """Set the attributes; average ones where the file has none that can be."""
    for key, one in library.attributes().items():
        found = actor.figure(one.name, (1, MOST_ATTRIBUTE), f"stats.primaryAttributes.{key}")
        sheet.ranks[ATTRIBUTE][key] = AVERAGE if found is None else found
        sheet.ranks[BONUS][key] = 0


def set_ancestry(actor: Actor, sheet: Sheet) -> None:
    """Set the ancestry with its changes of bonuses: ours where it is known, else those of the file."""
    things = actor.of("ancestry")
    name = things[0].name if things else actor.values.name("physical.ancestry", "details.ancestry")
    found = entry_named(name, library.ancestries())
    if found:
        changes: Mapping[str, int] = found.bonuses
    else:
        changes = _changes(things[0].values) if things else {}
        if name:
            actor.say(f"The ancestry {name} is not in the compendium. Its changes to bonuses were imported.")
    for key, by in changes.items():
        sheet.ranks[BONUS][key] += by
    add_text(sheet, "ancestry", found.name if found else name)


def _changes(told: Values) -> dict[str, int]:
    """The changes of bonuses of an ancestry that is not in the compendium."""
    changes: dict[str, int] = {}
    for side, by in (("positive", 1), ("negative", -1)):
        for one in told.listed(f"ancestralModifiers.{side}")[:20]:
            if key := _bonus_key(one.name("")):
                changes[key] = changes.get(key, 0) + by
    return changes


def _bonus_key(written: str) -> str:
    """The attribute of a bonus such as "[BB]"; empty for another text."""
    wanted = written.strip("[] ").upper()
    return next((key for key, one in library.attributes().items() if one.short == wanted), "")


# -- what they learned ------------------------------------------------------------------------------------------------


def live_careers(actor: Actor, sheet: Sheet) -> None:
    """Go through the professions in their order: each begins with the ranks so far, and teaches what was bought."""
    lived: list[Json] = []
    for one in actor.of("profession"):
        found = entry_named(one.name, library.professions())
        if found:
            lived.append(begun(sheet, found))
            add_text(sheet, "profession", "" if sheet.texts.get("profession") else found.name)
            sheet.texts["profession"] = found.name
        else:
            sheet.texts.setdefault("profession", one.name)
            actor.say(f"The profession {one.name} is not in the compendium. Its advances were imported.")
        _learn(actor, sheet, one.values)
    if lived:
        sheet.memo[CAREERS] = lived


def _learn(actor: Actor, sheet: Sheet, told: Values) -> None:
    """Add the ranks and bonuses that were bought in a profession; talents are things of their own."""
    for name in _bought(told, "skillRanks"):
        key = skill_key(name)
        set_rank(actor, sheet, name, sheet.rank(SKILL, key) + 1 if key else 1)
    for name in _bought(told, "bonusAdvances"):
        if key := _bonus_key(name):
            sheet.ranks[BONUS][key] = min(MOST_BONUS, sheet.rank(BONUS, key) + 1)
        else:
            actor.say(f"The bonus advance {name} is unknown here, so it was left out.")


def _bought(told: Values, field: str) -> Iterable[str]:
    return (name for one in told.listed(field) if one.flag("purchased") and (name := one.name("name")))


def skill_key(name: str) -> str:
    """The key of a skill by its name, or another name that it goes by; empty for an unknown one."""
    also = (one for one in library.skills().values() if folded(name) in map(folded, one.also))
    found = entry_named(name, library.skills()) or next(also, None)
    return found.key if found else ""


def set_rank(actor: Actor, sheet: Sheet, name: str, rank: int) -> None:
    """Set the rank of a skill; an unknown one is told in the report."""
    key = skill_key(name)
    if not key:
        actor.say(f"The skill {name} is unknown here, so it was left out.")
    elif not 0 <= rank <= MOST_RANK:
        actor.say(f"{name} has rank {rank} in the file. Here it is 0 to {MOST_RANK}, so it was left out.")
    elif rank:
        sheet.ranks[SKILL][key] = rank


def set_trained(actor: Actor, sheet: Sheet) -> None:
    """Take ranks that stand beside a skill itself, as older files have them, where they are higher."""
    for one in actor.of("skill"):
        rank, key = one.values.number("rank"), skill_key(one.name)
        if not key or (rank is not None and rank > sheet.rank(SKILL, key)):
            set_rank(actor, sheet, one.name, rank or 0)


def set_known(actor: Actor, sheet: Sheet) -> None:
    """Set talents, traits and spells that the compendium has; others stand in the notes."""
    printed = library.printed_spells()
    shelves: tuple[tuple[str, str, Mapping[str, Named]], ...] = (
        ("talent", TALENT, library.talents()),
        ("trait", TRAIT, library.traits()),
        ("spell", SPELL, printed),
    )
    for field, kind, shelf in shelves:
        for one in actor.of(field):
            key = _key_of(one.name, shelf)
            if key:
                sheet.ranks.setdefault(kind, {})[key] = 1
            else:
                _note(actor, sheet, one, field)
    for one in actor.of("drawback"):
        add_text(sheet, "drawbacks", f"{one.name}: {one.values.text(*DESCRIPTION, most=2000)}".removesuffix(": "))
    for field, label in NOTED.items():
        for one in actor.of(field):
            _note(actor, sheet, one, label)


def _key_of(name: str, shelf: Mapping[str, Named]) -> str:
    found = entry_named(name, shelf)
    return next((key for key, one in shelf.items() if one is found), "")


def _note(actor: Actor, sheet: Sheet, one: Thing, label: str) -> None:
    """Write a thing without rules here into the notes, with its text."""
    text = one.values.text(*DESCRIPTION, most=2000)
    add_text(sheet, "notes", f"{label.capitalize()}: {one.name}" + (f". {text}" if text else ""))
    actor.say(f"The {label} {one.name} is not in the compendium. It is in the notes.")
