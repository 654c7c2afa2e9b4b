"""The words in which checks of Dragon & Demon are asked about: levels, boons and banes, the push, an opponent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Refused, counted
from rules.engine.notation.questions import (
    DIGITS,
    Answer,
    Heard,
    Language,
    Misunderstood,
    Phrase,
    Said,
    each_side,
    refuse_beyond,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.core import chances, ends, faces

#: The highest level, and the most boons or banes, that a question may name.
MOST_LEVEL, MOST_EXTRA = 30, 10

PHRASES = (
    Phrase("skill", f"skill #|level #|attribute #|{DIGITS}", "skill 12", "roll this or less"),
    Phrase("boon", "# boons?", "a boon", "the lowest of several dice counts"),
    Phrase("bane", "# banes?", "2 banes", "the highest of several dice counts"),
    Phrase("pushed", "pushed|push", "pushed", "re-roll a failure, but not a Demon"),
    Phrase("against", "against|versus|vs", "against skill 10", "the lower success wins"),
    Phrase("dragon", "dragon", "Dragon", "a 1"),
    Phrase("demon", "demon", "Demon", "a 20"),
)
EXAMPLES = ("skill 12, a bane, pushed", "skill 14, a boon against skill 10", "skill 8, 2 boons", "2d8+d4 at least 10")
_NAMED = ("dragon", "demon")


@dataclass(frozen=True, slots=True)
class Check:
    """One side of a question: its level, its boons and banes (DRB-001, DRB-004)."""

    level: int = 0
    boons: int = 0
    banes: int = 0

    @property
    def extra(self) -> int:
        """Boons less banes, which cancel one for one (DRB-004)."""
        return self.boons - self.banes

    @property
    def words(self) -> str:
        told = [f"skill {self.level}"]
        told += [counted(self.boons, "boon", "boons")] if self.boons else []
        told += [counted(self.banes, "bane", "banes")] if self.banes else []
        return ", ".join(told)


def answer(said: Sequence[Said]) -> Answer:
    """The chances of a check, alone or against an opponent's (DRB-001 to DRB-006)."""
    heard = Heard(said, frozenset({"skill", "boon", "bane"}))
    sides = each_side(said, Check(), _with, ("pushed", *_NAMED))
    if not all(side.level for side in sides):
        raise Refused("Which level? Ask like this: skill 12, a bane.", "q")
    pushed, named = heard.get("pushed"), heard.first_of(_NAMED)
    if len(sides) == 1:
        return _alone(sides[0], named, pushed=pushed is not None)
    if pushed:
        raise Misunderstood("Opposed rolls cannot include a push. Leave it out.", pushed.start, pushed.end)
    return _opposed(sides[0], sides[1], named)


def _with(side: Check, said: Said) -> Check:
    match said.name:
        case "skill":
            if side.level:
                raise Misunderstood("One level for each side: skill 12 against skill 10.", said.start, said.end)
            return replace(side, level=refuse_beyond(said, MOST_LEVEL, "A level", 1))
        case "boon":
            return replace(side, boons=side.boons + refuse_beyond(said, MOST_EXTRA, "Boons"))
        case _:
            return replace(side, banes=side.banes + refuse_beyond(said, MOST_EXTRA, "Banes"))


def _alone(mine: Check, named: str, *, pushed: bool) -> Answer:
    once = chances.success(mine.level, mine.extra)
    again = chances.pushed(mine.level, mine.extra)
    listed = [Chance("success", "success", once), Chance("pushed", "success, with a push", again)]
    if pushed:
        listed.reverse()
    understood = f"{mine.words}, pushed" if pushed else mine.words
    return _answered(
        understood, [*listed, *ends(mine.extra)], named, "to succeed", mine, chances.succeeding(mine.level)
    )


def _opposed(mine: Check, theirs: Check, named: str) -> Answer:
    duel = chances.opposed(mine.level, mine.extra, theirs.level, theirs.extra)
    listed = [
        Chance("success", "win", duel.won),
        Chance("beaten", "success, but beaten", duel.beaten),
        Chance("failure", "fail", duel.failed),
    ]
    return _answered(f"{mine.words} against {theirs.words}", [*listed, *ends(mine.extra)], named, "to win", mine)


def _answered(
    understood: str, listed: list[Chance], named: str, do: str, mine: Check, success: tuple[int, ...] = ()
) -> Answer:
    """The answer, with the chance that was asked for first; ``success`` are the faces of the kept die that succeed.

    Against an opponent there are no such faces, as the die alone does not tell who wins.
    """
    listed.sort(key=lambda one: named not in ("", one.name))
    first = listed[0]
    told = f"{in_words(first.probability).capitalize()} {f'for a {first.label}' if named else do}: {understood}"
    good = {"success": success, "dragon": (chances.DRAGON,), "demon": (chances.DEMON,)}.get(first.name, ())
    return Answer(understood, Odds(told, tuple(listed), faces(mine.extra), "on the die", 1, low=True, good=good))


LANGUAGE = Language(PHRASES, EXAMPLES, answer)
