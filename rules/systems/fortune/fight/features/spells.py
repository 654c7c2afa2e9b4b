"""Spells: Stamina as much as their level, a holy symbol for divine ones, and what their figures say (LIN-008, D-5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import listed, note, people, unnote
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
    many,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds
from rules.systems.fortune.content import Spell, library, magic_switches
from rules.systems.fortune.core import (
    HELPED,
    LAST_STAND,
    Deed,
    companions,
    has_feature,
    hindrance_to_heal,
    is_in_fight,
    level,
    price_of,
    refuse_stamina,
    refuse_unused,
    spend_stamina,
    use_feature,
)
from rules.systems.fortune.fight.base import (
    free_to_act,
    has_action,
    look_for,
    own_turn,
    refuse_out_of_range,
    seen_chance,
    spend_action,
)
from rules.systems.fortune.fight.features import spell_effects

KNOWN = "spell"
INSPIRATION, MARTYR, SYMBOL = "devoted_divine_inspiration", "devoted_martyr", "devoted_holy_symbol"
#: The notes of the scene: who has cast at a moment of their own this round, and who a second spell with one action.
MOMENT, SECOND = "moment_spell", "second_spell"
HANDS = 2


def known_spells(sheet: Sheet) -> list[Spell]:
    """The spells that somebody knows."""
    return [one for key, one in library.spells().items() if sheet.rank(KNOWN, key)]


def hindrance(sheet: Sheet) -> str:
    """The reason why a divine caster cannot cast: no symbol, or no hand for it; empty if they can (D-3)."""
    if not has_feature(sheet, SYMBOL):
        return ""
    symbols = [one for one in sheet.items.values() if (gear := library.gear().get(one.entry)) and gear.focus]
    if not symbols:
        return "Spells need a holy symbol. Carry one."
    if any(one.in_use for one in symbols):
        return ""
    full = sum(_hands(one.kind, one.entry) for one in sheet.items.values() if one.in_use)
    return "Spells need a free hand or one with the symbol. Stow something." if full >= HANDS else ""


def _hands(kind: str, entry: str) -> int:
    """The hands that a thing in use takes."""
    if kind == "weapon":
        known = library.weapons().get(entry)
        return known.hands if known else 1
    return int(kind == "shield")


@dataclass(frozen=True, slots=True)
class Cast(Deed, name="spell.cast", label="Cast a spell"):
    """Cast a spell: it takes Stamina equal to its level, and more where one adds to it (LIN-008, D-5).

    It is an action in a fight, or has a moment of its own, once a round. Whoever casts while hidden is looked for
    (LIN-075). What figures do not tell is the table's.
    """

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    spell: str = pick("Spell")
    targets: tuple[str, ...] = many("Targets", at_once=True)
    extra: int = number("Steps added", most=10, default=0, help="At the spell’s price")
    inspired: bool = switch("Divine Inspiration", help="Waives the price, but not extra steps")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not known_spells(table.me):
            raise NotNow(f"{table.me.name} knows no spells. Only the Devoted do.")
        if told := hindrance(table.me):
            raise NotNow(told)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "spell": tuple(
                Choice(one.key, one.name, f"level {one.level}: {one.description}") for one in known_spells(table.me)
            ),
            "targets": (
                Choice(table.actor, table.me.name, "yourself"),
                *(people(table) if magic_switches.QUICK_HEAL_SAVES.flag(table.house_rules) else companions(table)),
            ),
        }

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return (table.actor, *(one.value for one in companions(table)))

    def odds(self, table: Table) -> Odds:
        one = self._refuse(table)
        found = spell_effects.foretold(table, one, self.whom(table, one))
        said = f"{one.name}: {price_of(table.me, self._paid(one))} Stamina. {found.sentence}".strip()
        return replace(found, sentence=said, chances=(*found.chances, *seen_chance(table, table.actor)))

    def perform(self, table: Table, dice: Dice) -> None:
        one = self._refuse(table)
        self._take_time(table, one)
        if self.inspired:
            use_feature(table, table.actor, INSPIRATION)
        spend_stamina(table, table.actor, self._paid(one), one.name)
        table.happen(Told((table.actor,), f"{{0}} casts {one.name}."))
        spell_effects.take_effect(table, dice, one, self.whom(table, one), max(1, 1 + self.extra))
        look_for(table, dice, table.actor)

    def whom(self, table: Table, one: Spell) -> tuple[str, ...]:
        """The people whom a spell is cast on: oneself, if it reaches nobody else or nobody was picked."""
        return tuple(dict.fromkeys(self.targets)) if one.targets and self.targets else (table.actor,)

    def _paid(self, one: Spell) -> int:
        return (0 if self.inspired else one.level) + one.extra * self.extra

    def _refuse(self, table: Table) -> Spell:
        """The spell; refused where it cannot be paid, does not reach, or has no time."""
        one = magic_switches.spell_as_played(self.spell, table.house_rules)
        most = level(table.me) + magic_switches.SPIKE_EXTRA.flag(table.house_rules)
        if self.extra and not one.extra:
            raise Refused(f"{one.name} has no extra steps. Set them to 0.", "extra")
        if one.key == "power_spike" and 1 + self.extra > most:
            more = " and the first" if most > level(table.me) else ""
            raise Refused(f"Power Spike: at most {most} steps, one per level{more}.", "extra")
        if self.inspired:
            refuse_unused(table.me, INSPIRATION)
        refuse_stamina(table.me, self._paid(one), one.name, "spell")
        self._refuse_targets(table, one)
        if is_in_fight(table, table.actor):
            self._refuse_moment(table, one)
        return one

    def _refuse_targets(self, table: Table, one: Spell) -> None:
        if len(set(self.targets)) > max(1, one.targets):
            raise Refused(f"{one.name}: at most {max(1, one.targets)} targets. Leave somebody out.", "targets")
        if one.key == "enhanced_aid" and not all(table.sheet(who).has(HELPED) for who in self.whom(table, one)):
            raise Refused("Enhanced Aid needs somebody you are helping. Help first.", "targets")
        raises = spell_effects.brings_back(table, one)
        for who in self.whom(table, one):
            if spell_effects.heals_now(one) and (told := hindrance_to_heal(table.sheet(who), raises=raises)):
                raise Refused(told, "targets")
            if who != table.actor and is_in_fight(table, table.actor):
                refuse_out_of_range(table, who, max(one.range, one.radius), one.name, "targets")

    def _refuse_moment(self, table: Table, one: Spell) -> None:
        """Refuse a spell for which there is no time in the fight: no action left, or its moment used (D-5)."""
        if one.cast == "minutes":
            raise Refused(
                f"{one.name} takes {counted(one.casting_minutes, 'minute', 'minutes')}. Cast it after the fight.",
                "spell",
            )
        if one.cast == "action":
            if self._is_second(table):
                own_turn(table)
            else:
                free_to_act(table)
        elif table.actor in listed(table, MOMENT) and magic_switches.ONE_MOMENT.flag(table.house_rules):
            raise Refused("Only one such spell per round. Wait for the next round.", "spell")

    def _is_second(self, table: Table) -> bool:
        """Whether a martyr's Last Stand allows a second spell with the action (D-3)."""
        return (
            table.me.has(LAST_STAND)
            and has_feature(table.me, MARTYR)
            and not has_action(table, table.actor)
            and table.actor in listed(table, SECOND)
        )

    def _take_time(self, table: Table, one: Spell) -> None:
        if not is_in_fight(table, table.actor):
            return
        who = table.actor
        if one.cast != "action":
            note(table, MOMENT, who)
        elif self._is_second(table):
            unnote(table, SECOND, who)
        else:
            spend_action(table, who)
            if table.me.has(LAST_STAND) and has_feature(table.me, MARTYR):
                note(table, SECOND, who)
