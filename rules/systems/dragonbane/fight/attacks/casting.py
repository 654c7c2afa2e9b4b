"""Casting a spell in a fight: its price, its target, its reach, and its worth (DRB-023, D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import face, others_known, refuse_walled
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Item,
    NotNow,
    Refused,
    Rung,
    Table,
    Weighing,
    Worth,
    counted,
    distribution,
    joined,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds, in_words
from rules.systems.dragonbane.core import (
    Check,
    Source,
    check_for,
    if_hit,
    own_figure,
    risk,
    three,
)
from rules.systems.dragonbane.fight.attacks.spells import (
    A_LEVEL,
    FOLLOW,
    MOST_POWER,
    SHARES,
    is_trick,
    pay,
    price,
    refuse_powerless,
    refuse_unpayable,
    spells,
)
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    MOST_BY_HAND,
    Blow,
    apart,
    called,
    has_turns,
    is_able,
    is_unseen,
    not_acted,
    opponents,
    own_turn,
    ready,
    show_oneself,
    spend,
    taken,
)

#: How far a spell reaches that says nothing of it, in metres.
REACH = 10
OF_SPELLS = f"Average damage if they do not defend, minus the WP, without Dragon and Demon effects. {MEASURE}"


@dataclass(frozen=True, slots=True)
class Cast(Command, name="magic.cast", label="Cast a spell"):
    """Cast a spell or a trick: pay willpower, and roll the school (DRB-023, D-4).

    A trick costs 1 willpower point, a spell 2 for each of up to three power levels; metal armour prevents all of them.
    Damage is rolled once for each level, and can be dodged. A Demon is a mishap; a Dragon doubles what the spell does,
    or costs no WP. At an opponent who has not noticed it there is a boon, and no dodge (DRB-043). Spells
    that are reactions take no action: they are cast on anybody's turn, and before a hit is answered. Those that take
    longer (``long`` among their figures) are not for a fight.
    """

    aims: ClassVar[str] = "target"

    spell: str = pick("Spell")
    target: str = pick("Target", default="", help="Default: nobody or yourself")
    power: int = number("Power level", least=1, most=MOST_POWER, default=1)
    dodge: bool = switch("Can be dodged", default=True)
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if not _castable(table):
            own_turn(table)
            ready(table)
            raise NotNow("You have no spell to cast right now.")
        refuse_powerless(table, "A round's rest gives some back.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = tuple(Choice(key, item.name, f"{price(item, 1)} WP") for key, item in _castable(table).items())
        known = [who for who in others_known(table, table.actor) if has_turns(table, who)]
        far = {who: apart(table, table.actor, who) for who in known}
        return {"spell": listed, "target": tuple(Choice(who, table.name(who), f"{far[who]:g} m") for who in known)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"spell": next(iter(_castable(table)))}

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        """The first spell that hurts, of those that reach ``who`` if there is one.

        Refused where none hurts, or a wall stands between.
        """
        hurting = {key: item for key, item in _castable(table).items() if item.stats.get("damage")}
        if not hurting:
            raise NotNow("You know no spell that deals damage.")
        refuse_walled(table, who)
        far = apart(table, table.actor, who)
        reaching = (key for key, item in hurting.items() if far <= own_figure(item, "range", REACH))
        return {"spell": next(reaching, next(iter(hurting)))}

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
        told = {"blow": blow.known(), **pay(table, item, self.power)}
        if self.target:
            face(table, table.actor, self.target)
        show_oneself(table, table.actor)
        risk(table, dice, check, joined("cast: ", check.purpose), FOLLOW, told)

    def weighing(self, table: Table) -> Weighing | None:
        """Targets and power levels weighed, for a spell that hurts; None for others, known by their text only."""
        item = table.me.items[self.spell]
        if not item.stats.get("damage"):
            return None
        most = 1 if is_trick(item) else min(MOST_POWER, table.me.now("wp") // A_LEVEL)

        def worth(chosen: Cast) -> Worth:
            spell, check = chosen._ready(table)
            return taken(table, check, chosen._blow(table, spell)), -float(price(spell, chosen.power))

        def said(chosen: Cast) -> str:
            level = f", power level {chosen.power}" if most > 1 else ""
            return f"{called(table, chosen.target)}{level}"

        upto, among = {"power": most}, {"target": self._whom(table)}
        return Weighing(("power", "target"), HIT_POINTS, OF_SPELLS, worth, SHARES, upto, said, among)

    def _whom(self, table: Table) -> list[str]:
        """Ids of opponents if nobody or an opponent is the target, else of the others."""
        foes = opponents(table, table.actor)
        hostile = not self.target or self.target in foes
        return [who for who in others_known(table, table.actor) if has_turns(table, who) and (who in foes) == hostile]

    def _ready(self, table: Table) -> tuple[Item, Check]:
        item = table.me.items[self.spell]
        if item.stats.get("long"):
            raise Refused(f"{item.name} takes longer than a round. Cast it after the fight.", "spell")
        refuse_unpayable(table.me, item, self.power)
        reach = own_figure(item, "range", REACH)
        far = apart(table, table.actor, self.target) if self.target else 0
        if far > reach:
            raise Refused(
                f"{table.name(self.target)} is {far:g} metres away; the spell reaches {reach}. Move closer first.",
                "target",
            )
        if item.stats.get("damage") and not self.target:
            raise Refused("This spell deals damage. Choose a target.", "target")
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
