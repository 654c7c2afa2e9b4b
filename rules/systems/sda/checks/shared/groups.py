"""Group tests: everybody does the same and has to reach the difficulty; whoever has MoS to spare may give (SDA-038)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rules.engine.fight import told_apart
from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    MemoKept,
    NotNow,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    many,
    number,
    pick,
    words,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.checks.shared.companions import (
    COMPANIES,
    every_company,
    once_each,
    others,
    skill_names,
    somebody_else,
)
from rules.systems.sda.checks.shared.sharing import best_transfer, group, group_alone
from rules.systems.sda.checks.shared.task import Hand, ready_pools, rolls_of
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    MOST_BONUS,
    POINTS,
    REWARDS,
    Pool,
    Result,
    judge,
    listed,
    reckon,
    skill_choices,
    throw,
)

#: Where the sheet of whoever leads remembers a group test until it is settled.
GROUP = "group_test"
#: The aim of a group, in words.
OF_GROUPS = "Chance that everybody succeeds with the best sharing, in percentage points."
NONE = "none"
_Gift = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTest(SheetCommand, name="test.group", label="Group test"):
    """Everybody rolls for themselves; what they give each other is settled after it (SDA-038).

    With a second skill everybody rolls both, or some roll it while the others roll the first (SDA-041, SDA-042).
    """

    skill: str = pick("Skill")
    companions: tuple[str, ...] = many("With whom")
    difficulty: int = number("Difficulty for each", least=1, default=1)
    bonus: int = number("Bonus dice of each", default=0, most=MOST_BONUS)
    malus: int = number("Malus of each", default=0, most=MOST_BONUS)
    second_skill: str = pick("Second skill", default="", help="For tests of two skills")
    second_by: tuple[str, ...] = many("Who rolls the second only", help="Default: everybody rolls both")

    @classmethod
    def possible(cls, table: Table) -> None:
        somebody_else(table, "to make a group")
        if GROUP in table.me.memo:
            raise NotNow("A group test is open. Share out its MoS first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        them, me = others(table), Choice(table.actor, table.me.name)
        skills = {"skill": skill_choices(table.me), "second_skill": skill_names()}
        return {**skills, "companions": them, "second_by": (me, *them)}

    def odds(self, table: Table) -> Odds:
        rolls = [rolls_of(hands, ready_pools(table, hands)) for hands in self._members(table)]
        through = group(rolls, self.difficulty)
        listed_chances = (
            Chance("success", "everybody succeeds", through[-1]),
            Chance("alone", "everybody without help", group_alone(rolls, self.difficulty)),
        )
        told = f"{in_words(through[-1]).capitalize()} that everybody succeeds if they share"
        return Odds(told, listed_chances, through, "who succeed")

    def weighing(self, table: Table) -> Weighing | None:
        """Who rolls the second skill, where there is one (SDA-042)."""
        everybody = (table.actor, *self.companions)
        if not self.second_skill or 2 ** len(everybody) > COMPANIES:
            return None

        def worth(chosen: GroupTest) -> Worth:
            rolls = [rolls_of(hands, ready_pools(table, hands)) for hands in chosen._members(table)]
            return (100 * group(rolls, chosen.difficulty)[-1],)

        def said(chosen: GroupTest) -> str:
            names = [told_apart(table, who) for who in chosen.second_by]
            return f"Second skill: {listed(names)}" if names else "Everybody rolls both"

        among = {"second_by": every_company(everybody)}
        return Weighing(("second_by",), POINTS, OF_GROUPS, worth, ("Chance",), said=said, among=among)

    def perform(self, table: Table, dice: Dice) -> None:
        members = self._members(table)
        thrown = []
        for hands in members:
            pools = ready_pools(table, hands)
            purpose = f"{self.name}: "
            thrown.append([throw(table, dice, pool, pool.available, purpose + pool.skill) for pool in pools])
        kept = {"difficulty": self.difficulty, "members": [[_as_json(r) for r in results] for results in thrown]}
        table.happen(MemoKept(table.actor, GROUP, kept))
        waiting = _Waiting.of(table)
        table.happen(Told(tuple(waiting.who), f"{_rolled(waiting)} {_advised(waiting)}"))

    def _members(self, table: Table) -> list[tuple[Hand, ...]]:
        if not self.companions:
            raise Refused("A group needs at least two. Choose who takes part.", "companions")
        once_each(table, self.companions, "companions")
        everybody = (table.actor, *self.companions)
        if self.second_by and not self.second_skill:
            raise Refused("Choose the second skill, or nobody to roll it.", "second_skill")
        strange = [who for who in self.second_by if who not in everybody]
        if strange:
            raise Refused(f"Not in the group: {listed(map(table.name, strange))}. Add them first.", "second_by")
        return [tuple(Hand(who, s, "", self.bonus, self.malus) for s in self._skills_of(who)) for who in everybody]

    def _skills_of(self, who: str) -> tuple[str, ...]:
        if not self.second_skill:
            return (self.skill,)
        if not self.second_by:
            return (self.skill, self.second_skill)
        return (self.second_skill,) if who in self.second_by else (self.skill,)


@dataclass(frozen=True, slots=True)
class ShareOut(SheetCommand, name="test.share", label="Share out a group test"):
    """Settle a group test: who gives how much to whom; the best way is proposed, another may be taken (SDA-038)."""

    transfers: str = words(
        "Who gives to whom",
        default="",
        most=2000,
        help='As in "Anna to Boris 2; Anna to Cora 1", or "none"; empty = best',
    )
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        if GROUP not in table.me.memo:
            raise NotNow("No group test to share out. Roll one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, str]:
        waiting = _Waiting.of(table)
        return {"transfers": _written(waiting, waiting.best()) or NONE}

    def perform(self, table: Table, dice: Dice) -> None:
        waiting = _Waiting.of(table)
        gifts = self._gifts(waiting)
        after = _given(waiting.measures, gifts)
        table.happen(MemoKept(table.actor, GROUP, None))
        through = [place for place, value in enumerate(after) if value >= waiting.difficulty]
        story = "; ".join(f"{{{giver}}} to {{{taker}}} {count}" for giver, taker, count in gifts)
        if gifts:
            table.happen(Told(tuple(waiting.who), f"They share: {story}."))
        for place, who in enumerate(waiting.who):
            hits = max(0, after[place] - waiting.difficulty)
            told = {"measure": after[place], "hits": hits, "difficulty": waiting.difficulty}
            judge(table, who, place in through, hits, **told)
        transfers = Said(story, tuple(waiting.who)) if gifts else None
        told = {"difficulty": waiting.difficulty, "succeeded": len(through), "members": len(after)}
        judge(table, table.actor, len(through) == len(after), **told, transfers=transfers)
        for place, results in enumerate(waiting.results):
            for result in results:
                reckon(table, dice, result, succeeded=place in through, reward=AS_WISHED if place else self.reward)

    def _gifts(self, waiting: "_Waiting") -> list[_Gift]:
        told = self.transfers.strip()
        if not told:
            return waiting.best()
        if told.casefold() == NONE:
            return []
        gifts = [waiting.gift(part.strip()) for part in told.split(";") if part.strip()]
        for place, value in enumerate(waiting.measures):
            given = sum(count for giver, _, count in gifts if giver == place)
            if given > value:
                raise Refused(f"{waiting.names[place]} has {value} MoS to give, not {given}.", "transfers")
        return gifts


# -- what waits to be settled ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Waiting:
    difficulty: int
    who: list[str]
    names: list[str]
    results: list[list[Result]]

    @classmethod
    def of(cls, table: Table) -> "_Waiting":
        kept = table.me.memo[GROUP]
        results = [[_from_json(told) for told in each] for each in kept["members"]]
        results = [each for each in results if each[0].pool.who in table.sheets]
        who = [each[0].pool.who for each in results]
        return cls(kept["difficulty"], who, [table.name(one) for one in who], results)

    @property
    def measures(self) -> list[int]:
        return [sum(result.net for result in each) for each in self.results]

    def best(self) -> list[_Gift]:
        return best_transfer(self.measures, self.difficulty)

    def gift(self, told: str) -> _Gift:
        """The gift that "Anna to Boris 2" names, by name or by id; refused where it names none."""
        pair, _, count = told.rpartition(" ")
        if count.isascii() and count.isdigit() and int(count[:6]) > 0:
            for giver in range(len(self.who)):
                for taker in range(len(self.who)):
                    if giver != taker and pair.strip().casefold() in self._ways_to_say(giver, taker):
                        return giver, taker, int(count[:6])
        example = f"{self.names[0]} to {self.names[-1]} 1"
        raise Refused(f"{told!r} is not clear. Write it like this: {example}.", "transfers")

    def _ways_to_say(self, giver: int, taker: int) -> set[str]:
        called = [{self.who[place].casefold(), self.names[place].casefold()} for place in (giver, taker)]
        return {f"{one} to {other}" for one in called[0] for other in called[1]}


def _given(measures: Sequence[int], gifts: Sequence[_Gift]) -> list[int]:
    after = list(measures)
    for giver, taker, count in gifts:
        after[giver] -= count
        after[taker] += count
    return after


def _written(waiting: _Waiting, gifts: Sequence[_Gift]) -> str:
    """Gifts in words, as the field takes them."""
    return "; ".join(f"{waiting.names[giver]} to {waiting.names[taker]} {count}" for giver, taker, count in gifts)


def _rolled(waiting: _Waiting) -> str:
    each = (f"{{{place}}} {value}" for place, value in enumerate(waiting.measures))
    return f"Everybody needs {waiting.difficulty}: {', '.join(each)}."


def _advised(waiting: _Waiting) -> str:
    gifts = waiting.best()
    through = sum(value >= waiting.difficulty for value in _given(waiting.measures, gifts))
    if not gifts:
        return f"Without sharing, {counted(through, 'succeeds', 'succeed')}."
    how = "; ".join(f"{{{giver}}} to {{{taker}}} {count}" for giver, taker, count in gifts)
    return f"Best: {how}; then {counted(through, 'succeeds', 'succeed')}."


_POOL = ("who", "skill", "attribute", "sides", "dice", "malus", "cap", "rank", "how", "held")


def _as_json(result: Result) -> dict[str, Json]:
    pool = asdict(result.pool)
    return {**{name: pool[name] for name in _POOL}, "faces": list(result.faces), "raw": result.raw, "net": result.net}


def _from_json(told: Mapping[str, Any]) -> Result:
    pool = Pool(**{name: told[name] for name in _POOL if name in told})
    excess = max(0, pool.malus - told["raw"])
    return Result(pool, tuple(told["faces"]), told["raw"], told["net"], excess, is_full=not pool.held)
