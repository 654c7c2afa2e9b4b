"""What hits are good for: control and damage, in any mix (SDA-186 to SDA-192, SDA-201, SDA-220)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from rules.engine import luck
from rules.engine.asks import Reply
from rules.engine.commands import Choice, number, pick, switch
from rules.engine.dice import Dice
from rules.engine.facts import ConditionSet, ItemSet, Moved, Told
from rules.engine.facts import Die as Fallen
from rules.engine.ground import Point, bearing, distance, place, shifted
from rules.engine.odds import Chance, Odds, at_least, in_words, less
from rules.engine.refusals import Refused
from rules.engine.sheets import Condition
from rules.engine.table import Table
from rules.engine.weighing import Weighing, Worth
from rules.engine.words import counted, plainly
from rules.systems.sda import chances
from rules.systems.sda.fight import picks
from rules.systems.sda.fight.arms import Arm
from rules.systems.sda.fight.budgets import use_shield
from rules.systems.sda.fight.damage import deal
from rules.systems.sda.fight.exchange import ATTACKER_RATE, CHARGE, winning_arm
from rules.systems.sda.fight.grappling.staying import refuse_to_part
from rules.systems.sda.fight.grappling.uses import stabs
from rules.systems.sda.fight.ground import BANDS, band_at, scatter
from rules.systems.sda.fight.ladder import initiative_of, set_initiative
from rules.systems.sda.fight.melee import face
from rules.systems.sda.fight.more_dice import dice_beside, more_of_its_own, with_those
from rules.systems.sda.fight.opportunity import PUSHED, provoke, walk
from rules.systems.sda.fight.rage import all_into_damage
from rules.systems.sda.fight.riding.pairs import carry, extra_hits, mount_of
from rules.systems.sda.fight.riding.seat import go_down
from rules.systems.sda.fight.sequence import carry_on
from rules.systems.sda.fight.sparring import spar
from rules.systems.sda.fight.weighing.harm import boxes_made, harm
from rules.systems.sda.fight.weighing.units import BOXES, INITIATIVE, OF_INITIATIVE
from rules.systems.sda.gifts import figure
from rules.systems.sda.own import weapon_of

#: Hits for each control effect (SDA-188 to SDA-191).
STEP, SLOW, PUSH, LEDGE = 1, 2, 2, 1


@dataclass(frozen=True, slots=True)
class Spend(Reply):
    """Spend the hits of an exchange; what is not spent is lost (SDA-186).

    A metre within reach 1, initiative lowered 2, a metre's push 2 (over an edge 1 more), disarm 4 and 1 for each metre
    that the weapon flies, off the feet with a lever weapon 3; each of these 1 more for somebody on foot against a rider
    (SDA-259). Damage: a die for each hit, for a defender who won every two; a shield that is held ready takes its
    number of hits first. The winner may turn to the loser (SDA-183).
    """

    name: ClassVar[str] = "melee.spend"
    label: ClassVar[str] = "Spend the hits"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "You have no hits to spend now."

    damage: int = number("Hits on damage", default=0, help="A shield held ready takes some of them")
    type: str = pick("Type of damage", default="", help="The weapon's first, if nothing is picked")
    slower: int = number("Initiative lowered by", most=20, default=0, help="2 hits each")
    push: int = number("Metres pushed", most=20, default=0, help="2 hits each")
    direction: str = pick("Pushed", default="away")
    ledge: bool = switch("Over an edge", help="1 hit more")
    step: int = number("Metres you step", most=20, default=0, help="1 hit each, before anything else")
    step_direction: str = pick("You step", default="towards")
    disarm: bool = switch("Disarm", help="4 hits, 3 with a hook")
    fling: int = number("Metres that the weapon flies", most=20, default=0, help="1 hit each")
    sweep: bool = switch("Off the feet", help="3 hits with a lever weapon")
    pivot: bool = switch("Turn to face them", default=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ask = cls.waiting(table)
        types = winning_arm(table, ask.known).types
        kinds = tuple(
            Choice(one.type, one.type.capitalize(), f"−{one.malus_mos}" if one.malus_mos else "") for one in types
        )
        return {"type": kinds, "direction": picks.DIRECTION_CHOICES, "step_direction": picks.DIRECTION_CHOICES}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Whoever scored, be it one's mount."""
        return (cls.waiting(table).known["winner"],)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        """All hits on damage where damage can be done."""
        ask = cls.waiting(table)
        arm = winning_arm(table, ask.known)
        hurts = _can_hurt(table, ask.known, arm) and _damage_dice(ask.known, ask.known["hits"])
        hurts = hurts and not spar(table, ask.known["winner"], ask.known["loser"])
        return {"ask": ask.key, "damage": ask.known["hits"] if hurts else 0, "type": arm.types[0].type}

    def odds(self, table: Table) -> Odds | None:
        known = table.open_ask(self.ask, self.name).known
        self._check(table, known)
        if not self.damage:
            return None
        arm = _stabbing(table, known, self.type)
        sheet = table.sheet(known["winner"])
        count = _damage_dice(known, self.damage) + more_of_its_own(sheet, arm.key)
        beside = dice_beside(sheet, arm.key)
        rolled = with_those(less(chances.distribution(arm.die, count), _type_malus(arm, self.type)), beside)
        some = at_least(rolled, 1)
        said = f"damage {'past' if stabs(table, known, self.type or arm.types[0].type) else 'before'} armour"
        whole = " and ".join([f"{count}d{arm.die}", *(one.notation for one in beside)])
        sentence = f"{whole} {said}: {in_words(some)} to do any"
        return Odds(sentence, (Chance("damage", said, some),), rolled, said)

    def weighing(self, table: Table) -> Weighing:
        """Hits on damage, of which type, or on the initiative of whoever was hit (SDA-186, SDA-189, SDA-203)."""
        known = table.open_ask(self.ask, self.name).known

        arm = winning_arm(table, known)
        hurts = self.step or _can_hurt(table, known, arm)

        @cache
        def boxes(kind: str, dice: int) -> float:
            return _boxes(table, known, kind, dice)

        def worth(chosen: Spend) -> Worth:
            chosen._check(table, known, arm)
            if chosen.damage and not hurts:
                raise Refused("Nothing can be hurt at this distance. Step into the weapon's band first.", "damage")
            hurt = boxes(chosen.type, _damage_dice(known, chosen.damage)) if chosen.damage else 0.0
            return hurt, INITIATIVE * chosen.slower

        def said(chosen: Spend) -> str:
            hurt = f"{counted(chosen.damage, 'hit', 'hits')} on {chosen.type or 'damage'}" if chosen.damage else ""
            return " and ".join(filter(None, (hurt, f"initiative −{chosen.slower}" * bool(chosen.slower)))) or "Nothing"

        sentence = f"Injury boxes, on average, after armour. {OF_INITIATIVE} What else hits buy is not weighed."
        upto = {"damage": known["hits"], "slower": known["hits"] // SLOW}
        return Weighing(("damage", "slower", "type"), BOXES, sentence, worth, ("Damage", "Initiative"), upto, said)

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        self._check(table, known)
        winner, loser = known["winner"], known["loser"]
        arm = winning_arm(table, known)
        self._step(table, winner, loser)
        if self.damage and not _can_hurt(table, known, arm):
            raise Refused(f"{arm.name} does no damage at this distance. Step into its band first.", "damage")
        if self.pivot:
            face(table, winner, loser)
        if not self._cost(arm, extra=0):
            table.happen(Told((winner,), "{0} lets the hits go."))
        self._control(table, dice, known, arm)
        if self.damage:
            if known["shield"]:
                use_shield(table, loser)
                table.happen(Told((loser,), "{0} stops " + f"{known['shield']} of the hits with the shield."))
            kind, count = self.type or arm.types[0].type, _damage_dice(known, self.damage)
            struck = _stabbing(table, known, kind)
            deal(table, dice, winner, loser, struck, kind, count, ignores_armour=stabs(table, known, kind))
        carry_on(table)

    # -- what it costs -----------------------------------------------------------------------------------------------

    def _cost(self, arm: Arm, extra: int) -> int:
        """The hits that all of it takes; each control effect so many more (SDA-259)."""
        effects = self.step + self.slower + self.push + self.disarm + self.sweep
        return (
            self.damage
            + extra * effects
            + STEP * self.step
            + SLOW * self.slower
            + PUSH * self.push
            + (LEDGE if self.ledge else 0)
            + (arm.disarm if self.disarm else 0)
            + self.fling
            + (arm.sweep if self.sweep else 0)
        )

    def _check(self, table: Table, known: Mapping[str, Any], arm: Arm | None = None) -> None:
        arm, hits = arm or winning_arm(table, known), known["hits"]
        extra = extra_hits(table, known["winner"], known["loser"])
        cost = self._cost(arm, extra)
        if cost > hits:
            why = ", since each effect on a rider costs 1 more" if extra and cost > self.damage else ""
            raise Refused(f"That costs {cost} hits{why}; you have {hits}.", "damage")
        self._check_rage(table, known, arm, extra)
        if self.damage and spar(table, known["winner"], known["loser"]):
            raise Refused("You spar: no blow does damage. Spend the hits on control, or let them be.", "damage")
        refuse_to_part(table, known["winner"], known["loser"], step=self.step, push=self.push)
        if self.damage and not _damage_dice(known, self.damage):
            least = known["shield"] + known["rate"]
            raise Refused(f"Damage takes at least {least} hits here{_because_of(known)}.", "damage")
        if self.ledge and not self.push:
            raise Refused("To send somebody over an edge, push at least 1 metre.", "ledge")
        if self.fling and not self.disarm:
            raise Refused("Only a weapon that is struck from the hand flies: disarm first.", "fling")
        self._check_sweep(table, known, arm)
        if self.disarm and known["kind"] == CHARGE and known["winner"] == known.get("attacker"):
            raise Refused("Nobody disarms in a charge. Push, slow or hurt them.", "disarm")
        if self.disarm and _weapon_of(table, known) is None:
            raise Refused(f"{table.name(known['loser'])} holds nothing that could be struck from the hand.", "disarm")

    def _check_rage(self, table: Table, known: Mapping[str, Any], arm: Arm, extra: int) -> None:
        """Whoever attacked in a rage can do nothing but hurt, with all hits (D-7)."""
        if not all_into_damage(table, known):
            return
        if self._cost(arm, extra) > self.damage:
            raise Refused("In a rage all hits go into damage.", "damage")
        if self.damage < known["hits"] and _can_hurt(table, known, arm) and _damage_dice(known, known["hits"]):
            raise Refused(f"In a rage all {known['hits']} hits go into damage.", "damage")

    def _check_sweep(self, table: Table, known: Mapping[str, Any], arm: Arm) -> None:
        if not self.sweep:
            return
        if not arm.sweep:
            raise Refused(f"{arm.name} is no lever: it sweeps nobody off the feet.", "sweep")
        if mount_of(table, known["loser"]):
            raise Refused("A rider stands on no feet. Push them, or sweep the mount off its own.", "sweep")
        if band_at(distance(table, known["winner"], known["loser"])) not in ("close", "medium"):
            raise Refused("Sweeping somebody off the feet works at close and medium range only.", "sweep")

    # -- what it does ------------------------------------------------------------------------------------------------

    def _step(self, table: Table, winner: str, loser: str) -> None:
        """A metre or more without an attack of opportunity from the loser; others may have theirs (SDA-188)."""
        if not self.step:
            return
        start = place(table, winner)
        line = bearing(start, place(table, loser)) if start != place(table, loser) else 0
        end = _no_farther(start, place(table, loser), line, self.step, self.step_direction)
        stand = table.combatant(winner)
        table.happen(Moved(winner, *end, stand.facing), Told((winner,), f"{{0}} steps {self.step} m."))
        carry(table, winner)
        provoke(table, winner, "steps", but=loser)

    def _control(self, table: Table, dice: Dice, known: Mapping[str, Any], arm: Arm) -> None:
        winner, loser = known["winner"], known["loser"]
        if self.slower:
            at = initiative_of(table, loser)
            if at is not None:
                set_initiative(table, loser, at - self.slower)
            table.happen(Told((loser,), f"{{0}} loses {self.slower} initiative."))
        if self.disarm:
            _disarm(table, dice, known, self.fling)
        if self.sweep:
            table.happen(ConditionSet(loser, Condition("prone", "Prone", source=arm.name)))
            table.happen(Told((loser,), "{0} is swept off the feet."))
            go_down(table, loser)
        if self.push:
            line = bearing(place(table, winner), place(table, loser)) + picks.DIRECTIONS[self.direction]
            end = shifted(place(table, loser), line % 360, self.push)
            over = " over the edge" if self.ledge else ""
            table.happen(Told((winner, loser), f"{{0}} pushes {{1}} {self.push} m{over}."))
            walk(table, loser, end, table.combatant(loser).facing, but=winner, why=PUSHED)


def _no_farther(start: Point, other: Point, line: int, by: int, direction: str) -> Point:
    """A step towards somebody ends where they stand, not behind them."""
    if direction == "towards":
        gap = ((start[0] - other[0]) ** 2 + (start[1] - other[1]) ** 2) ** 0.5
        return shifted(start, line, min(by, max(0.0, gap - 0.5)))
    turn = {"away": 180, "right": 90, "left": 270}[direction]
    return shifted(start, (line + turn) % 360, by)


def _can_hurt(table: Table, known: Mapping[str, Any], arm: Arm) -> bool:
    """Damage needs the victim inside the band of the weapon that scored (SDA-187)."""
    band = band_at(distance(table, known["winner"], known["loser"]))
    return band in BANDS and arm.hurts_at(band)


def _stabbing(table: Table, known: Mapping[str, Any], kind: str) -> Arm:
    """The weapon that scored; on whoever is held some know where to put a blade, for a larger die (SDA-244; D-7)."""
    arm = winning_arm(table, known)
    if not stabs(table, known, kind or arm.types[0].type):
        return arm
    return replace(arm, damage=arm.damage + figure(table.sheet(known["winner"]), "stabs"))


def _damage_dice(known: Mapping[str, Any], hits: int) -> int:
    """Dice for so many hits, after the shield, at the rate of attacker or defender (C-39)."""
    return max(0, hits - int(known["shield"])) // int(known["rate"])


def _boxes(table: Table, known: Mapping[str, Any], kind: str, dice: int) -> float:
    """The boxes of so many damage dice on average, past the armour (SDA-205, SDA-244)."""
    arm = _stabbing(table, known, kind)
    meant = arm.type_named(kind) or arm.types[0]
    does = harm(table, known["winner"], known["loser"], arm, hurts=True, types=(meant,), attacks=False)
    past = stabs(table, known, meant.type)
    return boxes_made(replace(does, taken=(meant.malus_mos,)) if past else does, dice)


def _because_of(known: Mapping[str, Any]) -> str:
    reasons = []
    if known["shield"]:
        reasons.append(f"the shield stops {known['shield']}")
    if known["rate"] != ATTACKER_RATE:
        reasons.append(f"a defender needs {known['rate']} for each die")
    return f": {' and '.join(reasons)}" if reasons else ""


def _type_malus(arm: Arm, name: str) -> int:
    kind = arm.type_named(name) or arm.types[0]
    return kind.malus_mos


def _weapon_of(table: Table, known: Mapping[str, Any]) -> str | None:
    """What the loser can be disarmed of: the weapon that they fought with, or any other in hand."""
    sheet = table.sheet(known["loser"])
    used = known["their_weapon"].split(":")[0]
    held = [
        key
        for key, item in sheet.items.items()
        if item.kind == "weapon" and item.in_use and (weapon := weapon_of(item)) and not weapon.natural
    ]
    return used if used in held else next(iter(held), None)


def _disarm(table: Table, dice: Dice, known: Mapping[str, Any], fling: int) -> None:
    """The weapon lies at the feet, or as many metres away in a direction by dice as hits were spent (SDA-192)."""
    loser, key = known["loser"], _weapon_of(table, known)
    if key is None:
        return
    spot = place(table, loser)
    if fling:
        ways, ahead = scatter(table, known["winner"])
        fallen = dice.roll(known["winner"], [ways])
        face_up = fallen.faces[0]
        die = (Fallen(ways, face_up, face_up),)
        table.happen(luck.rolled(known["winner"], "scatter", die, face_up, luck.even(ways), typed=fallen.typed))
        spot = shifted(spot, (ahead + (face_up - 1) * 360 // ways) % 360, fling)
    item = table.sheet(loser).items[key]
    lost = replace(item, in_use=False, stats={**item.stats, "lies_at": list(spot)})
    table.happen(ItemSet(loser, key, lost), Told((loser,), f"{{0}} is disarmed: {plainly(item.name)}."))
