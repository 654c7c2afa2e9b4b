"""Advancement: points are awarded, and buy raises and escapes (PCT-034 to PCT-036, PCT-040)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.readiness import ByMaster
from rules.engine.kernel import (
    Choice,
    Dice,
    ExperienceChanged,
    RankChanged,
    Refused,
    Table,
    Told,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import SCHOOLS, Attribute, Skill
from rules.systems.kaos.content.switches import RAISE_PRICES, HouseRules
from rules.systems.kaos.core import (
    ESCAPE_PRICE,
    KIND,
    MAGIC_TOGETHER,
    NAME,
    OnSheet,
    magic_together,
    most_of,
    points_held,
    refuse_without,
    spend,
    unmet,
)

#: The usual award for an hour of good play, from least to most, and the most that can be entered (PCT-034).
LEAST_AWARD, MOST_AWARD, MOST_ENTERED = 10, 20, 1000
THUMB = f"Usually {LEAST_AWARD} to {MOST_AWARD}"
MOST_ATTRIBUTE = 100
_ATTRIBUTE_TIMES = 3


def skill_prices(score: int, steps: int, house_rules: HouseRules) -> tuple[int, ...]:
    """The price of each of the next ``steps`` points of a skill: the score before it, at least 1 (PCT-035, C-08).

    >>> skill_prices(40, 3, {}), skill_prices(0, 2, {}), sum(skill_prices(40, 3, {"raise_prices": "score after"}))
    ((40, 41, 42), (1, 1), 126)
    """
    after = RAISE_PRICES.chosen(house_rules) == "score after"
    return tuple(max(1, score + step + after) for step in range(steps))


def attribute_prices(score: int, steps: int, house_rules: HouseRules) -> tuple[int, ...]:
    """The price of each of the next ``steps`` points of an attribute: three times the score before it (PCT-036).

    >>> attribute_prices(20, 1, {}), attribute_prices(20, 1, {"raise_prices": "score after"})
    ((60,), (63,))
    """
    return tuple(_ATTRIBUTE_TIMES * price for price in skill_prices(score, steps, house_rules))


def bill(prices: tuple[int, ...]) -> str:
    """Prices as a sum that people can check.

    >>> bill((40, 41, 42)), bill((60,))
    ('40 + 41 + 42 = 123 AP', '60 AP')
    """
    total = f"{sum(prices)} AP"
    return total if not 1 < len(prices) <= 6 else f"{' + '.join(map(str, prices))} = {total}"


def _rise(table: Table, kind: str, one: Skill | Attribute, prices: tuple[int, ...]) -> None:
    """Pay for the next points of a score, one for each price, and raise it."""
    reached = table.me.rank(kind, one.key) + len(prices)
    spend(table, table.actor, sum(prices), f"{one.name} {reached}", one.key)
    table.happen(RankChanged(table.actor, kind, one.key, len(prices)))


@dataclass(frozen=True, slots=True)
class Award(ByMaster, name="ap.award", label="Award AP"):
    """Award points, usually at the end of a session: as a rule of thumb 10 to 20 for each hour (PCT-034, PCT-049)."""

    hours: int = number("Hours of play", least=1, most=24, default=1)
    per_hour: int = number("AP an hour", most=MOST_ENTERED, default=15, help=THUMB)
    reason: str = words("Reason", default="good play")

    def perform(self, table: Table, dice: Dice) -> None:
        reason = self.reason.strip() or "good play"
        table.happen(ExperienceChanged(table.actor, KIND, NAME, self.hours * self.per_hour, reason))


@dataclass(frozen=True, slots=True)
class RaiseSkill(OnSheet, name="ap.raise_skill", label="Raise a skill (AP: its score)"):
    """Raise a skill by some points, up to its highest score; each costs the score before it (PCT-035, C-08)."""

    throws_dice: ClassVar[bool] = False

    skill: str = pick("Skill")
    steps: int = number("Points", least=1, most=50, default=1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": tuple(_skill_choice(table, key) for key in library.skills())}

    def odds(self, table: Table) -> Odds:
        """The price and the points held; no dice are thrown."""
        prices = self._prices(table)
        return Odds(f"{bill(prices)} of {points_held(table.me)}.")

    def perform(self, table: Table, dice: Dice) -> None:
        _rise(table, "skill", library.skill_named(self.skill), self._prices(table))

    def _prices(self, table: Table) -> tuple[int, ...]:
        skill, sheet = library.skill_named(self.skill), table.me
        score, most = sheet.rank("skill", skill.key), most_of(sheet, skill, table.house_rules)
        if score + self.steps > most:
            room = max(0, most - score)
            raise Refused(f"{skill.name} {score} can rise by {room}: your attributes allow {most}.", "steps")
        if missing := unmet(sheet, skill):
            raise Refused(missing, "skill")
        if skill.key in SCHOOLS and magic_together(sheet) + self.steps > MAGIC_TOGETHER:
            room = max(0, MAGIC_TOGETHER - magic_together(sheet))
            raise Refused(f"Both kinds of magic together: at most {MAGIC_TOGETHER}. You can add {room}.", "steps")
        prices = skill_prices(score, self.steps, table.house_rules)
        refuse_without(sheet, sum(prices), f"{skill.name} {score + self.steps}", "steps")
        return prices


@dataclass(frozen=True, slots=True)
class RaiseAttribute(OnSheet, name="ap.raise_attribute", label="Raise an attribute (AP: 3 × its score)"):
    """Raise an attribute, and all that follows it; a point costs three times the score before it (PCT-036, C-27)."""

    throws_dice: ClassVar[bool] = False

    attribute: str = pick("Attribute")
    steps: int = number("Points", least=1, most=20, default=1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"attribute": tuple(_attribute_choice(table, key) for key in library.attributes())}

    def odds(self, table: Table) -> Odds:
        """The price and the points held; no dice are thrown."""
        return Odds(f"{bill(self._prices(table))} of {points_held(table.me)}.")

    def perform(self, table: Table, dice: Dice) -> None:
        _rise(table, "attribute", library.attribute_named(self.attribute), self._prices(table))

    def _prices(self, table: Table) -> tuple[int, ...]:
        one = library.attribute_named(self.attribute)
        score = table.me.rank("attribute", one.key)
        if score + self.steps > MOST_ATTRIBUTE:
            raise Refused(f"{one.name} cannot rise beyond {MOST_ATTRIBUTE}.", "steps")
        prices = attribute_prices(score, self.steps, table.house_rules)
        refuse_without(table.me, sum(prices), f"{one.name} {score + self.steps}", "steps")
        return prices


@dataclass(frozen=True, slots=True)
class Escape(OnSheet, name="ap.escape", label="Escape an evil destiny (50 AP)"):
    """Escape an evil destiny, of any kind (PCT-040)."""

    destiny: str = words("Destiny", default="an evil destiny", help="What would have happened?")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        refuse_without(table.me, ESCAPE_PRICE, "Escaping an evil destiny")

    def perform(self, table: Table, dice: Dice) -> None:
        destiny = self.destiny.strip() or "an evil destiny"
        spend(table, table.actor, ESCAPE_PRICE, f"Escaped: {destiny}", "escape")
        table.happen(Told((table.actor,), f"{{0}} escapes {plainly(destiny)}."))


def _skill_choice(table: Table, key: str) -> Choice:
    sheet, skill = table.me, library.skills()[key]
    score, most = sheet.rank("skill", key), most_of(sheet, skill, table.house_rules)
    price = skill_prices(score, 1, table.house_rules)[0]
    return Choice(key, skill.name, f"{score} of {most}, next {price} AP" if score < most else f"{score}, maximum")


def _attribute_choice(table: Table, key: str) -> Choice:
    score = table.me.rank("attribute", key)
    price = attribute_prices(score, 1, table.house_rules)[0]
    return Choice(key, library.attributes()[key].name, f"{score}, next {price} AP")
