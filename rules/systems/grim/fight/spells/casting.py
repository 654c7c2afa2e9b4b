"""Casting: an Incantation test, harder the greater the magick, with channelled power or without it.

GRM-035, GRM-039, GRM-040, GRM-072, GRM-110; difficulties by E-p, channelled power by E-i.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Json,
    Judged,
    Place,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    number,
    pick,
    plainly,
    refuse_without_choice,
    switch,
)
from rules.engine.odds import Chance, Odds
from rules.systems.grim.content import library
from rules.systems.grim.content.spell_entries import RANKS, Spell
from rules.systems.grim.content.switches.recovery import BLOOD_PRICE
from rules.systems.grim.core import (
    DIFFICULTY_CHOICES,
    Known,
    Outcome,
    Sources,
    Trial,
    able,
    chance_of_six,
    corrupt,
    difficulty_named,
    goes_on,
    is_in_fight,
    judged,
    no_fight,
    odds_of,
    risk,
    throw_chaos,
    throw_peril,
    trial_for,
    unless_fumbled,
)
from rules.systems.grim.fight.attacks.aims import aim_of
from rules.systems.grim.fight.attacks.exchange import SETBACK
from rules.systems.grim.fight.attacks.fumbles import fumble
from rules.systems.grim.fight.base import (
    Blow,
    commit,
    leave_defenseless,
    opponents,
    own_turn,
    refuse_second_attack,
    refuse_without_ap,
)
from rules.systems.grim.fight.spells import reach
from rules.systems.grim.fight.spells.effects import is_foe, meet, of_targets
from rules.systems.grim.fight.spells.reach import INCANTATION

#: The talent with which a sacrifice makes one target fail to resist.
BLOOD_MAGICK = "blood_magick"
#: Difficulty for each Chaos Die of channelled power, and its price in Action Points (GRM-110, E-i).
PER_DIE, CHANNEL = 10, 1
CHANNEL_HELP = "Chaos Dice: +10 each; a 6 makes something manifest; needs a book in hand"


@dataclass(frozen=True, slots=True)
class Casting(Command):
    """A spell cast, with power channelled into it or without."""

    spell: str = pick("Spell")
    target: str = pick("Target", default="", help="Default: yourself or nobody", at_once=True)
    channel: int = number("Channel power", most=3, default=0, help=CHANNEL_HELP)
    difficulty: str = pick("Extra difficulty", default="0")

    def odds(self, table: Table) -> Odds:
        odds = odds_of(self.trial(table), "cast it")
        more = (Chance("manifest", "something manifests", chance_of_six(self.channel)),) if self.channel else ()
        return Odds(odds.sentence, (*odds.chances, *more))

    def trial(self, table: Table) -> Trial:
        """The Incantation test, with all that makes it easier or harder (GRM-035, GRM-110, GRM-117).

        Refused where power cannot be channelled: that takes an arcane tome or a prayer book in hand.
        """
        if self.channel and not reach.holds_book(table.me):
            told = "Channelling needs an arcane tome or prayer book in hand. Leave it at 0 without one."
            raise Refused(told, "channel")
        spell = library.spell_named(self.spell)
        hard: Sources = [
            (f"{RANKS[spell.rank]} magick", spell.difficulty),
            ("Channelled power", PER_DIE * self.channel),
            ("Difficulty", difficulty_named(self.difficulty)),
        ]
        return trial_for(table, table.actor, INCANTATION, hard, base=aim_of(table.me))

    def cast(self, table: Table, dice: Dice, trial: Trial, then: str, **more: Json) -> None:
        """Say the words, let channelled power manifest, and roll; ``then`` goes on after the test (GRM-110, E-i)."""
        who = table.actor
        table.happen(Told((who,), f"{{0}} casts {plainly(library.spell_named(self.spell).name)}."))
        if throw_chaos(table, dice, who, self.channel, "channelled power"):
            table.happen(Judged(who, "manifest", 0, {"dice": self.channel}))
            table.happen(Told((who,), "Something manifests around {0}."))
            table.ask_gm(who, Said("Something manifests around {0}: what?", (who,)), "fumble.settle")
        known: Known = {"who": who, "spell": self.spell, "target": self.target or who, **more}
        risk(table, dice, trial, self.name, then, known)


@dataclass(frozen=True, slots=True)
class Cast(Casting, name="spell.cast", label="Cast a spell"):
    """Cast a spell: 1 Action Point for petty, 2 for lesser, 3 for greater magick, and a test of Incantation (GRM-035).

    With a book in hand power can be channelled for 1 more: ten easier for each Chaos Die (GRM-110). Foes resist by the
    skills of the spell, or counter it; with Blood Magick a sacrifice makes the target fail, for Corruption. Nobody
    casts in Heavy armour (GRM-072).
    """

    blood: bool = switch("Blood sacrifice", help="The target cannot resist; costs you Corruption")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_second_attack(table)
        reach.refuse_casting(table.me)
        least = min(spell.price(table.house_rules) for spell in reach.known_spells(table.me))
        refuse_without_ap(table, least, "casting")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "spell": reach.spell_choices(table),
            "target": reach.people_near(table),
            "difficulty": DIFFICULTY_CHOICES,
        }

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        known = reach.known_spells(table.me) if table.me.rank("talent", BLOOD_MAGICK) else ()
        return {"blood": ("spell", frozenset(spell.key for spell in known if spell.resist))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        foes, spells = opponents(table, table.actor), reach.known_spells(table.me)
        for spell in spells:
            for target in (*foes, table.actor):
                try:
                    cls(spell.key, target).trial(table)
                except Refused:
                    continue
                return {"spell": spell.key, "target": target}
        return {"spell": spells[0].key if spells else "", "target": foes[0] if foes else table.actor}

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        commit(table, self._price(table))
        if self.blood:
            corrupt(table, table.actor, self._sacrifice(table), "Blood Magick")
        self.cast(table, dice, trial, "spell.rolled", blood=self.blood)

    def weighing(self, table: Table) -> Weighing | None:
        """The targets weighed by what the spell does to them (GRM-035)."""
        return of_targets(table, library.spell_named(self.spell), lambda one: one.trial(table).chance)

    def _price(self, table: Table) -> int:
        return library.spell_named(self.spell).price(table.house_rules) + (CHANNEL if self.channel else 0)

    def _sacrifice(self, table: Table) -> int:
        """Corruption of a sacrifice, by the rank of the spell (D-8)."""
        each = dict(zip(RANKS, str(BLOOD_PRICE.chosen(table.house_rules)).split(", "), strict=True))
        return int(each[library.spell_named(self.spell).rank])

    def trial(self, table: Table) -> Trial:
        spell = library.spell_named(self.spell)
        if self.blood and self.spell not in self.goes_with(table)["blood"][1]:
            raise Refused("A sacrifice needs Blood Magick and a spell that is resisted. Leave it out.", "blood")
        refuse_without_ap(table, self._price(table), f"casting {spell.name}", "spell")
        trial = Casting.trial(self, table)
        reach.refuse_target(table, spell, self.target)
        return trial


@goes_on("spell.rolled", harmless=unless_fumbled, tells=True)
def rolled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the test: the spell works, or comes to nothing and perhaps to worse (GRM-035, GRM-039, GRM-040)."""
    who, spell, target = str(known["who"]), library.spell_named(str(known["spell"])), str(known["target"])
    if not is_in_fight(table, who):
        return
    table.happen(judged(outcome, spell=spell.key))
    if not outcome.success:
        _fail(table, dice, outcome, spell, target)
        return
    for other in reach.reached(table.as_actor(who), spell, target):
        if outcome.critical and is_foe(table, who, other):
            leave_defenseless(table, other, who)
        meet(table, dice, spell, who, other, sure=bool(known["blood"]) and other == target)


def _fail(table: Table, dice: Dice, outcome: Outcome, spell: Spell, target: str) -> None:
    """Let a spell come to nothing; a critical failure costs Peril, or is a fumble on a Chaos six (GRM-039, C-11)."""
    who = outcome.who
    table.happen(Told((who,), f"{{0}}’s {plainly(spell.name)} fails."))
    if not outcome.fumbled:
        return
    if is_in_fight(table, who) and throw_chaos(table, dice, who, 1, "chaos"):
        at = target if is_in_fight(table, target) else who
        fumble(table, dice, Blow(who, at, spell.name, "", 0, 0, harmless=True, purpose="spell.cast"), hit=False)
    else:
        throw_peril(table, dice, who, SETBACK, "magick gone wrong")


@dataclass(frozen=True, slots=True)
class CastInPeace(Casting, name="spell.in_peace", label="Cast (no fight)"):
    """Cast a spell out of a fight, one that harms nobody: the test is the same (GRM-035, GRM-110)."""

    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        reach.refuse_casting(table.me)
        no_fight(table, "Casting from the sheet")
        refuse_without_choice(cls, table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "spell": reach.spell_choices(table, harmless=True),
            "target": tuple(Choice(who, name) for who, name in table.cast.items()),
            "difficulty": DIFFICULTY_CHOICES,
        }

    def perform(self, table: Table, dice: Dice) -> None:
        self.cast(table, dice, self.trial(table), "spell.worked")


@goes_on("spell.worked", tells=True)
def worked(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after a test in peace, where nobody resists (GRM-035)."""
    who, spell, target = str(known["who"]), library.spell_named(str(known["spell"])), str(known["target"])
    table.happen(judged(outcome, spell=spell.key))
    if outcome.success:
        table.happen(Told((who,), f"{plainly(spell.name)}: {plainly(spell.description)}"))
        meet(table, dice, spell, who, target)
    else:
        _fail(table, dice, outcome, spell, target)
