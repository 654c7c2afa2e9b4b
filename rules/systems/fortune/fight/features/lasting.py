"""Features that are called on and then last for a while: their effects stand in the data (D-3, LIN-008).

A feature in use is a condition that bears its key; at a level its effects count so many times. What lasts for an
attack, a test or until one is hurt ends with that, what lasts until one's turn ends as it begins, the rest by rounds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionSet,
    Dice,
    MemoKept,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    pick,
    switch,
)
from rules.systems.fortune.content import Feature, feature_switches, library
from rules.systems.fortune.core import (
    LABEL,
    LAST_STAND,
    MELEE_RANGE,
    Deed,
    companions,
    feature_named,
    has_feature,
    is_in_fight,
    refuse_unused,
    refuse_without_favour,
    spend_favour,
    stat,
    use_feature,
)
from rules.systems.fortune.fight.base import UNTIL_TURN, opponents, own_turn, refuse_out_of_range, walked

ENHANCE, DISTRACT, HELPING, SPARED = (
    "elementalist_enhance",
    "medium_distracting_strike",
    "meadowlands_helping",
    "knight_wont_kill_me",
)
UNSTOPPABLE, LONG_SHOT, SLAB = "knight_unstoppable", "ranger_long_shot", "brawler_slab_of_beef"
OVERCHARGE = "elementalist_overcharge"
#: Features that others profit from, with the feet that they reach.
FOR_OTHERS = {ENHANCE: 30, DISTRACT: 30, HELPING: MELEE_RANGE}
#: Features whose effect is no row of data.
WITHOUT_ROWS = (UNSTOPPABLE, SPARED)
#: Features that last until the next turn ends, not until it begins.
TO_THE_END = (UNSTOPPABLE, "maverick_flee_the_scene", "shapeshifter_reinvigorate")
#: Feet that one has to have moved this turn for them.
RUN = {"charger": 15, "minotaur_charger": 20}
CALLED = ("free", "attack", "test")


def callable_features(sheet: Sheet) -> list[Feature]:
    """The features of a sheet that are called on by this command, by themselves or for others."""
    return [one for key, one in library.features().items() if has_feature(sheet, key) and _is_called(one)]


def _is_called(one: Feature) -> bool:
    has_effects = one.use in CALLED and one.effects and one.of != "shapeshifter_unusual_form"
    return bool(has_effects) or one.key in FOR_OTHERS or one.key in WITHOUT_ROWS


def condition_of(one: Feature, times: int = 0, until: str = "") -> Condition:
    """The condition of a feature in use, with how long it lasts; ``until`` is sooner, if a house has it so."""
    if one.until == "turn":
        later = one.key in TO_THE_END
        return Condition(one.key, one.name, times, "" if later else UNTIL_TURN, 2 if later else None)
    return Condition(one.key, one.name, times, "", {"round": 1, "next_round": 2}.get(until or one.until))


@dataclass(frozen=True, slots=True)
class UseFeature(Deed, name="feature.use", label="Use a feature"):
    """Call on a feature: what it does counts from now on, as long as it lasts (D-3).

    Before an attack that is what makes the attack better; for others it is help that they may use.
    """

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    no_choice: ClassVar[Mapping[str, str]] = {"feature": "No feature to use. Passive ones always apply."}

    feature: str = pick("Feature")
    whom: str = pick("For whom", default="", help="Default: yourself")
    doubled: bool = switch("With Fortune’s Favor", help="Enhance: twice the bonus")

    @classmethod
    def has_use(cls, table: Table) -> bool:
        return any(cls._whom(table).values())

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        whom = cls._whom(table)
        found = sorted(callable_features(table.me), key=lambda one: not whom[one.key])
        return {
            "feature": tuple(Choice(one.key, one.name, price_words(one) or one.description) for one in found),
            "whom": companions(table),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return next(({"feature": key, "whom": people[0]} for key, people in cls._whom(table).items() if people), {})

    @classmethod
    def _whom(cls, table: Table) -> Mapping[str, list[str]]:
        """Ids of the people for whom each feature can be called on now, by its key; "" is oneself."""
        people = ("", *(one.value for one in companions(table)))
        return {one.key: [who for who in people if cls._serves(table, one, who)] for one in callable_features(table.me)}

    @classmethod
    def _serves(cls, table: Table, one: Feature, who: str) -> bool:
        try:
            cls(one.key, who)._refuse(table, one)
        except Refused:
            return False
        return True

    def perform(self, table: Table, dice: Dice) -> None:
        one, who = feature_named(self.feature), table.actor
        self._refuse(table, one)
        bearer = self.whom if self.whom and one.key in FOR_OTHERS else who
        times = self._times(table, one)
        use_feature(table, who, one.key)
        if self.doubled:
            spend_favour(table, who, one.name)
        if one.key == SPARED:
            table.happen(MemoKept(who, SPARED, self.whom))
        lapses = one.key == OVERCHARGE and feature_switches.OVERCHARGE_FOR_A_ROUND.flag(table.house_rules)
        table.happen(ConditionSet(bearer, condition_of(one, times, "round" if lapses else "")))
        helps = Told((who, bearer), f"{{0}} helps {{1}}: {one.name}.")
        table.happen(Told((who,), f"{{0}} uses {one.name}.") if bearer == who else helps)

    def _times(self, table: Table, one: Feature) -> int:
        """How often its effects count: by a stat of whoever gives it; 0 for once."""
        if one.key == ENHANCE:
            return stat(table.me, "intellect") * (2 if self.doubled else 1)
        return stat(table.me, "heart") if one.key == DISTRACT else 0

    def _refuse(self, table: Table, one: Feature) -> None:
        """Refuse what cannot be called on now, or not for that person."""
        refuse_unused(table.me, one.key)
        if one.last_stand and not table.me.has(LAST_STAND):
            raise Refused(f"{one.name} only works in a Last Stand.", "feature")
        if table.me.has(one.key):
            raise Refused(f"{one.name} is in use already.", "feature")
        if self.doubled and one.key != ENHANCE:
            raise Refused("Fortune’s Favor only doubles Enhance.", "doubled")
        if self.doubled:
            refuse_without_favour(table.me)
        _refuse_footwork(table, one)
        self._refuse_person(table, one)

    def _refuse_person(self, table: Table, one: Feature) -> None:
        fights = is_in_fight(table, table.actor)
        if one.key == SLAB and fights and feature_switches.SLAB_ON_OWN_TURN.flag(table.house_rules):
            own_turn(table)
        if one.key == SPARED and (not fights or self.whom not in opponents(table, table.actor)):
            raise Refused("Choose an enemy to be safe from.", "whom")
        if one.key in (DISTRACT, HELPING) and not self.whom:
            raise Refused(f"{one.name} needs another target. Choose one.", "whom")
        times, negative = self._times(table, one), feature_switches.NEGATIVE_STATS.flag(table.house_rules)
        if one.key in (ENHANCE, DISTRACT) and (not times or (times < 0 and not negative)):
            raise Refused(f"{one.name} would add nothing: the stat is 0 or less.", "feature")
        if one.key in FOR_OTHERS and self.whom and fights:
            refuse_out_of_range(table, self.whom, FOR_OTHERS[one.key], one.name, "whom")


def _refuse_footwork(table: Table, one: Feature) -> None:
    """Refuse a charge without a run, and a long shot after a step."""
    fights = is_in_fight(table, table.actor)
    gone = walked(table, table.actor) if fights else 0
    if fights and gone < RUN.get(one.key, 0):
        raise Refused(f"{one.name} needs a run of {RUN[one.key]} ft; you have moved {gone} ft.", "feature")
    if one.key == LONG_SHOT and gone:
        raise Refused(f"{one.name} uses all your movement, and you have moved already.", "feature")


def price_words(one: Feature) -> str:
    """The price of a feature in a few words; empty for one that is free."""
    return ", ".join(filter(None, (f"{one.stamina} Stamina" if one.stamina else "", LABEL if one.favour else "")))
