"""Attacks of monsters, and strikes at openings, by their own table: they hit by themselves.

D-4, C-06, DRB-030 (openings), DRB-035 (defences).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from rules.engine.fight import face, is_walled_from, refuse_walled, then
from rules.engine.fight.sequence import Step
from rules.engine.kernel import (
    Amount,
    Choice,
    Command,
    Dice,
    Judged,
    NotNow,
    Refused,
    Reply,
    Sheet,
    Table,
    Told,
    Weighing,
    Who,
    Worth,
    amount,
    distribution,
    many,
    pick,
    plainly,
    throw,
)
from rules.engine.odds import Chance, Odds, mixture
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.content.entries import MonsterAttack
from rules.systems.dragonbane.core import attacks_of, frighten
from rules.systems.dragonbane.fight.attacks.attack_roll import strike
from rules.systems.dragonbane.fight.attacks.free_strikes import OF_OPENINGS
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    NEAR,
    Blow,
    apart,
    called,
    hand_to_hand,
    is_able,
    is_unseen,
    loss,
    nearest,
    opponents,
    ready,
    settle,
    show_oneself,
    spend,
    takes,
    targets,
)

ROLL = ""
FEAR = "fear"
OF_ROWS = f"Average damage if they do not defend; fear and other effects not counted. {MEASURE}"


@dataclass(frozen=True, slots=True)
class Attack(Command, name="monster.attack", label="Monster's attack"):
    """Roll on the monster's own table of attacks; the row hits by itself (D-4).

    It can be dodged, and parried only where the row says so (C-06). Rows that strike everybody hit all in their reach;
    fear makes everybody roll WIL. The game master may pick the row instead.
    """

    who: ClassVar[Who] = Who.GM
    aims: ClassVar[str] = "target"

    target: str = pick("Target")
    row: str = pick("Attack", default=ROLL, help="Default: rolled")
    spared: tuple[str, ...] = many("Spared", help="Spared by attacks that hit everybody")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not attacks_of(table.me):
            raise NotNow("Only monsters have an attack table. Attack with a weapon.")
        if not opponents(table, table.actor):
            raise NotNow("No target. Move, or end your turn.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        rows = row_choices(table, attacks_of(table.me))
        return {"target": targets(table), "row": rows, "spared": targets(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": nearest(table)}

    def odds(self, table: Table) -> Odds:
        return odds_of_rows(self._listed(table))

    def perform(self, table: Table, dice: Dice) -> None:
        listed = self._listed(table)
        attack = listed[0] if self.row else rolled_row(table, dice, attacks_of(table.me))
        spend(table)
        face(table, table.actor, self.target)
        # Those whom the attack surprises (DRB-043, DRB-044).
        shots = {who: _is_shot(table, table.actor, who, attack) for who in opponents(table, table.actor)}
        unseen = [who for who, shot in shots.items() if is_unseen(table, table.actor, who, shot=shot)]
        show_oneself(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(attack.name)}. {plainly(attack.text)}"))
        hit = self._hit(table, attack)
        table.happen(Judged(table.actor, "monster's attack", 0, {"attack": attack.name, "target": self.target}))
        for who in hit:
            step: Step = {"do": "monster", "by": table.actor, "on": who, "attack": asdict(attack)}
            then(table, {**step, "unseen": who in unseen})
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """The rows and targets weighed (D-4)."""

        def worth(chosen: Attack) -> Worth:
            rows = chosen._listed(table)
            return (sum(chosen._worth(table, row) for row in rows) / len(rows),)

        def said(chosen: Attack) -> str:
            row = chosen._listed(table)[0].name if chosen.row else "Rolled"
            return f"{row}: {called(table, chosen.target)}"

        return Weighing(("row", "target"), HIT_POINTS, OF_ROWS, worth, said=said)

    def _worth(self, table: Table, attack: MonsterAttack) -> float:
        """Hit points that a row takes on average: of everybody it reaches and does not spare, or of the target."""
        if not attack.everyone:
            return worth_of(table, self.target, attack)
        return sum(worth_of(table, who, attack) for who in opponents(table, table.actor) if who not in self.spared)

    def _listed(self, table: Table) -> list[MonsterAttack]:
        """The rows that may come; refused if none of them reaches the target."""
        listed = rows_for(table, attacks_of(table.me), self.row)
        far, reach = apart(table, table.actor, self.target), max(one.reach for one in listed)
        if far > reach:
            away = f"{table.name(self.target)} is {far:g} metres away"
            raise Refused(f"{away}; it reaches {reach}. Move closer first.", "target")
        if reach <= NEAR:
            refuse_walled(table, self.target)
        return listed

    def _hit(self, table: Table, attack: MonsterAttack) -> list[str]:
        """Ids of those whom the attack reaches; empty if a row falls short of its target."""
        near = [who for who in opponents(table, table.actor) if _reaches(table, who, attack)]
        if attack.everyone:
            return [who for who in near if who not in self.spared]
        if self.target not in near:
            table.happen(Told((table.actor, self.target), "{1} is out of its reach."))
            return []
        return [self.target]


def row_choices(table: Table, rows: Mapping[int, MonsterAttack]) -> tuple[Choice, ...]:
    """The rows that the game master may pick; none where the house has them rolled."""
    listed = rows.items() if switches.MONSTER_ROWS.flag(table.house_rules) else ()
    return tuple(Choice(str(face), attack.name, attack.damage.upper()) for face, attack in listed)


def rows_for(table: Table, rows: Mapping[int, MonsterAttack], picked: str) -> list[MonsterAttack]:
    """The rows that may come, each as likely as the others: every face's, or the one ``picked``."""
    if not picked:
        return each_row(rows)
    if not switches.MONSTER_ROWS.flag(table.house_rules):
        raise Refused("Monster attacks are rolled in this campaign. Leave the attack empty.", "row")
    return [rows[int(picked)]]


def odds_of_rows(listed: Sequence[MonsterAttack]) -> Odds:
    """The odds of one of these rows, each as likely as the others (D-4)."""
    share = 1 / len(listed)
    damage = mixture([(share, distribution(amount(one.damage))) for one in listed])
    named: dict[str, float] = {}
    for one in listed:
        named[one.name] = named.get(one.name, 0.0) + share
    chances = tuple(Chance(name, name, min(1.0, chance)) for name, chance in named.items())
    return Odds("It always hits; the effect is rolled", chances, damage, "damage before armour")


def strike_rows(sheet: Sheet) -> dict[int, MonsterAttack]:
    """A monster's attacks hand to hand, numbered from 1 (DRB-030)."""
    return dict(enumerate(hand_to_hand(sheet), 1))


def worth_of_strike(table: Table, who: str, listed: Sequence[MonsterAttack], viewer: str = "") -> float:
    """Hit points that a strike by one of these rows takes on average, as the ``viewer``'s side counts them."""
    return sum(loss(table, blow_of(table, table.actor, who, attack), viewer) for attack in listed) / len(listed)


def worth_of(table: Table, who: str, attack: MonsterAttack) -> float:
    """The hit points that an attack of the actor takes of somebody on average; none where it does not reach (D-4)."""
    if not attack.damage or not _reaches(table, who, attack):
        return 0.0
    return loss(table, blow_of(table, table.actor, who, attack))


def each_row(rows: Mapping[int, MonsterAttack]) -> list[MonsterAttack]:
    """The row of each face of the monster's die (D-4)."""
    return [_row(rows, face) for face in _die(rows)]


def _die(rows: Mapping[int, MonsterAttack]) -> range:
    """The faces of the monster's die: a d6, or the die of a longer table."""
    return range(1, max(6, *rows) + 1)


def _row(rows: Mapping[int, MonsterAttack], face: int) -> MonsterAttack:
    """The row of a face; a shorter table's rows come round again (D-6)."""
    if face in rows:
        return rows[face]
    listed = [rows[key] for key in sorted(rows)]
    return listed[(face - 1) % len(listed)]


def rolled_row(table: Table, dice: Dice, rows: Mapping[int, MonsterAttack]) -> MonsterAttack:
    """A row of a monster's table, rolled on its die."""
    return _row(rows, throw(table, dice, table.actor, "monster's attack", Amount((len(_die(rows)),)), listed=True))


@takes("monster")
def _strike(table: Table, dice: Dice, step: Step) -> None:
    """Let the attack frighten or strike one of those whom it reaches."""
    by, on, attack = step["by"], step["on"], MonsterAttack(**step["attack"])
    if not (by in table.scene.combatants and on in table.scene.combatants):
        return
    if attack.effect == FEAR:
        if is_able(table, on):
            frighten(table, dice, on, attack.name)
        return
    blow = blow_of(table, by, on, attack)
    strike(table, dice, blow.but(parry=False, dodge=False) if step["unseen"] else blow)


def _reaches(table: Table, who: str, attack: MonsterAttack) -> bool:
    """Whether an attack gets as far as somebody; one that is no shot does not go through a wall or a shut door."""
    walled = attack.reach <= NEAR and is_walled_from(table, table.actor, who)
    return apart(table, table.actor, who) <= attack.reach and not walled


def _is_shot(table: Table, by: str, on: str, attack: MonsterAttack) -> bool:
    return attack.reach > NEAR and apart(table, by, on) > NEAR


def blow_of(table: Table, by: str, on: str, attack: MonsterAttack) -> Blow:
    """A monster's attack as a blow; out of an ambush it allows no defence (C-06, DRB-044)."""
    always = switches.MONSTER_PARRY.chosen(table.house_rules) == "always"
    shot = _is_shot(table, by, on, attack)
    seen = not is_unseen(table, by, on, shot=shot)
    return Blow(
        by=by,
        target=on,
        name=attack.name,
        damage=attack.damage,
        kind="monster",
        parry=seen and (attack.parry or always),
        dodge=seen and attack.dodge,
        shot=shot,
        pierces=attack.piercing,
        effect=attack.effect,
    )


@dataclass(frozen=True, slots=True)
class MonsterStrike(Reply, name="monster.strike", label="Strike"):
    """Strike at somebody who gives an opening, by a row of the monster's table that is done hand to hand (DRB-030).

    It hits by itself, and is neither parried nor dodged (C-01); only whoever gives the opening is hit. The game master
    may pick the row.
    """

    who: ClassVar[Who] = Who.GM
    unasked: ClassVar[str] = "No free attack to make. You will be asked when you get one."

    row: str = pick("Attack", default=ROLL, help="Default: rolled")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"row": row_choices(table, strike_rows(table.me))}

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
        return rows_for(table, strike_rows(table.me), self.row)
