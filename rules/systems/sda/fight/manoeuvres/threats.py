"""Words as weapons: intimidation and taunts, and how somebody holds out against them (SDA-268, SDA-269)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import (
    Ask,
    Choice,
    Dice,
    Judged,
    NotNow,
    Refused,
    Reply,
    ResourceChanged,
    Said,
    Table,
    Told,
    Weighing,
    counted,
    number,
    pick,
)
from rules.engine.odds import Odds, mean, often
from rules.systems.sda.content.skills import narrowest
from rules.systems.sda.core.person import chances, feed_hatred, figure, figure_parts
from rules.systems.sda.core.rolls import (
    Aim,
    Losses,
    Pool,
    bought_for,
    buy,
    dice_said,
    most_bought,
    pool_for,
    reckon,
    throw,
    with_bought,
    with_means,
)
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.advice import told_apart
from rules.systems.sda.fight.base import (
    act,
    be_seen,
    calm,
    free_to_act,
    is_able,
    losses_to_hits,
    opponents,
    own_turn,
    spirit_lost,
    taunt,
    too_many,
)
from rules.systems.sda.fight.blows import Blow, Met, granted, increments_passed, side_of_answer
from rules.systems.sda.fight.moves import MOST, FightRoll, bodily_choices, by_distance, carry_on
from rules.systems.sda.fight.wounds import BOXES, OF_SPIRIT, SPIRIT_OF_A_BOX, in_boxes

#: Metres for each of which passed words lose 1 MoS (SDA-268, SDA-269); the size of the target does not matter.
INCREMENT = 5
#: Spirit that each hit of an intimidation costs (SDA-268, C-52).
SPIRIT = 2
#: The aim by which words are weighed.
MOVED = Aim(
    BOXES,
    f"Average spirit they lose, in boxes, if they resist with all dice; a taunt counts like a threat. {OF_SPIRIT}",
    spirit=SPIRIT_OF_A_BOX,
)
#: The aim by which resisting is weighed.
UNMOVED = Aim(
    "hits",
    "Average hits on you, below 0; 2 spirit count as 1.",
    "Hits",
    spirit=SPIRIT,
)
#: The skill with which a target resists, by the kind of words.
RESISTS = {"intimidate": "ego", "taunt": "detect_motive"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Effort):
    """Insult and intimidation against somebody who hears it; every 5 metres passed cost 1 MoS."""

    rolls: ClassVar[str] = "insult_intimidation"
    aim: ClassVar[Aim] = MOVED
    kind: ClassVar[str] = ""
    throws_dice: ClassVar[bool] = False

    target: str = pick("Target")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        calm(table)
        somebody_to_move(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        far, able = by_distance(table, hearers(table)), moved_by_words(table)
        hints = {who: f"{far[who]:g} m" if who in able else "no mind to be moved by words" for who in far}
        aims = (Choice(who, table.name(who), hints[who]) for who in sorted(far, key=lambda who: who not in able))
        return {**bodily_choices(table), "target": tuple(aims)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": next(iter(by_distance(table, moved_by_words(table))))}

    def odds(self, table: Table) -> Odds:
        """The odds if nobody resists, without means, which hang on the answer."""
        return replace(self._open_odds(table, "make an impression if they do not resist"), means=())

    def weighing(self, table: Table) -> Weighing:
        """Weigh whom to speak to, with how many dice, and how many to keep for a blow (SDA-160, SDA-161)."""
        able = moved_by_words(table)
        names = told_apart(table, able) if len(able) > 1 else {}

        def said(chosen: Words) -> str:
            return " with ".join(filter(None, (names.get(chosen.target), dice_said(chosen))))

        return self.weighed(table, "target", said=said, among={"target": able})

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        """The mean spirit of the hits, in boxes, if the target resists with all dice, which is free (SDA-165)."""
        theirs = pool_for(table, self.target, RESISTS[self.kind], free=True)
        return in_boxes(SPIRIT * mean(chances.opposed(pool.side(count), theirs.side(theirs.available)).hits()))

    def perform(self, table: Table, dice: Dice) -> None:
        pool, count = self._ready(table, buy(table, self._pool(table), self.bought))
        self._pay(table, pool, count)
        be_seen(table, table.actor)
        verb = {"intimidate": "threatens", "taunt": "taunts"}[self.kind]
        table.happen(Told((table.actor, self.target), f"{{0}} {verb} {{1}} with {counted(count, 'die', 'dice')}."))
        attack = Blow.of(pool, count, self.reward)
        known = {"attacker": table.actor, "kind": self.kind, "attack": attack.known()}
        title = Said(f"{{0}} {verb} you with {counted(count, 'die', 'dice')}: resist?", (table.actor,))
        table.ask(self.target, title, Resist.name, **known)

    def _pay(self, table: Table, pool: Pool, count: int) -> None:
        """Take the dice out of the budget for actions."""
        act(table, pool, count, own_turn(table).key)

    def _pool(self, table: Table) -> Pool:
        if figure(table.sheet(self.target), "mindless"):
            raise Refused(f"{table.name(self.target)} has no mind to be moved by words. Choose another.", "target")
        return Effort._pool(self, table)

    def _target(self) -> str:
        return self.target

    def _malus(self, table: Table) -> int:
        return increments_passed(distance(table, table.actor, self.target), INCREMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intimidate(Words, name="turn.intimidate", label="Intimidate"):
    """Frighten somebody: insult and intimidation against their ego, 2 spirit lost for each hit (SDA-268, C-52)."""

    kind: ClassVar[str] = "intimidate"

    def _pool(self, table: Table) -> Pool:
        """The pool, which counts twice for somebody with a trait of screaming (D-7)."""
        return Words._pool(self, table).counting_twice(figure_parts(table.me, "screams", "MoS count twice"))

    def _malus(self, table: Table) -> int:
        """MoS taken off: by distance, fewer if the actor is frightening, more if the target is wary (D-7)."""
        wary = figure(table.sheet(self.target), "resists_threats")
        return Words._malus(self, table) - figure(table.me, "threats") + wary


@dataclass(frozen=True, slots=True, kw_only=True)
class Taunt(Words, name="turn.taunt", label="Taunt"):
    """Provoke somebody: insult and intimidation against their detect motive (SDA-269).

    From their next turn on, actions that are not aimed at you have a die less for each hit; one comes back each turn.
    """

    kind: ClassVar[str] = "taunt"

    def _skill(self) -> str:
        return narrowest("insult", self.rolls)

    def _malus(self, table: Table) -> int:
        """MoS taken off: by distance, and more if the target is cool-headed (D-7)."""
        return Words._malus(self, table) + figure(table.sheet(self.target), "resists_taunts")


def hearers(table: Table) -> list[str]:
    return [who for who in opponents(table, table.actor) if is_able(table, who)]


def moved_by_words(table: Table) -> list[str]:
    """The ids of the opponents who hear the actor and have a mind that words could move."""
    return [who for who in hearers(table) if not figure(table.sheet(who), "mindless")]


def somebody_to_move(table: Table) -> None:
    if not hearers(table):
        raise NotNow("No opponent can hear you.")
    if not moved_by_words(table):
        raise NotNow("None of them can be moved by words.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Resist(FightRoll, Reply, name="mind.resist", label="Resist"):
    """Hold out against words: ego against threats, detect motive against taunts (SDA-268, SDA-269).

    It is free: the dice come out of no budget (SDA-165).
    """

    unasked: ClassVar[str] = "Nobody is threatening or taunting you."
    leading: ClassVar[tuple[str, ...]] = ("dice",)

    dice: int = number("Dice", most=MOST, help="0: do not resist")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        pool = pool_for(table, table.actor, RESISTS[ask.known["kind"]], free=True)
        return {"ask": ask.key, "dice": pool.available}

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        pool = self._ready(table, with_bought(table, self._pool(table, ask), self.bought))
        sides = [side_of_answer(pool, count) for count in range(pool.available + 1)]
        met = Met(table, Blow.from_known(ask.known["attack"]), pool, sides, self.dice)
        odds = met.odds("holds", "unmoved", often("you", "stay unmoved", met.safe), met.margin.hits_against())
        losses = self._losses(table, ask, met.mine, met.theirs)
        return with_means(odds, table, pool, self.dice, met.flawless, self.reward, self.bought, losses)

    @staticmethod
    def _losses(table: Table, ask: Ask, mine: chances.Side, theirs: chances.Side) -> Losses | None:
        """The spirit that a threat takes, after what the rolls give or cost (SDA-268); None for a taunt."""
        if ask.known["kind"] == "taunt":
            return None
        return losses_to_hits(
            table, ask.known["attack"]["who"], mine, theirs, lambda hits: _fright(table, hits), last=True
        )

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to roll, which come out of no budget, and how many to buy (SDA-059, SDA-165)."""
        ask = table.open_ask(self.ask, self.name)
        plain, theirs = self._pool(table, ask), Blow.from_known(ask.known["attack"]).side()
        most = most_bought(table, plain)

        def brings(chosen: Resist) -> float:
            pool = chosen._ready(table, with_bought(table, plain, chosen.bought))
            return -mean(chances.opposed(side_of_answer(pool, chosen.dice), theirs).hits_against())

        return bought_for(self, table, UNMOVED, lambda _: plain, brings, most=most, dice=plain.available + most)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        pool = self._ready(table, with_bought(table, self._pool(table, ask), self.bought))
        if self.dice:
            buy(table, self._pool(table, ask), self.bought)
        attack = Blow.from_known(ask.known["attack"])
        mine = attack.thrown(table, dice, ask.known["kind"])
        theirs = throw(table, dice, pool, self.dice, f"resist: {pool.skill}") if self.dice else None
        mine, theirs = granted(table, dice, mine, theirs)
        held = theirs.net if theirs else 0
        hits = max(0, mine.net - held)
        numbers: dict[str, int | str | None] = {"hits": hits, "attack": mine.net, "resistance": held}
        table.happen(Judged(attack.who, "success" if hits else "failure", hits, numbers))
        reckon(table, dice, mine, succeeded=hits > 0, reward=attack.reward)
        if theirs is not None:
            reckon(table, dice, theirs, succeeded=not hits, reward=self.reward)
        _moved(table, attack.who, ask.known["kind"], hits)
        carry_on(table)

    def _pool(self, table: Table, ask: Ask) -> Pool:
        said = (RESISTS[ask.known["kind"]], "", self.bonus, self.malus)
        return pool_for(table, table.actor, *said, free=True, virtue=self.virtue, called=self.called)

    def _ready(self, table: Table, pool: Pool) -> Pool:
        if self.dice > pool.available:
            raise Refused(too_many(self.dice, pool.available, "resisting"), "dice")
        return pool


def _fright(table: Table, hits: int) -> int:
    """Spirit that hits of a threat cost the actor, before sparring and places lessen it."""
    return SPIRIT * hits // (1 + figure(table.me, "fearless"))


def _moved(table: Table, by: str, kind: str, hits: int) -> None:
    """Let hits of words take effect on the actor: a taunt, or spirit lost to a threat."""
    if not hits:
        table.happen(Told((table.actor,), "{0} is unmoved."))
    elif kind == "taunt":
        taunt(table, by, table.actor, hits)
    else:
        lost = spirit_lost(table, table.actor, by, _fright(table, hits))
        table.happen(Told((table.actor,), f"{{0}} is frightened: {lost} spirit."))
        if lost:
            table.happen(ResourceChanged(table.actor, "spirit", -lost, "intimidated"))
            feed_hatred(table, by, table.actor, lost)
