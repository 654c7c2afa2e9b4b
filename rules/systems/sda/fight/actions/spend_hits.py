"""Spending hits on control and damage, in any mix (SDA-186 to SDA-192, SDA-201, SDA-220)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from rules.engine.advice.choices import ranked
from rules.engine.fight import Point, bearing, distance, face, metres, place
from rules.engine.kernel import Choice, Dice, Moved, Refused, Reply, Table, Told, Weighing, Worth, number, pick, switch
from rules.engine.odds import Chance, Odds, at_least, in_words, less
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.rolls import carry, extra_hits, mount_of
from rules.systems.sda.fight.advice import (
    WEIGHED,
    Mixes,
    because_of,
    can_hurt,
    damage_dice,
    hurts_at,
    mix_said,
    stabbing,
    type_malus,
)
from rules.systems.sda.fight.base import (
    Arm,
    all_into_damage,
    band_at,
    dice_beside,
    more_of_its_own,
    spar,
    use_shield,
    with_those,
)
from rules.systems.sda.fight.blows import CHARGE, winning_arm
from rules.systems.sda.fight.melee import SHARES, Happening, Measure
from rules.systems.sda.fight.moves import (
    DIRECTION_CHOICES,
    LEDGE,
    PUSH,
    PUSHED,
    SLOW,
    STEP,
    STEPS,
    Known,
    carry_on,
    disarm,
    flies,
    in_hand_of_loser,
    initiative_of,
    provoke,
    push_end,
    refuse_to_part,
    set_initiative,
    stabs,
    step,
    step_end,
    step_past,
    sweep,
    walk,
    who_may_strike,
)
from rules.systems.sda.fight.wounds import BOXES, INITIATIVE, deal


@dataclass(frozen=True, slots=True)
class Spend(Reply, name="melee.spend", label="Spend the hits"):
    """Spend the hits of an exchange; what is not spent is lost (SDA-186).

    A metre within reach 1, initiative lowered 2, a metre's push 2 (over an edge 1 more), disarm 4 and 1 for each metre
    that the weapon flies, off the feet with a lever weapon 3; each of these 1 more for somebody on foot against a rider
    (SDA-259). Damage: a die for each hit, for a defender who won every two; a shield that is held ready takes its
    number of hits first. The winner may turn to the loser (SDA-183).
    """

    unasked: ClassVar[str] = "You have no hits to spend."
    does: ClassVar[str] = "spends the hits"

    damage: int = number("Hits on damage", default=0, help="A ready shield stops some")
    type: str = pick("Type of damage", default="", help="Default: the weapon’s first")
    slower: int = number("Initiative lowered by", most=20, default=0, help="2 hits each")
    push: int = number("Metres pushed", most=20, default=0, help="2 hits each")
    direction: str = pick("Pushed", default="away")
    ledge: bool = switch("Over an edge", help="1 more hit")
    step: int = number("Metres you step", most=20, default=0, help="1 hit each, first")
    step_direction: str = pick("You step", default="towards")
    disarm: bool = switch("Disarm", help="4 hits, 3 with a hook")
    fling: int = number("Metres the weapon flies", most=20, default=0, help="1 hit each")
    sweep: bool = switch("Sweep off their feet", help="3 hits with a lever weapon")
    pivot: bool = switch("Turn to face them", default=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        types = winning_arm(table, cls.waiting(table).known).types
        kinds = tuple(
            Choice(one.type, one.type.capitalize(), f"−{one.malus_mos}" if one.malus_mos else "") for one in types
        )
        return {"type": kinds, "direction": DIRECTION_CHOICES, "step_direction": DIRECTION_CHOICES}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """The id of the combatant whose hits these are; a rider's mount may be it."""
        return (cls.waiting(table).known["winner"],)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        """All hits on damage where damage can be done; where it cannot, none on anything."""
        ask = cls.waiting(table)
        arm = winning_arm(table, ask.known)
        hurts = can_hurt(table, ask.known, arm) and damage_dice(ask.known, ask.known["hits"])
        hurts = hurts and not spar(table, ask.known["winner"], ask.known["loser"])
        return {"ask": ask.key, "damage": ask.known["hits"] if hurts else 0, "type": arm.types[0].type}

    def best(self, table: Table) -> Mapping[str, Any]:
        """The values of the fields in the mix that is worth most; empty where the hits buy nothing."""
        return next((one.given for one in ranked(self, table) if one.value > 0), {})

    def odds(self, table: Table) -> Odds | None:
        known = table.open_ask(self.ask, self.name).known
        self._check(table, known)
        if not self.damage:
            return None
        arm = stabbing(table, known, self.type)
        sheet = table.sheet(known["winner"])
        count = damage_dice(known, self.damage) + more_of_its_own(sheet, arm.key)
        beside = dice_beside(sheet, arm.key)
        rolled = with_those(less(chances.distribution(arm.die, count), type_malus(arm, self.type)), beside)
        some = at_least(rolled, 1)
        said = f"damage {'past' if stabs(table, known, self.type or arm.types[0].type) else 'before'} armour"
        whole = " and ".join([f"{count}d{arm.die}", *(one.notation for one in beside)])
        sentence = f"{whole} {said}: {in_words(some)} to do damage"
        return Odds(sentence, (Chance("damage", "some damage", some),), rolled, said)

    def weighing(self, table: Table) -> Weighing:
        """Weigh hits on damage of each type, on initiative, and on control (SDA-186 to SDA-192).

        A weapon that flies farther is worth no more, and an edge is the game master's matter.
        """
        known = table.open_ask(self.ask, self.name).known
        measure = Measure(table, known)
        mixes = Mixes(table, known, measure.arm, extra_hits(table, known["winner"], known["loser"]))

        def worth(chosen: Spend) -> Worth:
            chosen._check(table, known, measure.arm)
            if chosen.damage and not chosen.hurts(table, known, measure.arm):
                raise Refused("No damage at this distance. Step into the weapon’s range first.", "damage")
            hurt = measure.damage(chosen.type, chosen.damage)
            done, met = (chosen.disarm, chosen.sweep), mixes.meeting(chosen)
            does, moves = partial(chosen.on_them, known=known, arm=measure.arm), partial(met.moves, known=known)
            change = measure.change(done, does, mixes.stand(met), moves)
            strikes = chosen._opening(measure, done, does) if chosen.push else 0.0
            return hurt, measure.initiative * chosen.slower, change, strikes, -mixes.exposure(chosen)

        def said(chosen: Spend) -> str:
            return mix_said(replace(chosen, type=chosen.type or measure.arm.types[0].type))

        listed = mixes.of(self)
        return Weighing(WEIGHED, BOXES, measure.sentence, worth, SHARES, said=said, listed=listed, close=INITIATIVE)

    def _opening(self, measure: Measure, done: Hashable, does: Happening) -> float:
        """Boxes that the opening which a push gives its maker is worth, before anybody is moved by it (SDA-190)."""
        stays = partial(replace(self, push=0).moves, known=measure.known)
        return measure.opening((done, self.step, self.step_direction, self.pivot), stays, does)

    def hurts(self, table: Table, known: Known, arm: Arm) -> bool:
        """Whether damage can be done once the step is made (SDA-187, SDA-188)."""
        start, other = place(table, known["winner"]), place(table, known["loser"])
        end = step_end(table, start, other, self.step, self.step_direction)
        return hurts_at(arm, metres(end, other))

    def moves(self, table: Table, known: Known) -> None:
        """Move both to where they stand afterwards, if nobody takes an opening on the way."""
        winner, loser = known["winner"], known["loser"]
        if self.step:
            step(table, winner, loser, self.step, self.step_direction)
        if self.pivot:
            face(table, winner, loser)
        if self.push:
            end = push_end(table, place(table, winner), place(table, loser), self.push, self.direction)
            table.happen(Moved(loser, *end, table.combatant(loser).facing))
            carry(table, loser)

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        self._check(table, known)
        winner, loser = known["winner"], known["loser"]
        arm = winning_arm(table, known)
        spot = step_end(table, place(table, winner), place(table, loser), self.step, self.step_direction)
        self._step(table, winner, loser, spot)
        if not self.cost(arm, extra=0):
            table.happen(Told((winner,), "{0} spends no hits."))
        self._control(table, dice, known, arm, spot)
        if self.damage:
            if known["shield"]:
                use_shield(table, loser)
                table.happen(Told((loser,), "{0} stops " + f"{known['shield']} of the hits with the shield."))
            kind, count = self.type or arm.types[0].type, damage_dice(known, self.damage)
            struck = stabbing(table, known, kind)
            deal(table, dice, winner, loser, struck, kind, count, ignores_armour=stabs(table, known, kind))
        carry_on(table)

    # -- costs and refusals ------------------------------------------------------------------------------------------

    def cost(self, arm: Arm, extra: int) -> int:
        """Hits that the whole mix takes; each control effect takes ``extra`` more (SDA-259)."""
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

    def _check(self, table: Table, known: Known, arm: Arm | None = None) -> None:
        arm, hits = arm or winning_arm(table, known), known["hits"]
        extra = extra_hits(table, known["winner"], known["loser"])
        cost = self.cost(arm, extra)
        if cost > hits:
            why = ", since each effect on a rider costs 1 more" if extra and cost > self.damage else ""
            raise Refused(f"That costs {cost} hits{why}; you have {hits}.", "damage")
        self._check_rage(table, known, arm, extra)
        if self.damage and spar(table, known["winner"], known["loser"]):
            raise Refused("Sparring does no damage. Spend the hits on control, or not at all.", "damage")
        refuse_to_part(table, known["winner"], known["loser"], step=self.step, push=self.push)
        if self.damage and not damage_dice(known, self.damage):
            least = known["shield"] + known["rate"]
            raise Refused(f"Damage needs at least {least} hits here{because_of(known)}.", "damage")
        if self.ledge and not self.push:
            raise Refused("Push at least 1 metre to send somebody over an edge.", "ledge")
        if self.fling and not self.disarm:
            raise Refused("Disarm first: only a disarmed weapon flies.", "fling")
        self._check_sweep(table, known, arm)
        self._check_reach(table, known, arm)
        if self.disarm and known["kind"] == CHARGE and known["winner"] == known.get("attacker"):
            raise Refused("You cannot disarm in a charge. Push, slow or hurt them.", "disarm")
        if self.disarm and in_hand_of_loser(table, known) is None:
            raise Refused(f"{table.name(known['loser'])} has nothing to disarm.", "disarm")

    def _check_rage(self, table: Table, known: Known, arm: Arm, extra: int) -> None:
        """Refuse an attacker in a rage anything but damage with all hits (D-7)."""
        if not all_into_damage(table, known):
            return
        if self.cost(arm, extra) > self.damage:
            raise Refused("In a rage all hits go into damage.", "damage")
        if self.damage < known["hits"] and can_hurt(table, known, arm) and damage_dice(known, known["hits"]):
            raise Refused(f"In a rage all {known['hits']} hits go into damage.", "damage")

    def _check_reach(self, table: Table, known: Known, arm: Arm) -> None:
        """Refuse damage where the weapon does none at the distance after the winner's step (SDA-172, SDA-188)."""
        if not self.damage:
            return
        there = table
        if self.step:
            there = table.supposing(
                lambda it: step(it, known["winner"], known["loser"], self.step, self.step_direction)
            )
        if not can_hurt(there, known, arm):
            raise Refused(f"{arm.name} does no damage at this distance. Step into its range first.", "damage")

    def _check_sweep(self, table: Table, known: Known, arm: Arm) -> None:
        if not self.sweep:
            return
        if not arm.sweep:
            raise Refused(f"{arm.name} is not a lever weapon and cannot sweep.", "sweep")
        if mount_of(table, known["loser"]):
            raise Refused("You cannot sweep a rider. Push them, or sweep the mount.", "sweep")
        if band_at(distance(table, known["winner"], known["loser"])) not in ("close", "medium"):
            raise Refused("You can only sweep at close and medium range.", "sweep")

    # -- effects -----------------------------------------------------------------------------------------------------

    def _step(self, table: Table, winner: str, loser: str, spot: Point) -> None:
        """Step without an attack of opportunity from the loser, and turn to face them (SDA-183, SDA-188).

        Others may have theirs: those who have the winner in reach already, before the winner is gone (SDA-227).
        """
        if self.step and who_may_strike(table, winner, but=loser):
            looks = table.combatant(winner).facing
            facing = bearing(spot, place(table, loser)) if self.pivot and spot != place(table, loser) else looks
            table.happen(Told((winner,), f"{{0}} steps {self.step} m."))
            step_past(table, winner, spot, facing, but=loser)
            return
        if self.step:
            step(table, winner, loser, self.step, self.step_direction)
            provoke(table, winner, STEPS, but=loser)
        if self.pivot:
            face(table, winner, loser)

    def _control(self, table: Table, dice: Dice, known: Known, arm: Arm, spot: Point) -> None:
        winner, loser = known["winner"], known["loser"]
        if self.slower:
            at = initiative_of(table, loser)
            if at is not None:
                set_initiative(table, loser, at - self.slower)
            table.happen(Told((loser,), f"{{0}} loses {self.slower} initiative."))
        self.on_them(table, known, arm, flies(table, dice, winner, loser, self.fling if self.disarm else 0))
        if self.push:
            over = " over the edge" if self.ledge else ""
            table.happen(Told((winner, loser), f"{{0}} pushes {{1}} {self.push} m{over}."))
            end = push_end(table, spot, place(table, loser), self.push, self.direction)
            walk(table, loser, end, table.combatant(loser).facing, why=PUSHED)

    def on_them(self, table: Table, known: Known, arm: Arm, spot: Point | None = None) -> None:
        """Disarm and sweep the loser, where chosen; the weapon lies at ``spot``, or at their feet, if none is given."""
        if self.disarm:
            disarm(table, known, spot or place(table, known["loser"]))
        if self.sweep:
            sweep(table, known["loser"], arm.name)
