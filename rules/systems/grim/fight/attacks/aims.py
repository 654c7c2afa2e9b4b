"""Targets of attacks, the attack as the fields of a form say it, and its odds (GRM-036, GRM-037, GRM-109, GRM-117)."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import closed_by_walls, fellows, others_known, target_choices, told_apart
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    Sheet,
    Table,
    Weighing,
    counted,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Odds, in_words, mixture
from rules.systems.grim.content.switches.fights import ODDS_OF_DEFENCE
from rules.systems.grim.content.switches.harm import CRITICAL_FURY, FLAT_BONUS
from rules.systems.grim.core import DIFFICULTY_CHOICES, Trial, chance_of_six, difficulty_named, given, trial_for
from rules.systems.grim.fight.attacks.defences import OF_ATTACKS, SHARES, ends, toll
from rules.systems.grim.fight.attacks.modifiers import CALLED, Circumstances, by_size, difficulties, fury_dice
from rules.systems.grim.fight.attacks.usual import by_distance
from rules.systems.grim.fight.base import (
    AIMING,
    Action,
    Arm,
    Blow,
    added_damage,
    arms,
    commit,
    is_helpless,
    is_out,
    opponents,
    refuse_second_attack,
    refuse_without_ap,
    used,
    with_arm,
    yards_between,
)

#: The name of subduing in what the turn is used for (GRM-115).
SUBDUES = "subdue"
#: Action points of an attack, of a called shot, and of a Punishing blow besides (GRM-034, GRM-036, GRM-083).
PLAIN, CALLED_PRICE, PUNISHING = 1, 2, 1
#: The most Chaos Dice of an all-out attack (GRM-109, E-j).
ALL_OUT = 3
LOCATIONS = (
    Choice("", "Anywhere"),
    *(Choice(part, part.capitalize(), f"{by:+d} %".replace("-", "−") if by else "") for part, by in CALLED.items()),
)
GRIPS = (Choice("stunt.takedown", "A takedown"), Choice("stunt.chokehold", "A chokehold"))


def targets(table: Table) -> tuple[Choice, ...]:
    """The choices of a target: opponents, the nearest first, then everybody else whom the actor knows of."""
    foes = opponents(table, table.actor)
    others = [who for who in others_known(table, table.actor) if who not in foes and not is_out(table.sheet(who))]
    near = sorted(foes, key=lambda who: yards_between(table, table.actor, who))
    return target_choices(table, (*near, *others), distance_of)


def distance_of(table: Table, who: str) -> str:
    far = yards_between(table, table.actor, who)
    return "beside you" if far <= 1 else f"{far} yards away"


def called(table: Table, who: str) -> str:
    """The name of somebody, with the distance if several have that name."""
    return told_apart(table, who, distance_of)


def aim_of(sheet: Sheet) -> list[tuple[str, int]]:
    """The addition of taking aim to the base chance (GRM-117)."""
    held = sheet.conditions.get(AIMING)
    return [("Taking aim", held.level)] if held and held.level else []


def trial_of(table: Table, attacker: str, target: str, arm: Arm, of: Circumstances) -> Trial:
    """The test of an attack, with all that changes it (GRM-036, GRM-037)."""
    base = [(one.name, one.strike) for one in arm.qualities if one.strike] + aim_of(table.sheet(attacker))
    kinds = ("ranged",) if of.missile else ("melee",)
    hard = difficulties(table, attacker, target, arm, of)
    return trial_for(table, attacker, arm.weapon.skill, hard, base=base, kinds=kinds)


def blow_of(table: Table, target: str, arm: Arm, of: Circumstances, trial: Trial, **more: Any) -> Blow:
    """The blow of a hit: its Fury Dice and what is added to them, and how hard it is to avert (GRM-125)."""
    attacker = trial.who
    dice = sum(by for _, by in fury_dice(table, attacker, target, arm, of))
    plus = sum(by for _, by in added_damage(table.sheet(attacker), arm, flat=FLAT_BONUS.flag(table.house_rules)))
    cruel = sum(by for _, by in given(table.sheet(attacker), "injury_dice"))
    barred = ("dodge", "parry") if of.location or of.opportunity else ()
    return with_arm(
        table,
        attacker,
        target,
        arm,
        dice=dice,
        plus=plus,
        barred=barred,
        missile=of.missile,
        difficulty=trial.difficulty,
        location=of.location,
        opportunity=of.opportunity,
        chance=trial.total,
        flip=trial.flip,
        injury=arm.total("injury_dice") + cruel,
        surplus=int(dice > 0 and CRITICAL_FURY.flag(table.house_rules)),
        chart="grievous" if {"detonate", "siege"}.intersection(arm.weapon.qualities) else "",
        **more,
    )


def odds_of_attack(table: Table, trial: Trial, blow: Blow, chaos: int = 0) -> Odds:
    """The odds of an attack: to strike, past the best reaction, either critical end, a fumble; and its damage."""
    target = table.sheet(blow.target)
    if is_helpless(target):
        return Odds(
            f"{table.name(blow.target)} is helpless: it hits automatically and kills.",
            (Chance("success", "it hits", 1.0),),
        )
    critical, _, _, fumbled = trial.shares
    listed = [Chance("success", "it hits, unless avoided", trial.chance)]
    sentence = f"{trial.sentence} to hit"
    landed = ends(table, trial, blow)
    through = sum(share for share, _ in landed)
    if ODDS_OF_DEFENCE.flag(table.house_rules):
        listed.append(Chance("through", "hits past their reaction", through))
        sentence += f", {in_words(through)} past their reaction"
        if not chaos:
            listed.append(Chance("slays", "it slays", sum(share * one.slays(target) for share, one in landed)))
    listed.append(Chance("critical success", "a critical success: defenseless", critical))
    listed.append(Chance("critical failure", "a critical failure", fumbled))
    if chaos:
        listed.append(Chance("fumble", "a fumble as well", chance_of_six(chaos)))
    damage = mixture([(share / through, one.damage()) for share, one in landed]) if through else blow.damage()
    return Odds(f"{sentence}.", tuple(listed), damage, "damage, against their threshold")


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """An attack with something in hand: one in a turn, as the house has it (D-1)."""

    aims: ClassVar[str] = "target"
    no_choice: ClassVar[Mapping[str, str]] = {"target": "Nobody to attack."}

    target: str = pick("Target")
    weapon: str = pick("Weapon", default="", help="Default: the one that does most damage", at_once=True)
    location: str = pick("Aim at", default="", help="Called shot: 2 AP, no dodge or parry")
    all_out: int = number("All-out, Chaos Dice", most=ALL_OUT, default=0, help="+10 each; a 6 is also a fumble")
    careless: bool = switch("Ignore weapon size", help="A Chaos Die instead of each difficulty step")
    higher: bool = switch("From higher ground", help="+10 %")
    punish: bool = switch("Punishing", help="+1 Fury Die for 1 AP with a Punishing weapon")
    besides: str = pick("Extra difficulty", default="0")
    grip: str = pick("Entangling hit causes", default="stunt.takedown")

    @classmethod
    def possible(cls, table: Table) -> None:
        Action.possible.__func__(cls, table)  # type: ignore[attr-defined]
        refuse_second_attack(table)
        refuse_without_ap(table, PLAIN, "an attack")
        if not opponents(table, table.actor):
            raise NotNow("No target in sight. Move, defend, or end your turn.")
        cls.usual(table, by_distance(table))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        offered = tuple(Choice(arm.key, arm.name, cls.hint(table, arm)) for arm in cls.arms(table))
        return {
            "target": closed_by_walls(table, targets(table)),
            "weapon": offered,
            "location": LOCATIONS,
            "besides": DIFFICULTY_CHOICES,
            "grip": GRIPS,
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        who, arm = cls.usual(table, by_distance(table))
        return {"target": who, "weapon": arm.key}

    @classmethod
    @abstractmethod
    def usual(cls, table: Table, whom: Sequence[str]) -> tuple[str, Arm]:
        """The first of these people who can be attacked from here, and the weapon for it; refused where none can."""

    @classmethod
    @abstractmethod
    def arms(cls, table: Table) -> Sequence[Arm]:
        """The weapons that serve."""

    @classmethod
    @abstractmethod
    def best(cls, table: Table) -> Arm:
        """The weapon that is taken if none is picked."""

    @classmethod
    def hint(cls, table: Table, arm: Arm) -> str:
        plus = sum(by for _, by in added_damage(table.me, arm))
        return "no damage" if arm.harmless else f"{plus} + {counted(arm.weapon.fury, 'Fury Die', 'Fury Dice')}"

    def odds(self, table: Table) -> Odds:
        trial, blow = self.aimed(table)
        return odds_of_attack(table, trial, blow, self.chaos(table))

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        chaos = self.chaos(table)
        commit(table, self.price())
        self.let_fly(table, dice, blow, trial, chaos)

    def weighing(self, table: Table) -> Weighing:
        """The targets and weapons weighed by what they lose on average."""

        def said(chosen: Attack) -> str:
            _, blow = chosen.aimed(table)
            return f"{called(table, blow.target)}, {blow.weapon}"

        among = {"target": fellows(targets(table), opponents(table, table.actor), self.target)}
        return Weighing(
            ("target", "weapon"),
            "steps",
            OF_ATTACKS,
            lambda one: (one.worth(table),),
            SHARES,
            said=said,
            among=among,
        )

    def worth(self, table: Table) -> float:
        """The steps that it takes on average, past the best reaction; refused where it cannot be made."""
        return toll(table, *self.aimed(table))

    def price(self) -> int:
        """Action points that it takes (GRM-034, GRM-036, GRM-083)."""
        return (CALLED_PRICE if self.location else PLAIN) + (PUNISHING if self.punish else 0)

    def refuse_price(self, table: Table, arm: Arm) -> None:
        """Refuse what cannot be paid, and a Punishing blow with a weapon that is not."""
        refuse_without_ap(table, self.price(), "this attack", "location")
        if self.punish and not arm.has("punishing"):
            raise Refused(f"The {arm.name.lower()} is not a Punishing weapon. Leave that out.", "punish")

    def chaos(self, table: Table) -> int:
        """Chaos Dice of which a six makes it a fumble as well (GRM-076, GRM-084, GRM-086, GRM-109)."""
        ignored = by_size(table, table.actor, self.arm(table), missile=self.missile()) if self.careless else []
        return self.all_out + len(ignored)

    def circumstances(self, table: Table) -> Circumstances:
        return Circumstances(
            missile=self.missile(),
            location=self.location,
            all_out=self.all_out,
            careless=self.careless,
            higher=self.higher,
            besides=difficulty_named(self.besides),
            punishes=self.punish,
        )

    @classmethod
    def missile(cls) -> bool:
        """Whether it is shot or thrown."""
        return False

    def arm(self, table: Table) -> Arm:
        """The weapon picked, or the best."""
        found = arms(table.me).get(self.weapon) if self.weapon else self.best(table)
        if found is None:
            raise NotNow("This is no longer in hand. Choose another weapon.")
        return found

    @abstractmethod
    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The test and the blow of a hit; refused if the target is out of reach."""

    @abstractmethod
    def let_fly(self, table: Table, dice: Dice, blow: Blow, trial: Trial, chaos: int) -> None:
        """Roll it, with all that a weapon uses up."""


def is_subduing(table: Table) -> bool:
    """Whether the next melee attack of the turn only subdues (GRM-115)."""
    return bool(used(table, SUBDUES))
