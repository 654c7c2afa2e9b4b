"""A test: one d100 at or below a chance that is gathered from its sources, each shown by name (D-1, C-15, E-d).

The base chance is the attribute, with ten for each rank and whatever changes base chances, by 30 at most. Difficulties
are summed, and cut to 30 either way. An outcome leads to a :class:`Consequence`, so that the question of Fortune can
come before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Choice, Dice, Die, Json, Judged, Refused, Sheet, Table, even, rolled, signed
from rules.engine.odds import REST, Chance, Odds, in_words
from rules.engine.page.blocks import Part
from rules.systems.grim.content import library
from rules.systems.grim.core import chances, tracks
from rules.systems.grim.core.effects import state_naming, state_with
from rules.systems.grim.core.figures import ATTRIBUTE, SKILL, bonus

#: Points of base chance for a rank of a skill (D-1).
PER_RANK = 10
Sources = Sequence[tuple[str, int]]
#: Difficulties by their numbers (D-1).
DIFFICULTIES = {
    30: "Trivial",
    20: "Easy",
    10: "Routine",
    0: "Standard",
    -10: "Challenging",
    -20: "Hard",
    -30: "Arduous",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """A test to roll: by whom, of which skill or attribute, with which base chance, difficulty and flip.

    ``base`` and ``difficulty`` are their sums with their sources in ``parts``. ``bonus`` counts for degrees. ``fails``
    says that it cannot succeed, and ``kinds`` what sort of test it is, for what flips it.
    """

    who: str
    name: str
    attribute: str
    base: int
    difficulty: int = 0
    bonus: int = 0
    flip: int = 0
    fails: bool = False
    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        """The chance with the difficulty, never below 1 nor above 99."""
        return chances.clamped(self.base + self.difficulty)

    @property
    def shares(self) -> tuple[float, float, float, float]:
        """P of each verdict, from critical success to critical failure."""
        return chances.shares(self.total, self.flip, fails=self.fails)

    @property
    def chance(self) -> float:
        """P(success)."""
        return chances.succeeds(self.total, self.flip, fails=self.fails)

    @property
    def sentence(self) -> str:
        """The odds in words: "Athletics 42: 42 %"."""
        flip = {0: "", 1: ", flipped to succeed", -1: ", flipped to fail"}[self.flip]
        return f"{self.name} {self.total}{flip}: {in_words(self.chance)}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A test that was rolled, and how it ended."""

    trial: Trial
    face: int
    verdict: str
    typed: bool = False

    @property
    def who(self) -> str:
        return self.trial.who

    @property
    def success(self) -> bool:
        return self.verdict in (chances.CRITICAL, chances.SUCCESS)

    @property
    def critical(self) -> bool:
        """Whether it is a critical success."""
        return self.verdict == chances.CRITICAL

    @property
    def fumbled(self) -> bool:
        """Whether it is a critical failure."""
        return self.verdict == chances.FUMBLED

    @property
    def degrees(self) -> int:
        """Degrees of success, 0 for a failure (D-1)."""
        if not self.success:
            return 0
        counted = chances.counted_face(self.face, self.trial.total, self.trial.flip)
        return max(1, chances.degrees(counted, self.trial.bonus))


Known = dict[str, Json]
Continuation = Callable[[Table, Dice, Outcome, Known], None]


@dataclass(frozen=True, slots=True)
class Consequence:
    """The function that goes on after a roll, from the plain data kept with it.

    ``harmless`` says whether nothing happens by such an outcome that a re-roll would have to take back: it stays
    possible, unasked. One that ``tells`` the verdict in words of its own leaves nothing to be told before it.
    """

    go_on: Continuation
    harmless: Callable[[Outcome], bool]
    tells: bool


#: The consequences of rolls, by the name kept with a roll.
CONSEQUENCES: dict[str, Consequence] = {}


def always(outcome: Outcome) -> bool:
    return True


def never(outcome: Outcome) -> bool:
    return False


def unless_fumbled(outcome: Outcome) -> bool:
    return not outcome.fumbled


def goes_on(
    name: str, *, harmless: Callable[[Outcome], bool] = never, tells: bool = False
) -> Callable[[Continuation], Continuation]:
    """Enter a function as the consequence of a roll, by name."""

    def entered(go_on: Continuation) -> Continuation:
        CONSEQUENCES[name] = Consequence(go_on, harmless, tells)
        return go_on

    return entered


# -- making one --------------------------------------------------------------------------------------------------------


def own_chance(sheet: Sheet, key: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The attribute of a skill (or an attribute itself), and what ranks add to it, as far as they count (D-1, D-2)."""
    skill = library.skills().get(key)
    if skill is None:
        return sheet.rank(ATTRIBUTE, key), ()
    ranks = sheet.rank(SKILL, key)
    lost = state_naming(sheet, "unranked", skill.attribute)
    ignored = ranks if lost else min(ranks, tracks.ranks_ignored(sheet))
    parts = [("Ranks", PER_RANK * ranks)] if ranks else []
    if ignored:
        parts.append((lost or tracks.level_name(sheet, tracks.PERIL), -PER_RANK * ignored))
    return sheet.rank(ATTRIBUTE, skill.attribute), tuple(parts)


def name_of(key: str) -> str:
    """The name of a skill or attribute; refused where there is none."""
    found = library.attributes().get(key) or library.skill_named(key)
    return found.name


def attribute_of(key: str) -> str:
    """The attribute of a skill, or the attribute itself."""
    return key if key in library.attributes() else library.skill_named(key).attribute


def trial_for(
    table: Table,
    who: str,
    key: str,
    difficulties: Sources = (),
    *,
    base: Sources = (),
    kinds: Sequence[str] = (),
    flip: int = 0,
    printed: int = 0,
) -> Trial:
    """The test of a skill or an attribute by somebody: all that changes it, gathered by source.

    ``printed`` is a base chance that a creature has in place of attribute and ranks; ``kinds`` name what sort of test
    it is (melee, ranged, vision …); ``flip`` is 1 or -1 where rules flip it besides.
    """
    sheet, name, attribute = table.sheet(who), name_of(key), attribute_of(key)
    score, ranks = (printed, ()) if printed else own_chance(sheet, key)
    added = [one for one in (*ranks, *base) if one[1]]
    hard = [one for one in difficulties if one[1]]
    parts = [Part("As listed" if printed else library.attributes()[attribute].name, str(score))]
    parts += [Part(label, signed(by)) for label, by in added]
    parts += [Part(label, signed(by)) for label, by in hard]
    flips = _flips(sheet, key, (*kinds, attribute), flip, trained=bool(printed))
    parts += [Part(why, "flip to fail" if way < 0 else "flip to succeed") for why, way in flips]
    way = sum(by for _, by in flips)
    hopeless = state_with(sheet, "fails")
    return Trial(
        who,
        name,
        attribute,
        score + chances.within(sum(by for _, by in added)),
        chances.within(sum(by for _, by in hard)),
        bonus(sheet, attribute),
        (way > 0) - (way < 0),
        bool(hopeless),
        tuple(parts),
    )


def _flips(sheet: Sheet, key: str, kinds: Sequence[str], flip: int, *, trained: bool) -> list[tuple[str, int]]:
    """Reasons that flip a test, and which way; to fail and to succeed cancel each other, and none counts twice."""
    found = []
    skill = library.skills().get(key)
    if skill is not None and skill.special and not trained and not sheet.rank(SKILL, key):
        found.append(("Untrained", -1))
    elif (by := state_naming(sheet, "flips", "all", *kinds)) or flip < 0:
        found.append((by or "Flipped", -1))
    if flip > 0:
        found.append(("Flipped", 1))
    return found


def odds_of(trial: Trial, label: str = "succeed") -> Odds:
    """The odds of one test: success, and either critical."""
    critical, _, _, fumbled = trial.shares
    listed = (
        Chance("success", label, trial.chance),
        Chance("critical success", "a critical success", critical, within="success"),
        Chance("critical failure", "a critical failure", fumbled, within=REST),
    )
    return Odds(f"{trial.sentence}.", listed)


def throw(table: Table, dice: Dice, trial: Trial, purpose: str) -> Outcome:
    """Roll a test; low is lucky."""
    fell = dice.roll(trial.who, [chances.SIDES])
    face = fell.faces[0]
    outcome = Outcome(trial, face, chances.judged(face, trial.total, trial.flip, fails=trial.fails), fell.typed)
    shown = (Die(chances.SIDES, face, face, passed=outcome.success),)
    table.happen(rolled(trial.who, purpose, shown, face, even(chances.SIDES), typed=fell.typed, low=True))
    return outcome


def opposite(trial: Trial, difficulty: int) -> Trial:
    """A defence against a test of that difficulty: the same with its sign turned (C-14, GRM-121, GRM-123)."""
    turned = chances.within(trial.difficulty - difficulty)
    part = Part("Opposite of the attack", signed(-difficulty), "GRM-121, GRM-123")
    return replace(trial, difficulty=turned, parts=(*trial.parts, part) if difficulty else trial.parts)


# -- choices -----------------------------------------------------------------------------------------------------------

DIFFICULTY_CHOICES = tuple(Choice(str(by), name, f"{signed(by)} %" if by else "") for by, name in DIFFICULTIES.items())


def difficulty_named(value: str) -> int:
    """The number of a difficulty as picked."""
    try:
        return int(value)
    except ValueError as odd:
        raise Refused("A difficulty is one of −30, −20, −10, 0, 10, 20 and 30.", "difficulty") from odd


def skill_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill with its chance, then the attributes."""
    return (
        *(Choice(one.key, one.name, _hint(sheet, one.key)) for one in library.skills().values()),
        *(Choice(one.key, one.name, _hint(sheet, one.key)) for one in library.attributes().values()),
    )


def _hint(sheet: Sheet, key: str) -> str:
    score, ranks = own_chance(sheet, key)
    return str(score + sum(by for _, by in ranks))


def judged(outcome: Outcome, **more: int | str | None) -> Judged:
    """The verdict of a test for the log, with ``more`` figures; chance and degrees are for who may read the sheet."""
    trial = outcome.trial
    numbers = {"skill": trial.name, "target": trial.total, "face": outcome.face, "degrees": outcome.degrees, **more}
    return Judged(outcome.who, outcome.verdict, 0, numbers, dict.fromkeys(("target", "degrees"), outcome.who))
