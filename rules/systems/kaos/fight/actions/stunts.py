"""Stunts: acrobatic deeds, perhaps with an attack; the game master says what they take (PCT-030, E2)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import EDGE
from rules.engine.kernel import (
    Ask,
    Choice,
    Command,
    Dice,
    Judged,
    NotNow,
    Refused,
    Reply,
    Said,
    Table,
    Told,
    Weighing,
    Who,
    counted,
    pick,
    plainly,
    switch,
)
from rules.engine.kernel.commands import words
from rules.engine.odds import Chance, Odds
from rules.systems.kaos.content.switches import STUNT_ASKS, STUNT_SQUARES
from rules.systems.kaos.core import (
    MODES,
    Known,
    Outcome,
    Trial,
    damage_bonus,
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
from rules.systems.kaos.fight.actions.melee import MELEE, can_walk
from rules.systems.kaos.fight.actions.shooting import RANGED, let_fly, missile_arm
from rules.systems.kaos.fight.actions.tumbling import ACROBATICS
from rules.systems.kaos.fight.base import (
    Arm,
    Blow,
    Square,
    aims,
    arm_named,
    chosen,
    field_east,
    field_north,
    free_to_act,
    own_place,
    refuse_way,
    refuse_without_hands,
    spend_action,
    squares_to,
    standing,
    steps,
    takes_part,
    walk,
)
from rules.systems.kaos.fight.exchange.attack_and_defence import strike
from rules.systems.kaos.fight.exchange.effects import of_takings, through

#: The choice of a thing at hand to throw, its damage, and squares that it flies; figures of ours (D-7).
AT_HAND, AT_HAND_DAMAGE, AT_HAND_FLIES = "at_hand", "1d3", 4
ATTACKS = (
    Choice("", "No attack"),
    Choice(MELEE, "A blow", "Melee Combat"),
    Choice(RANGED, "A throw or shot", "Ranged Combat"),
)


@dataclass(frozen=True, slots=True)
class Stunt(Command):
    """Say what you do, how far it goes, and whether an attack is in it; the GM says what it takes (PCT-030).

    The GM is asked first: the fields are a proposal. The attack, if the acrobatics succeed, is as hard as the GM says.
    """

    name: ClassVar[str] = "action.stunt"
    label: ClassVar[str] = "Stunt"
    has_odds: ClassVar[bool] = True

    words: str = words("What you do")
    x: int = field_east()
    y: int = field_north()
    acrobatics: bool = switch("Takes Acrobatics", default=True, help="The game master decides")
    mode: str = pick("How hard", default="standard")
    eased: bool = field_eased("Make Acrobatics easier")
    attack: str = pick("Then", default="")
    target: str = pick("Against", default="")
    weapon: str = pick("With", default="", help="A thing at hand, if nothing is picked")
    attack_mode: str = pick("How hard is the attack", default="hard")
    eased_attack: bool = field_eased("Make the attack easier")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if table.asks_for(table.actor, AllowStunt.name):
            raise NotNow("The game master has still to say what your stunt takes. Wait, or do something else.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        at_hand = Choice(AT_HAND, "Something at hand", f"{AT_HAND_DAMAGE}, up to {AT_HAND_FLIES} squares")
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
        self._way(table)
        first = self._acrobatics(table)
        self._refuse_prices(table)
        if not self.attack:
            return Odds(f"{first.sentence}." if first else "It simply happens.", (Chance("done", "done", _of(first)),))
        self._aim(table)
        second = prepared(table, table.actor, self.attack, self.attack_mode, eased=self.eased_attack)
        both = _of(first) * second.chance
        listed = (Chance("strikes", "does it and strikes, undefended", both), Chance("done", "does it", _of(first)))
        sentence = f"{first.sentence}; then {second.sentence}." if first else f"{second.sentence}."
        return Odds(sentence, listed)

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_silence()
        if STUNT_ASKS.flag(table.house_rules):
            self._propose(table)
        else:
            self.carry_out(table, dice)

    def _propose(self, table: Table) -> None:
        """Propose the stunt to the game master; nothing happens yet."""
        self._refuse(table)
        words = plainly(self.words.strip())
        title = Said(f"{{0}} tries a stunt: {words}. {self._proposal(table)}. What does it take?", (table.actor,))
        table.ask_gm(table.actor, title, AllowStunt.name, RefuseStunt.name, stunt=asdict(self))
        table.happen(Told((table.actor,), f"{{0}} wants to try: {words}"))

    def _proposal(self, table: Table) -> str:
        """The proposal in words: "3 squares, Acrobatics standard, then Melee Combat hard"."""
        far = squares_to(table, table.actor, self._way(table))
        attack = next((one.hint for one in ATTACKS if self.attack and one.value == self.attack), "")
        parts = (
            counted(far, "square", "squares") if far else "",
            f"Acrobatics {self.mode}" if self.acrobatics else "",
            f"then {attack} {self.attack_mode}" if attack else "",
        )
        return ", ".join(part for part in parts if part) or "No roll"

    def _refuse(self, table: Table) -> None:
        self._way(table)
        self._acrobatics(table)
        self._refuse_prices(table)
        if self.attack:
            self._aim(table)

    def carry_out(self, table: Table, dice: Dice) -> None:
        """Roll the acrobatics if there are any, and go on."""
        self._refuse(table)
        to, trial = self._way(table), self._acrobatics(table)
        spend_action(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.words.strip())}"))
        known = self._known(table, to)
        if trial is None:
            land(table, dice, known)
            return
        pay(table, trial)
        risk(table, dice, trial, self.name, "stunt.rolled", known)

    def weighing(self, table: Table) -> Weighing | None:
        """Easier rolls weighed; with an attack also targets and weapons (PCT-030, PCT-038)."""
        if not self.attack:
            return of_chance(table, lambda one: one._done(table)) if self.acrobatics else None
        fields = ("target", "weapon", *(("eased",) if self.acrobatics else ()), "eased_attack")

        def eased(one: Stunt) -> float:
            return one.eased * one.acrobatics + one._done(table) * one.eased_attack

        def said(one: Stunt) -> str:
            return one._said(table)

        whom = aims.fellows(table, self.target)
        return of_takings(table, *fields, takes=lambda one: one._takes(table), said=said, eased=eased, whom=whom)

    def _done(self, table: Table) -> float:
        """P(the acrobatics succeed)."""
        self._way(table)
        return _of(self._acrobatics(table))

    def _takes(self, table: Table) -> float:
        """The worth that the attack takes on average, times the chance of the acrobatics."""
        done = self._done(table)
        self._refuse_prices(table)
        self._aim(table)
        second = prepared(table, table.actor, self.attack, self.attack_mode, eased=self.eased_attack)
        return done * through(table, second, self._blow(table))

    def _blow(self, table: Table) -> Blow:
        weapon = _arm(table, self.weapon or AT_HAND, self.attack, 0)
        return _blow_with(table, table.actor, self.target, weapon)

    def _said(self, table: Table) -> str:
        told = f"{table.name(self.target)}, {self._blow(table).weapon}"
        easier = self.eased and self.acrobatics and "Acrobatics easier", self.eased_attack and "attack easier"
        return with_ease(told, *easier)

    def _known(self, table: Table, to: Square) -> Known:
        return {
            "who": table.actor,
            "square": list(to),
            "attack": self.attack,
            "target": self.target,
            "weapon": self.weapon or AT_HAND,
            "mode": self.attack_mode,
            "eased": self.eased_attack,
        }

    def _way(self, table: Table) -> Square:
        to = chosen(table, self.x, self.y)
        anywhere = EDGE if STUNT_ASKS.flag(table.house_rules) else can_walk(table)
        refuse_way(table, to, STUNT_SQUARES.number(table.house_rules) or anywhere, "a stunt")
        return to

    def _acrobatics(self, table: Table) -> Trial | None:
        if not self.acrobatics:
            return None
        return prepared(table, table.actor, ACROBATICS, self.mode, eased=self.eased)

    def _refuse_prices(self, table: Table) -> None:
        if self.attack and self.eased_attack:
            price = points.EASE_PRICE * (2 if self.eased and self.acrobatics else 1)
            points.refuse_without(table.me, price, "Making it easier", "eased_attack")

    def _refuse_silence(self) -> None:
        if not self.words.strip():
            raise Refused("Say what you do.", "words")

    def _aim(self, table: Table) -> None:
        if not self.target:
            raise Refused("Say whom you attack.", "target")
        far = steps(self._way(table), standing(table, self.target))
        arm = _arm(table, self.weapon or AT_HAND, self.attack, far)
        prepared(table, table.actor, self.attack, self.attack_mode, eased=self.eased_attack)
        reach = AT_HAND_FLIES if arm is None else arm.flies if self.attack == RANGED else arm.weapon.reach
        if self.attack == MELEE and arm is None:
            reach = 1
        if far > reach:
            raise Refused(f"{table.name(self.target)} would be {far} squares away; up to {reach} can be hit.", "target")


# -- the game master's word --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AllowStunt(Reply):
    """Allow a stunt, and let it be rolled: with Acrobatics or not, how hard, how hard the attack (PCT-030)."""

    name: ClassVar[str] = "stunt.allow"
    label: ClassVar[str] = "Let them try"
    who: ClassVar[Who] = Who.GM
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "No stunt waits for your word."

    acrobatics: bool = switch("Takes Acrobatics", default=True)
    mode: str = pick("How hard", default="standard")
    attack_mode: str = pick("How hard is the attack", default="hard")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"mode": MODES, "attack_mode": MODES}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        return {"ask": ask.key, **{name: ask.known["stunt"][name] for name in ("acrobatics", "mode", "attack_mode")}}

    def odds(self, table: Table) -> Odds:
        return self._stunt(table, table.open_ask(self.ask, self.name)).odds(table)

    def perform(self, table: Table, dice: Dice) -> None:
        free_to_act(table)
        self._stunt(table, table.answer(self.ask, self.name)).carry_out(table, dice)

    def _stunt(self, table: Table, ask: Ask) -> Stunt:
        """The proposed stunt with the GM's difficulties; made easier where that is needed, and can still be paid."""
        proposed = Stunt(**ask.known["stunt"])
        able = points.points_held(table.me) // points.EASE_PRICE
        eased = proposed.eased and self.acrobatics and self.mode != "easy" and able > 0
        attack = proposed.eased_attack and self.attack_mode != "easy" and able > eased
        stunt = replace(proposed, acrobatics=self.acrobatics, mode=self.mode, attack_mode=self.attack_mode)
        return replace(stunt, eased=eased, eased_attack=attack)


@dataclass(frozen=True, slots=True)
class RefuseStunt(Reply):
    """Refuse a stunt; the action is still there for something else (PCT-030)."""

    name: ClassVar[str] = "stunt.refuse"
    label: ClassVar[str] = "Not so"
    who: ClassVar[Who] = Who.GM
    unasked: ClassVar[str] = "No stunt waits for your word."

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), "{0}’s stunt cannot be done. Something else?"))


def _of(trial: Trial | None) -> float:
    return trial.chance if trial else 1.0


def _arm(table: Table, weapon: str, attack: str, far: int) -> Arm | None:
    """The weapon of the attack; None for a thing at hand."""
    if weapon == AT_HAND:
        return None
    if attack == RANGED:
        return missile_arm(table, weapon, far)
    arm = arm_named(table.me, weapon)
    if not arm.is_melee:
        raise Refused(f"The {arm.name.lower()} is for shooting. Pick something to strike with.", "weapon")
    refuse_without_hands(table.me, arm)
    return arm


@goes_on("stunt.rolled")
def stunted(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the acrobatics: a failure ends the stunt before it began (PCT-030)."""
    who = str(known["who"])
    if not takes_part(table, who):
        return
    table.happen(Judged(who, "success" if outcome.success else "failure", 0, {"face": outcome.face}))
    if outcome.success:
        land(table, dice, known)
    else:
        table.happen(Told((who,), "{0} does not pull it off."))


def land(table: Table, dice: Dice, known: Known) -> None:
    """Walk to the end of the stunt, and attack if that was the plan (E2)."""
    who, target, attack = str(known["who"]), str(known["target"]), str(known["attack"])
    walk(table, who, (int(known["square"][0]), int(known["square"][1])))
    if not attack or not takes_part(table, target) or table.sheet(target).has("dead"):
        return
    arm = _arm(table, str(known["weapon"]), attack, 0)
    trial = prepared_later(table, who, attack, str(known["mode"]), eased=bool(known["eased"]))
    blow = _blow_with(table, who, target, arm)
    if arm is not None and attack == RANGED:
        let_fly(table, arm, target)
    strike(table, dice, blow, trial)


def _blow_with(table: Table, who: str, target: str, arm: Arm | None) -> Blow:
    """A blow with a weapon, or with a thing at hand (E2)."""
    sheet = table.sheet(who)
    if arm is None:
        return Blow(who, target, "something at hand", AT_HAND_DAMAGE, damage_bonus(sheet), purpose=Stunt.name)
    return Blow.with_arm(sheet, who, target, arm, purpose=Stunt.name)
