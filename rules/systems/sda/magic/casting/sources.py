"""Sources of power that are not one's own: gods, lives taken, things to hold (SDA-135, SDA-143, SDA-145, D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    LimitChanged,
    MemoKept,
    NotNow,
    Refused,
    Resource,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    counted,
    number,
    pick,
)
from rules.engine.odds import Odds, at_least, in_words, mapped, summed
from rules.systems.sda.content.house_rules import magic
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import SERVED, God, gods, refuse_dead
from rules.systems.sda.core.person import KEPT, SheetCommand, called_field, virtue_field
from rules.systems.sda.core.rolls import Pool, judge, odds_to, pool_for, rank_of, reckon, throw
from rules.systems.sda.fight.moves import roll_choices
from rules.systems.sda.magic.casting.open_spells import (
    FAVOUR,
    FOCUS_LOST,
    LIFE_DEBT,
    is_open_to,
    known,
    minutes_left,
    minutes_of,
    note,
    spend,
)
from rules.systems.sda.world.attempts import around, at_leisure

#: Favour for each rank of a god's first and second skill, and for each point of their attribute.
PRIMARY, SECONDARY, EACH_POINT = 2, 1, 1
#: Favour for living as the god does: hardly, nearly, wholly.
CONDUCT = {"none": 0, "leaning": 2, "wholly": 4}
CLAIMED = "life_claimed"
MOST_ROLLS, MOST_BOXES = 8, 50


def gain(table: Table, who: str, resource: str, by: int, reason: str) -> None:
    """Add to a resource that has no bounds: its most rises where it has to."""
    held = table.sheet(who).resources.get(resource, Resource(0, 0))
    if held.now + by > held.most:
        table.happen(LimitChanged(who, resource, held.now + by - held.most))
    table.happen(ResourceChanged(who, resource, by, reason))


def _closed(table: Table, kind: str, what: str) -> None:
    if not is_open_to(table, table.actor, kind):
        raise NotNow(f"{what} needs the trait for {kind}.")


@dataclass(frozen=True, slots=True)
class Pray(SheetCommand, name="magic.pray", label="Pray"):
    """Pray for favour: religions, a roll every 20 minutes, two hours at most between long rests (D-9)."""

    rolls: int = number("Rolls", least=1, most=MOST_ROLLS, default=1, help="20 minutes each")
    bonus: int = number("Bonus dice", default=0, most=20, at_once=False)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        _closed(table, "mysticism", "Praying for favour")
        _time_for(table, 1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return roll_choices(table)

    def odds(self, table: Table) -> Odds:
        _time_for(table, self.rolls)
        each = magic.FAVOUR.number(table.house_rules)
        measure = summed([pool.measure(pool.available) for pool in self._pools(table)])
        favour = mapped(measure, lambda value: value * each)
        some = at_least(favour, 1)
        told = f"{in_words(some).capitalize()} to be heard"
        return odds_to("some favour", some, measure=favour, unit="favour", told=told)

    def perform(self, table: Table, dice: Dice) -> None:
        minutes = _time_for(table, self.rolls)
        total = 0
        for at in range(self.rolls):
            pool = self._pool(table, first=at == 0)
            result = throw(table, dice, pool, pool.available, "prayer: religions")
            reckon(table, dice, result, succeeded=result.net > 0, reward=self.reward)
            total += result.net
        spend(table, table.actor, minutes)
        favour = total * magic.FAVOUR.number(table.house_rules)
        judge(table, table.actor, bool(favour), favour, favour=favour)
        table.happen(Told((table.actor,), f"{{0}} prays for {minutes} minutes: {favour} favour."))
        if favour:
            gain(table, table.actor, FAVOUR, favour, "prayer")

    def _pools(self, table: Table) -> list[Pool]:
        """The pools of a prayer, one for each roll."""
        first = self._pool(table, first=True)
        return [first, *[self._pool(table, first=False)] * (self.rolls - 1)]

    def _pool(self, table: Table, *, first: bool) -> Pool:
        """The pool of one roll; luck and mastery go with the first of several, if they do at all (D-7)."""
        called = self.called if first else KEPT
        pool = pool_for(table, table.actor, "religions", "", self.bonus, virtue=self.virtue, called=called)
        if not pool.available:
            raise NotNow(f"{table.me.name} has no spirit left to pray. Rest first.")
        return pool


def _time_for(table: Table, rolls: int) -> int:
    """The minutes of so many rolls; refused where there are not so many left."""
    minutes, left = rolls * minutes_of(table.me, "mysticism"), minutes_left(table.me)
    if minutes > left:
        able = counted(left // minutes_of(table.me, "mysticism"), "roll", "rolls")
        raise NotNow(f"{left} minutes left before the next long rest: enough for {able}.", "rolls")
    return minutes


@dataclass(frozen=True, slots=True)
class ServeGod(SheetCommand, name="magic.serve", label="Serve a god for a day"):
    """Serve a god for a day: favour for the ranks and points that the god values, and for conduct (D-9)."""

    god: str = pick("God")
    conduct: str = pick("Conduct", default="none", help="How closely you live by the god; the game master decides")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        _closed(table, "mysticism", "A god's favour")
        if table.me.memo.get(SERVED):
            raise NotNow("You have had today’s favour. It returns after a long rest.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = tuple(Choice(god.key, god.name, f"{favour_of(table.me, god)} favour") for god in gods().values())
        words = {"none": "Not by its ways", "leaning": "Mostly by them", "wholly": "Wholly by them"}
        return {"god": listed, "conduct": tuple(Choice(key, words[key], f"+{CONDUCT[key]}") for key in CONDUCT)}

    def perform(self, table: Table, dice: Dice) -> None:
        favour = favour_of(table.me, gods()[self.god]) + CONDUCT[self.conduct]
        table.happen(MemoKept(table.actor, SERVED, True))
        table.happen(Told((table.actor,), f"{{0}} serves the {gods()[self.god].name.lower()}: {favour} favour."))
        if favour:
            gain(table, table.actor, FAVOUR, favour, "service")


def favour_of(sheet: Sheet, god: God) -> int:
    """Favour of a god for a day: 2 a rank of the first skill, 1 of the second, 1 a point of the attribute."""
    ranks = PRIMARY * _rank(sheet, god.primary) + SECONDARY * _rank(sheet, god.secondary)
    return ranks + EACH_POINT * sheet.rank("attribute", god.attribute)


def _rank(sheet: Sheet, key: str) -> int:
    return rank_of(sheet, SKILLS[key]) if key in SKILLS else sheet.rank("group", key)


@dataclass(frozen=True, slots=True)
class ClaimLife(SheetCommand, name="magic.claim", label="Claim a life"):
    """Claim a life that was taken: a point of life debt for every box that the victim had (SDA-145, D-9)."""

    victim: str = pick("Whose", default="", help="Somebody dead here", at_once=True)
    boxes: int = number("Or number of boxes", most=MOST_BOXES, default=0, help="If nobody is chosen")

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_dead(table)
        _closed(table, "sorcery", "Life debt")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        there = (who for who in around(table) if who != table.actor and who in table.sheets)
        dead = (who for who in there if table.sheet(who).has("dead") and CLAIMED not in table.sheet(who).memo)
        return {"victim": tuple(Choice(who, table.name(who), f"{_boxes(table.sheet(who))} boxes") for who in dead)}

    def perform(self, table: Table, dice: Dice) -> None:
        boxes = _boxes(table.sheet(self.victim)) if self.victim else self.boxes
        if not boxes:
            raise Refused("Choose whose life it was, or enter their boxes.", "boxes")
        if self.victim:
            table.happen(MemoKept(self.victim, CLAIMED, True))
        table.happen(Told((table.actor,), f"{{0}} claims a life: {counted(boxes, 'point', 'points')} of life debt."))
        gain(table, table.actor, LIFE_DEBT, boxes, "a life taken")


def _boxes(sheet: Sheet) -> int:
    return sum(line.boxes.get("minor", 0) + line.boxes.get("major", 0) for line in sheet.tracks.get("injury", ()))


@dataclass(frozen=True, slots=True)
class NewFocus(SheetCommand, name="magic.focus", label="Get a new focus"):
    """Get another focus for a spell whose own was destroyed; the table tells how it is found (SDA-143, D-9)."""

    starts_with_first: ClassVar[str] = "spell"

    spell: str = pick("Spell")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if not cls.choices(table)["spell"]:
            raise NotNow("You have not lost a focus.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        lost = ((key, item) for key, (item, _) in known(table.me).items() if item.stats.get(FOCUS_LOST))
        return {"spell": tuple(Choice(key, item.name) for key, item in lost)}

    def perform(self, table: Table, dice: Dice) -> None:
        note(table, table.actor, self.spell, **{FOCUS_LOST: False})
        table.happen(Told((table.actor,), "{0} has a new focus."))
