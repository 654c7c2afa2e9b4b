"""Choices of the making: one is kept, those that no longer fit are dropped, and the changes of the sheet happen.

The choices stand in the memo ``making`` until the last step, with what they have written: the ledger, the keys of
things and the texts. A gain that is taken back is an entry of its own, so the sheet keeps its whole history.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import MAKING, Step, refuse_made
from rules.engine.kernel import (
    ExperienceChanged,
    ItemLost,
    ItemSet,
    Json,
    LimitChanged,
    MemoKept,
    NotNow,
    RankChanged,
    Refused,
    ResourceChanged,
    Sheet,
    Table,
    TextChanged,
    TrackSet,
)
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.creation.life.buying import closed_trait
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.new_sheet import copper_left
from rules.systems.sda.creation.life.sheet import Booking, Made, allowed_steps, born_with, reckon

#: The advice for whoever is made already.
INSTEAD = "Earn experience in play."
#: The parts of the memo beside the choices: the ledger, the keys of things and the texts that they have written.
BOOKED, GIVEN, TOLD = "booked", "given", "told"
_WRITTEN = (BOOKED, GIVEN, TOLD)
#: The choices that are dropped when experience or prices have changed.
_LEARNING = ("shared", "ranks", "groups", "attributes")


@dataclass(frozen=True, slots=True)
class Making(Step):
    """A step of the making; each may be taken again as long as it lasts (D-6)."""

    #: Whether it is taken in the short form too.
    in_short: ClassVar[bool] = False
    #: The choices that must have been made, each with the sentence that says so.
    needs: ClassVar[tuple[tuple[str, str], ...]] = ()
    #: The name of the choice that it is about; a step without one is never settled.
    settles: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_made(table, INSTEAD)
        life = life_of(table.me, table.house_rules)
        if life.short and not cls.in_short:
            raise NotNow("Not in the short form. Choose your people again for a life path.")
        if not cls.in_short and creation.WAY.chosen(table.house_rules) == creation.SHORT:
            raise NotNow("This campaign uses the short form.")
        for name, sentence in cls.needs:
            if not life.has(name) and not (life.short and name in _OF_THE_PATH):
                raise NotNow(sentence)
        cls.waits(life)

    @classmethod
    def is_taken(cls, table: Table) -> bool:
        way, life = creation.WAY.chosen(table.house_rules), life_of(table.me, table.house_rules)
        return cls.in_short or not (life.short or way == creation.SHORT)

    @classmethod
    def is_decided(cls, table: Table) -> bool:
        return cls.in_short or is_way_decided(table)

    @classmethod
    def waits(cls, life: Life) -> None:
        """Refuse while something else is missing."""

    @classmethod
    def settled(cls, table: Table) -> str:
        life = life_of(table.me, table.house_rules)
        return cls.chosen(life, table.me) if cls.settles and life.has(cls.settles) else ""

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        """The choice in words, once it is made."""
        return ""


def is_way_decided(table: Table) -> bool:
    """Whether it is sure if a life path is told or the short form is taken (D-6)."""
    life = life_of(table.me, table.house_rules)
    return creation.WAY.chosen(table.house_rules) != creation.EITHER or bool(life.short or life.origin)


#: The choices that the short form does without.
_OF_THE_PATH = ("origin", "events", "enough", "reason", "motivation", "traits", *_LEARNING)


def choose(table: Table, field: str = "", **choices: Json) -> None:
    """Keep choices, drop what no longer fits, and write the sheet; refuse what would cost too much."""
    before = life_of(table.me, table.house_rules)
    life = _fitting(before, life_of(table.me, table.house_rules, **choices), choices)
    if life.points_left < 0:
        over = -life.points_left
        raise Refused(
            f"This costs {life.spent} of {life.points} background points. Save {over} somewhere.",
            field,
        )
    write(table, life)


# -- what still fits --------------------------------------------------------------------------------------------------


def _fitting(before: Life, life: Life, chosen: Mapping[str, Json]) -> Life:
    """The life without those later choices that an earlier one has made impossible."""
    for drop in (_people, _events, _occupations, _reason, _virtues):
        life = drop(life)
    if dict(born_with(before)) != dict(born_with(life)) and "short" not in chosen:
        life = life.without("short")
    life = _traits(life, before)
    if _learnt(before) != _learnt(life):
        life = life.without(*(name for name in _LEARNING if name not in chosen))
    if _bought(before) != _bought(life) and "attributes" not in chosen:
        life = life.without("attributes")
    if life.has("equipment") and copper_left(life) < 0:
        life = life.without("equipment")
    return life


def _people(life: Life) -> Life:
    """The life without a kin, array, origin and motivation that its people cannot have."""
    people = life.people
    gone = []
    if people and life.kin and life.kin.key not in people.kin:
        gone.append("kin")
    if people and sorted((life.choices.get("array") or {}).values()) not in map(sorted, people.arrays):
        gone.append("array")
    if life.origin and life.cost_of_origin(life.origin) is None:
        gone.append("origin")
    if life.motivation and life.cost_of_motivation(life.motivation) is None:
        gone.append("motivation")
    return life.without(*gone)


def _events(life: Life) -> Life:
    kept = [one.key for one in life.events if not life.closed_event(one, life.events)]
    return life.having(events=kept) if life.has("events") else life


def _occupations(life: Life) -> Life:
    """The life with its occupations up to the first that cannot come there any more."""
    kept: list[str] = []
    for at, one in enumerate(life.occupations):
        if life.closed_occupation(one, life.occupations[:at]):
            break
        kept.append(one.key)
    if len(kept) == len(life.occupations):
        return life
    return life.having(occupations=kept).without("enough")


def _reason(life: Life) -> Life:
    return life.without("reason") if life.reason and life.closed_reason(life.reason) else life


def _virtues(life: Life) -> Life:
    chosen = life.choices.get("virtues") or {}
    fits = all(step in allowed_steps(life, virtue) for virtue, step in chosen.items())
    return life if fits else life.without("virtues")


def _traits(life: Life, before: Life) -> Life:
    """The life without traits that cannot be had any more; a talent goes with its trait."""
    if life.choices.get("traits"):
        kept = [key for key in life.bought if key not in life.granted and not closed_trait(life, key)]
        life = life.having(traits=kept)
    return life if life.has_talent else life.without("talent")


def _learnt(life: Life) -> object:
    """A value to compare lives by: it differs where experience or prices do."""
    made = reckon(life.without(*_LEARNING), "")
    given = (life.choices.get(name) for name in ("talent", "shared"))
    return Counter(made.ledger), dict(made.sheet.ranks["attribute"]), life.traits, *given


def _bought(life: Life) -> object:
    return life.choices.get("ranks"), life.choices.get("groups")


# -- writing ----------------------------------------------------------------------------------------------------------


def write(table: Table, life: Life) -> None:
    """Let the sheet be what the life makes of it, and keep the choices."""
    told = table.me.memo.get(MAKING) or {}
    made = reckon(life, table.me.name)
    _write_ledger(table, [Booking(*row) for row in told.get(BOOKED, ())], made)
    _write_items(table, told.get(GIVEN, ()), made)
    _write_texts(table, told.get(TOLD, {}), made)
    _write_spirit(table, made)
    _write_boxes(table, made)
    written = {
        BOOKED: [list(row) for row in made.ledger],
        GIVEN: [key for key in made.sheet.items if key != "unarmed"],
        TOLD: dict(made.sheet.texts),
    }
    kept = {name: value for name, value in life.choices.items() if name not in _WRITTEN}
    table.happen(MemoKept(table.actor, MAKING, kept | written))


def _write_ledger(table: Table, before: list[Booking], made: Made) -> None:
    """Book the difference: take back old bookings, spending before gains; then make new ones, gains before spending."""
    was, now = Counter(before), Counter(made.ledger)
    gone, new = list((was - now).elements()), list((now - was).elements())
    for one in sorted(gone, key=lambda booking: booking.by):
        reason = f"{one.reason}, taken back"
        table.happen(ExperienceChanged(table.actor, one.kind, one.name, -one.by, reason, one.bought))
    for one in new:
        if one.by > 0:
            table.happen(ExperienceChanged(table.actor, one.kind, one.name, one.by, one.reason))
    for one in new:
        if one.by < 0:
            table.happen(ExperienceChanged(table.actor, one.kind, one.name, one.by, one.reason, one.bought))
    for kind, ranks in made.sheet.ranks.items():
        for name in dict.fromkeys((*ranks, *table.me.ranks.get(kind, {}))):
            by = ranks.get(name, 0) - table.me.rank(kind, name)
            if by:
                table.happen(RankChanged(table.actor, kind, name, by))


def _write_items(table: Table, before: Iterable[str], made: Made) -> None:
    wanted = made.sheet.items
    table.happen(*(ItemLost(table.actor, key) for key in before if key not in wanted and key in table.me.items))
    for key, item in wanted.items():
        if key != "unarmed" and table.me.items.get(key) != item:
            table.happen(ItemSet(table.actor, key, item))


def _write_texts(table: Table, before: Mapping[str, str], made: Made) -> None:
    """Change the texts that the making wrote; a text that somebody wrote by hand stays as it is."""
    for name in dict.fromkeys((*before, *made.sheet.texts)):
        text, held = made.sheet.texts.get(name, ""), table.me.texts.get(name, "")
        if held != text and held in ("", before.get(name, "")):
            table.happen(TextChanged(table.actor, name, text))


def _write_spirit(table: Table, made: Made) -> None:
    """Set spirit and its limit: all that somebody can have, or as the campaign begins (SDA-056, D-6)."""
    held, most = table.me.resources["spirit"], made.sheet.resources["spirit"].most
    if most != held.most:
        table.happen(LimitChanged(table.actor, "spirit", most - held.most))
    by = made.sheet.now("spirit") - table.me.now("spirit")
    if by:
        table.happen(ResourceChanged(table.actor, "spirit", by))


def _write_boxes(table: Table, made: Made) -> None:
    """Set the injury boxes that the campaign gives (D-2, D-6)."""
    wanted, held = made.sheet.tracks["injury"], table.me.tracks.get("injury", [])
    if [line.boxes for line in wanted] != [line.boxes for line in held]:
        table.happen(TrackSet(table.actor, "injury", tuple(wanted)))


def kept_of(sheet: Sheet) -> Mapping[str, Any]:
    """The choices of a sheet in the making."""
    return sheet.memo.get(MAKING) or {}
