"""Checks of a skill or an attribute: level, boons and banes (DRB-001, DRB-004, DRB-005)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.engine.kernel import (
    Condition,
    ConditionSet,
    Json,
    Refused,
    Sheet,
    Table,
    Wording,
    joined,
    plain_wording,
    unknown,
    wording_from,
)
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.content.entries import Weapon
from rules.systems.dragonbane.core.chances import success
from rules.systems.dragonbane.core.figures import (
    SEA_LEGS,
    UNSTEADY,
    attribute_behind,
    banes_of,
    has_ability,
    is_overloaded,
    known_abilities,
    level_of,
    worn,
)

#: The source of boons or banes, and how many dice they are.
Source = tuple[Wording, int]
#: Conditions that count for one roll, and are over with it.
HELPED, SHAKEN = "helped", "shaken"
SHAKING: Source = ("Shaken", 1)
#: The memo of a boon that waits for a roll it is for, from an ability (DRB-022).
BOON = "boon"
#: The memo of a skill that is rolled in place of another one, once (DRB-022).
SWAP = "swap"
MOST_EXTRA = 20


@dataclass(frozen=True, slots=True)
class Check:
    """A d20 roll to make: its level, and its boons and banes by their sources (DRB-004, DRB-005).

    ``stands_for`` is the skill in whose place it is rolled; empty if it is rolled for itself (DRB-022).
    """

    who: str
    name: str
    level: int
    attribute: str
    boons: tuple[Source, ...] = ()
    banes: tuple[Source, ...] = ()
    stands_for: str = ""

    @property
    def extra(self) -> int:
        """Dice beyond the first: boons and banes cancel one for one; below 0 they are banes (DRB-004, C-15)."""
        return sum(count for _, count in self.boons) - sum(count for _, count in self.banes)

    @property
    def chance(self) -> float:
        """P(it succeeds) (DRB-001, DRB-004)."""
        return success(self.level, self.extra)

    @property
    def label(self) -> str:
        """The skill or attribute as people say it."""
        return name_of(self.name)

    @property
    def words(self) -> Wording:
        """The check in a few words: "Evade 12, 1 bane (Chainmail)"."""
        return self._told(f"{self.label} {self.level}")

    @property
    def purpose(self) -> Wording:
        """The check as everybody may read it, without its level, which stands on a sheet: "Evade, 1 bane (Chainmail)".

        The level is a number of the verdict, for whoever may read that sheet.
        """
        return self._told(self.label)

    def _told(self, named: str) -> Wording:
        stands_for = f" for {name_of(self.stands_for)}" if self.stands_for else ""
        return joined(named + stands_for, *_said("boon", self.boons), *_said("bane", self.banes))


def name_of(what: str) -> str:
    """The name of a skill or attribute."""
    found = library.attributes().get(what)
    return found.name if found else library.skill_named(what).name


# -- what is rolled with --------------------------------------------------------------------------------------------


def check_for(
    table: Table,
    who: str,
    what: str,
    boons: Sequence[Source] = (),
    banes: Sequence[Source] = (),
    *,
    weapon: Weapon | None = None,
    after: Sequence[str] = (),
) -> Check:
    """The check of a skill or attribute with every boon and bane that the sheet brings now (DRB-005).

    ``weapon`` is the one in hand, if its weight matters; ``after`` are rolls made before it, which use up boons and
    banes that count for one roll. A skill chosen to stand for another is rolled in its place (DRB-022).
    """
    sheet = table.sheet(who)
    rolled = _standing_for(sheet, what, after) or what
    level = _level(sheet, rolled)
    helps = (*boons, *(() if after else _help(sheet)), *waiting_boons(sheet, rolled, after), *_gifts(sheet, rolled))
    hinders = (*banes, *_hindrance(table, sheet, rolled), *(_heavy(table, sheet, weapon) if weapon else ()))
    if after:
        hinders = tuple(one for one in hinders if one != SHAKING)
    instead = what if rolled != what else ""
    return Check(who, rolled, level, attribute_behind(rolled), _counted(helps), _counted(hinders), instead)


def _standing_for(sheet: Sheet, what: str, after: Sequence[str]) -> str:
    """The skill that is rolled in place of this one, once; empty if none is."""
    swap = sheet.memo.get(SWAP)
    return str(swap["by"]) if swap and swap["for"] == what and what not in after else ""


def _level(sheet: Sheet, what: str) -> int:
    if what not in library.attributes() and what not in library.skills():
        raise unknown("skill or attribute", what, {**library.attributes(), **library.skills()}, "skill")
    level = level_of(sheet, what)
    if not level and what in library.skills():
        raise Refused(f"{name_of(what)} must be learnt first. You can try any skill except magic.", "skill")
    return level


def _counted(sources: Sequence[Source]) -> tuple[Source, ...]:
    return tuple((source, min(count, MOST_EXTRA)) for source, count in sources if count > 0)


def _help(sheet: Sheet) -> list[Source]:
    held = sheet.conditions.get(HELPED)
    return [(held.source or "Help", max(1, held.level))] if held else []


def help_somebody(table: Table, who: str, source: Wording) -> None:
    """Give a boon on the next roll, besides those that others gave already (DRB-005, DRB-024)."""
    held = table.sheet(who).conditions.get(HELPED)
    table.happen(ConditionSet(who, Condition(HELPED, "Helped", (held.level if held else 0) + 1, source)))


def waiting_boons(sheet: Sheet, what: str, after: Sequence[str] = ()) -> list[Source]:
    """The boon of an ability that waits for such a roll; empty if none does, or one in ``after`` took it (DRB-022)."""
    waits = sheet.memo.get(BOON)
    if not waits or any(is_for(waits["for"], earlier) for earlier in after):
        return []
    return [(str(waits["source"]), 1)] if is_for(waits["for"], what) else []


def is_for(meant: Sequence[str], what: str) -> bool:
    """Whether ``meant`` (skills, attributes or kinds of skills) includes a skill or attribute."""
    skill = library.skills().get(what)
    return bool({what, attribute_behind(what), skill.kind if skill else ""} & set(meant))


def _gifts(sheet: Sheet, what: str) -> list[Source]:
    """Boons of abilities that help by themselves, at no cost (D-1)."""
    return [(one.name, 1) for one in known_abilities(sheet) if not one.wp and one.boon and is_for(one.boon, what)]


def _hindrance(table: Table, sheet: Sheet, what: str) -> list[Source]:
    attribute, skill = attribute_behind(what), library.skills().get(what)
    found: list[Source] = [
        (one.name, 1) for key, one in library.six_conditions().items() if one.attribute == attribute and sheet.has(key)
    ]
    found += [(item.name, 1) for _, item in worn(sheet) if what in banes_of(item)]
    if sheet.has(SHAKEN):
        found.append(SHAKING)
    if skill and skill.sight and sheet.has("in_darkness") and switches.DARKNESS.chosen(table.house_rules):
        found.append(("Darkness", 1))
    staggers = attribute == "agl" and sheet.has(UNSTEADY) and not has_ability(sheet, SEA_LEGS)
    if staggers and switches.FOOTING.flag(table.house_rules):
        found.append(("Unsteady ground", 1))
    hinders_agility = switches.OVERLOAD.chosen(table.house_rules) == "bane on agility"
    if attribute == "agl" and hinders_agility and is_overloaded(sheet):
        found.append(("Too heavy a load", 1))
    return found


def _heavy(table: Table, sheet: Sheet, weapon: Weapon) -> list[Source]:
    """The bane of a weapon too heavy for the arm; refused if it is far too heavy (D-3)."""
    strength = sheet.rank("attribute", "str")
    if weapon.strength > 2 * strength and switches.HALF_STRENGTH.chosen(table.house_rules):
        least = -(-weapon.strength // 2)
        raise Refused(f"{weapon.name} is far too heavy: it needs STR {least}. Use a lighter one.", "weapon")
    return [(f"{weapon.name} needs STR {weapon.strength}", 1)] if weapon.strength > strength else []


def _said(what: str, sources: Sequence[Source]) -> list[Wording]:
    total = sum(count for _, count in sources)
    named = [part for source, _ in sources for part in (", ", source)][1:]
    return [f", {total} {what}{'s' if total > 1 else ''} (", *named, ")"] if total else []


# -- a check as plain values ----------------------------------------------------------------------------------------


def plain(check: Check) -> dict[str, Json]:
    """A check as JSON holds it."""
    return {
        "who": check.who,
        "name": check.name,
        "level": check.level,
        "attribute": check.attribute,
        "boons": [[plain_wording(source), count] for source, count in check.boons],
        "banes": [[plain_wording(source), count] for source, count in check.banes],
        "stands_for": check.stands_for,
    }


def restored(told: Mapping[str, Json]) -> Check:
    """A check from what JSON held."""
    boons = tuple((wording_from(source), int(count)) for source, count in told["boons"])
    banes = tuple((wording_from(source), int(count)) for source, count in told["banes"])
    return Check(
        told["who"], told["name"], told["level"], told["attribute"], boons, banes, str(told.get("stands_for", ""))
    )
