"""Steps that spend experience: its shares, ranks, groups by the trade of three, attributes (SDA-064 to SDA-070)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Incomplete, Refused, Sheet, Table, counted, many, pick
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.core.rolls import TRADED, attribute_price, listed
from rules.systems.sda.creation.life.buying import closed_trait
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.sharing import Pot, pots, shared
from rules.systems.sda.creation.life.sheet import (
    affordable,
    affordable_points,
    before_learning,
    cost_of_ranks,
    reckon,
    tradable,
    traded_in,
)
from rules.systems.sda.creation.steps.one_of import RaiseAll
from rules.systems.sda.creation.steps.state import Making, choose, kept_of


@dataclass(frozen=True, slots=True)
class Share(Making, name="making.share", label="Shared experience"):
    """Say which skills share the experience that was given to several, and what a natural talent is for (D-6, D-7)."""

    guidance: ClassVar[str] = "Some experience goes to a group of skills. Choose the groups; several share it evenly."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("traits", "Choose the traits first."),)
    settles: ClassVar[str] = "shared"

    talent: str = pick("Natural talent", default="", help="None")
    shared: tuple[str, ...] = many("Shared experience")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        sheet = _unshared(life)
        talents = _talents(life)
        return {
            "shared": tuple(choice for pot in pots(life) for choice in _share_choices(life, sheet, pot)),
            "talent": tuple(Choice(key, SKILLS[key].name, _held(sheet, key)) for key in talents),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        life = life_of(table.me, table.house_rules)
        among = shared(life, _unshared(life))
        talents = _talents(life)
        talent = kept_of(table.me).get("talent") or (talents[0] if talents else "")
        return {"shared": tuple(f"{pot}/{key}" for pot, keys in among.items() for key in keys), "talent": talent}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        among = shared(life, _unshared(life))
        names = dict.fromkeys(SKILLS[key].name for keys in among.values() for key in keys)
        return ", ".join(names) or "nothing to share"

    def left(self, table: Table) -> str:
        among = pots(life_of(table.me, table.house_rules))
        chosen = Counter(value.rpartition("/")[0] for value in self.shared)
        groups = f"{sum(pot.key in chosen for pot in among)} of {counted(len(among), 'group', 'groups')} chosen"
        others = [
            f"{chosen[pot.key]} of {counted(pot.most, 'other skill', 'other skills')}" for pot in among if pot.most
        ]
        return ", ".join([groups, *others]) if among else ""

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        for pot in pots(life):
            picked = [value for value in self.shared if value.startswith(f"{pot.key}/")]
            if pot.most and len(picked) > pot.most:
                raise Refused(f"{pot.label}: choose at most {pot.most}, not {len(picked)}.", "shared")
        talent = self.talent or None
        if life.has_talent and not talent:
            raise Incomplete("Choose a skill for your natural talent.", "talent")
        choose(table, "shared", shared=list(self.shared), talent=talent)


def _unshared(life: Life) -> Sheet:
    """The sheet with all experience but that which is to be shared."""
    return before_learning(life.without("shared")).sheet


def _talents(life: Life) -> list[str]:
    """The skills that a natural talent may be for: those that can have a rank, the best known first."""
    if not life.has_talent:
        return []
    sheet = before_learning(life.having(shared=life.choices.get("shared") or [])).sheet
    return sorted(affordable(sheet, life), key=lambda key: -sheet.xp("skill", key))


def _held(sheet: Sheet, key: str) -> str:
    return f"{sheet.xp('skill', key)} experience so far"


def _share_choices(life: Life, sheet: Sheet, pot: Pot) -> list[Choice]:
    """The skills that may share a pot, those that the life has taught most first."""
    best = sorted(pot.offered(life.choices), key=lambda skill: -sheet.xp("skill", skill))
    return [_share_choice(sheet, pot, skill) for skill in best]


def _share_choice(sheet: Sheet, pot: Pot, skill: str) -> Choice:
    amount = f"{pot.each} each" if pot.each else f"{pot.xp} experience"
    return Choice(
        f"{pot.key}/{skill}", SKILLS[skill].name, _held(sheet, skill), f"{pot.label}: {amount}, from {pot.sources}"
    )


@dataclass(frozen=True, slots=True)
class BuyRanks(Making, name="making.ranks", label="Skills"):
    """Buy ranks of skills at the usual prices, and trade three of a group for a rank of it (SDA-066 to SDA-068).

    Each rank teaches its attributes (D-6). Of more than three skills the highest are traded.
    """

    guidance: ClassVar[str] = "The ranks you can afford are chosen already. Left-over experience stays with its skill."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("shared", "Share out the experience first."),)
    settles: ClassVar[str] = "ranks"

    ranks: tuple[str, ...] = many("Ranks")
    groups: tuple[str, ...] = many("Three ranks for one of their group")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        sheet = before_learning(life).sheet
        at_most = affordable(sheet, life)
        bought = reckon(life.having(ranks=at_most, groups=[]), "").sheet
        return {
            "ranks": tuple(_rank_choice(sheet, key, rank) for key, most in at_most.items() for rank in _up_to(most)),
            "groups": tuple(_group_choice(bought, key) for key in tradable(bought, life)),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        life = life_of(table.me, table.house_rules)
        wanted = life.ranks
        if wanted is None:
            wanted = affordable(before_learning(life).sheet, life)
        ranks = tuple(f"{key}/{rank}" for key, most in wanted.items() for rank in _up_to(most))
        return {"ranks": ranks, "groups": tuple(kept_of(table.me).get("groups") or ())}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        ranks = [(one.name, rank) for key, one in SKILLS.items() if (rank := sheet.rank("skill", key))]
        ranks += [(one.name, rank) for key, one in GROUPS.items() if (rank := sheet.rank("group", key))]
        best = sorted(ranks, key=lambda one: -one[1])
        return ", ".join(f"{name} {rank}" for name, rank in best[:6]) + (" …" if len(best) > 6 else "") or "none"

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        wanted = self._wanted()
        before = reckon(life.having(ranks=wanted, groups=[]), "").sheet
        for group in self.groups:
            if group not in tradable(before, life):
                raise Refused(f"{GROUPS[group].name} needs {TRADED} skills with ranks to rise.", "groups")
        after = reckon(life.having(ranks=wanted, groups=list(self.groups)), "").sheet
        for key in life.bought:
            if closed := closed_trait(life, key, before):
                raise Refused(f"{after.items[f'trait-{key}'].name} is yours. {closed}", "ranks")
        choose(table, "ranks", ranks=wanted, groups=list(self.groups))

    def _wanted(self) -> dict[str, int]:
        """The highest rank that is chosen, by skill; ranks below it come along."""
        wanted: dict[str, int] = {}
        for value in self.ranks:
            key, _, rank = value.rpartition("/")
            wanted[key] = max(wanted.get(key, 0), int(rank))
        return wanted


def _up_to(rank: int) -> range:
    return range(1, rank + 1)


def _rank_choice(sheet: Sheet, key: str, rank: int) -> Choice:
    cost = cost_of_ranks(sheet, {key: rank})
    return Choice(f"{key}/{rank}", f"{SKILLS[key].name} {rank}", f"{cost} of {sheet.xp('skill', key)} experience")


def _group_choice(sheet: Sheet, key: str) -> Choice:
    traded = [f"{SKILLS[one].name} {sheet.rank('skill', one) - 1}" for one in traded_in(sheet, key)]
    return Choice(key, f"{GROUPS[key].name} {sheet.rank('group', key) + 1}", f"leaves {listed(traded)}")


@dataclass(frozen=True, slots=True)
class RaiseAttributes(RaiseAll, name="making.attributes", label="Attributes"):
    """Buy points of attributes with what kin and ranks have taught (SDA-064, SDA-070, D-6)."""

    guidance: ClassVar[str] = "A point costs the current value. Everything you can afford is filled in."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("ranks", "Buy ranks first."),)
    settles: ClassVar[str] = "attributes"

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return kept_of(table.me).get("attributes") or affordable_points(_before_raising(table))

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        raised = life.choices["attributes"].items()
        return ", ".join(f"{ATTRIBUTES[key].name} +{by}" for key, by in raised if by) or "nothing raised"

    def left(self, table: Table) -> str:
        sheet = reckon(life_of(table.me, table.house_rules, attributes=self.added()), "").sheet
        held = [f"{one.short} {xp}" for key, one in ATTRIBUTES.items() if (xp := sheet.xp("attribute", key))]
        return f"Left: {', '.join(held)}" if held else "No experience left"

    def perform(self, table: Table, dice: Dice) -> None:
        sheet = _before_raising(table)
        added = self.added()
        for key, most in affordable_points(sheet).items():
            if added.get(key, 0) > most:
                raise Refused(_too_dear(sheet, key, most), key)
        choose(table, "agility", attributes=added)


def _before_raising(table: Table) -> Sheet:
    return reckon(life_of(table.me, table.house_rules, attributes=None), table.me.name).sheet


def _too_dear(sheet: Sheet, key: str, most: int) -> str:
    name, held, price = ATTRIBUTES[key].name, sheet.xp("attribute", key), attribute_price(sheet, key)
    return (
        f"{name} {sheet.rank('attribute', key) + 1} costs {price} experience; you have {held}, enough for {most} more."
    )
