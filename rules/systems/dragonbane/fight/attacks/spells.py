"""Spells in a fight: willpower, the roll of a school, Dragons, and their worth (DRB-023, D-4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import others_known
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Item,
    Json,
    Judged,
    NotNow,
    Refused,
    Reply,
    ResourceChanged,
    Rung,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    distribution,
    joined,
    number,
    pick,
    plainly,
    switch,
)
from rules.engine.odds import Odds, in_words, mean
from rules.systems.dragonbane.core import (
    Check,
    Outcome,
    Source,
    check_for,
    goes_on,
    if_hit,
    level_of,
    own_figure,
    risk,
    three,
    wears_metal,
)
from rules.systems.dragonbane.fight.attacks.attack_roll import strike
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    MOST_BY_HAND,
    Blow,
    apart,
    called,
    face,
    has_turns,
    is_able,
    is_unseen,
    loss,
    mishap,
    not_acted,
    opponents,
    own_turn,
    ready,
    settle,
    show_oneself,
    spend,
    taken,
)

SHARES = ("They lose", "Willpower")
OF_SPELLS = (
    "What they lose on average, if they do nothing against it, less the willpower. What a Dragon or a Demon adds is "
    f"left out. {MEASURE}"
)
OF_DRAGONS = f"What they lose on average, if they do nothing against it, and willpower given back. {MEASURE}"
Aimed = Callable[[Any], tuple[Check, Blow, int]]


def of_spell(table: Table, aimed: Aimed, whom: Sequence[str], most: int) -> Weighing:
    """Targets and power levels weighed; ``aimed`` gives roll, blow and price, ``most`` is the top level (DRB-023)."""

    def worth(chosen: Any) -> Worth:
        check, blow, price = aimed(chosen)
        return taken(table, check, blow), -float(price)

    def said(chosen: Any) -> str:
        level = f", power level {chosen.power}" if most > 1 else ""
        return f"{called(table, chosen.target)}{level}"

    upto, among = {"power": most}, {"target": whom}
    return Weighing(("power", "target"), HIT_POINTS, OF_SPELLS, worth, SHARES, upto, said, among)


def of_effects(table: Table, chosen_blow: Callable[[Any], Blow], back: Callable[[Any], int]) -> Weighing:
    """A Dragon's effects on a spell weighed: twice as much, or its willpower back (D-4)."""

    def worth(chosen: Any) -> Worth:
        return loss(table, chosen_blow(chosen)), float(back(chosen))

    return Weighing(("effect",), HIT_POINTS, OF_DRAGONS, worth, SHARES)


#: Willpower for a trick, and for each power level of a spell (D-4).
TRICK, A_LEVEL = 1, 2
MOST_POWER = 3
FOLLOW = "fight.cast"


def spells(table: Table) -> dict[str, Item]:
    """The spells on the actor's sheet whose school they know, by key."""
    found = {key: item for key, item in table.me.items.items() if item.kind == "spell"}
    return {key: item for key, item in found.items() if _level(table, item)}


def _level(table: Table, item: Item) -> int:
    try:
        return level_of(table.me, str(item.stats.get("school", "")))
    except Refused:
        return 0


def is_trick(item: Item) -> bool:
    return not own_figure(item, "rank")


def price(item: Item, power: int) -> int:
    """Willpower points: 1 for a trick, 2 for each power level (D-4)."""
    return TRICK if is_trick(item) else A_LEVEL * power


def refuse_unpayable(sheet: Sheet, item: Item, power: int) -> None:
    """Refuse a power level that a spell has not, or that costs more willpower than there is."""
    cost, held = price(item, power), sheet.now("wp")
    if is_trick(item) and power > 1:
        raise Refused("A trick has no power levels: 1 is what it has.", "power")
    if cost > held:
        raise Refused(f"That costs {cost} willpower points; you have {held}. Choose a lower level.", "power")


@dataclass(frozen=True, slots=True)
class Cast(Command):
    """Cast a spell or a trick: pay willpower, and roll the school (DRB-023, D-4).

    A trick costs 1 willpower point, a spell 2 for each of up to three power levels; metal armour prevents all of them.
    Damage is rolled once for each level, and can be dodged. A Demon is a mishap; a Dragon doubles what the spell does,
    or gives the willpower back. At an opponent who has not noticed it there is a boon, and no dodge (DRB-043). Spells
    that are reactions take no action: they are cast on anybody's turn, and before a hit is answered. Those that take
    longer (``long`` among their figures) are not for a fight.
    """

    name: ClassVar[str] = "magic.cast"
    label: ClassVar[str] = "Cast a spell"
    has_odds: ClassVar[bool] = True

    spell: str = pick("Spell")
    target: str = pick("On", default="", help="On nobody, or on yourself, if nobody is picked")
    power: int = number("Power level", least=1, most=MOST_POWER, default=1)
    dodge: bool = switch("Can be dodged", default=True)
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if not _castable(table):
            own_turn(table)
            ready(table)
            raise NotNow("You know no spell that can be cast now. Spells are learnt from a school.")
        if wears_metal(table.me):
            raise NotNow("Metal armour keeps magic out, and in. Take it off first.")
        if not table.me.now("wp"):
            raise NotNow("No willpower is left for magic. A round's rest gives some back.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = tuple(Choice(key, item.name, f"{price(item, 1)} WP") for key, item in _castable(table).items())
        known = [who for who in others_known(table, table.actor) if has_turns(table, who)]
        far = {who: apart(table, table.actor, who) for who in known}
        return {"spell": listed, "target": tuple(Choice(who, table.name(who), f"{far[who]:g} m") for who in known)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"spell": next(iter(_castable(table)))}

    def odds(self, table: Table) -> Odds:
        item, check = self._ready(table)
        works = check.chance
        damage = distribution(self._blow(table, item).amount)
        cost = counted(price(item, self.power), "willpower point", "willpower points")
        sentence = f"{table.words(check.words)}, {cost}"
        listed = three(check, "succeeds")
        return Odds(f"{sentence}: {in_words(works)} to succeed", listed, if_hit(works, damage), "damage before armour")

    def perform(self, table: Table, dice: Dice) -> None:
        item, check = self._ready(table)
        blow = self._blow(table, item)
        self._spend(table, item)
        cost = price(item, self.power)
        table.happen(ResourceChanged(table.actor, "wp", -cost, item.name))
        table.happen(Told((table.actor,), f"{{0}} casts {plainly(item.name)}."))
        if self.target:
            face(table, table.actor, self.target)
        show_oneself(table, table.actor)
        told: dict[str, Json] = {
            "blow": blow.known(),
            "cost": cost,
            "power": 0 if is_trick(item) else self.power,
            "spell": self.spell,
        }
        risk(table, dice, check, joined("cast: ", check.words), FOLLOW, told)

    def weighing(self, table: Table) -> Weighing | None:
        """Targets and power levels weighed, for a spell that hurts; None for others, known by their text only."""
        item = table.me.items[self.spell]
        if not item.stats.get("damage"):
            return None
        most = 1 if is_trick(item) else min(MOST_POWER, table.me.now("wp") // A_LEVEL)
        return of_spell(table, lambda one: one._aimed(table), self._whom(table), most)

    def _whom(self, table: Table) -> list[str]:
        """Ids of opponents if nobody or an opponent is the target, else of the others."""
        foes = opponents(table, table.actor)
        hostile = not self.target or self.target in foes
        return [who for who in others_known(table, table.actor) if has_turns(table, who) and (who in foes) == hostile]

    def _aimed(self, table: Table) -> tuple[Check, Blow, int]:
        item, check = self._ready(table)
        return check, self._blow(table, item), price(item, self.power)

    def _ready(self, table: Table) -> tuple[Item, Check]:
        item = table.me.items[self.spell]
        if item.stats.get("long"):
            raise Refused(f"{item.name} takes longer than a round. Cast it when the fight is over.", "spell")
        refuse_unpayable(table.me, item, self.power)
        reach = own_figure(item, "range", 10)
        far = apart(table, table.actor, self.target) if self.target else 0
        if far > reach:
            raise Refused(f"{table.name(self.target)} is {far:g} metres away; the spell reaches {reach}.", "target")
        if item.stats.get("damage") and not self.target:
            raise Refused("This spell hurts. Choose on whom it is cast.", "target")
        unseen: list[Source] = [("Not noticed", 1)] if self._surprises(table) else []
        by_hand = (("The situation", self.boons), *unseen), (("The situation", self.banes),)
        return item, check_for(table, table.actor, str(item.stats["school"]), *by_hand)

    def _surprises(self, table: Table) -> bool:
        """Whether the spell is cast at an opponent who has noticed nothing (DRB-043, DRB-044)."""
        return self.target in opponents(table, table.actor) and is_unseen(table, table.actor, self.target, shot=True)

    def _blow(self, table: Table, item: Item) -> Blow:
        written = str(item.stats.get("damage") or "")
        return Blow(
            by=table.actor,
            target=self.target or table.actor,
            name=item.name,
            damage="+".join([written] * self.power) if written else "",
            kind="spell",
            parry=False,
            dodge=self.dodge and bool(written) and not self._surprises(table),
            shot=True,
        )

    def _spend(self, table: Table, item: Item) -> None:
        if not item.stats.get("reaction"):
            spend(table)


def _castable(table: Table) -> dict[str, Item]:
    """The spells that can be cast now: all on one's own turn with the action left, at other times reactions (DRB-023).

    A reaction comes before a hit is answered, but interrupts no other decision.
    """
    known = spells(table)
    if _own_rung(table) is not None:
        return known
    waits = any("defend.take" not in ask.commands for ask in table.scene.asks.values())
    if table.scene.stage != "fighting" or waits or not is_able(table, table.actor) or table.me.has("frozen"):
        return {}
    return {key: item for key, item in known.items() if item.stats.get("reaction")}


def _own_rung(table: Table) -> Rung | None:
    try:
        rung = own_turn(table)
        not_acted(table, table.actor, rung.key)
    except Refused:
        return None
    return rung


@goes_on(FOLLOW)
def cast(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge a spell that was rolled, or pushed: it works, fails, or goes wrong (D-4)."""
    blow = Blow.restored(told["blow"])
    numbers: dict[str, int | str | None] = {"target": blow.target, "face": outcome.face, "cost": told["cost"]}
    table.happen(Judged(blow.by, outcome.verdict, 0, numbers))
    if outcome.demon:
        table.happen(Told((blow.by,), "{0}’s magic goes wrong: a Demon."))
        mishap(table, dice, blow, int(told["power"]))
    elif not outcome.success:
        table.happen(Told((blow.by,), "{0}’s spell fails."))
    elif outcome.dragon:
        known: dict[str, Json] = {"target": blow.target, "blow": blow.known(), "cost": told["cost"]}
        table.ask(blow.by, "A Dragon! What does the magic do?", "magic.dragon", **known)
    else:
        work(table, dice, blow)
    settle(table, dice)


def work(table: Table, dice: Dice, blow: Blow) -> None:
    """Let the spell hit as a blow, or take hold; its own text tells effects besides damage."""
    if blow.damage and blow.target in table.scene.combatants:
        strike(table, dice, blow)
    else:
        table.happen(Told((blow.by, blow.target), f"{{0}}’s {plainly(blow.name)} takes hold."))


@dataclass(frozen=True, slots=True)
class DragonOfMagic(Reply):
    """A Dragon on a spell: it does twice as much, or costs nothing (D-4, DRB-023)."""

    name: ClassVar[str] = "magic.dragon"
    label: ClassVar[str] = "Choose"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "No magic of yours waits for a choice."

    effect: str = pick("What the Dragon does", default="double")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"effect": (Choice("double", "Twice the effect"), Choice("free", "No willpower"))}

    def odds(self, table: Table) -> Odds:
        """The odds of damage with the effect chosen, without a defence."""
        ask = table.open_ask(self.ask, self.name)
        blow = self._chosen(Blow.restored(ask.known["blow"]))
        damage = distribution(blow.amount)
        back = counted(int(ask.known["cost"]), "willpower point", "willpower points")
        gains = f"{back} back" if self.effect == "free" else "Twice as much"
        if not blow.damage:
            return Odds(f"{gains}: what the spell does, its text says")
        told = f"{gains}: {blow.amount.words}, {mean(damage):.1f} on average, undefended"
        return Odds(told, (), damage, "damage before armour")

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        blow = self._chosen(Blow.restored(ask.known["blow"]))
        if self.effect == "free":
            table.happen(ResourceChanged(table.actor, "wp", int(ask.known["cost"]), "a Dragon"))
            table.happen(Told((table.actor,), "The spell costs {0} nothing."))
        else:
            table.happen(Told((table.actor,), "{0}’s spell does twice as much."))
        work(table, dice, blow)
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing | None:
        """Twice the effect and the willpower weighed, for a spell that hurts; None for others (D-4)."""
        known = table.open_ask(self.ask, self.name).known
        blow, paid = Blow.restored(known["blow"]), int(known["cost"])
        if not blow.damage:
            return None
        return of_effects(table, lambda one: one._chosen(blow), lambda one: paid if one.effect == "free" else 0)

    def _chosen(self, blow: Blow) -> Blow:
        return blow.but(dragon=True, times=1 if self.effect == "free" else 2)
