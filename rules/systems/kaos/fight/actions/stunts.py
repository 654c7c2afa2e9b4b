"""Stunts: acrobatic deeds, perhaps with an attack; the game master says what they take (PCT-030, E2)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from rules.engine.fight import EDGE, field_east, field_north, own_place, refuse_walled
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Judged,
    NotNow,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    counted,
    pick,
    plainly,
    switch,
    words,
)
from rules.engine.odds import Chance, Odds
from rules.systems.kaos.content.entries import Weapon
from rules.systems.kaos.content.switches import STUNT_ASKS, STUNT_SQUARES
from rules.systems.kaos.core import (
    ACROBATICS,
    MODES,
    Known,
    Outcome,
    Trial,
    field_eased,
    goes_on,
    of_chance,
    pay,
    points,
    prepared,
    prepared_later,
    risk,
    with_ease,
)
from rules.systems.kaos.fight.actions.melee import MELEE
from rules.systems.kaos.fight.actions.reach import can_walk
from rules.systems.kaos.fight.actions.shooting import RANGED, let_fly, missile_arm
from rules.systems.kaos.fight.base import (
    Arm,
    Blow,
    Square,
    aims,
    arm_named,
    chosen,
    free_to_act,
    middle,
    refuse_way,
    refuse_without_hands,
    spend_action,
    squares_to,
    standing,
    steps,
    walk,
)
from rules.systems.kaos.fight.exchange.attack_and_defence import strike
from rules.systems.kaos.fight.exchange.effects import of_takings, through

#: A thing at hand, to strike with or to throw; figures of ours (D-7).
AT_HAND = "at_hand"
THING = Arm(
    AT_HAND,
    "something at hand",
    Weapon(key=AT_HAND, name="Something at hand", description="", damage="1d3", hands=1, thrown=4),
)
ATTACKS = (
    Choice("", "No attack"),
    Choice(MELEE, "A blow", "Melee Combat"),
    Choice(RANGED, "A throw or shot", "Ranged Combat"),
)


#: The names of the game master's two answers.
ALLOW, REFUSE = "stunt.allow", "stunt.refuse"


@dataclass(frozen=True, slots=True)
class Plan:
    """A stunt that can be tried: the square where it ends, its roll, and the roll and the blow of its attack."""

    end: Square
    acrobatics: Trial | None
    attack: Trial | None = None
    blow: Blow | None = None

    @property
    def done(self) -> float:
        """P(the acrobatics succeed)."""
        return self.acrobatics.chance if self.acrobatics else 1.0


@dataclass(frozen=True, slots=True)
class Stunt(Command, name="action.stunt", label="Stunt"):
    """Say what you do, how far it goes, and whether an attack is in it; the GM says what it takes (PCT-030).

    The GM is asked first: the fields are a proposal. The attack, if the acrobatics succeed, is as hard as the GM says.
    """

    throws_dice: ClassVar[bool] = False

    words: str = words("What do you do?")
    x: int = field_east()
    y: int = field_north()
    acrobatics: bool = switch("Takes Acrobatics", default=True, help="The game master decides")
    mode: str = pick("How hard", default="standard")
    eased: bool = field_eased("Make Acrobatics easier")
    attack: str = pick("Then", default="")
    target: str = pick("Target", default="")
    weapon: str = pick("Weapon", default="", help="Default: something at hand")
    attack_mode: str = pick("Difficulty of the attack", default="hard")
    eased_attack: bool = field_eased("Make the attack easier")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if table.asks_for(table.actor, ALLOW):
            raise NotNow("The game master still has to decide about your stunt. Wait, or do something else.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        thing = THING.weapon
        at_hand = Choice(AT_HAND, thing.name, f"{thing.damage}, up to {thing.range} squares")
        arms = {one.value: one for one in (*aims.melee_choices(table), *aims.missile_choices(table))}
        return {
            "mode": MODES,
            "attack": ATTACKS,
            "attack_mode": MODES,
            "target": aims.targets(table),
            "weapon": (at_hand, *arms.values()),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return own_place(table)

    def odds(self, table: Table) -> Odds:
        self._refuse_silence()
        plan = self._planned(table)
        first, second = plan.acrobatics, plan.attack
        done = Chance("done", "does it" if second else "done", plan.done)
        if second is None:
            return Odds(f"{first.sentence}." if first else "No roll needed.", (done,))
        strikes = Chance("strikes", "does it and strikes, undefended", plan.done * second.chance)
        sentence = f"{first.sentence}; then {second.sentence}." if first else f"{second.sentence}."
        return Odds(sentence, (strikes, done))

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_silence()
        if STUNT_ASKS.flag(table.house_rules):
            self._propose(table)
        else:
            self.carry_out(table, dice)

    def _propose(self, table: Table) -> None:
        """Propose the stunt to the game master; nothing happens yet."""
        proposal, words = self._proposal(table), plainly(self.words.strip())
        title = Said(f"{{0}} tries a stunt: {words}. {proposal}. How hard is it?", (table.actor,))
        table.ask_gm(table.actor, title, ALLOW, REFUSE, stunt=asdict(self))
        table.happen(Told((table.actor,), f"{{0}} wants to try: {words}"))

    def _proposal(self, table: Table) -> str:
        """The proposal in words: "3 squares, Acrobatics standard, then Melee Combat hard"."""
        far = squares_to(table, table.actor, self._planned(table).end)
        attack = next((one.hint for one in ATTACKS if self.attack and one.value == self.attack), "")
        parts = (
            counted(far, "square", "squares") if far else "",
            f"Acrobatics {self.mode}" if self.acrobatics else "",
            f"then {attack} {self.attack_mode}" if attack else "",
        )
        return ", ".join(part for part in parts if part) or "No roll"

    def carry_out(self, table: Table, dice: Dice) -> None:
        """Roll the acrobatics if there are any, and go on."""
        plan = self._planned(table)
        spend_action(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.words.strip())}"))
        known: Known = {"who": table.actor, "square": list(plan.end), "stunt": asdict(self)}
        if plan.acrobatics is None:
            land(table, dice, known)
            return
        pay(table, plan.acrobatics)
        risk(table, dice, plan.acrobatics, self.name, "stunt.rolled", known)

    def weighing(self, table: Table) -> Weighing | None:
        """Easier rolls weighed; with an attack also targets and weapons (PCT-030, PCT-038)."""
        if not self.attack:
            return of_chance(table, lambda one: one._planned(table).done) if self.acrobatics else None
        fields = ("target", "weapon", *(("eased",) if self.acrobatics else ()), "eased_attack")

        def takes(one: Stunt) -> float:
            plan = one._planned(table)
            return plan.done * through(table, plan.attack, plan.blow) if plan.attack and plan.blow else 0.0

        def eased(one: Stunt) -> float:
            return one.eased * one.acrobatics + one._planned(table).done * one.eased_attack

        whom = aims.fellows(table, self.target)
        return of_takings(table, *fields, takes=takes, said=lambda one: one._said(table), eased=eased, whom=whom)

    def _said(self, table: Table) -> str:
        told = f"{table.name(self.target)}, {_arm(table, self.weapon, self.attack, 0).name}"
        easier = self.eased and self.acrobatics and "Acrobatics easier", self.eased_attack and "attack easier"
        return with_ease(told, *easier)

    def _planned(self, table: Table) -> Plan:
        """The way, the rolls and the blow; refused if one of them cannot be, or cannot be paid."""
        end = chosen(table, self.x, self.y)
        anywhere = EDGE if STUNT_ASKS.flag(table.house_rules) else can_walk(table)
        refuse_way(table, end, STUNT_SQUARES.number(table.house_rules) or anywhere, "a stunt")
        ready = prepared(table, table.actor, ACROBATICS, self.mode, eased=self.eased) if self.acrobatics else None
        if not self.attack:
            return Plan(end, ready)
        if self.eased_attack:
            price = points.EASE_PRICE * (2 if self.eased and self.acrobatics else 1)
            points.refuse_without(table.me, price, "Making it easier", "eased_attack")
        if not self.target:
            raise Refused("Choose a target.", "target")
        far = steps(end, standing(table, self.target))
        arm = _arm(table, self.weapon, self.attack, far)
        attack = prepared(table, table.actor, self.attack, self.attack_mode, eased=self.eased_attack)
        reach = arm.flies if self.attack == RANGED else arm.weapon.reach
        if far > reach:
            raise Refused(f"{table.name(self.target)} would be {far} squares away; up to {reach} can be hit.", "target")
        if self.attack != RANGED:
            refuse_walled(table, self.target, start=middle(end))
        return Plan(end, ready, attack, _blow(table, table.actor, self.target, arm))

    def _refuse_silence(self) -> None:
        if not self.words.strip():
            raise Refused("Say what you do.", "words")


def _arm(table: Table, weapon: str, attack: str, far: int) -> Arm:
    """The weapon of the attack, or a thing at hand."""
    if weapon in ("", AT_HAND):
        return THING
    if attack == RANGED:
        return missile_arm(table, weapon, far)
    arm = arm_named(table.me, weapon)
    if not arm.is_melee:
        raise Refused(f"The {arm.name.lower()} is a ranged weapon. Choose a melee weapon.", "weapon")
    refuse_without_hands(table.me, arm)
    return arm


def _blow(table: Table, who: str, target: str, arm: Arm) -> Blow:
    return Blow.with_arm(table.sheet(who), who, target, arm, purpose=Stunt.name)


@goes_on("stunt.rolled")
def stunted(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the acrobatics: a failure ends the stunt before it began (PCT-030)."""
    who = str(known["who"])
    if not table.takes_part(who):
        return
    table.happen(Judged(who, "success" if outcome.success else "failure", 0, {"face": outcome.face}))
    if outcome.success:
        land(table, dice, known)
    else:
        table.happen(Told((who,), "{0} does not pull it off."))


def land(table: Table, dice: Dice, known: Known) -> None:
    """Walk to the end of the stunt, and attack if that was the plan (E2)."""
    who, stunt = str(known["who"]), Stunt(**known["stunt"])
    walk(table, who, (int(known["square"][0]), int(known["square"][1])))
    target = stunt.target
    if not stunt.attack or not table.takes_part(target) or table.sheet(target).has("dead"):
        return
    arm = _arm(table, stunt.weapon, stunt.attack, 0)
    trial = prepared_later(table, who, stunt.attack, stunt.attack_mode, eased=stunt.eased_attack)
    if stunt.attack == RANGED:
        let_fly(table, arm, target)
    strike(table, dice, _blow(table, who, target, arm), trial)
