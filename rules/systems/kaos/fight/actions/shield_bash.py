"""The shield bash: a blow with a weapon, and if it strikes, one with the shield (PCT-028, C-05)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import refuse_walled
from rules.engine.kernel import Dice, NotNow, Refused, Reply, Said, Table, Told, Weighing, pick, switch
from rules.engine.odds import Odds
from rules.systems.kaos.core import HIT_POINTS, Trial, field_eased, prepared
from rules.systems.kaos.fight.actions.melee import HINDERED, MELEE, SHIELD, Attack, blow_at, melee_trial
from rules.systems.kaos.fight.actions.reach import refuse_unreached
from rules.systems.kaos.fight.base import AFTERWARDS, Blow, aims, free_to_act, is_out, shield_of, squares_between
from rules.systems.kaos.fight.exchange.attack_and_defence import odds_of_attack, strike
from rules.systems.kaos.fight.exchange.effects import OF_ATTACKS, SHARES, costs, of_attacks, past


@dataclass(frozen=True, slots=True)
class ShieldBash(Attack, name="melee.bash", label="Shield bash"):
    """Strike somebody beside you with a weapon; if that succeeds, the shield may follow (PCT-028, C-05)."""

    weapon: str = pick("Weapon first", default="", at_once=True)
    eased: bool = field_eased()
    hindered: bool = switch("Hindered", help=HINDERED)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if shield_of(table.me) is None:
            raise NotNow("No shield in hand. Take one, or strike with a weapon.")
        refuse_unreached(table, 0, 1)

    def weighing(self, table: Table) -> Weighing:
        """The targets, first weapons and an easier roll weighed (PCT-028, PCT-038)."""
        shield = prepared(table, table.actor, MELEE, "hard").chance

        def beside(chosen: "ShieldBash") -> float:
            trial, _ = chosen.aimed(table)
            blow = blow_at(table, chosen.target, SHIELD)
            return trial.chance * shield * past(table, blow) * costs(table, blow)

        whom = aims.fellows(table, self.target)
        return of_attacks(table, "target", "weapon", "eased", beside=beside, whom=whom)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The roll and the blow of a hit; refused if the target is not beside the actor."""
        if squares_between(table, table.actor, self.target) > 1:
            raise Refused("You can only bash a target next to you, without moving.", "target")
        refuse_walled(table, self.target)
        trial = melee_trial(table, self.target, eased=self.eased, hindered=self.hindered)
        return trial, blow_at(table, self.target, self.weapon, purpose=self.name, after=FOLLOWS)


FOLLOWS = "bash"


def may_bash(table: Table, dice: Dice, blow: Blow) -> None:
    """Ask the attacker for a bash after the weapon has struck, if there is still a shield and a target (PCT-028)."""
    target = blow.target
    if not table.takes_part(target) or is_out(table.sheet(target)) or shield_of(table.sheet(blow.attacker)) is None:
        return
    title = Said("You hit {0}: bash with the shield?", (target,))
    table.ask(blow.attacker, title, FollowBash.name, PassBash.name, target=target)


AFTERWARDS[FOLLOWS] = may_bash


@dataclass(frozen=True, slots=True)
class FollowBash(Reply, name="bash.follow", label="Bash"):
    """Bash with the shield: a hard Melee Combat test, 1d6 + STR/10, and another defence (PCT-028, C-05)."""

    unasked: ClassVar[str] = "Hit somebody first. Then you may bash with the shield."

    eased: bool = field_eased()

    def odds(self, table: Table) -> Odds:
        trial, blow = self.aimed(table)
        return odds_of_attack(table, blow, trial)

    def weighing(self, table: Table) -> Weighing:
        """The bash and an easier roll weighed, beside leaving the shield where it is (PCT-028, PCT-038)."""
        return of_attacks(table, "eased")

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The roll and the blow of a hit."""
        return self._trial(table), self._blow(table, table.open_ask(self.ask, self.name).known["target"])

    def perform(self, table: Table, dice: Dice) -> None:
        target = table.answer(self.ask, self.name).known["target"]
        strike(table, dice, self._blow(table, target), self._trial(table))

    def _blow(self, table: Table, target: str) -> Blow:
        return blow_at(table, target, SHIELD, purpose=self.name)

    def _trial(self, table: Table) -> Trial:
        return prepared(table, table.actor, MELEE, "hard", eased=self.eased)


@dataclass(frozen=True, slots=True)
class PassBash(Reply, name="bash.pass", label="No bash"):
    """Leave the shield where it is."""

    unasked: ClassVar[str] = "Hit somebody first. Then you may bash with the shield."

    def weighing(self, table: Table) -> Weighing:
        """No bash weighed, beside the bash."""
        return Weighing.of_one(HIT_POINTS, OF_ATTACKS, (0.0, 0.0), SHARES, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), "{0} does not bash."))
