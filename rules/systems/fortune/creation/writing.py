"""The choices of a making so far, and the sheet that is written from them (LIN-001 to LIN-004, LIN-007)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character import creation
from rules.engine.character.creation import MAKING, chosen, set_ranks
from rules.engine.kernel import (
    Choice,
    Item,
    ItemLost,
    ItemSet,
    Json,
    MemoKept,
    Table,
    keep_memo,
    set_limit,
    set_points,
    set_text,
)
from rules.systems.fortune.content import Calling, Lineage, Row, library, magic_switches, switches
from rules.systems.fortune.core import BODY, COIN, FEATURE, HEALTH, STAMINA, STAT, TRAINING
from rules.systems.fortune.creation.new_sheet import FIRST_COIN, OTHER_SPEEDS, PACK, given_at_first, pools

#: Choices that depend on those of an earlier step, and are taken back when that changes.
LATER = ("novice", "spells", "things")
#: Choices that novice features ask for, each with the name that it is kept under.
ASKED_FOR = {"subject": "subject", "craft": "craft", "language": "tongue"}
#: Features whose option is kept as a choice, not as a feature of its own.
SHAPE, ADEPT = "shapeshifter_shape_changer", "elementalist_elemental_adept"
HOLY_SYMBOL = "holy_symbol"
#: The feature of Brawlers that has options.
STYLE = "brawler_style"


@dataclass(frozen=True, slots=True)
class Making(creation.Making):
    """A step of the making (LIN-001)."""

    instead: ClassVar[str] = "Level up to change the sheet."
    #: The names under which its fields are kept.
    kept: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        found = {field: chosen(table)[name] for field, name in cls.kept.items() if name in chosen(table)}
        return {field: tuple(told) if isinstance(told, list) else told for field, told in found.items()}


def choose(table: Table, **choices: Json) -> None:
    """Keep choices; ``None`` takes one back. Where they differ from those before, later ones are taken back as well."""
    before = chosen(table)
    changed = any(before.get(name) != value for name, value in choices.items())
    kept = {name: value for name, value in {**before, **choices}.items() if value is not None}
    if changed and not set(choices) <= {*LATER, "subject", "craft", "tongue"}:
        kept = {name: value for name, value in kept.items() if name not in LATER}
    table.happen(MemoKept(table.actor, MAKING, kept))
    write(table)


def lineage_of(table: Table) -> Lineage:
    return library.lineages()[chosen(table)["lineage"]]


def class_of(table: Table) -> Calling:
    return library.classes()[chosen(table)["calling"]]


def raised(table: Table) -> dict[str, int]:
    """The bonuses of lineage and culture to stats so far."""
    kept, found = chosen(table), dict.fromkeys(library.stats(), 0)
    if "lineage" in kept:
        found[kept["lineage_stat"]] += lineage_of(table).bonus
    if "culture" in kept:
        found[kept["culture_stat"]] += library.cultures()[kept["culture"]].bonus
    return found


def novice_picks(table: Table) -> int:
    """The novice features that one picks: one, and those that the lineage gives (LIN-004)."""
    return 1 + sum(one.count for one in library.features_of(lineage_of(table).key).values() if one.chosen == "novice")


def spell_picks(table: Table) -> int:
    """The spells that one knows at the beginning: as many as Heart, where the class casts (D-6)."""
    if not class_of(table).spells:
        return 0
    least = magic_switches.FEWEST_SPELLS.number(table.house_rules)
    return min(max(least, table.me.rank(STAT, "heart")), len(learnable(table)))


def learnable(table: Table) -> list[str]:
    """The spells that a caster may begin with: those of the list up to level 1."""
    return [
        key
        for key, one in library.spells().items()
        if magic_switches.is_on_list(one, table.house_rules) and one.level <= 1
    ]


def described(entries: Iterable[Row]) -> tuple[Choice, ...]:
    """Entries as choices, each with its description."""
    return tuple(Choice(one.key, one.name, one.description) for one in entries)


def language_choices(known: Collection[str] = ()) -> tuple[Choice, ...]:
    """The languages, closed those that are ``known`` already."""
    return tuple(
        Choice(one.key, one.name, f"spoken by {one.speakers}", closed=one.key in known)
        for one in library.languages().values()
    )


def stat_choices(table: Table, name: str, shelf: Mapping[str, Row]) -> tuple[Choice, ...]:
    """The stats that a lineage or culture can raise, each with those that raise it."""
    other = {"lineage": "culture_stat", "culture": "lineage_stat"}[name]
    taken = "" if switches.SAME_STAT.flag(table.house_rules) else chosen(table).get(other)
    return tuple(
        replace(choice, goes_with=entries_with(name, shelf, "stats", choice.value), closed=choice.value == taken)
        for choice in described(library.stats().values())
    )


def entries_with(field: str, shelf: Mapping[str, Row], part: str, key: str) -> tuple[str, frozenset[str]]:
    """A field, and the entries of a shelf that list a key in one of their parts: only with those it may be chosen."""
    return field, frozenset(one.key for one in shelf.values() if key in getattr(one, part))


def with_stat(table: Table, name: str, shelf: Mapping[str, Row]) -> str:
    """The lineage or culture that was chosen, with the stat that it raises."""
    kept = chosen(table)
    return f"{shelf[kept[name]].name}, {library.stats()[kept[f'{name}_stat']].name} +1" if name in kept else ""


def foreign_to(language: str) -> frozenset[str]:
    """The cultures that do not speak a language."""
    return frozenset(one.key for one in library.cultures().values() if language not in one.languages)


def options_of(calling: Calling) -> Mapping[str, Row]:
    """The styles of Brawlers and the forms of Shapeshifters; other classes have no such choice."""
    offered: dict[str, Mapping[str, Row]] = {"brawler": library.features_of(STYLE), "shapeshifter": library.forms()}
    return offered.get(calling.key, {})


# -- writing the sheet ------------------------------------------------------------------------------------------------

#: Choices by name, as they are kept.
Choices = Mapping[str, Any]


def write(table: Table) -> None:
    """Write the sheet from the choices so far."""
    kept = chosen(table)
    if "lineage" in kept:
        body = {"level": 1, "speed": lineage_of(table).speed, "size": library.sizes()[kept["size"]].step}
        set_ranks(table, BODY, {**body, **OTHER_SPEEDS})
    # What lineage and culture raise shows at once, before the stats are assigned.
    stats = kept.get("stats") or {}
    set_ranks(table, STAT, {key: stats.get(key, 0) + by for key, by in raised(table).items()})
    set_ranks(table, TRAINING, dict.fromkeys(_training(kept), 1))
    set_ranks(table, FEATURE, dict.fromkeys(_features(kept), 1))
    set_ranks(table, "language", dict.fromkeys(_languages(kept), 1))
    set_ranks(table, "spell", dict.fromkeys(kept.get("spells") or (), 1))
    keep_memo(table, table.actor, "build", _build(kept))
    keep_memo(table, table.actor, "chosen", _chosen_with_features(kept))
    _write_texts(table, kept)
    _write_items(table)
    _fill(table)


def _training(kept: Choices) -> Iterable[str]:
    return (*library.classes()[kept["calling"]].training, *kept["training"]) if "calling" in kept else ()


def _features(kept: Choices) -> list[str]:
    """The features that lineage, culture and class give at level 1, and those that were picked."""
    given = given_at_first(*(kept[name] for name in ("lineage", "culture", "calling") if name in kept))
    options = [kept["option"]] if kept.get("option") in library.features() else []
    return [*given, *kept.get("traits", ()), *options, *(kept.get("novice") or ())]


def _languages(kept: Choices) -> list[str]:
    if "culture" not in kept:
        return []
    more = (kept.get("language"), kept.get("tongue"))
    return list(dict.fromkeys([*library.cultures()[kept["culture"]].languages, *filter(None, more)]))


def _build(kept: Choices) -> dict[str, Json]:
    found: dict[str, Json] = {name: kept[name] for name in ("lineage", "culture", "calling") if name in kept}
    if kept.get("calling") == "brawler":
        found["attack_stat"] = str(kept["option"]).rpartition("_")[2]
    return found


def _chosen_with_features(kept: Choices) -> dict[str, Json]:
    """The choices that stand beside a feature: a form, an element, a subject, a craft, a language."""
    found: dict[str, Json] = {}
    if kept.get("option") in library.forms():
        found[SHAPE] = [kept["option"]]
    if kept.get("calling") == "elementalist":
        found[ADEPT] = list(kept["training"])
    for key in kept.get("novice") or ():
        value = kept.get(ASKED_FOR.get(library.features()[key].chosen, ""), "")
        if value:
            found[key] = [value]
    return found


def _write_texts(table: Table, kept: Choices) -> None:
    shelves: Mapping[str, tuple[str, Mapping[str, Row]]] = {
        "lineage": ("lineage", library.lineages()),
        "culture": ("culture", library.cultures()),
        "class": ("calling", library.classes()),
    }
    for heading, (name, shelf) in shelves.items():
        set_text(table, table.actor, heading, shelf[kept[name]].name if name in kept else "")


def _write_items(table: Table) -> None:
    wanted = _outfit(table)
    table.happen(*(ItemLost(table.actor, key) for key in list(table.me.items) if key not in wanted))
    table.happen(*(ItemSet(table.actor, key, item) for key, item in wanted.items() if table.me.items.get(key) != item))


def _outfit(table: Table) -> dict[str, Item]:
    """Everything that was taken along, by key: armour is worn, the first weapon in hand, a shield beside it."""
    things = chosen(table).get("things")
    if things is None:
        return {}
    found = {key: library.item_from("gear", key) for key in PACK}
    if class_of(table).spells:
        found[HOLY_SYMBOL] = replace(library.item_from("gear", HOLY_SYMBOL), in_use=True)
    hands = 2 - int(HOLY_SYMBOL in found)
    for thing in things:
        section, _, key = thing.partition(".")
        item = library.item_from(section, key)
        needed = library.weapons()[key].hands if section == "weapons" else int(section == "shields")
        armed = section == "weapons" and any(one.in_use for one in found.values() if one.kind == "weapon")
        in_use = section != "gear" and needed <= hands and not armed
        hands -= needed * in_use
        found.setdefault(key, replace(item, in_use=in_use))
    return found


def cost(things: Iterable[str]) -> int:
    """The Coin that things cost which do not come with a training (LIN-007, LIN-056)."""
    return sum(
        library.gear()[key].cost for section, _, key in (one.partition(".") for one in things) if section == "gear"
    )


def _fill(table: Table) -> None:
    """Fill Health and Stamina to what class and stats say, and the purse with what is left."""
    told = pools(table.me)
    for name in (HEALTH, STAMINA):
        most = told[name].most if name in told else 0
        set_limit(table, table.actor, name, most)
        set_points(table, table.actor, name, most)
    set_points(table, table.actor, COIN, FIRST_COIN - cost(chosen(table).get("things") or ()))
