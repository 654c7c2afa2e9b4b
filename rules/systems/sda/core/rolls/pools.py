"""The dice-pool: how many dice somebody may throw for a skill, what spirit adds, and what the throw came to.

The pool is what is available; a roll may use fewer of its dice (SDA-013). What a roll brings with it stands in
``results``.
"""

from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from rules.engine.forecast.state_cache import Rehearsed, as_if, of_whoever
from rules.engine.kernel import ConditionEnded, Dice, Die, Json, Refused, ResourceChanged, Sheet, Table, rolled
from rules.engine.odds import Distribution, mapped
from rules.engine.page.blocks import Part
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.house_rules.general import AS_SAID, BUYING, FULL_POOL, NO_DIE, WEAK_DIE
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, attribute_named, members, skill_or_group
from rules.systems.sda.core.effects import in_fight
from rules.systems.sda.core.person import (
    AGAIN,
    KEPT,
    TWICE,
    Influence,
    Margin,
    Side,
    after_malus,
    all_score,
    as_rolled,
    bearing,
    counted,
    die_for,
    distribution,
    figure,
    has_rage,
    leaning,
    measured,
    mos,
    mos_weights,
    none_scores,
    opposed,
    take_spirit,
    use_up,
)
from rules.systems.sda.core.person.called_upon import CALLED
from rules.systems.sda.core.rolls.burden import BODILY, dice_lost, on_the_back
from rules.systems.sda.core.rolls.influences import influences, weaker_by

__all__ = [
    "Margin",
    "Pool",
    "Result",
    "Side",
    "buy",
    "could_buy",
    "dice_used",
    "die_for",
    "distribution",
    "grant",
    "measured",
    "mos",
    "mos_weights",
    "opposed",
    "pool_for",
    "price",
    "rank_of",
    "throw",
    "throw_dice",
    "with_bought",
]

#: The worth of one success, by what two successes count for.
COUNTS = {1: 0.5, 2: 1.0, 4: 2.0}
#: Below this an attribute gives more dice, each with a malus (SDA-053).
WEAK = 4
#: Whoever is in one of these conditions has no dice, except for tests that are free (SDA-213, SDA-217); a spell may
#: hold somebody so as well (D-9).
HELPLESS = ("incapacitated", "unconscious", "dead", "held")
#: The conditions of whoever has no dice at all, for free tests neither.
DEAD = ("dead",)
#: The memo of a sheet that keeps the attribute whose skills have a die more (D-6).
FOCUS = "focus"
#: The limit of dice for whoever rages, beyond any pool (D-7).
BEYOND = 200
#: The track of injuries, and its boxes that say how badly a line bleeds.
TRACK, BLEEDING = "injury", "bleeding"
#: The parts of a sheet by which a pool comes about.
POOL = ("name", "kind", "ranks", "resources", "tracks", "conditions", "items", "memo")
#: Conditions of somebody who has prepared their next roll of the skill that is the source: dice bought with spirit, or
#: the most dice thrown; the level is their number (SDA-013, SDA-059).
BUYS, HOLDS = "buys_dice", "holds_back"
_FOR_ONE_ROLL = frozenset((BUYS, HOLDS, *CALLED))
#: The condition of whoever planned a battle better; its level are the dice that their side has more for initiative.
BETTER_PLAN = "better_plan"


@dataclass(frozen=True, slots=True)
class Pool:
    """The dice of one skill and how they come about: ``dice`` of ``sides`` faces, at most ``cap``, less ``malus``.

    ``rank`` is skill and group together (SDA-008). ``cap`` is what spirit and injuries leave (SDA-057). A bonus is more
    dice (SDA-043), a malus successes off what they show (SDA-044). ``how`` says what traits do to the throw (D-7).
    """

    who: str
    skill: str
    attribute: str
    sides: int
    dice: int
    malus: int
    cap: int
    rank: int = 0
    parts: tuple[Part, ...] = ()
    how: str = ""
    #: Dice among them that were bought ahead, and the spirit that is due for those when they are thrown.
    ahead: int = 0
    due: int = 0
    #: Whether its roller has said to throw fewer than there are, so that the whole pool is not thrown (SDA-046).
    held: bool = False

    @property
    def available(self) -> int:
        most = self.dice if self.dice < self.cap else self.cap  # noqa: FURB136 - forecasts ask for it all the time
        return 0 if most < 0 else most  # noqa: FURB136

    def is_whole(self, count: int) -> bool:
        """Whether so many dice are the full pool (SDA-046)."""
        return count == self.available and not self.held

    @property
    def notation(self) -> str:
        """The pool as the table says it: ``4d6``, with its malus if it has one."""
        return f"{self.available}d{self.sides}" + (f" {-self.malus:+d}".replace("-", "−") if self.malus else "")

    def side(self, count: int) -> Side:
        """The pool as a side of an opposed test, with ``count`` of its dice."""
        return Side(self.sides, count, self.malus, how=self.how)

    def counting_twice(self, by: Sequence[Part]) -> "Pool":
        """The pool with what it scores counted twice, if ``by`` names anything that makes it so (D-7)."""
        if not by:
            return self
        return replace(self, how=f"{self.how} {TWICE}".strip(), parts=(*self.parts, *by))

    def measure(self, count: int | None = None) -> Distribution:
        """The chance of each MoS that ``count`` of its dice come to, or all of them, the malus taken."""
        return self._counted(distribution(self.sides, self.available if count is None else count, self.how))

    def all_scoring(self, count: int) -> Distribution:
        """The part of :meth:`measure` in which every die scores (SDA-046)."""
        return self._counted(all_score(self.sides, count, self.how))

    def none_scoring(self, count: int) -> float:
        """The probability that no die of ``count`` scores (SDA-048)."""
        return none_scores(self.sides, count, self.how)

    def below_malus(self, count: int) -> float:
        """The probability that ``count`` of its dice score less than the malus takes."""
        return sum(distribution(self.sides, count, self.how)[: max(0, self.malus)])

    def _counted(self, shown: Distribution) -> Distribution:
        left = after_malus(shown, self.malus)
        return mapped(left, lambda value: counted(value, self.how)) if self.how else left


def rank_of(sheet: Sheet, skill: Skill) -> int:
    """The rank of a skill with that of its group added, which is what every rule means by rank (SDA-008)."""
    return sheet.rank("skill", skill.key) + sheet.rank("group", skill.group)


class Manner(TypedDict, total=False):
    """Keywords of a roll that say how somebody goes about it; :func:`base_pool` explains each."""

    free: bool
    whole: bool
    virtue: str
    called: str


def pool_for(
    table: Table, who: str, skill: str, attribute: str = "", bonus: int = 0, malus: int = 0, **manner: Unpack[Manner]
) -> Pool:
    """The pool of ``who`` for a skill, with what they have prepared for it (SDA-013, SDA-059).

    In a fight only ``free`` tests are prepared: rolls that budgets limit ask for their dice themselves. Of several
    rolls at once, those that keep what was ``called`` upon keep what was prepared.
    """
    pool = base_pool(table, who, skill, attribute, bonus, malus, **manner)
    conditions = table.sheet(who).conditions
    if not (BUYS in conditions or HOLDS in conditions) or manner.get("called") == KEPT:
        return pool
    return _prepared(table, pool) if manner.get("free") or not _in_a_fight(table, who) else pool


def _in_a_fight(table: Table, who: str) -> bool:
    """Whether somebody is in a fight; a sheet in a forecast (``Rehearsed``) is always taken as in one."""
    return in_fight(table, who) or isinstance(table.sheet(who), Rehearsed)


def _prepared(table: Table, pool: Pool) -> Pool:
    """A pool with the dice that its roller wants to buy, as far as they can, or with no more than they want."""
    conditions = table.sheet(pool.who).conditions
    buys, holds = conditions.get(BUYS), conditions.get(HOLDS)
    if buys and buys.source == pool.skill:
        for count in range(buys.level, 0, -1):
            after = _bought(table, pool, count, unlimited=False)
            if after is not None:
                return replace(after, ahead=count, due=price(pool.available, count))
    if holds and holds.source == pool.skill and holds.level < pool.available:
        part = Part("Fewer dice", f"{holds.level} of {pool.available}", "SDA-013")
        return replace(pool, cap=holds.level, held=needs_full_pool(table), parts=(*pool.parts, part))
    return pool


def unprepared(table: Table, people: Iterable[str]) -> Table:
    """A copy of the table on which nothing is ready for the next roll of these people; the table itself if it is so.

    That is whatever they have prepared, and luck and mastery that they called upon (D-7).
    """
    kept = {
        who: as_if(sheet, conditions={key: one for key, one in sheet.conditions.items() if key not in _FOR_ONE_ROLL})
        for who in people
        if not _FOR_ONE_ROLL.isdisjoint((sheet := table.sheet(who)).conditions)
    }
    if not kept:
        return table
    sheets = ChainMap(kept, table.sheets)
    return Table(sheets, table.encounter, table.house_rules, table.actor, table.rank_range, table.cast)


def needs_full_pool(table: Table) -> bool:
    """Whether a flawless success takes all dice of the pool, or all dice thrown (C-23)."""
    return FULL_POOL.flag(table.house_rules)


@of_whoever(*POOL)
def base_pool(
    table: Table,
    who: str,
    skill: str,
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    *,
    free: bool = False,
    whole: bool = False,
    virtue: str = "",
    called: str = "",
) -> Pool:
    """The pool of ``who`` for a skill, or for the best skill of a group (C-05).

    Of several attributes the player picks one, otherwise the best counts, and none but those of the skill unless the
    game master forces one (SDA-012). A ``free`` test, such as ego or natural healing, is limited by spirit alone, not
    by injuries. ``virtue`` says whether the roll goes with or against a virtue called upon (SDA-083, SDA-084), as
    :func:`~rules.systems.sda.core.person.virtue_bonus.bearing` reads it; if it is empty, the roll goes as its roller
    goes about all rolls. ``called`` says which luck and mastery go with it
    (:func:`~rules.systems.sda.core.person.called_upon.as_rolled`); a roll that nobody chose to make goes without them,
    unless its roller wants them for any roll (D-7).

    A ``whole`` pool has the dice that bleeding wounds take from all others: whoever announces them lets wounds get
    worse, or leaves those dice out (SDA-210).
    """
    house, on_back = table.house_rules, on_the_back(table, who)
    sheet = table.sheet(who)
    meant = virtue or leaning(sheet)
    seen = as_rolled(sheet, called, own=who == table.actor and not free)
    return pool_of(
        seen, who, skill, attribute, bonus, malus, free=free, whole=whole, virtue=meant, house=house, on_back=on_back
    )


def pool_of(
    sheet: Sheet,
    who: str,
    skill: str,
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    *,
    free: bool = False,
    whole: bool = False,
    virtue: str = "",
    house: Mapping[str, Json] = AS_SAID,
    on_back: float = 0.0,
) -> Pool:
    """The pool of :func:`base_pool`, from a sheet alone; ``on_back`` is the encumbrance of riders (D-8)."""
    given = (
        Influence("Bonus" if bonus > 0 else "Fewer dice", bonus, rule="SDA-043"),
        Influence("Malus" if malus > 0 else "Bonus", mos=-malus, rule="SDA-044"),
        *bearing(sheet, virtue),
    )
    meant = skill_or_group(skill)
    candidates = [meant] if isinstance(meant, Skill) else list(members(meant, sheet))
    pools = [
        _pool(sheet, who, one, key, given, free, house, on_back)
        for one in candidates
        for key in _attributes(sheet, one, attribute)
    ]
    if not pools:
        raise Refused(_other_attribute(sheet, candidates), "attribute")
    best = max(pools, key=lambda pool: (_worth(pool), sheet.rank("attribute", pool.attribute)))
    return best if whole else _bleeding(sheet, best)


def open_wounds(sheet: Sheet) -> int:
    """The number of injury lines that bleed."""
    return sum(1 for line in sheet.tracks.get(TRACK, ()) if line.ticked.get(BLEEDING))


def _bleeding(sheet: Sheet, pool: Pool) -> Pool:
    """A pool of strength or agility without the die that each bleeding wound takes from it (SDA-210)."""
    lost = min(open_wounds(sheet), pool.available) if pool.attribute in BODILY else 0
    if not lost:
        return pool
    part = Part("Bleeding", f"−{lost} {'die' if lost == 1 else 'dice'}", "SDA-210")
    return replace(pool, dice=pool.available - lost, parts=(*pool.parts, part))


def forced(skill: str) -> str:
    """The name of the condition by which circumstances force an attribute on a skill (SDA-012)."""
    return f"forced_{skill}"


def _attributes(sheet: Sheet, skill: Skill, picked: str) -> tuple[str, ...]:
    """The attributes that a skill may be rolled with, or the picked one of them (SDA-012)."""
    by_circumstances = sheet.conditions.get(forced(skill.key))
    allowed = (str(by_circumstances.source),) if by_circumstances else skill.attributes
    return tuple(key for key in allowed if not picked or key == attribute_named(picked).key)


def _other_attribute(sheet: Sheet, skills: Sequence[Skill]) -> str:
    allowed = dict.fromkeys(ATTRIBUTES[key].name for one in skills for key in _attributes(sheet, one, ""))
    name = skills[0].name if len(skills) == 1 else GROUPS[skills[0].group].name
    return f"{name} is rolled with {' or '.join(allowed)}. Only the game master can force another attribute."


def _worth(pool: Pool) -> float:
    shown = sum(i * p for i, p in enumerate(distribution(pool.sides, max(0, pool.dice), pool.how))) - pool.malus
    return shown * COUNTS[counted(2, pool.how)]


def _pool(
    sheet: Sheet,
    who: str,
    skill: Skill,
    attribute: str,
    given: Sequence[Influence],
    free: bool,
    house: Mapping[str, Json],
    on_back: float,
) -> Pool:
    """The pool of a skill: always a die, and more for ranks (SDA-009, SDA-010) and weakness (SDA-053, SDA-054).

    ``given`` is what this one roll has more or less than others.
    """
    name, drowned = ATTRIBUTES[attribute].name, weaker_by(sheet, attribute)
    value = max(1, sheet.rank("attribute", attribute) - drowned)
    own, group = sheet.rank("skill", skill.key), sheet.rank("group", skill.group)
    weakness, focus = max(0, WEAK - value), int(sheet.memo.get(FOCUS) == attribute)
    lost = dice_lost(sheet, house, on_back) if attribute in BODILY else 0
    found = (
        Influence(f"{skill.name} {own}", own, rule="SDA-009"),
        Influence(f"{GROUPS[skill.group].name} {group}", group, rule="SDA-008"),
        Influence(f"Focus on {name.lower()}", focus, rule="SDA-009"),
        Influence(f"{name} below 4", weakness, -weakness, rule="SDA-053"),
        *given,
        Influence("Burden", -(lost or 0)),
        *influences(sheet, skill.key, attribute),
    )
    dice, malus = max(0, 1 + sum(one.dice for one in found)), -sum(one.mos for one in found)
    stopped = [Part("Loaded beyond twice the limit", "no dice")] if lost is None else []
    if weakness and WEAK_DIE.chosen(house) == NO_DIE:
        stopped = [Part(f"{name} below 4", "no dice", "SDA-011")]
    cap, limits = _cap(sheet, free, stopped)
    parts = [Part(f"{name} {value}", f"d{die_for(value)}", "SDA-011"), Part("Always", "1 die", "SDA-009")]
    parts += [Part("Drunk", f"{name} −{drowned}")] if drowned else []
    parts += [one.part for one in found if one.shows]
    parts += limits if dice > cap else []
    how = " ".join(dict.fromkeys(one.how for one in found if one.how))
    return Pool(who, skill.key, attribute, die_for(value), dice, malus, cap, own + group, tuple(parts), how)


def carried_by(sheet: Sheet, spirit: int) -> int:
    """The most dice that ``spirit`` carries: as many as points, for some traits half as many again (SDA-057, D-7)."""
    return spirit + spirit * figure(sheet, "stamina") // 2


def _cap(sheet: Sheet, free: bool, stopped: Sequence[Part]) -> tuple[int, list[Part]]:
    """The most dice that spirit and injuries leave, and why; none where anything has ``stopped`` them all."""
    spirit = carried_by(sheet, sheet.now("spirit"))
    caps = [(spirit, Part("Spirit left", f"at most {spirit}", "SDA-057"))]
    if has_rage(sheet):
        caps = [(BEYOND, Part("In a rage", "past the limit of spirit", "D-7"))]
    stops = DEAD if free else HELPLESS
    caps += [(0, Part(str(sheet.conditions[c].label), "no dice", "SDA-213")) for c in stops if sheet.has(c)]
    if not free and sheet.has("stunned"):
        level = sheet.conditions["stunned"].level
        caps.append((level, Part("Stunned", f"at most {level}", "SDA-212")))
    caps += [(0, part) for part in stopped]
    cap = min(most for most, _ in caps)
    return cap, [part for most, part in caps if most == cap]


# -- buying dice ----------------------------------------------------------------------------------------------


def price(pool_dice: int, bought: int) -> int:
    """Spirit that bought dice cost: each as much as there are dice by then (SDA-059, C-17).

    >>> [price(4, bought) for bought in (1, 2, 3, 4)]
    [4, 9, 15, 22]
    """
    return sum(range(pool_dice, pool_dice + bought))


def with_bought(table: Table, pool: Pool, bought: int, *, unlimited: bool = False) -> Pool:
    """The pool after buying, refused where the rules forbid it; nothing is paid yet.

    At most as many dice as the pool had (SDA-060), unless ``unlimited`` as for a virtue (SDA-082); what spirit is left
    must still carry them (SDA-057, C-16).
    """
    if not bought:
        return pool
    refuse_empty(pool, "bought")
    after = _bought(table, pool, bought, unlimited)
    if after is None:
        most = max((n for n in range(1, bought) if _bought(table, pool, n, unlimited)), default=0)
        cost = price(pool.available, bought)
        spirit = table.sheet(pool.who).now("spirit")
        allowed = f"{most} can be bought for {price(pool.available, most)}" if most else "none can be bought"
        raise Refused(
            f"{bought} more dice would cost {cost} of {spirit} spirit; here {allowed}, "
            f"since no pool is larger than its spirit{'' if unlimited else ' or than twice itself'}.",
            "bought",
        )
    return after


def _bought(table: Table, pool: Pool, bought: int, unlimited: bool) -> Pool | None:
    spirit, cost = table.sheet(pool.who).now("spirit"), price(pool.available, bought) + pool.due
    before_paying = BUYING.chosen(table.house_rules) == "before paying"
    cap = (
        pool.cap
        if before_paying or has_rage(table.sheet(pool.who))
        else min(pool.cap, carried_by(table.sheet(pool.who), spirit - cost))
    )
    dice = pool.available + bought
    original = pool.available - pool.ahead
    if (pool.ahead + bought > original and not unlimited) or cost > spirit or dice > cap:
        return None
    part = Part("Bought with spirit", f"+{bought} for {cost - pool.due}", "SDA-059")
    return replace(pool, dice=dice, cap=cap, parts=(*pool.parts, part))


def could_buy(table: Table, pool: Pool, bought: int, *, unlimited: bool = False) -> bool:
    """Whether ``bought`` dice could be bought for a pool now."""
    return bool(pool.available) and _bought(table, pool, bought, unlimited) is not None


def buy(table: Table, pool: Pool, bought: int, *, unlimited: bool = False) -> Pool:
    """Buy dice and pay for them with spirit; the pool that has them is returned."""
    after = with_bought(table, pool, bought, unlimited=unlimited)
    if bought:
        cost = price(pool.available, bought)
        table.happen(ResourceChanged(pool.who, "spirit", -cost, "bought dice"))
    return after


# -- throwing -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result:
    """A throw of a pool: ``raw`` is the MoS on the dice, ``net`` those after the malus and with granted dice.

    ``excess`` is the malus beyond the MoS, the number of dice that it grants the other side (SDA-029). ``is_full`` if
    no die of the pool was kept back.
    """

    pool: Pool
    faces: tuple[int, ...]
    raw: int
    net: int
    excess: int
    is_full: bool
    granted: tuple[int, ...] = ()

    @property
    def no_success(self) -> bool:
        """Whether no die of the roll gave any MoS, before any malus; no dice are no roll (SDA-048, C-21)."""
        return bool(self.faces) and self.raw == 0

    @property
    def all_scored(self) -> bool:
        return bool(self.faces) and all(mos(face, self.pool.how) for face in self.faces)

    @property
    def has_highest(self) -> bool:
        return self.pool.sides in self.faces


def refuse_empty(pool: Pool, field: str) -> None:
    """Refuse where no die is left, and say what leaves none."""
    if not pool.available:
        limited = pool.parts and (pool.dice > pool.cap or pool.parts[-1].rule == "SDA-210")
        limit = pool.parts[-1] if limited else Part("The pool", "no dice")
        raise Refused(f"There is nothing to throw. {limit.label}: {limit.value}.", field)


def dice_used(pool: Pool, count: int, field: str = "dice") -> int:
    """The number of dice thrown: ``count``, all for 0; refused where there are not so many (SDA-013)."""
    refuse_empty(pool, field)
    if count > pool.available:
        some = f"1 to {pool.available} dice" if pool.available > 1 else "Only 1 die"
        raise Refused(f"{some} can be thrown here, not {count}.", field)
    return count or pool.available


def throw(table: Table, dice: Dice, pool: Pool, count: int, purpose: str) -> Result:
    """Throw ``count`` dice of a pool; none is no roll, and then the whole malus is in excess (SDA-045)."""
    if count > pool.available:
        raise Refused(f"At most {pool.available} dice can be thrown here, not {count}.", "dice")
    if count and (pool.due or pool.held):
        pool, count = _as_prepared(table, pool, count)
    faces = throw_dice(table, dice, pool.who, pool.sides, count, purpose, pool.how)
    raw = measured(faces, pool.how)
    net, excess = counted(max(0, raw - pool.malus), pool.how), max(0, pool.malus - raw)
    if faces:
        use_up(table, pool.who, pool.how)
    return Result(pool, faces, raw, net, excess, is_full=count > 0 and pool.is_whole(count))


def _as_prepared(table: Table, pool: Pool, count: int) -> tuple[Pool, int]:
    """Pay what is due, and use up what was prepared: it is for one roll. The pool and the count thrown are returned."""
    sheet = table.sheet(pool.who)
    for name in (BUYS, HOLDS):
        held = sheet.conditions.get(name)
        if held and held.source == pool.skill:
            table.happen(ConditionEnded(pool.who, name))
            take_spirit(table, pool.who, pool.due, "bought dice")
            return pool, count
    # Another roll of the same command has used it up.
    whole = replace(pool, dice=pool.available - pool.ahead, ahead=0, due=0)
    return whole, min(count, whole.available)


def grant(table: Table, dice: Dice, pool: Pool, result: Result, extra: int) -> Result:
    """Throw the dice that the other side's malus grants: they know no malus and are not part of the roll (C-13).

    They are added to a roll: whoever makes none is granted none (C-13a).
    """
    if not extra or not result.faces:
        return result
    faces = throw_dice(table, dice, pool.who, pool.sides, extra, "granted dice")
    return replace(result, net=result.net + measured(faces), granted=faces)


def grant_each(table: Table, dice: Dice, mine: Result, theirs: Result) -> tuple[Result, Result]:
    """Throw the dice that each side's malus grants the other, my side's first (SDA-029)."""
    return grant(table, dice, mine.pool, mine, theirs.excess), grant(table, dice, theirs.pool, theirs, mine.excess)


def throw_dice(
    table: Table, dice: Dice, who: str, sides: int, count: int, purpose: str, how: str = ""
) -> tuple[int, ...]:
    """Throw equal dice that count MoS, of whatever pool, and let it be known; for some the blank ones again (D-7)."""
    if count <= 0:
        return ()
    fallen = dice.roll(who, [sides] * count)
    if table.quiet and AGAIN not in how:
        return fallen.faces
    again = [mos(face, how) == 0 for face in fallen.faces] if AGAIN in how else [False] * count
    shown = tuple(
        Die(sides, face, mos(face, how), kept=not blank) for face, blank in zip(fallen.faces, again, strict=True)
    )
    measure = sum(die.scored for die in shown)
    chances = distribution(sides, count, how.replace(AGAIN, ""))
    table.happen(rolled(who, purpose, shown, measure, chances, typed=fallen.typed))
    if not any(again):
        return fallen.faces
    second = throw_dice(table, dice, who, sides, sum(again), f"{purpose}, again", how.replace(AGAIN, ""))
    return (*(die.face for die in shown if die.kept), *second)
