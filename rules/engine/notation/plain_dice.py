"""Questions about plain dice, which every game understands: ``3d6+2 at least 12``, ``4d6kh3``, ``5d10>=7``."""

from dataclasses import replace

from rules.engine.notation.grammar import read as read_notation
from rules.engine.notation.questions import Answer, Foreign, Language, Misunderstood, Phrase, Unclear, Vocabulary, read
from rules.engine.notation.tree import Count, Expression, Pool, Question, Wish, parts
from rules.engine.notation.values import shares, spread
from rules.engine.odds import Chance, Odds, in_words, mean, normal

#: Questions to be tapped, each with its meaning.
_HELP = (
    ("3d6 + 2", "dice, added up; also −, * and brackets; / rounds down"),
    ("4d6kh3", "the highest 3 kept; kl the lowest kept, dl and dh dropped"),
    ("adv + 5", "two d20, the higher kept; dis the lower"),
    ("3d6!", "each 6 rolled again and added; 3d6!5+ from 5 up"),
    ("4d6r1", "each 1 rolled again until it is not a 1; 4d6ro1 once"),
    ("5d10>=7", "how many of the dice show 7 or more"),
    ("at least 2 sixes on 5d6", "how many dice show a face"),
    ("4dF", "fate dice; d% is a d100, d66 two d6 read as digits"),
    ("max(d8!, d6!)", "the highest of several results; min the lowest"),
    ("15+ on 3d6", "also at least, at most, more than, under, exactly, between"),
    ("d20 + 5 vs 15", "15 or more"),
    ("2d6 against 2d8", "the higher sum wins"),
)
PHRASES = tuple(Phrase(shown, "", shown, meaning) for shown, meaning in _HELP)
EXAMPLES = (
    "3d6+2 at least 12",
    "4d6kh3",
    "adv+5 >= 15",
    "5d10>=7 at least 3",
    "3d6! at least 15",
    "2d6 between 6 and 8",
    "d20+5 against d20+3",
)
_BESIDE = {">=": "at least as high as", ">": "higher than", "<=": "at most as high as", "<": "lower than"}
_UNDER = ("<", "<=")

PLAIN = Vocabulary(PHRASES, EXAMPLES)


def answer(asked: Question) -> Answer:
    """The odds of what is rolled: its sum or count, how it stands to a number, or against other dice."""
    if asked.theirs is not None:
        return _opposed(asked, asked.theirs)
    return _alone(asked)


def _alone(asked: Question) -> Answer:
    mine, wish = asked.mine, asked.wish
    found, least = shares(mine)
    note = asked.note or _note(mine)
    measured = "successes" if isinstance(mine, Count) else "sum"
    if wish is None:
        average = f"{round(least + mean(found), 1) + 0:.1f}".replace("-", "−")
        told = f"{_range(mine, least, least + len(found) - 1)}, {average} on average"
        return Answer(_alone_in_words(mine), Odds(told, (), found, measured, least), note=note)
    chance = min(1.0, sum(p for place, p in enumerate(found) if wish.holds(least + place)))
    listed = (Chance("success", wish.words, chance),)
    told = f"{in_words(chance).capitalize()} {_comes_to(mine, wish)}"
    odds = Odds(told, listed, found, measured, least, low=wish.sign in _UNDER, good=_held(wish, least, len(found)))
    them = " of them" if isinstance(mine, Count) else ""
    return Answer(f"{_alone_in_words(mine)}, {wish.words}{them}", odds, note=note)


def _held(wish: Wish, least: int, count: int) -> tuple[int, ...]:
    """The values, of ``count`` from ``least`` on, that fulfil the wish."""
    return tuple(value for value in range(least, least + count) if wish.holds(value))


def _note(mine: Expression) -> str:
    """A note on the other meaning that a reroll has at some tables; empty without an endless reroll."""
    for part in parts(mine):
        if isinstance(part, Pool) and part.again == "always":
            return f"Rolled again until it stops. Only once: {part.dice}ro{part.rerolled[0]}."
    return ""


def _alone_in_words(mine: Expression) -> str:
    """The dice and what is done to them, in words parted by commas."""
    match mine:
        case Pool(remarks=remarks) if remarks:
            return ", ".join([mine.dice, *remarks])
        case Count(pool=dice, wish=wish):
            return ", ".join([dice.dice, *dice.remarks, f"dice that show {wish.face}"])
    return mine.words


def _range(mine: Expression, least: int, most: int) -> str:
    """The least and the highest result in words ("3 to 18"); only the least where dice explode."""
    of = f" dice of {mine.pool.dice}" if isinstance(mine, Count) else ""
    is_endless = any(isinstance(part, Pool) and part.exploding for part in parts(mine))
    return (f"{least} or more" if is_endless else f"{least} to {most}").replace("-", "−") + of


def _comes_to(mine: Expression, wish: Wish) -> str:
    if not isinstance(mine, Count):
        return f"to get {wish.words}"
    many = "no" if (wish.sign, wish.low) == ("=", 0) else wish.words
    return f"that {many} {'die shows' if many.endswith(' 1') else 'dice show'} {mine.wish.face}"


def _opposed(asked: Question, theirs: Expression) -> Answer:
    """The answer against other dice: the higher result wins; with a sign, the chance of that comparison only."""
    mine, margin = asked.mine, spread(asked.mine, theirs)
    found = normal(margin.weights)
    if asked.wish is None:
        return _against(asked, theirs, Odds("", (), found, "ahead by", margin.least))
    beside = _BESIDE.get(asked.wish.sign, "just as high as")
    chance = min(1.0, sum(p for place, p in enumerate(found, margin.least) if asked.wish.holds(place)))
    told = f"{in_words(chance).capitalize()} to be {beside} {theirs.words}"
    listed = (Chance("success", f"{beside} {theirs.words}", chance),)
    good = _held(asked.wish, margin.least, len(found))
    odds = Odds(told, listed, found, "ahead by", margin.least, low=asked.wish.sign in _UNDER, good=good)
    return Answer(f"{mine.words}, {beside} {theirs.words}", odds)


def _against(asked: Question, theirs: Expression, margin: Odds) -> Answer:
    won = sum(p for value, p in enumerate(margin.measure, margin.least) if value > 0)
    lost = sum(p for value, p in enumerate(margin.measure, margin.least) if value < 0)
    ends = (("success", "win", won), ("tie", "tie", max(0.0, 1.0 - won - lost)), ("failure", "lose", lost))
    told = f"{in_words(won).capitalize()} to win"
    odds = Odds(told, tuple(Chance(*one) for one in ends), margin.measure, margin.measured, margin.least)
    return Answer(f"{asked.mine.words} against {theirs.words}", odds)


def ask(language: Vocabulary, question: str) -> Answer:
    """The answer to a question in the words of a game, or in those of plain dice.

    Whoever is understood in neither hears of the word that the more patient listener stumbled over; but where plain
    dice know all words and these do not go together, that is said.
    """
    if not isinstance(language, Language):
        return answer(read_notation(question))
    try:
        said = read(question, language.phrases)
    except Misunderstood as stumbled:
        try:
            plainly = read_notation(question)
        except Misunderstood as too:
            is_closer = isinstance(too, Unclear) or too.start > stumbled.start
            raise too if is_closer else stumbled from None
        return _beside_a_game(plainly)
    try:
        return language.answer(said)
    except Foreign as refused:
        try:
            plainly = read_notation(question)
        except Misunderstood:
            raise refused from None
        return _beside_a_game(plainly)


def _beside_a_game(plainly: Question) -> Answer:
    found = answer(plainly)
    return replace(found, note=f"Read as plain dice. {found.note}".strip())
