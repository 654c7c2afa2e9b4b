"""Answers to questions in WinterDawn's words: exact odds of pools, alone or together, and of long work."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from rules.engine import odds
from rules.engine.kernel import counted
from rules.engine.notation.questions import Answer, Language, Said
from rules.engine.odds import Chance, Distribution, Odds, Weights, at_least, in_words, less, mean
from rules.engine.odds.contests import Margin, Spread
from rules.engine.odds.runs import FAR
from rules.systems.sda.checks.shared.progress import Course, Turnout, course
from rules.systems.sda.core.person import granting, mos_weights
from rules.systems.sda.core.rolls import FIRST_FAIL, ROLLING, SETBACK, Gains, added, as_distribution, half, with_hits
from rules.systems.sda.screen.questions import EXAMPLES, PHRASES, Hand, Question, understood

#: Dice as pairs of faces and number.
Dice = tuple[tuple[int, int], ...]
#: The chance that work is not done in time, up to which it is not worth a word.
LEFT = 0.001
_MODES = {FIRST_FAIL: "first fail", SETBACK: "setback"}


def answer(said: Sequence[Said]) -> Answer:
    """The answer to a question; refused where it cannot be understood."""
    question = understood(said)
    if question.members:
        return _group(question)
    if question.mode:
        return _long(question)
    return _opposed(question) if question.theirs else _static(question)


# -- what hands throw -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def shown(dice: Dice) -> Weights:
    """The MoS that dice of one or several sizes show, before any malus (SDA-017)."""
    return odds.pools((mos_weights(sides), count) for sides, count in dice)


def all_scoring(dice: Dice) -> Weights:
    """The part of :func:`shown` in which every die gives MoS (SDA-046)."""
    return odds.pools(((0, *mos_weights(sides)[1:]), count) for sides, count in dice)


def _throws(hands: Iterable[Hand]) -> int:
    """The number of ways in which the dice of these hands may fall."""
    return prod(sides**count for hand in hands for sides, count in hand.dice)


def _none_scores(hand: Hand) -> float:
    """The chance that no die gives any MoS (SDA-048)."""
    return shown(hand.dice)[0] / _throws([hand])


def _gain(hand: Hand, roll: Weights, mode: str = ROLLING) -> Spread:
    """MoS that a throw of one hand counts for (SDA-037, SDA-044), below 0 by a malus in a setback test (SDA-034)."""
    net = Spread(-hand.malus, roll)
    kept = net if mode == SETBACK else net.floored()
    return kept.to(half) if hand.halved else kept


def _together(hands: Iterable[Hand], mode: str = ROLLING) -> Spread:
    return added(_gain(hand, shown(hand.dice), mode) for hand in hands)


def _flawless(hands: Sequence[Hand], reach: int) -> float:
    """P(every die of the first hand scores, and all together reach ``reach`` MoS) (SDA-046)."""
    first, *others = hands
    found = _gain(first, all_scoring(first.dice)).plus(_together(others))
    return Margin.of(found, _throws(hands)).at_least(reach)


def _ahead(hand: Hand, roll: Weights, their_sides: int) -> Spread:
    """MoS of a hand in an opposed roll, less those on the dice that its malus grants the other side (SDA-029, C-13)."""
    return granting(roll, hand.malus, mos_weights(their_sides), half if hand.halved else None)


def _all_ahead(hands: Iterable[Hand], their_sides: int) -> Spread:
    """MoS of all hands of a side in an opposed roll, less those on the dice that their maluses grant."""
    return added(_ahead(hand, shown(hand.dice), their_sides) for hand in hands)


def _margin(mine: Sequence[Hand], theirs: Sequence[Hand]) -> Margin:
    """MoS by which one side is ahead (SDA-026); dice granted to a side have the size of its first die."""
    return Margin.of(_all_ahead(mine, theirs[0].dice[0][0]).minus(_all_ahead(theirs, mine[0].dice[0][0])))


# -- one throw --------------------------------------------------------------------------------------------------------


def _static(question: Question) -> Answer:
    """The answer for one roll: against a difficulty, or with every MoS a hit (SDA-025, SDA-030, SDA-035)."""
    measure = as_distribution(_together(question.mine).shares())
    reach = question.difficulty or 1
    listed = (
        Chance("success", "success" if question.difficulty else "any success", at_least(measure, reach)),
        Chance("flawless", "flawless success", _flawless(question.mine, reach)),
        Chance("complete_failure", "complete failure", _none_scores(question.mine[0])),
    )
    told = f"{mean(measure):.1f} MoS on average"
    if question.difficulty:
        told = with_hits("succeed", listed[0].probability, less(measure, question.difficulty), listed[1].probability)
    return _answered(question, told, listed, measure, "MoS")


def _opposed(question: Question) -> Answer:
    """The answer for one roll against somebody: the higher MoS wins, and the lead are hits (SDA-026 to SDA-029)."""
    margin = _margin(question.mine, question.theirs)
    hits = margin.hits()
    won = margin.ahead + (margin.level if question.wins_ties else 0.0)
    listed = [Chance("success", "win", won), Chance("failure", "lose", margin.behind)]
    if not question.wins_ties:
        listed.insert(1, Chance("tie", "stand-still", margin.level))
    flawless = _margin_all_scoring(question)
    listed.append(Chance("flawless", "flawless success", flawless))
    listed.append(Chance("complete_failure", "complete failure", _none_scores(question.mine[0])))
    return _answered(question, with_hits("win", won, hits, flawless), listed, hits, "hits")


def _margin_all_scoring(question: Question) -> float:
    """P(every die of the first hand scores, and its side wins) (SDA-046).

    The malus may take more than all of them score, so that the other side is granted dice here as well.
    """
    first, *others = question.mine
    their_sides = question.theirs[0].dice[0][0]
    rest = _all_ahead(others, their_sides).minus(_all_ahead(question.theirs, first.dice[0][0]))
    scoring = _ahead(first, all_scoring(first.dice), their_sides).plus(rest)
    whole = sum(_ahead(first, shown(first.dice), their_sides).weights) * sum(rest.weights)
    return Margin.of(scoring, whole).at_least(0 if question.wins_ties else 1)


def _group(question: Question) -> Answer:
    """The answer for a group: each needs the difficulty for themselves, and may give what is to spare (SDA-038)."""
    each = [_together([hand]) for hand in question.members]
    through = _through(each, question.difficulty)
    alone = prod(Margin.of(one).at_least(question.difficulty) for one in each)
    listed = (Chance("success", "everybody succeeds", through[-1]), Chance("alone", "everybody without help", alone))
    told = f"{in_words(through[-1]).capitalize()} that everybody succeeds if they share"
    return _answered(question, told, listed, through, "who succeed")


def _through(members: Sequence[Spread], difficulty: int) -> Distribution:
    """P(n of the members succeed), by n, where hits are given to others as well as can be (SDA-038)."""
    out = [0.0] * (len(members) + 1)
    for value, share in added(members).shares().items():
        out[min(len(members), value // difficulty)] += share
    return tuple(out)


# -- many throws ------------------------------------------------------------------------------------------------------


def _long(question: Question) -> Answer:
    """The answer for work that takes several rolls: how many, and how long (SDA-031 to SDA-034)."""
    ahead = course([_turnout(question)], question.difficulty)
    listed = [Chance("success", "done with the first roll", ahead.now)]
    if question.mode == FIRST_FAIL:
        listed.append(Chance("lost", "a roll loses everything", ahead.next_lost))
    if ahead.left > LEFT:
        rolls = counted(len(ahead.done) - 1, "roll", "rolls")
        listed.append(Chance("later", f"not within {rolls}", ahead.left))
    told = _answered(question, "", listed, ahead.done[1:], f"{question.unit}s", least=1, good=(1,))
    return Answer(told.understood, _told(told, ahead, question), told.each)


def _turnout(question: Question) -> Turnout:
    """One roll of long work by what it gains; without any it loses everything in first-fail work (SDA-032, C-27)."""
    if question.theirs:
        hits = _margin(question.mine, question.theirs).hits()
        gains: Gains = {value: share for value, share in enumerate(hits) if share}
    else:
        gains = _together(question.mine, question.mode).shares()
    if question.mode != FIRST_FAIL:
        return Turnout(gains)
    return Turnout({value: share for value, share in gains.items() if value}, gains.get(0, 0.0))


def _told(told: Answer, ahead: Course, question: Question) -> Odds:
    """The odds of long work with their sentence: how long it takes at most half of the time, and on average."""
    unit, middle, late = question.unit, told.quantile(0.5), told.quantile(0.9)
    if middle is None:
        done = in_words(sum(ahead.done))
        sentence = f"Practically impossible like this: {done} within {counted(FAR * told.each, unit, f'{unit}s')}"
    else:
        sentence = f"Half the time within {counted(middle, unit, f'{unit}s')}"
        if late is not None:
            sentence += f", 9 times in 10 within {counted(late, unit, f'{unit}s')}"
        if told.mean is not None:
            sentence += f"; {told.mean:.1f} on average"
    return replace(told.odds, sentence=sentence)


# -- how it is told ---------------------------------------------------------------------------------------------------


def _answered(
    question: Question,
    told: str,
    listed: Sequence[Chance],
    measure: Distribution,
    measured: str,
    least: int = 0,
    good: tuple[int, ...] | None = None,
) -> Answer:
    """The answer to a question, the chance that was asked for first."""
    chances = tuple(sorted(listed, key=lambda one: one.name != question.first_chance))
    if chances[0].name != "success":
        told = f"{in_words(chances[0].probability).capitalize()}: {chances[0].label}"
        good = ()
    return Answer(_as_understood(question), Odds(told, chances, measure, measured, least, good=good), question.amount)


def _as_understood(question: Question) -> str:
    """The question in the language's own words."""
    if question.members:
        return f"{', '.join(hand.words for hand in question.members)}, each needing {question.difficulty}"
    told = _side_in_words(question.mine)
    if question.theirs:
        told += f" against {_side_in_words(question.theirs)}"
    if question.wins_ties:
        told += ", ties won"
    if question.difficulty:
        told += f", difficulty {question.difficulty}"
    if question.mode:
        told += f", {_MODES[question.mode]}"
    if question.unit != "roll":
        told += f", {counted(question.amount, question.unit, f'{question.unit}s')} a roll"
    return told


def _side_in_words(hands: Sequence[Hand]) -> str:
    first, *others = hands
    if not others:
        return first.words
    helpers = " and ".join(f"{hand.words}{' by half' if hand.halved else ''}" for hand in others)
    return f"{first.words} together with {helpers}"


LANGUAGE = Language(PHRASES, EXAMPLES, answer)
