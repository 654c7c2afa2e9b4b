"""Changing shape and regaining strength, as Shapeshifters do, and the Ranger's coated blade (D-3).

The memo ``form`` has the key of the form that is worn; ``form_health`` is the Health that it lends. What a form can do
stands as features on the sheet as long as it lasts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    LimitChanged,
    MemoKept,
    NotNow,
    Place,
    RankChanged,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    amount,
    pick,
    throw,
)
from rules.engine.odds import Odds, mean
from rules.systems.fortune.content import feature_switches, library, people_switches
from rules.systems.fortune.core import (
    FEATURE,
    HEALTH,
    LAST_STAND,
    Deed,
    chosen_of,
    feature_named,
    form_of,
    given,
    has_feature,
    heal,
    is_in_fight,
    level,
    refuse_unused,
    said_left,
    stat,
    use_feature,
)
from rules.systems.fortune.fight.base import free_to_act, own_turn, spend_action
from rules.systems.fortune.fight.features.lasting import condition_of

SHIFT, UNUSUAL, WRATH, HIDE = (
    "shapeshifter_shift",
    "shapeshifter_unusual_form",
    "shapeshifter_natures_wrath",
    "big_health",
)
CHANGER, SMALL, MEDIUM = "shapeshifter_shape_changer", "shapeshifter_small", "shapeshifter_medium"
FORM, LENT, POISON = "form", "form_health", "ranger_poisoned_blade"
#: Health that the big form lends for each level.
HIDE_HEALTH = 4
#: The dice of Health that a Shapeshifter may regain.
REINVIGORATE, DICE = "shapeshifter_reinvigorate", "1d8"


def own_form(sheet: Sheet) -> str:
    """The key of the form that a Shapeshifter chose for good; empty for others."""
    return next((key for key in chosen_of(sheet, CHANGER) if key in library.forms()), "")


def unusual_of(sheet: Sheet) -> str:
    """The way to move that Unusual Form was chosen for; empty without it."""
    return next((key for key in library.features_of(UNUSUAL) if has_feature(sheet, key)), "")


def shift(table: Table, who: str, *, unusual: bool) -> None:
    """Take on one's form: what it can do comes with it, and a big one lends Health (D-3)."""
    key = own_form(table.sheet(who))
    table.happen(MemoKept(who, FORM, key))
    printed = key == SMALL and feature_switches.SMALL_FORM_PRINTED.flag(table.house_rules)
    for feature in library.features_of(MEDIUM if printed else key):
        if not has_feature(table.sheet(who), feature):
            table.happen(RankChanged(who, FEATURE, feature, 1))
    if has_feature(table.sheet(who), HIDE):
        lent = HIDE_HEALTH * level(table.sheet(who))
        table.happen(MemoKept(who, LENT, lent), LimitChanged(who, HEALTH, lent))
        if table.sheet(who).now(HEALTH):
            table.happen(ResourceChanged(who, HEALTH, lent, "a thick hide"))
    if unusual:
        way = unusual_of(table.sheet(who))
        table.happen(ConditionSet(who, Condition(way, library.features()[way].name)))
    table.happen(Told((who,), f"{{0}} becomes a beast: {library.forms()[key].name.lower()}."))


def unshift(table: Table, who: str) -> None:
    """Let go of a form, with all that came with it (D-3)."""
    key = table.sheet(who).memo.get(FORM)
    if not isinstance(key, str) or key not in library.forms():
        return
    table.happen(MemoKept(who, FORM, None))
    for feature in (*library.features_of(key), *library.features_of(MEDIUM)):
        if has_feature(table.sheet(who), feature):
            table.happen(RankChanged(who, FEATURE, feature, -1))
    way = unusual_of(table.sheet(who))
    if way and table.sheet(who).has(way):
        table.happen(ConditionEnded(who, way))
    if lent := table.sheet(who).noted(LENT, int):
        if feature_switches.FORM_TAKES_HEALTH.flag(table.house_rules):
            taken = max(0, min(lent, table.sheet(who).now(HEALTH) - 1))
            table.happen(ResourceChanged(who, HEALTH, -taken, "a thick hide"))
        table.happen(MemoKept(who, LENT, None), LimitChanged(who, HEALTH, -lent))
    table.happen(Told((who,), "{0} is back in their own shape."))


def keep_form(table: Table, who: str) -> None:
    """End a form at 0 Health, but not in a Last Stand, in which it may be taken (D-3)."""
    sheet = table.sheet(who)
    falls = form_of(sheet) and sheet.most(HEALTH) and not sheet.now(HEALTH) and not sheet.has(LAST_STAND)
    if falls and people_switches.FORM_ENDS.flag(table.house_rules):
        unshift(table, who)


def coat(table: Table, who: str, key: str) -> None:
    """Coat a weapon with poison, which its condition names (D-3)."""
    item = table.sheet(who).items[key]
    table.happen(
        ConditionSet(who, Condition(POISON, library.features()[POISON].name, source=item.name)),
        Told((who,), f"{{0}} coats a weapon with poison: {item.name.lower()}."),
    )


@dataclass(frozen=True, slots=True)
class Shift(Deed, name="shift.into", label="Change shape"):
    """Change into one's beast form: 1 Stamina, as an action or within an attack (D-3, LIN-008).

    In a Last Stand, Nature's Wrath makes it free. An unusual form takes 2 Stamina more.
    """

    place: ClassVar[Place] = Place.TURN
    also: ClassVar[tuple[Place, ...]] = (Place.SHEET,)

    how: str = pick("How", default="action")
    unusual: str = pick("Unusual form", default="")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not own_form(table.me):
            raise NotNow(f"{table.me.name} has no form. Only Shapeshifters do.")
        if form_of(table.me):
            raise NotNow(f"{table.me.name} has changed shape already. Return to your own shape first.")
        if is_in_fight(table, table.actor):
            own_turn(table)
        if not _is_free(table.me):
            refuse_unused(table.me, SHIFT)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        way = unusual_of(table.me)
        return {
            "how": (Choice("action", "As an action"), Choice("attack", "Within an attack")),
            "unusual": (Choice(way, library.features()[way].name, "2 more Stamina"),) if way else (),
        }

    def perform(self, table: Table, dice: Dice) -> None:
        who, more = table.actor, library.features()[UNUSUAL].stamina if self.unusual else 0
        if _is_free(table.me):
            if more:
                refuse_unused(table.me, UNUSUAL)
                use_feature(table, who, UNUSUAL)
        else:
            refuse_unused(table.me, SHIFT, more)
            if is_in_fight(table, who) and self.how == "action":
                free_to_act(table)
                spend_action(table, who)
            use_feature(table, who, SHIFT, more)
        shift(table, who, unusual=bool(self.unusual))


def _is_free(sheet: Sheet) -> bool:
    """Whether a Last Stand lets one change shape at once, for nothing (D-3)."""
    return sheet.has(LAST_STAND) and has_feature(sheet, WRATH)


@dataclass(frozen=True, slots=True)
class Unshift(Deed, name="shift.back", label="Return to your own shape"):
    """Let go of one's beast form, at will (D-3)."""

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not form_of(table.me):
            raise NotNow(f"{table.me.name} is in their own shape.")

    def perform(self, table: Table, dice: Dice) -> None:
        unshift(table, table.actor)


@dataclass(frozen=True, slots=True)
class Reinvigorate(Deed, name="feature.reinvigorate", label="Reinvigorate"):
    """Regain 1d8 and Heart of Health, and add Heart to Armor until the end of one's next turn (D-3)."""

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    @classmethod
    def refuse(cls, table: Table) -> None:
        refuse_unused(table.me, REINVIGORATE, cls._spared(table))
        if is_in_fight(table, table.actor):
            free_to_act(table)

    @staticmethod
    def _spared(table: Table) -> int:
        """The Stamina that it takes less: all of it, where its uses are its only price."""
        return -feature_named(REINVIGORATE).stamina if feature_switches.REINVIGORATE_FREE.flag(table.house_rules) else 0

    def odds(self, table: Table) -> Odds:
        shown = given(table.me, DICE, stat(table.me, "heart"))
        return Odds(f"{mean(shown):.1f} Health on average; {said_left(table.me, REINVIGORATE)}.", (), shown, "Health")

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        if is_in_fight(table, who):
            spend_action(table, who)
        use_feature(table, who, REINVIGORATE, self._spared(table))
        fell = throw(table, dice, who, self.name, amount(DICE))
        heal(table, who, max(0, fell + stat(table.me, "heart")), "Reinvigorate")
        table.happen(
            ConditionSet(who, condition_of(feature_named(REINVIGORATE))),
            Told((who,), "{0} is reinvigorated."),
        )
