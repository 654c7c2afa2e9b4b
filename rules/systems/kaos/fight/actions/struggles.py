"""Struggles hand to hand: opposed Melee Combat that luck may turn before it is settled (PCT-004, PCT-037, D-7).

The one who failed in the last round is asked for a re-roll. If that succeeds both are tied and struggle on.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from rules.engine.kernel import Dice, Json, Judged, Table, Told
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.kaos.content.switches import DEFENCE_KNOWN
from rules.systems.kaos.core import (
    Decided,
    Known,
    Outcome,
    Trial,
    chances,
    ends_of,
    goes_on,
    odds_of_luck,
    own_score,
    points,
    prepared,
    roll_until_decided,
    trials,
)
from rules.systems.kaos.fight.actions.melee import MELEE
from rules.systems.kaos.fight.base import Blow, is_helpless
from rules.systems.kaos.fight.exchange.effects import odds_of_harm

ROLLED = "struggle.rolled"


@dataclass(frozen=True, slots=True)
class Struggle:
    """A struggle: who began it, against whom, ``to`` what end; the modes are of their rolls, ``purpose`` the command.

    It holds no scores, since the one who is asked about a re-roll can see all of it.
    """

    who: str
    against: str
    to: str
    purpose: str
    mode: str
    their_mode: str

    @classmethod
    def restored(cls, known: Mapping[str, Json]) -> "Struggle":
        return cls(**{name: str(known[name]) for name in cls.__slots__})

    def trial(self, table: Table, who: str) -> Trial | None:
        """The test of one of the two; None for one who cannot resist."""
        return resisting(table, who, self.mode if who == self.who else self.their_mode)


End = Callable[[Table, Dice, Struggle], None]


@dataclass(frozen=True, slots=True)
class Ends:
    """Functions for a struggle that is won or lost by the one who began it; ``harm`` gives the blow of a win."""

    won: End
    lost: End
    harm: Callable[[Table, Struggle], Blow] | None = None


#: The ends of struggles, by what they are for.
ENDS: dict[str, Ends] = {}


def resisting(table: Table, who: str, mode: str) -> Trial | None:
    """A Melee Combat test to wrestle with; None for one who cannot."""
    if is_helpless(table.sheet(who)) or not own_score(table.sheet(who), MELEE):
        return None
    return prepared(table, who, MELEE, mode)


def against(table: Table, who: str) -> Trial | None:
    """The Melee Combat test of one whom another grapples: easier, if they have said so before (PCT-038)."""
    return resisting(table, who, points.next_mode(table, who))


def begin_struggle(table: Table, dice: Dice, who: str, other: str, to: str, purpose: str, mode: str) -> None:
    """Begin a struggle, once both have paid for easier rolls (PCT-004, PCT-038)."""
    theirs = against(table, other)
    if theirs is not None:
        points.pay_next(table, other, theirs.name)
    struggle(table, dice, Struggle(who, other, to, purpose, mode, theirs.mode if theirs else "standard"))


def ends_of_struggling(table: Table, mine: Trial, theirs: Trial | None) -> chances.Opposed:
    """The chances of a struggle; one who cannot resist has lost (PCT-004)."""
    return ends_of(table, mine, theirs) if theirs else chances.Opposed(1.0, 0.0, 0.0, 0.0)


def odds_of_struggling(table: Table, mine: Trial, theirs: Trial | None) -> Odds:
    """The odds of a struggle: exact, but of the other's score they show only the result."""
    ends = ends_of_struggling(table, mine, theirs)
    listed = (Chance("success", "you win", ends.mine), Chance("failure", "you lose", ends.theirs))
    return Odds(f"{mine.name} {mine.target} against theirs: {in_words(ends.mine)} to win.", listed)


def struggle(table: Table, dice: Dice, it: Struggle) -> None:
    """Roll for both until exactly one succeeds; one who cannot resist has lost (PCT-004)."""
    ends = ENDS[it.to]
    mine, theirs = it.trial(table, it.who), it.trial(table, it.against)
    if theirs is None:
        ends.won(table, dice, it)
    elif mine is None:
        ends.lost(table, dice, it)
    else:
        _let_luck_decide(table, dice, it, roll_until_decided(table, dice, mine, theirs, it.purpose))


def _let_luck_decide(table: Table, dice: Dice, it: Struggle, ended: Decided | None) -> None:
    """Ask the loser of the rolls for a re-roll before the struggle is settled (PCT-037)."""
    if ended is None:
        for who in (it.who, it.against):
            trials.forget(table, who)
        return
    trials.forget(table, ended.winner.who)
    data: Known = {**asdict(it), "face": ended.winner.face, "rounds": ended.rounds}
    trials.settle(table, dice, ended.loser, ROLLED, data)


def _foretell(table: Table, trial: Trial, known: Mapping[str, Json]) -> Odds:
    it = Struggle.restored(known)
    return odds_of_luck(table, trial, it.trial(table, it.against if trial.who == it.who else it.who))


def _foretell_loss(table: Table, trial: Trial, known: Mapping[str, Json]) -> Odds:
    """The odds of giving in: hit points lost, if bare hands hurt then (D-7)."""
    it = Struggle.restored(known)
    harm = ENDS[it.to].harm
    if harm is None or trial.who == it.who:
        return trials.STANDS
    return odds_of_harm(table, harm(table, it), "You give in")


@goes_on(ROLLED, foretold=_foretell, accepted=_foretell_loss)
def struggled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the loser's answer: they have lost, or are level by luck, and both roll on (PCT-004, PCT-037)."""
    it = Struggle.restored(known)
    if not (table.takes_part(it.who) and table.takes_part(it.against)):
        return
    if outcome.success:
        table.happen(Told((it.who, it.against), "{0} and {1} are tied and struggle on."))
        struggle(table, dice, it)
        return
    _judge(table, it, outcome, known)
    ends = ENDS[it.to]
    (ends.lost if outcome.who == it.who else ends.won)(table, dice, it)


def _judge(table: Table, it: Struggle, failed: Outcome, known: Known) -> None:
    """Write the verdict into the log with its figures; scores are for who may read the sheets."""
    began_failed = failed.who == it.who
    faces = (failed.face, known["face"]) if began_failed else (known["face"], failed.face)
    numbers: dict[str, int | str | None] = {
        "winner": it.against if began_failed else it.who,
        "rounds": known["rounds"],
        "face": faces[0],
        "their_face": faces[1],
    }
    scores = {"score": it.who, "their_score": it.against}
    for name, who in scores.items():
        if trial := it.trial(table, who):
            numbers[name] = trial.target
    private = {} if DEFENCE_KNOWN.flag(table.house_rules) else scores
    table.happen(Judged(it.who, "failure" if began_failed else "success", 0, numbers, private))
