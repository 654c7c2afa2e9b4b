"""Traits on a sheet: which are held and fresh, what they cost, and their effects on rolls and figures (D-7).

A trait is a thing of the kind ``trait``, so that it is gained, lost, explained and undone like all others. What always
holds acts by itself and stands in the explanation of the number; what the table has to judge is offered beside the
roll. What a trait gives for a while is a condition, so that everybody sees it.
"""

from collections.abc import Iterable, Iterator

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Choice, Condition, ConditionSet, Item, ItemSet, RankChanged, Sheet, Table, Told, Unknown
from rules.engine.page.blocks import Part
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.trait_entries import Effect, Trait
from rules.systems.sda.core.person.bookkeeping import keep_memo, lift
from rules.systems.sda.core.person.chances import HALF, TWICE
from rules.systems.sda.core.person.influences import COUNTS, Influence, figures_in_words

KIND = "trait"
#: The memo of a sheet that lists the traits called upon since the last night (D-7).
SPENT = "traits_used"
#: The skill that a natural talent is for.
SKILL = "skill"


def held(sheet: Sheet) -> Iterator[tuple[Trait, Item]]:
    """The traits of a sheet."""
    known = life_shelf.traits()
    return ((known[item.entry], item) for item in sheet.items.values() if item.kind == KIND and item.entry in known)


def trait_item(key: str) -> Item:
    """A trait as it stands on a sheet."""
    if key not in life_shelf.traits():
        raise Unknown(f"There is no {key!r} among the traits.", "entry")
    return Item(life_shelf.traits()[key].name, KIND, entry=key)


def skill_price_with(sheet: Sheet, skill: Skill, rank: int, price: int, per_rank: int) -> int:
    """Experience that the rank after ``rank`` costs by the traits of a sheet; ``price`` is the usual (SDA-066, D-7).

    A fast learner has the first rank cheaper, a natural talent every other rank of one skill; whoever is slow with
    the attribute that the skill names first pays half as much again, rounded up.
    """
    for trait, item in held(sheet):
        if trait.first_rank and not rank:
            price = min(price, trait.first_rank)
        if trait.talent and rank and item.stats.get(SKILL) == skill.key:
            price = min(price, rank * per_rank)
    return _dearer(sheet, skill.attributes[0], price)


def attribute_price_with(sheet: Sheet, attribute: str, price: int) -> int:
    """Experience that the next point costs: ``price``, half as much again for the slow (SDA-070, D-7)."""
    return _dearer(sheet, attribute, price)


def _dearer(sheet: Sheet, attribute: str, price: int) -> int:
    return (price * 3 + 1) // 2 if any(trait.slows == attribute for trait, _ in held(sheet)) else price


# -- traits that can be called upon once a day -------------------------------------------------------------------------


def fresh(sheet: Sheet, figure: str) -> dict[str, Item]:
    """The traits of a sheet that have a figure, and have not been called upon today, by their key."""
    keys = {id(item): key for key, item in sheet.items.items()}
    able = {keys[id(item)]: item for trait, item in held(sheet) if figure in trait.figures}
    return {key: item for key, item in able.items() if key not in sheet.memo.get(SPENT, ())}


def spend(table: Table, who: str, key: str) -> None:
    """Call upon a trait; it is tired until the next night."""
    keep_memo(table, who, SPENT, [*table.sheet(who).memo.get(SPENT, ()), key])


def new_day(table: Table, who: str) -> None:
    """Make all traits of somebody fresh again: a night has passed."""
    keep_memo(table, who, SPENT, None)


# -- effects -----------------------------------------------------------------------------------------------------------


#: Conditions: the rage of a berserker; a dance of blades and a song of spells, whose level are dice, and they fade.
RAGE = "rage"
DANCE, SONG = "blade_dance", "spell_song"
DANCE_FOR = "melee_combat"
#: Beasts of less erudition are of little wit.
WITS = 4
#: The attributes for which an arm is missing.
TWO_ARMS = ("strength", "agility")
#: The field of a trait on a sheet that names the people it is against.
PEOPLE = "people"
TORTURE = "torture"
#: The skin of trolls who come round after going down: an item, which they are given then.
SKIN = "stone_skin"
#: Points that each coming round adds to the skin, and takes from agility.
HARDER, STIFFER = 1, 2
#: The types of damage that the skin protects from.
AGAINST = ("piercing", "cutting")


@of_sheet("items")
def figure(sheet: Sheet, name: str) -> int:
    """The sum of a figure over all traits of a sheet, 0 where none has it (D-7)."""
    return sum(trait.figures.get(name, 0) for trait, _ in held(sheet))


def figure_parts(sheet: Sheet, name: str, said: str) -> tuple[Part, ...]:
    """The traits that have to do with a figure, for its explanation."""
    return tuple(Part(trait.name, said) for trait, _ in held(sheet) if name in trait.figures)


def told_of(sheet: Sheet, name: str) -> str:
    """The names of the traits that have to do with a figure, as a sentence says them."""
    return " and ".join(trait.name for trait, _ in held(sheet) if name in trait.figures)


def whisper_to(sheet: Sheet, animal: Sheet) -> str:
    """The trait, by name, that makes successes with this animal count twice; empty if there is none (D-7)."""
    return told_of(sheet, "beasts") if is_beast(animal) else ""


def is_beast(sheet: Sheet) -> bool:
    """Whether somebody is a beast of little wit, to which some people have a way (D-7)."""
    return sheet.rank("attribute", "erudition") < WITS


def has_rage(sheet: Sheet) -> bool:
    """Whether somebody is in the rage of a berserker (D-7)."""
    return sheet.has(RAGE)


def source(sheet: Sheet, condition: str) -> str:
    """The source of a condition, which it comes from or is for; empty where the sheet lacks the condition."""
    return str(sheet.conditions[condition].source) if sheet.has(condition) else ""


# -- on rolls of a skill -----------------------------------------------------------------------------------------------


def traits_on(sheet: Sheet, skill: str, attribute: str) -> Iterator[Influence]:
    """The influences of traits on every roll of a skill with an attribute, whatever the occasion (D-7)."""
    for trait, one in _on(sheet, skill):
        if not one.when:
            yield Influence(trait.name, one.dice, one.mos, said=effect_words(one))
    for trait, _ in held(sheet):
        if skill in trait.doubles:
            yield Influence(trait.name, how=TWICE, said=COUNTS[TWICE])
    if attribute in TWO_ARMS and figure(sheet, "one_armed"):
        yield Influence(told_of(sheet, "one_armed"), how=HALF, said="MoS count half")


def reminders(sheet: Sheet, skill: str) -> tuple[Part, ...]:
    """The effects that may bear on a roll of the skill, with their occasions, for the table to judge."""
    return tuple(Part(trait.name, _sentence(one)) for trait, one in _on(sheet, skill) if one.when)


def offered(sheet: Sheet, *skills: str) -> tuple[Choice, ...]:
    """The traits that may help or hinder a roll, of some skills if they are named, if the table sees the occasion."""
    return tuple(
        Choice(trait.key, trait.name, _sentence(one))
        for trait, _ in held(sheet)
        for one in trait.effects
        if one.when and (one.dice or one.mos or one.twice) and (not skills or set(skills) & set(one.skills))
    )


def counted_in(sheet: Sheet, skill: str, picked: Iterable[str]) -> tuple[int, int]:
    """The dice and the successes that picked traits bring to a roll of a skill; none where they bear on another."""
    found = [one for trait, one in _on(sheet, skill) if one.when and trait.key in picked]
    return sum(one.dice for one in found), sum(one.mos for one in found)


def doubled_by(sheet: Sheet, skill: str, picked: Iterable[str]) -> tuple[Part, ...]:
    """The picked traits for which a roll of a skill counts twice."""
    found = [trait.name for trait, one in _on(sheet, skill) if one.when and one.twice and trait.key in picked]
    return tuple(Part(name, COUNTS[TWICE]) for name in found)


def _on(sheet: Sheet, skill: str) -> Iterator[tuple[Trait, Effect]]:
    return ((trait, one) for trait, _ in held(sheet) for one in trait.effects if skill in one.skills)


def effect_words(one: Effect) -> str:
    """An effect in figures: "+1 die", "−2 MoS"."""
    return ", ".join(filter(None, (figures_in_words(one.dice, one.mos), "counts twice" if one.twice else "")))


def _sentence(one: Effect) -> str:
    figures = effect_words(one)
    return f"{figures}: {one.when}" if figures else one.when


# -- on what others suffer, and on coming round ------------------------------------------------------------------------


def hates(sheet: Sheet, other: Sheet) -> bool:
    """Whether somebody hates the people of another, as their sheets name it."""
    people = other.texts.get("people", "").casefold()
    hated = (str(item.stats.get(PEOPLE, "")).casefold() for trait, item in held(sheet) if "hatred" in trait.figures)
    return any(one and one in people for one in hated)


def feed_hatred(table: Table, by: str, who: str, lost: int) -> None:
    """Give ``by`` the spirit that ``who`` lost by them, as far as there is room, if they hate that people."""
    if by != who and by in table.sheets and hates(table.sheet(by), table.sheet(who)):
        lift(table, by, lost, "hatred")


def enjoy(table: Table, by: str, times: int, why: str) -> None:
    """Give the cruel their spirit for injuries that they deal, or for hits of torment, ``times`` over."""
    if by in table.sheets:
        lift(table, by, times * figure(table.sheet(by), "cruelty"), why)


def come_round(table: Table, who: str) -> None:
    """Harden and stiffen a troll who is up again after incapacity; without any agility left they are stone."""
    sheet = table.sheet(who)
    if not figure(sheet, "turns_to_stone"):
        return
    before = sheet.items[SKIN].stats["protection"][AGAINST[0]] if SKIN in sheet.items else 0
    stats = {"protection": dict.fromkeys(AGAINST, before + HARDER), "encumbrance": 0}
    table.happen(ItemSet(who, SKIN, Item("Skin of stone", "armour", in_use=True, stats=stats)))
    left = sheet.rank("attribute", "agility")
    if left > 1:
        table.happen(RankChanged(who, "attribute", "agility", -min(STIFFER, left - 1)))
    table.happen(Told((who,), "{0} comes round with a harder skin and stiffer limbs."))
    if left <= STIFFER:
        table.happen(ConditionSet(who, Condition("dead", "Turned to stone", source="stone")))
        table.happen(Told((who,), "{0} has turned to stone."))
