"""Advancement points (AP): earned by play, spent on raises and luck. The ledger is the experience of one kind."""

from collections.abc import Mapping

from rules.engine.kernel import ExperienceChanged, Json, MemoKept, Refused, Sheet, Table
from rules.systems.kaos.content.switches import EASE_HARD, HEALING_RATE, PARRY_PRICE, REROLL_PRICE

KIND, NAME = "advancement", "points"
#: The price of an easier roll, in points (PCT-038).
EASE_PRICE = 5
#: The memo of one who will make the next opposed test easier that others begin.
EASE_NEXT = "ease_next"
#: The price of escaping an evil destiny, in points (PCT-040).
ESCAPE_PRICE = 50


def points_held(sheet: Sheet) -> int:
    """The advancement points held."""
    return sheet.xp(KIND, NAME)


def reroll_price(house_rules: Mapping[str, Json]) -> int:
    """The price of a lucky re-roll, in points (PCT-037, C-18)."""
    return REROLL_PRICE.number(house_rules, least=1)


def reroll_question(table: Table, who: str) -> str:
    """The question whether somebody pays for a lucky re-roll, with what they have."""
    return f"Roll again for {reroll_price(table.house_rules)} of your {points_held(table.sheet(who))} AP?"


def parry_price(house_rules: Mapping[str, Json]) -> int:
    """The price of a super parry, in points (PCT-041, C-18)."""
    return PARRY_PRICE.number(house_rules, least=1)


def healing_rate(house_rules: Mapping[str, Json]) -> int:
    """The hit points that a minute's rest gives for each point (PCT-039, C-04)."""
    return HEALING_RATE.number(house_rules, least=1)


def refuse_without(sheet: Sheet, price: int, what: str, field: str = "") -> None:
    """Refuse a price in points that one cannot pay, and say how many are missing."""
    held = points_held(sheet)
    if held < price:
        lack = "1 is" if price - held == 1 else f"{price - held} are"
        raise Refused(f"{what} costs {price} AP; {sheet.name} has {held}, {lack} missing.", field)


def spend(table: Table, who: str, price: int, reason: str, bought: str) -> None:
    """Pay points, or be refused; the row in the ledger names the thing bought."""
    refuse_without(table.sheet(who), price, reason)
    table.happen(ExperienceChanged(who, KIND, NAME, -price, reason, bought=bought))


# -- an easier roll ---------------------------------------------------------------------------------------------------


def eased(mode: str, house_rules: Mapping[str, Json]) -> str:
    """The mode that five points make of a test: easy (PCT-038; of a hard one perhaps standard, C-02)."""
    return str(EASE_HARD.chosen(house_rules)) if mode == "hard" else "easy"


def mode_for(table: Table, who: str, mode: str, ease: bool) -> str:
    """The mode of a test, perhaps made easier; refused if it is easy already or cannot be paid (PCT-038)."""
    if not ease:
        return mode
    if mode == "easy":
        raise Refused("This test is easy already. Keep your AP.", "eased")
    refuse_without(table.sheet(who), EASE_PRICE, "An easier roll", "eased")
    return eased(mode, table.house_rules)


def next_mode(table: Table, who: str, mode: str = "standard") -> str:
    """The mode of an opposed test that others begin: easier for one who has said so before, and can pay (PCT-038)."""
    sheet = table.sheet(who)
    wanted = EASE_NEXT in sheet.memo and mode != "easy" and points_held(sheet) >= EASE_PRICE
    return eased(mode, table.house_rules) if wanted else mode


def pay_next(table: Table, who: str, name: str, mode: str = "standard") -> None:
    """Pay for the easier test announced before, which is used up (PCT-038)."""
    if next_mode(table, who, mode) != mode:
        pay_ease(table, who, name, True)
        table.happen(MemoKept(who, EASE_NEXT, None))


def pay_ease(table: Table, who: str, name: str, ease: bool) -> None:
    """Pay for an easier roll, before the dice fall (PCT-038)."""
    if ease:
        spend(table, who, EASE_PRICE, f"An easier roll of {name}", "ease")
