"""Editing a sheet by hand, alike in every game: each edit is a command, so it is recorded and can be undone."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.names import check_name
from rules.engine.character.piles import COIN, free_key, take_along
from rules.engine.kernel import (
    BoxesTicked,
    Command,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    ExperienceChanged,
    Item,
    ItemLost,
    ItemSet,
    Json,
    LimitChanged,
    Place,
    RankChanged,
    Refused,
    ResourceChanged,
    Table,
    TextChanged,
    Unknown,
    json_value,
    number,
    spoken,
    switch,
    words,
)

#: The source of conditions and the reason of changes that a person wrote by hand.
BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Edit(Command):
    """An edit of the actor's own sheet."""

    place: ClassVar[Place] = Place.EDIT

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)


@dataclass(frozen=True, slots=True)
class SetRank(Edit, name="sheet.rank", label="Change by hand"):
    """Write an attribute, skill, group or virtue step."""

    kind: str = words("Kind", most=40)
    rank: str = words("Rank", most=60)
    to: int = number("Value", least=-50, most=1000)

    def perform(self, table: Table, dice: Dice) -> None:
        least, most = table.rank_range(self.kind, self.rank)
        if not least <= self.to <= most:
            raise Refused(f"Enter {least} to {most}.", "to")
        by = self.to - table.me.rank(self.kind, self.rank)
        if by:
            table.happen(RankChanged(table.actor, self.kind, self.rank, by))


@dataclass(frozen=True, slots=True)
class SetResource(Edit, name="sheet.resource", label="Change a resource"):
    """Write what is left of a resource, or the most that it holds."""

    resource: str = words("Resource", most=40)
    now: int = number("Now", least=-10_000, most=10_000)
    most: int = number("At most", least=-1, most=10_000, default=-1, help="-1: unchanged")

    def perform(self, table: Table, dice: Dice) -> None:
        held = table.me.resources.get(self.resource)
        if held is None:
            raise Unknown("This sheet has no such resource.", "resource")
        if self.most >= 0 and self.most != held.most:
            table.happen(LimitChanged(table.actor, self.resource, self.most - held.most))
        if self.now > held.most:
            raise Refused(f"The maximum is {held.most}.", "now")
        if self.now < 0:
            raise Refused(f"Enter 0 to {held.most}.", "now")
        if self.now != held.now:
            table.happen(ResourceChanged(table.actor, self.resource, self.now - held.now, BY_HAND))


@dataclass(frozen=True, slots=True)
class TickBoxes(Edit, name="sheet.boxes", label="Tick boxes"):
    """Write how many boxes of one kind are ticked on one line of a track."""

    track: str = words("Track", most=40)
    line: int = number("Line", most=50)
    box: str = words("Box", most=40)
    to: int = number("Ticked", most=50)

    def perform(self, table: Table, dice: Dice) -> None:
        lines = table.me.tracks.get(self.track, [])
        if self.line >= len(lines) or self.box not in lines[self.line].boxes:
            raise Unknown("This sheet has no such box.", "box")
        line = lines[self.line]
        if self.to > line.boxes[self.box]:
            raise Refused(f"This line has {line.boxes[self.box]} such boxes.", "to")
        by = self.to - line.ticked.get(self.box, 0)
        if by:
            table.happen(BoxesTicked(table.actor, self.track, self.line, self.box, by))


@dataclass(frozen=True, slots=True)
class WriteText(Edit, name="sheet.text", label="Write"):
    """Write a free text of the sheet; the text ``name`` is the name."""

    text: str = words("Text", most=40)
    to: str = words("New text", most=20_000, default="", long=True)

    def perform(self, table: Table, dice: Dice) -> None:
        if self.text == "name" and not self.to.strip():
            raise Refused("A character needs a name.", "to")
        if self.text == "name" and len(self.to) > 120:
            raise Refused("A name has at most 120 characters.", "to")
        if self.text == "name":
            check_name(self.to, "to")
        if self.to != (table.me.name if self.text == "name" else table.me.texts.get(self.text, "")):
            table.happen(TextChanged(table.actor, self.text, self.to))


@dataclass(frozen=True, slots=True)
class PutItem(Edit, name="sheet.item", label="Add item"):
    """Take a thing along, or change one that is carried."""

    title: str = words("Name", most=120)
    kind: str = words("Kind", most=40)
    key: str = words("Key", default="", most=60)
    entry: str = words("Compendium entry", default="", most=60)
    count: int = number("How many", most=100_000, default=1)
    in_use: bool = switch("In use")
    stats: Json = json_value("Figures", default=None)  # noqa: RUF009 - a field, as the others

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.title.strip():
            raise Refused("An item needs a name.", "title")
        held = table.me.items.get(self.key)
        if self.key and held is None:
            raise Unknown("You no longer carry this item.", "key")
        stats = self.stats if isinstance(self.stats, dict) else (held.stats if held else {})
        base = held or Item(self.title, self.kind)
        item = replace(
            base,
            name=self.title,
            kind=self.kind,
            entry=self.entry or base.entry,
            count=self.count,
            in_use=self.in_use,
            stats=stats,
        )
        if self.kind == COIN and not self.key:
            take_along(table, table.actor, item)
        else:
            key = self.key or free_key(table.me.items, self.entry or self.kind or "thing")
            table.happen(ItemSet(table.actor, key, item))


@dataclass(frozen=True, slots=True)
class DropItem(Edit, name="sheet.drop", label="Remove item"):
    """Leave a thing behind."""

    key: str = words("Item", most=60)

    def perform(self, table: Table, dice: Dice) -> None:
        if self.key not in table.me.items:
            raise Unknown("You no longer carry this item.", "key")
        table.happen(ItemLost(table.actor, self.key))


@dataclass(frozen=True, slots=True)
class SetCondition(Edit, name="sheet.condition", label="Change a condition"):
    """Begin, change or (``on`` off) end a condition."""

    condition: str = words("Condition", most=60)
    title: str = words("Name", default="", most=60)
    level: int = number("Level", most=1000, default=0)
    on: bool = switch("Has it", default=True)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.on:
            if self.condition not in table.me.conditions:
                raise Unknown("This condition has ended already.", "condition")
            table.happen(ConditionEnded(table.actor, self.condition))
            return
        label = self.title or spoken(self.condition)
        table.happen(ConditionSet(table.actor, Condition(self.condition, label, self.level, BY_HAND)))


@dataclass(frozen=True, slots=True)
class AwardExperience(Edit, name="sheet.experience", label="Award experience"):
    """Write experience into the ledger by hand; a negative amount takes it back as a new row."""

    kind: str = words("Kind", most=40)
    rank: str = words("For", most=60)
    amount: int = number("Amount", least=-1000, most=1000)
    reason: str = words("Reason", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.amount:
            raise Refused("An award is at least 1.", "amount")
        if not self.reason.strip():
            raise Refused("Say what it is for.", "reason")
        table.rank_range(self.kind, self.rank)
        if table.me.xp(self.kind, self.rank) + self.amount < 0:
            raise Refused(f"You can take back at most {table.me.xp(self.kind, self.rank)}.", "amount")
        table.happen(ExperienceChanged(table.actor, self.kind, self.rank, self.amount, self.reason))


EDITS: tuple[type[Command], ...] = (
    SetRank,
    SetResource,
    TickBoxes,
    WriteText,
    PutItem,
    DropItem,
    SetCondition,
    AwardExperience,
)
