"""Commands that cast: as an action of a fight, and in peace (PCT-019, PCT-042 to PCT-048)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.readiness import no_fight
from rules.engine.fight import field_east, field_north, own_place
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Judged,
    NotNow,
    Place,
    Refused,
    Table,
    Told,
    Weighing,
    amount,
    distribution,
    pick,
)
from rules.engine.odds import Chance, Distribution, Odds
from rules.systems.kaos.content.entries import Spell
from rules.systems.kaos.content.library import spell_named
from rules.systems.kaos.core import (
    Casting,
    Known,
    Outcome,
    Trial,
    able,
    field_eased,
    goes_on,
    health,
    pay,
    prepared,
    risk,
)
from rules.systems.kaos.fight.base import (
    Square,
    aims,
    chosen,
    free_to_act,
    given_by,
    opponents,
    spend_action,
    standing,
    steps,
)
from rules.systems.kaos.fight.exchange.effects import work
from rules.systems.kaos.fight.spells import targets
from rules.systems.kaos.fight.spells.spell_worth import of_spell
from rules.systems.kaos.fight.spells.targets import (
    casting_of,
    may_cast,
    pay_drain,
    reach_everybody,
    refuse_far,
    refuse_target,
    those_in,
)

MIDDLE = "Centre of the area: tap the board. Default: the target"


@dataclass(frozen=True, slots=True)
class CastingCommand(Command):
    """A casting test, with the drain that comes before it (PCT-044)."""

    #: The name of what follows from the roll.
    follow: ClassVar[str]

    spell: str = pick("Spell")
    target: str = pick("Target", default="", help="Default: yourself")
    school: str = pick("School", default="", help="Default: the cheapest")

    def perform(self, table: Table, dice: Dice) -> None:
        cast, trial = self.rolled(table)
        known = self.known(table, cast.spell)
        self.spend(table)
        pay(table, trial)
        time = f", which takes {cast.spell.ritual} minutes" if cast.spell.ritual else ""
        table.happen(Told((table.actor,), f"{{0}} casts {cast.spell.name}{time}: {cast.drain} hit points."))
        pay_drain(table, cast)
        risk(table, dice, trial, self.name, type(self).follow, known)

    @abstractmethod
    def rolled(self, table: Table) -> tuple[Casting, Trial]:
        """The spell as it is cast, and the test; refused if it cannot be cast so."""

    @abstractmethod
    def known(self, table: Table, spell: Spell) -> Known:
        """The plain data that what follows from the roll takes: the caster, the spell, its target."""

    def spend(self, table: Table) -> None:
        """Take the action, where there is one."""


@dataclass(frozen=True, slots=True)
class Cast(CastingCommand, name="spell.cast", label="Cast a spell"):
    """Stand still and cast, by Witchcraft or Thaumaturgy, on somebody in sight within 10 squares (PCT-019, PCT-048).

    Casting drains hit points first, whether it succeeds or not (PCT-044): four times as many without the score that the
    spell needs (PCT-046), half for a speciality (PCT-047).
    """

    follow: ClassVar[str] = "spell.cast"

    target: str = pick("Target", default="", help="Default: nobody", at_once=True)
    x: int = field_east(MIDDLE, at_once=False)
    y: int = field_north(at_once=False)
    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        may_cast(table.me)
        if not cls.choices(table)["spell"]:
            raise NotNow("None of your spells can be cast in a fight.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "spell": targets.spell_choices(table.me, rituals=False),
            "target": targets.people_near(table),
            "school": targets.school_choices(table.me),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        target = aims.nearest(table) if opponents(table, table.actor) else table.actor
        return {"spell": cls.choices(table)["spell"][0].value, "target": target, **own_place(table)}

    def odds(self, table: Table) -> Odds:
        return odds_of_casting(table, *self.rolled(table), self.target)

    def spend(self, table: Table) -> None:
        spend_action(table, table.actor)

    def weighing(self, table: Table) -> Weighing:
        """The targets, schools and an easier roll weighed (PCT-038, PCT-048)."""
        spell = spell_named(self.spell)
        ready, whom = lambda one: one.rolled(table), lambda one: one._whom(table, spell)
        return of_spell(table, spell, ready, whom, self._on(table))

    def _on(self, table: Table) -> list[str]:
        """Ids of the targets to compare; empty if the target does not matter, or the middle of an area is picked."""
        spell, near = spell_named(self.spell), targets.people_near(table)
        picked = not spell.range or chosen(table, self.x, self.y) != standing(table, table.actor)
        if spell.target in targets.ALONE or (spell.target == "area" and picked):
            return []
        return [one.value for one in near] if spell.target == "area" else aims.fellows(table, self.target, near)

    def _whom(self, table: Table, spell: Spell) -> list[str]:
        return reached(table, spell, *self._aimed(table, spell))

    def rolled(self, table: Table) -> tuple[Casting, Trial]:
        cast = casting_of(table, self.spell, self.school)
        spell = cast.spell
        if spell.target in ("touch", "subject"):
            refuse_target(table, spell, self.target)
            refuse_far(table, spell, self.target)
        if spell.target == "area" and spell.range:
            far = steps(standing(table, table.actor), self._centre(table, spell))
            if far > spell.range:
                raise Refused(
                    f"That is {far} squares away; {spell.name} reaches up to {spell.range}. Choose a nearer square.",
                    "target",
                )
        hard = self.target and self.target != table.actor and aims.hindrances(table, self.target, hindered=False)
        mode = "hard" if hard and spell.damage else "standard"
        return cast, prepared(table, table.actor, cast.school, mode, eased=self.eased)

    def _centre(self, table: Table, spell: Spell) -> Square:
        """The middle of an area: around the caster, at the place picked, or where the target stands."""
        to = chosen(table, self.x, self.y)
        if not spell.range or to != standing(table, table.actor) or not self.target:
            return standing(table, table.actor) if not spell.range else to
        return standing(table, self.target)

    def _aimed(self, table: Table, spell: Spell) -> tuple[str, Square]:
        """The target, and the middle of the area."""
        target = table.actor if spell.target in targets.ALONE else self.target
        centre = self._centre(table, spell) if spell.target == "area" else standing(table, table.actor)
        return target, centre

    def known(self, table: Table, spell: Spell) -> Known:
        target, centre = self._aimed(table, spell)
        return {"who": table.actor, "spell": spell.key, "target": target, "square": list(centre)}


@goes_on("spell.cast")
def cast_out(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the casting test: the spell goes off, or comes to nothing; the drain is lost (PCT-011, PCT-044)."""
    who, spell, target = str(known["who"]), spell_named(str(known["spell"])), str(known["target"])
    _judge(table, who, spell, outcome)
    if outcome.success:
        square = known["square"]
        reach_everybody(table, dice, spell, who, reached(table, spell, target, (int(square[0]), int(square[1]))))


def _judge(table: Table, who: str, spell: Spell, outcome: Outcome) -> None:
    """Write the verdict of a casting test into the log."""
    numbers: dict[str, int | str | None] = {"spell": spell.key, "face": outcome.face, "score": outcome.target}
    table.happen(Judged(who, "cast" if outcome.success else "fizzled", 0, numbers, {"score": who}))
    if not outcome.success:
        table.happen(Told((who,), f"{spell.name} fails."))


def reached(table: Table, spell: Spell, target: str, centre: Square) -> list[str]:
    """Ids that a spell reaches: its target, or everybody in its area (PCT-048)."""
    if spell.target == "area" and table.encounter:
        return those_in(table, centre, spell.radius)
    return [target]


def odds_of_casting(table: Table, cast: Casting, trial: Trial, target: str) -> Odds:
    """The chance that a spell goes off, its drain, and its effect."""
    left = health.hp(table.me) - cast.drain
    out = " and leaves you unconscious" if left <= 0 else ""
    sentence = f"{trial.sentence} to cast it. It drains {cast.drain} of {health.hp(table.me)} hit points{out}."
    does, measured = _does(table, cast.spell, target)
    return Odds(sentence, (Chance("cast", "goes off", trial.chance),), does, measured)


def _does(table: Table, spell: Spell, target: str) -> tuple[Distribution, str]:
    if spell.damage:
        return distribution(amount(spell.damage)), "damage, unless avoided"
    if not spell.heals:
        return (), ""
    if spell.target == "area" and table.encounter:
        return distribution(amount(spell.heals)), "hit points each, up to the maximum"
    return given_by(table.sheet(target), spell.heals), "hit points healed"


@dataclass(frozen=True, slots=True)
class CastAtLeisure(CastingCommand, name="spell.in_peace", label="Cast a spell (no fight)"):
    """Cast in peace, rituals too: the test, the drain and the spell are the same (PCT-042 to PCT-048)."""

    place: ClassVar[Place] = Place.SHEET
    follow: ClassVar[str] = "spell.worked"

    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, "Casting from the sheet")
        may_cast(table.me)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        everybody = tuple(Choice(who, name) for who, name in table.cast.items())
        spells = (c for c in targets.spell_choices(table.me, rituals=True) if not spell_named(c.value).damage)
        return {"spell": tuple(spells), "target": everybody, "school": targets.school_choices(table.me)}

    def odds(self, table: Table) -> Odds:
        return odds_of_casting(table, *self.rolled(table), self.target or table.actor)

    def known(self, table: Table, spell: Spell) -> Known:
        return {"who": table.actor, "spell": spell.key, "target": self.target or table.actor}

    def weighing(self, table: Table) -> Weighing:
        """The schools and an easier roll weighed (PCT-038, PCT-044)."""
        ready, whom = lambda one: one.rolled(table), lambda one: [one.target or table.actor]
        return of_spell(table, spell_named(self.spell), ready, whom)

    def rolled(self, table: Table) -> tuple[Casting, Trial]:
        cast = casting_of(table, self.spell, self.school)
        if cast.spell.target not in targets.ALONE:
            refuse_target(table, cast.spell, self.target or table.actor)
        return cast, prepared(table, table.actor, cast.school, eased=self.eased)


@goes_on("spell.worked")
def worked(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after a casting test in peace, where nobody defends against the spell."""
    who, spell = str(known["who"]), spell_named(str(known["spell"]))
    _judge(table, who, spell, outcome)
    if outcome.success:
        table.happen(Told((who,), f"{spell.name}: {spell.description}"))
        work(table, dice, spell, who, str(known["target"]))
