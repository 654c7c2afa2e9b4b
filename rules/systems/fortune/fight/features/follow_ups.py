"""Features that may follow a hit on the same turn: those of heroes and creatures, paid once the hit stands (D-3, D-4).

The scene remembers the last exchange of each attacker until their turn is over; a follow-up takes that note away.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import allies
from rules.engine.kernel import (
    Choice,
    Command,
    ConditionSet,
    Dice,
    Judged,
    NotNow,
    Refused,
    Table,
    Told,
    Wording,
    pick,
    switch,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.content import Feature, feature_switches, people_switches
from rules.systems.fortune.core import (
    FAILURE,
    MELEE,
    MELEE_RANGE,
    MIXED,
    SUCCESS,
    Trial,
    arms_of,
    attack_parts,
    begin_status,
    contest_ends,
    feature_named,
    gain_favour,
    has_feature,
    judged_contest,
    refuse_unused,
    settled_contest,
    size_of,
    throw_test,
    trial_for,
    use_feature,
)
from rules.systems.fortune.fight.actions.helping import friends
from rules.systems.fortune.fight.base import (
    PRONE,
    change_places,
    feet_between,
    is_near,
    note_exchange,
    own_turn,
    pull_towards,
    push_away,
    refuse_stuck,
    sizes_above,
    struck,
)
from rules.systems.fortune.fight.features.lasting import condition_of

TAG_TEAM, CRIPPLE, TAKEDOWN, HEAVY = (
    "brawler_tag_team",
    "brawler_crippling_strike",
    "brawler_top_rope_takedown",
    "big_heavy_blows",
)
CRUSH, BITE, PULSE = "armor_crushing_advance", "thundermaw_bite", "sentry_disruptive_pulse"
#: Features of creatures that put a status on whoever was hit, with the rounds that it lasts; 0 until it is ended.
STATUS_OF = {
    "bandit_menacing_blow": ("hindered", 2),
    "bog_grasping_strike": ("restrained", 2),
    "rug_smother": ("entangled", 0),
    "wardrobe_ensnaring_cloth": ("pinned", 0),
}
CONTESTS = {TAKEDOWN: "attack", HEAVY: "mettle"}
FOLLOW_UPS = (TAG_TEAM, CRIPPLE, TAKEDOWN, HEAVY, CRUSH, BITE, PULSE, *STATUS_OF)
#: Those that only a hit in melee is followed by.
BY_HAND = (TAG_TEAM, CRIPPLE)
#: Those that a house may have announced with the attack instead.
ANNOUNCED = {CRIPPLE: feature_switches.CRIPPLE_ANNOUNCED, TAKEDOWN: feature_switches.TAKEDOWN_FIRST}
#: Feet of a shove, and the size up to which Heavy Blows move somebody.
SHOVE, MEDIUM = 5, 0


def last_hit(table: Table) -> Mapping[str, Any]:
    """The hit of the actor that may be followed up now; refused without one."""
    own_turn(table)
    found = struck(table, table.actor)
    if not found.get("damage") or found.get("followed"):
        raise NotNow("Use this after you hit on the same turn.")
    if not table.takes_part(str(found["target"])):
        raise NotNow("Your target is gone.")
    return found


def is_announced(table: Table, feature: str) -> bool:
    """Whether the house has a feature announced with the attack, instead of once it hits."""
    return feature in ANNOUNCED and ANNOUNCED[feature].flag(table.house_rules)


def following(table: Table) -> list[Feature]:
    """The features of the actor that may follow a hit, or the one that they have just made (D-3)."""
    held = [feature_named(key) for key in FOLLOW_UPS if has_feature(table.me, key) and not is_announced(table, key)]
    hit = struck(table, table.actor)
    arm = arms_of(table).get(str(hit.get("arm", "")))
    return [one for one in held if not hit or one.key not in BY_HAND or (arm and arm.kind == MELEE)]


def refuse_unsupported(table: Table, target: str, *, sturdy: bool) -> None:
    """Refuse a takedown with neither an ally nor anything sturdy within 5 ft of the target (D-3)."""
    if not sturdy and not any(is_near(table, ally, target) for ally in allies(table, table.actor)):
        raise Refused(
            f"No ally stands within 5 ft of {table.name(target)}. If there is something sturdy to jump off, tick it.",
            "sturdy",
        )


def extra_price(table: Table, feature: str, target: str) -> int:
    """Stamina beyond the price of a feature, for each size above one's own."""
    return feature_named(feature).extra * sizes_above(table, table.actor, target)


@dataclass(frozen=True, slots=True)
class FollowUp(Command, name="feature.follow", label="Follow up the hit"):
    """Follow a hit up by a feature: shift the foe to an ally, cripple it, throw it down (D-3, D-4)."""

    feature: str = pick("Feature")
    ally: str = pick("Ally", default="", help="The foe comes to stand beside them", none="Nobody", at_once=True)
    swap: bool = switch("Change places", help="You and the foe, instead of shifting it")
    sturdy: bool = switch("Off something sturdy", help="A table, a wall or a tree within 5 ft of the foe")
    how: str = pick("How", default=PRONE, at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        if not following(table):
            raise NotNow(f"{table.me.name} has no feature to follow that up.")
        last_hit(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "feature": tuple(Choice(one.key, one.name, one.description) for one in following(table)),
            "ally": friends(table),
            "how": (Choice(PRONE, "Throw it down"), Choice("back", "Push it back")),
        }

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        held = {one.key for one in following(table)}
        return {
            field: ("feature", frozenset({key} & held))
            for key, *fields in ((TAG_TEAM, "ally", "swap"), (TAKEDOWN, "sturdy"), (HEAVY, "how"))
            for field in fields
        }

    @classmethod
    def rollers(cls, table: Table) -> tuple[str, ...]:
        target = str(struck(table, table.actor).get("target", "")) if table.encounter else ""
        return (table.actor, target) if target else (table.actor,)

    def odds(self, table: Table) -> Odds:
        target = self._target(table)
        if self.feature == CRUSH:
            return self._odds(_resisting(table, target).chances.failure)
        if self.feature not in CONTESTS:
            price = feature_named(self.feature).stamina + extra_price(table, self.feature, target)
            return Odds(f"Works without a roll, for {price} Stamina.")
        found = contest_ends(table, *contest_trials(table, self.feature, target))
        return self._odds(
            found.success, found.mixed if self.feature == HEAVY or works_mixed(table, self.feature) else 0.0
        )

    def perform(self, table: Table, dice: Dice) -> None:
        target, who = self._target(table), table.actor
        use_feature(table, who, self.feature, extra_price(table, self.feature, target))
        note_exchange(table, who, followed=True)
        table.happen(Told((who, target), f"{{0}} follows up on {{1}}: {feature_named(self.feature).name}."))
        if self.feature in CONTESTS:
            self._contest(table, dice, target)
        else:
            _DOING.get(self.feature, _afflict)(table, dice, self, target)

    def _odds(self, works: float, partly: float = 0.0) -> Odds:
        slows = (Chance(MIXED, "slows it" if self.feature == HEAVY else "works as well", partly),) if partly else ()
        whole = works if self.feature == HEAVY else works + partly
        return Odds(f"{in_words(whole).capitalize()} to work.", (Chance(SUCCESS, "works", works), *slows))

    def _target(self, table: Table) -> str:
        """Whom it is for; refused where the feature does not serve on them."""
        target = str(last_hit(table)["target"])
        refuse_unused(table.me, self.feature, extra_price(table, self.feature, target))
        if self.feature == TAG_TEAM:
            self._refuse_apart(table, target)
        if self.feature == TAKEDOWN:
            refuse_unsupported(table, target, sturdy=self.sturdy)
        if self.feature == HEAVY and size_of(table.sheet(target)) > MEDIUM:
            raise Refused("Heavy Blows only move targets up to medium size.", "feature")
        return target

    def _refuse_apart(self, table: Table, target: str) -> None:
        """Refuse Tag Team without an ally beside whom the foe would come to stand (D-3)."""
        if not self.ally:
            raise Refused("Tag Team needs an ally. Choose one.", "ally")
        if self.swap:
            refuse_stuck(table.me)
        start, shoved = (table.actor, 0) if self.swap else (target, SHOVE)
        if feet_between(table, start, self.ally) > MELEE_RANGE + shoved:
            raise Refused(f"{table.name(target)} would not be within 5 ft of {table.name(self.ally)}.", "ally")

    def _contest(self, table: Table, dice: Dice, target: str) -> None:
        verdict = contest(table, dice, self.feature, target, self.name)
        if verdict == SUCCESS and self.how == "back" and self.feature == HEAVY:
            push_away(table, target, table.actor, SHOVE)
        elif verdict == SUCCESS or (verdict == MIXED and works_mixed(table, self.feature)):
            begin_status(table, target, PRONE)
        elif verdict == MIXED and self.feature == HEAVY:
            begin_status(table, target, "slowed", rounds=1)


# -- the contest of some of them ---------------------------------------------------------------------------------------


def works_mixed(table: Table, feature: str) -> bool:
    """Whether a mixed contest is enough: the house may have it so for a takedown."""
    return feature == TAKEDOWN and feature_switches.TAKEDOWN_MIXED.flag(table.house_rules)


def contest_trials(table: Table, feature: str, target: str) -> tuple[Trial, list[Trial]]:
    """The actor's roll in the contest of a feature, and the target's."""
    by = CONTESTS[feature]
    return _trial(table, table.actor, by), [_trial(table, target, by)]


def contest(table: Table, dice: Dice, feature: str, target: str, purpose: str) -> str:
    """Roll the contest of a feature, and return its verdict; whoever loses what they began gains Favor (LIN-018)."""
    mine, theirs = contest_trials(table, feature, target)
    ours, other = (throw_test(table, dice, one, purpose) for one in (mine, *theirs))
    verdict = settled_contest(table, ours, [other])
    told = {SUCCESS: "{0} gets the better of {1}", MIXED: "{1} holds out against {0}", FAILURE: "{1} shakes {0} off"}
    table.happen(judged_contest(ours, other, verdict), Told((table.actor, target), f"{told[verdict]}."))
    if verdict == FAILURE:
        gain_favour(table, table.actor)
    return verdict


def _trial(table: Table, who: str, by: str) -> Trial:
    if by == "attack":
        return trial_for(table, who, "", 0, 0, base=attack_parts(table.sheet(who)), name="Attack", unhelped=True)
    return trial_for(table, who, by, 0, 0, unhelped=True)


def _resisting(table: Table, target: str) -> Trial:
    """The test of somebody who is run over."""
    success = people_switches.CRUSH_POINT.number(table.house_rules)
    return trial_for(table, target, "mettle", success, success - 5)


# -- what each of them does --------------------------------------------------------------------------------------------


def _afflict(table: Table, dice: Dice, command: FollowUp, target: str) -> None:
    """Put the status or the feature's own effects on whoever was hit."""
    told = STATUS_OF.get(command.feature)
    if told is None:
        table.happen(ConditionSet(target, condition_of(feature_named(command.feature))))
    else:
        begin_status(table, target, told[0], rounds=told[1] or None)


def _tag(table: Table, dice: Dice, command: FollowUp, target: str) -> None:
    """Bring the foe beside an ally, who attacks with Favor until the round ends, or gains a token for it."""
    if command.swap:
        change_places(table, table.actor, target)
    else:
        pull_towards(table, target, command.ally, SHOVE)
    if feature_switches.FAVOUR_AS_TOKEN.flag(table.house_rules):
        gain_favour(table, command.ally, feature_named(TAG_TEAM).name)
        return
    table.happen(ConditionSet(command.ally, condition_of(feature_named(TAG_TEAM))))


def _bite(table: Table, dice: Dice, command: FollowUp, target: str) -> None:
    push_away(table, target, table.actor, SHOVE)
    begin_status(table, target, PRONE)


def _crush(table: Table, dice: Dice, command: FollowUp, target: str) -> None:
    outcome = throw_test(table, dice, _resisting(table, target), command.name)
    theirs: dict[str, int | Wording | None] = {"their_total": outcome.total, "their_because": outcome.because}
    table.happen(Judged(table.actor, SUCCESS if outcome.failed else FAILURE, 0, theirs, dict.fromkeys(theirs, target)))
    if outcome.failed:
        begin_status(table, target, PRONE)
        gain_favour(table, target)


_DOING: dict[str, Callable[[Table, Dice, FollowUp, str], None]] = {TAG_TEAM: _tag, BITE: _bite, CRUSH: _crush}
