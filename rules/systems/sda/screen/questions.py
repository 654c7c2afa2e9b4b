"""The words in which WinterDawn's dice are asked about: pools, what bears on them, and how the work goes on."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.engine.kernel import Refused
from rules.engine.notation.questions import Foreign, Heard, Misunderstood, Phrase, Said, refuse_beyond
from rules.systems.sda.core.person import DICE
from rules.systems.sda.core.rolls import FIRST_FAIL, SETBACK

#: The most dice of a hand, hands and malus of a side, and the highest difficulty.
MOST_DICE, MOST_HANDS, MOST_MALUS, MOST_DIFFICULTY = 60, 8, 20, 200
#: The most dice of all hands of a side together.
MOST_TOGETHER = 320
MODES = (FIRST_FAIL, SETBACK)
#: MoS that an attack from there takes off a defence (SDA-182).
FACING = {"flank": 1, "rear": 2}
UNITS = ("roll", "round", "minute", "hour", "day", "week")

PHRASES = (
    Phrase("pool", "@", "5d8", "dice to roll; several sizes form one pool"),
    Phrase("malus", "malus #|minus #|- #|# malus", "malus 2", "MoS subtracted from every roll"),
    Phrase("bonus", "bonus #( dice)?|# bonus dice|# bonus die", "bonus 1", "more dice of the same size"),
    Phrase("difficulty", "difficulty #|dl #", "difficulty 12", "the MoS to reach"),
    Phrase("against", "against|versus|vs", "against 5d10", "the higher MoS wins"),
    Phrase("flank", "from the flank|flank", "from the flank", "a malus of 1 on the defence"),
    Phrase("rear", "from the rear|from behind|rear", "from the rear", "a malus of 2 on the defence"),
    Phrase(
        "granted", "# granted dice|# granted die|# dice granted|granted #", "2 granted dice", "dice without any malus"
    ),
    Phrase("advantage", "advantage|i win ties|ties are mine", "advantage", "a tie is won"),
    Phrase("assisted", "assisted by|helped by|assisted|help from", "assisted by 4d6", "helpers whose MoS are added"),
    Phrase("halved", "halved|by half|half", "halved", "helpers count one for every two"),
    Phrase("each", "each needs? #|each needing #|everybody needs #", "each needing 3", "a group that shares"),
    Phrase(FIRST_FAIL, "first fail", "first fail", "a roll without success loses everything"),
    Phrase(SETBACK, "setback|step back|rolling", "setback", "a malus beyond the roll takes something back"),
    Phrase("flawless", "flawless( success)?", "flawless", "every die scores, and it succeeds"),
    Phrase("complete_failure", "complete failure", "complete failure", "no die scores"),
    *(
        Phrase(
            f"takes_{unit}",
            f"# {unit}s? each|# {unit}s? per roll|# {unit}s? a roll|every # {unit}s|every {unit}|each {unit}",
            shown,
            "",
        )
        for unit, shown in zip(UNITS[1:], ("", "", "", "a day each", ""), strict=True)
    ),
    *(
        Phrase(f"asks_{unit}", f"how many {unit}s", shown, "")
        for unit, shown in zip(UNITS, ("", "", "", "", "how many days?", ""), strict=True)
    ),
)
EXAMPLES = (
    "5d8, malus 2, difficulty 12, first fail, how many days?",
    "6d8 against 5d10 from the flank",
    "4d6, bonus 1, difficulty 3",
    "5d8 assisted by 4d6 and 3d6, halved, difficulty 6",
    "4d6, 3d8 and 2d6, each needing 2",
)
_AGAIN = frozenset({"pool", "malus", "bonus", "assisted"})


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one hand as pairs of faces and number, less a malus; ``halved`` for a mere helper's."""

    dice: tuple[tuple[int, int], ...]
    malus: int = 0
    halved: bool = False

    @property
    def words(self) -> str:
        told = " + ".join(f"{count}d{sides}" for sides, count in self.dice)
        return f"{told} malus {self.malus}" if self.malus else told


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was understood; ``members`` are those of a group of whom each needs the difficulty."""

    mine: tuple[Hand, ...] = ()
    theirs: tuple[Hand, ...] = ()
    members: tuple[Hand, ...] = ()
    difficulty: int = 0
    mode: str = ""
    wins_ties: bool = False
    first_chance: str = "success"
    amount: int = 1
    unit: str = "roll"


@dataclass(slots=True)
class _Side:
    """The hands of one side while they are being named: what is said of dice belongs to those named last.

    ``apart`` where further dice are not of the same hand, but of another member of a group.
    """

    apart: bool = False
    hands: list[Hand] = field(default_factory=list)
    helps: bool = False
    granted: tuple[Hand, ...] = ()

    def add(self, said: Said) -> None:
        """Add dice to the first hand, or as a hand of their own if they are a helper's or of another in a group."""
        count, sides = said.numbers
        if sides not in DICE or not 1 <= count <= MOST_DICE:
            known = ", ".join(f"d{die}" for die in DICE)
            kind = Misunderstood if sides in DICE else Foreign
            raise kind(f"A pool is 1 to {MOST_DICE} dice: {known}.", said.start, said.end)
        if self.hands and not (self.helps or self.apart):
            self.hands[0] = replace(self.hands[0], dice=(*self.hands[0].dice, (sides, count)))
        else:
            self.hands.append(Hand(((sides, count),)))
        held = [sum(count for _, count in hand.dice) for hand in self.hands]
        if len(held) > MOST_HANDS or max(held) > MOST_DICE or sum(held) > MOST_TOGETHER:
            many = f"At most {MOST_HANDS} pools of {MOST_DICE} dice, {MOST_TOGETHER} together."
            raise Misunderstood(many, said.start, said.end)

    def named_last(self) -> range:
        """The places of the hands that a malus or bonus is for: all helpers, the last of a group, or the only hand."""
        return range(max(0, len(self.hands) - 1 if self.apart else int(self.helps)), len(self.hands))

    def change(self, said: Said) -> None:
        """Apply a malus, or more dice of the first kind, to the hands named last (SDA-043, SDA-044)."""
        by = refuse_beyond(said, MOST_MALUS, said.name.capitalize())
        if not self.named_last():
            raise Misunderstood("Name the dice first: 5d8, malus 2.", said.start, said.end)
        for place in self.named_last():
            hand = self.hands[place]
            (sides, count), *others = hand.dice
            more = by if said.name == "bonus" else 0
            malus = hand.malus + (by if said.name == "malus" else 0)
            self.hands[place] = replace(hand, dice=((sides, count + more), *others), malus=malus)


def understood(said: Sequence[Said]) -> Question:
    """The question that the words ask; refused where they do not go together."""
    heard = Heard(said, _AGAIN)
    mine, theirs = _sides(heard)
    if not mine.hands:
        raise Refused("Which dice? Ask like this: 5d8, malus 2, difficulty 3.", "q")
    question = Question(
        (*mine.hands, *mine.granted),
        tuple(theirs.hands),
        difficulty=_difficulty(heard),
        mode=heard.first_of(MODES),
        wins_ties="advantage" in heard,
        first_chance=heard.first_of(("flawless", "complete_failure")) or "success",
    )
    question = _grouped(heard, question)
    return _with_time(heard, question)


def _sides(heard: Heard) -> tuple[_Side, _Side]:
    mine, theirs = _Side(apart="each" in heard), _Side()
    side = mine
    for one in heard.said:
        match one.name:
            case "against":
                side = theirs
            case "pool":
                side.add(one)
            case "assisted":
                _refuse_too_early(side, one)
                side.helps = True
            case "malus" | "bonus":
                side.change(one)
    _refuse_lonely(heard, theirs)
    for place, malus in FACING.items():
        if place in heard:
            theirs.hands[0] = replace(theirs.hands[0], malus=theirs.hands[0].malus + malus)
    if granted := heard.get("granted"):
        dice = refuse_beyond(granted, MOST_MALUS, "Granted dice", 1)
        _refuse_too_early(mine, granted)
        mine.granted = (Hand(((mine.hands[0].dice[0][0], dice),)),)
    return _halved(heard, mine), _halved(heard, theirs)


def _refuse_too_early(side: _Side, said: Said) -> None:
    if not side.hands:
        raise Misunderstood("Name the dice first: 5d8 assisted by 4d6.", said.start, said.end)


def _refuse_lonely(heard: Heard, theirs: _Side) -> None:
    """Refuse words about the other side where it has no dice (SDA-026, SDA-028, SDA-182)."""
    if "against" in heard and not theirs.hands:
        raise Refused("Against which dice? Ask like this: 6d8 against 5d10.", "q")
    place = heard.first_of(tuple(FACING))
    lonely = heard.get(place) or heard.get("advantage")
    if lonely and not theirs.hands:
        raise Misunderstood("This needs an opponent: 6d8 against 5d10 from the flank.", lonely.start, lonely.end)


def _halved(heard: Heard, side: _Side) -> _Side:
    """The side with its helpers by half if that was said, never the one whom they help (SDA-037)."""
    if "halved" in heard:
        side.hands = [replace(hand, halved=place > 0) for place, hand in enumerate(side.hands)]
    return side


def _difficulty(heard: Heard) -> int:
    one = heard.get(heard.first_of(("difficulty", "each")))
    return refuse_beyond(one, MOST_DIFFICULTY, "Difficulty", 1) if one else 0


def _grouped(heard: Heard, question: Question) -> Question:
    """The question of a group, which rolls once, each for themselves; unchanged where there is none (SDA-038)."""
    each = heard.get("each")
    if each is None:
        return question
    if question.theirs or question.mode or "assisted" in heard or "granted" in heard:
        told = "A group rolls once, without helpers: 4d6, 3d8, each needing 2."
        raise Misunderstood(told, each.start, each.end)
    return replace(question, members=question.mine)


def _with_time(heard: Heard, question: Question) -> Question:
    """The question with the time of a roll; whoever asks how many days or rolls means work that goes on (SDA-031)."""
    takes = heard.get(heard.first_of(tuple(f"takes_{unit}" for unit in UNITS[1:])))
    asks = heard.get(heard.first_of(tuple(f"asks_{unit}" for unit in UNITS)))
    if takes is None and asks is None:
        return _refuse_aimless(question)
    unit = (takes or asks or Said("_roll")).name.partition("_")[2]
    if takes and asks and not asks.name.endswith((unit, "roll")):
        raise Misunderstood(f"A roll takes {unit}s here: ask how many {unit}s.", asks.start, asks.end)
    if question.members:
        raise Refused("A group rolls once. Leave out how long it takes.", "q")
    counts_rolls = asks is not None and asks.name == "asks_roll"
    amount = refuse_beyond(takes, 999, "Each roll takes", 1) if takes and takes.numbers and not counts_rolls else 1
    mode = question.mode or SETBACK
    return _refuse_aimless(replace(question, mode=mode, amount=amount, unit="roll" if counts_rolls else unit))


def _refuse_aimless(question: Question) -> Question:
    if question.mode and not question.difficulty:
        raise Refused("Until when? Ask like this: 5d8, difficulty 12, first fail.", "q")
    if question.theirs and question.difficulty and not question.mode:
        raise Refused("Against somebody the higher MoS wins. Leave out the difficulty, or say first fail.", "q")
    return question
