"""Spells that are open to somebody, with which dice and at what price (SDA-128, SDA-135, SDA-143, SDA-145, D-9).

A spell stands on the sheet as a thing of the kind ``spell``; its ``stats`` keep what was prepared: ``scrolls`` of
wizardry, ``charges`` of a witch's vessel, and ``focus_lost`` for a shaman's.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.kernel import BoxesTicked, Item, ItemSet, NotNow, Refused, ResourceChanged, Sheet, Table, counted
from rules.systems.sda.content.house_rules import magic
from rules.systems.sda.content.skills import GROUPS, SKILLS
from rules.systems.sda.core.effects import PREPARING, Spell, Way, kinds
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import held, keep_memo, trait_item
from rules.systems.sda.core.rolls import TRACK, Pool, pool_for

KIND = "spell"
FAVOUR, LIFE_DEBT = "favour", "life_debt"
#: Prices that are paid out of the resource of that name, with the words for it.
RESOURCES = {"spirit": "spirit", FAVOUR: "favour", LIFE_DEBT: "life debt"}
SCROLLS, CHARGES, FOCUS_LOST = "scrolls", "charges", "focus_lost"
#: Figures offered where the books print no more than a name; the game master's word replaces them.
OPEN_MOS, OPEN_COST = 3, 2
AS_PRINTED = -1


def known(sheet: Sheet) -> dict[str, tuple[Item, Spell]]:
    """The spells on a sheet, by the key of the item."""
    found = {key: item for key, item in sheet.items.items() if item.kind == KIND}
    return {key: (item, spells()[item.entry]) for key, item in found.items() if item.entry in spells()}


def is_open_to(table: Table, who: str, kind: str) -> bool:
    """Whether somebody has the trait that opens a kind of magic; of creatures their skill is enough."""
    return not magic.NEEDS_TRAIT.flag(table.house_rules) or opens(table.sheet(who), kind)


def opens(sheet: Sheet, kind: str) -> bool:
    """Whether traits on a sheet open a kind of magic; to creatures all kinds are open."""
    return sheet.kind == "creature" or kind in _opened(sheet)


def lacking(sheet: Sheet, item: Item, house_rules: Mapping[str, Any]) -> str:
    """The traits of which one would open a spell to somebody to whom none of its kinds is open; else empty."""
    spell = spells().get(item.entry) if item.kind == KIND else None
    if spell is None or not magic.NEEDS_TRAIT.flag(house_rules) or any(opens(sheet, way.kind) for way in spell.ways):
        return ""
    return " or ".join(trait_item(kinds()[kind].trait).name for kind in sorted({way.kind for way in spell.ways}))


def _opened(sheet: Sheet) -> set[str]:
    """The kinds of magic that traits open, those of the game and a campaign's own."""
    return {kind for trait, _ in held(sheet) for kind in trait.opens}


def has_trait(sheet: Sheet, key: str) -> bool:
    return any(trait.key == key for trait, _ in held(sheet))


def castable(table: Table, who: str) -> dict[str, tuple[Item, Spell]]:
    """Spells on a sheet that a kind of magic open to somebody casts, by the key of the item."""
    return {key: one for key, one in known(table.sheet(who)).items() if ways_of(table, who, one[1])}


def ways_of(table: Table, who: str, spell: Spell) -> list[Way]:
    """The ways of casting a spell that are open to somebody."""
    return [way for way in spell.ways if is_open_to(table, who, way.kind)]


def may_cast(table: Table, who: str) -> None:
    """Refuse whoever knows no spell that is open to them."""
    sheet = table.sheet(who)
    if castable(table, who):
        return
    if not known(sheet):
        raise NotNow(f"{sheet.name} knows no spells. Add them on the sheet under Spells.")
    needed = {way.kind for _, spell in known(sheet).values() for way in spell.ways}
    wanted = [kinds()[kind] for kind in sorted(needed)]
    named = " or ".join(f"{kind.name} ({trait_item(kind.trait).name})" for kind in wanted)
    raise NotNow(f"{sheet.name} cannot cast these spells. They need the trait of {named}.")


def pool_of_way(
    table: Table,
    who: str,
    way: Way,
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    virtue: str = "",
    called: str = "",
) -> Pool:
    return pool_for(table, who, way.skill, attribute, bonus, malus, whole=True, virtue=virtue, called=called)


def best_way(table: Table, who: str, item: Item, spell: Spell) -> Way:
    """The way that serves best: one that can be paid, then the one whose dice have most to spare."""
    found = ways_of(table, who, spell)
    if not found:
        raise NotNow(f"{table.name(who)} has no magic for {spell.name}.", "spell")
    return max(
        found, key=lambda way: (not lack(table, who, way, item, price(way, AS_PRINTED)), _spare(table, who, way))
    )


def _spare(table: Table, who: str, way: Way) -> float:
    pool = pool_of_way(table, who, way)
    return pool.available * pool.sides / 8 - pool.malus - difficulty(way, AS_PRINTED)


def way_named(table: Table, who: str, item: Item, spell: Spell, skill: str) -> Way:
    """The way that was picked, or the one that serves best; refused where it is closed."""
    if not skill:
        return best_way(table, who, item, spell)
    way = spell.way(skill)
    if way is None or not is_open_to(table, who, way.kind):
        able = ", ".join(SKILLS[one.skill].name for one in ways_of(table, who, spell)) or "none"
        raise Refused(f"{table.name(who)} cannot cast {spell.name} like this. Possible: {able}.", "way")
    return way


def difficulty(way: Way, said: int) -> int:
    """MoS that casting takes: as the game master says, as printed, or a default where nothing is printed."""
    if said != AS_PRINTED:
        return said
    return OPEN_MOS if way.open else way.mos


def price(way: Way, said: int) -> int:
    """The price of casting: as the game master says, as printed, or a default; a scroll, charge or focus counts 1."""
    if said != AS_PRINTED:
        return said
    if way.pays in ("scroll", "charge", "focus"):
        return 1
    return OPEN_COST if way.open else way.cost


# -- paying ---------------------------------------------------------------------------------------------------------


def lack(table: Table, who: str, way: Way, item: Item, cost: int) -> str:
    """Why somebody cannot pay so much, in a sentence; empty if they can."""
    sheet = table.sheet(who)
    if way.pays in RESOURCES:
        held, called = sheet.now(way.pays), RESOURCES[way.pays]
        spare = cost + (way.pays == "spirit")  # whoever spends all spirit has no die left to cast with
        return "" if not cost or held >= spare else f"That costs {cost} {called}; {sheet.name} has {held}{_how(way)}."
    if way.pays in ("minor", "major"):
        free = sum(line.free(way.pays) for line in sheet.tracks.get(TRACK, ()))
        boxes = counted(cost, f"{way.pays} injury", f"{way.pays} injuries")
        return "" if free >= cost else f"It costs {boxes} of your own; you have room for {free}."
    if way.pays == "focus":
        return f"The focus is gone: {way.needs or 'it'}. Get a new one first." if item.stats.get(FOCUS_LOST) else ""
    held = int(item.stats.get(SCROLLS if way.pays == "scroll" else CHARGES, 0))
    what = "scroll" if way.pays == "scroll" else "charge"
    return (
        ""
        if held >= cost
        else f"That takes {counted(cost, what, what + 's')}; {held} prepared. Prepare the spell first."
    )


def _how(way: Way) -> str:
    hints = {"spirit": " and needs some to roll with", FAVOUR: ". Pray for more", LIFE_DEBT: ". Lives taken give more"}
    return hints[way.pays]


def pay(table: Table, who: str, way: Way, key: str, cost: int, reason: str) -> None:
    """Take the price of a spell off somebody; refused where they cannot pay."""
    item = table.sheet(who).items[key]
    if why := lack(table, who, way, item, cost):
        raise Refused(why, "spell")
    if not cost:
        return
    if way.pays in RESOURCES:
        table.happen(ResourceChanged(who, way.pays, -cost, reason))
    elif way.pays in ("minor", "major"):
        _bleed_for_it(table, who, way.pays, cost)
    elif way.pays != "focus":
        name = SCROLLS if way.pays == "scroll" else CHARGES
        note(table, who, key, **{name: int(item.stats.get(name, 0)) - cost})


def _bleed_for_it(table: Table, who: str, box: str, cost: int) -> None:
    """Pay for blood magic with one's own injuries, on the freest lines."""
    for _ in range(cost):
        injuries = table.sheet(who).tracks[TRACK]
        number = max(range(len(injuries)), key=lambda n: injuries[n].free(box))
        table.happen(BoxesTicked(who, TRACK, number, box, 1))


def note(table: Table, who: str, key: str, **stats: Any) -> None:
    """Write figures into a spell's item; those that are nothing are left out."""
    item = table.sheet(who).items[key]
    now = {name: value for name, value in {**item.stats, **stats}.items() if value}
    table.happen(ItemSet(who, key, replace(item, stats=now)))


def as_paid(table: Table, who: str, way: Way, key: str, cost: int) -> Table:
    """The table as it would be with the spell paid for, to foretell what is rolled then."""
    after = table.imagined()
    pay(after, who, way, key, cost, "")
    return after


# -- in words -------------------------------------------------------------------------------------------------------


def cost_words(way: Way) -> str:
    """The price of a way in words: "4 spirit", "prepared 4", "focus"."""
    if way.open:
        return "numbers set by the game master"
    said: Mapping[str, str] = {
        "scroll": f"prepared {way.prepare}",
        "charge": f"prepared {way.prepare}, up to {counted(way.charges, 'charge', 'charges')}",
        "focus": "focus",
        "minor": counted(way.cost, "minor injury", "minor injuries"),
        "major": counted(way.cost, "major injury", "major injuries"),
    }
    return said.get(way.pays) or f"{way.cost} {RESOURCES[way.pays]}"


def ready_words(way: Way, item: Item) -> str:
    """Scrolls or charges prepared of a spell for this way, in words; empty where there are none."""
    names = {"scroll": (SCROLLS, "scroll"), "charge": (CHARGES, "charge")}
    stat, called = names.get(way.pays, ("", ""))
    held = int(item.stats.get(stat, 0)) if stat else 0
    return counted(held, called, f"{called}s") if held else ""


def way_words(way: Way) -> str:
    """One way in a line: "Elementalism, Fire: 3 MoS, 4 spirit"."""
    skill = f"{GROUPS[way.kind].name}, {SKILLS[way.skill].name}"
    rolled = "" if way.open or way.pays == "charge" else f" {way.mos} MoS,"
    needs = f" ({way.needs})" if way.needs else ""
    return f"{skill}:{rolled} {cost_words(way)}{needs}{', destroyed' if way.breaks else ''}"


def has_a_hand_for_it(sheet: Sheet) -> bool:
    """Whether somebody has a trait that opens magic, or a rank in any of its skills."""
    if _opened(sheet):
        return True
    return any(sheet.rank("group", kind) for kind in kinds()) or any(
        sheet.rank("skill", skill) for kind in kinds() for skill in GROUPS[kind].skills
    )


# -- the time that preparing takes -----------------------------------------------------------------------------------

#: Minutes of a roll, for most and for whoever has the trait for it, and the most between two long rests.
ROLL, FAST_ROLL, MOST_MINUTES = 20, 15, 120


def minutes_of(sheet: Sheet, kind: str) -> int:
    """Minutes that one roll takes somebody who prepares a kind of magic."""
    faster = kinds()[kind].faster
    return FAST_ROLL if faster and has_trait(sheet, faster) else ROLL


def minutes_left(sheet: Sheet) -> int:
    """Minutes that are left of the two hours in which magic may be prepared between long rests."""
    return max(0, MOST_MINUTES - int(sheet.memo.get(PREPARING, 0)))


def spend(table: Table, who: str, minutes: int) -> None:
    """Spend minutes on preparing; refused where fewer are left."""
    left = minutes_left(table.sheet(who))
    if minutes > left:
        raise NotNow(f"{left} minutes left to prepare before the next long rest; this takes {minutes}. Sleep first.")
    keep_memo(table, who, PREPARING, int(table.sheet(who).memo.get(PREPARING, 0)) + minutes)
