"""A monster's strike at an opening: by its own table, so it hits by itself (DRB-030, D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.asks import Reply
from rules.engine.kernel.commands import Choice, Who, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged, Told
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing, Worth
from rules.engine.kernel.words import plainly
from rules.engine.odds import Odds
from rules.systems.dragonbane.content import fight_switches
from rules.systems.dragonbane.content.entries import MonsterAttack
from rules.systems.dragonbane.fight.attacks.monsters import (
    ROLL,
    blow_of,
    each_row,
    odds_of_rows,
    rolled_row,
    strike_rows,
    worth_of_strike,
)
from rules.systems.dragonbane.fight.attacks.strikes import OF_OPENINGS
from rules.systems.dragonbane.fight.attacks.striking import strike
from rules.systems.dragonbane.fight.base.aiming import face
from rules.systems.dragonbane.fight.base.order import settle
from rules.systems.dragonbane.fight.base.valuation import HIT_POINTS


@dataclass(frozen=True, slots=True)
class MonsterStrike(Reply):
    """Strike at somebody who gives an opening, by a row of the monster's table that is done hand to hand (DRB-030).

    It hits by itself, and is neither parried nor dodged (C-01); only whoever gives the opening is hit. The game master
    may pick the row.
    """

    name: ClassVar[str] = "monster.strike"
    label: ClassVar[str] = "Strike"
    who: ClassVar[Who] = Who.GM
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody gives it an opening now."

    row: str = pick("Attack", default=ROLL, help="Rolled, if nothing is picked")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        rows = strike_rows(table.me).items() if fight_switches.MONSTER_ROWS.flag(table.house_rules) else ()
        return {"row": tuple(Choice(str(face), attack.name, attack.damage.upper()) for face, attack in rows)}

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        return odds_of_rows(self._listed(table))

    def perform(self, table: Table, dice: Dice) -> None:
        listed = self._listed(table)
        target = str(table.answer(self.ask, self.name).known["target"])
        attack = listed[0] if self.row else rolled_row(table, dice, strike_rows(table.me))
        face(table, table.actor, target)
        table.happen(Told((table.actor, target), f"{{0}} gets a free attack on {{1}}: {plainly(attack.name)}."))
        table.happen(Judged(table.actor, "monster's attack", 0, {"attack": attack.name, "target": target}))
        strike(table, dice, blow_of(table, table.actor, target, attack).but(parry=False, dodge=False))
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """The rows weighed, beside letting it pass."""
        target = str(table.open_ask(self.ask, self.name).known["target"])

        def worth(chosen: MonsterStrike) -> Worth:
            return (worth_of_strike(table, target, chosen._listed(table)),)

        def said(chosen: MonsterStrike) -> str:
            return f"Strike: {chosen._listed(table)[0].name if chosen.row else 'rolled'}"

        return Weighing(("row",), HIT_POINTS, OF_OPENINGS, worth, said=said)

    def _listed(self, table: Table) -> list[MonsterAttack]:
        """The rows that may come, each as likely as the others: every face's, or the one picked."""
        if not self.row:
            return each_row(strike_rows(table.me))
        if not fight_switches.MONSTER_ROWS.flag(table.house_rules):
            raise Refused("Attacks of monsters are rolled in this campaign.", "row")
        return [strike_rows(table.me)[int(self.row)]]
