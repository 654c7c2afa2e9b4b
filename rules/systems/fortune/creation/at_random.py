"""Making a hero by dice, by every rule (LIN-001 to LIN-004, LIN-007)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rules.engine.character.creation import chosen
from rules.engine.kernel import Command, Dice, Place, Table
from rules.systems.fortune.content import library, switches
from rules.systems.fortune.content.vocabulary import CRAFTS, SUBJECTS
from rules.systems.fortune.core import TRAINING
from rules.systems.fortune.creation.origin import (
    BEASTLY,
    AssignStats,
    ChooseClass,
    ChooseCulture,
    ChooseLineage,
    Making,
)
from rules.systems.fortune.creation.steps import MOST_OF_A_KIND, Equip, Finish, PickFeatures
from rules.systems.fortune.creation.writing import class_of, learnable, novice_picks, options_of, spell_picks

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AtRandom(Command):
    """Take all steps at once by the dice, and keep every rule (LIN-001 to LIN-004)."""

    name: ClassVar[str] = "make.at_random"
    label: ClassVar[str] = "At random"
    place: ClassVar[Place] = Place.MAKING

    @classmethod
    def possible(cls, table: Table) -> None:
        Making.possible(table)

    def perform(self, table: Table, dice: Dice) -> None:
        _lineage(table, dice).perform(table, dice)
        _culture(table, dice).perform(table, dice)
        _class(table, dice).perform(table, dice)
        AssignStats(**AssignStats.preset(table)).perform(table, dice)
        _features(table, dice).perform(table, dice)
        _equipment(table, dice).perform(table, dice)
        Finish(**Finish.preset(table)).perform(table, dice)


def _one(table: Table, dice: Dice, among: Sequence[T]) -> T:
    """One of several by a die."""
    return among[dice.roll(table.actor, [len(among)]).faces[0] - 1 if len(among) > 1 else 0]


def _some(table: Table, dice: Dice, among: Sequence[T], count: int) -> tuple[T, ...]:
    """A number of different ones of several."""
    left, found = list(among), []
    for _ in range(min(count, len(left))):
        found.append(_one(table, dice, left))
        left.remove(found[-1])
    return tuple(found)


def _lineage(table: Table, dice: Dice) -> ChooseLineage:
    one = _one(table, dice, list(library.lineages().values()))
    beastly = library.features()[BEASTLY]
    traits = _some(table, dice, list(library.features_of(BEASTLY)), beastly.choose) if one.key == beastly.of else ()
    size = _one(table, dice, one.sizes) if len(one.sizes) > 1 else ""
    taken = chosen(table).get("culture_stat") if not switches.SAME_STAT.flag(table.house_rules) else None
    stats = [key for key in one.stats if key != taken]
    if not stats:
        return _lineage(table, dice)
    return ChooseLineage(one.key, _one(table, dice, stats), size, traits)


def _culture(table: Table, dice: Dice) -> ChooseCulture:
    one = _one(table, dice, list(library.cultures().values()))
    taken = chosen(table)["lineage_stat"] if not switches.SAME_STAT.flag(table.house_rules) else None
    others = [key for key in library.languages() if key not in one.languages]
    language = _one(table, dice, others) if one.choose else ""
    return ChooseCulture(one.key, _one(table, dice, [key for key in one.stats if key != taken]), language)


def _class(table: Table, dice: Dice) -> ChooseClass:
    one = _one(table, dice, list(library.classes().values()))
    training = [key for picked in one.picks for key in _some(table, dice, picked.groups, picked.count)]
    options = list(options_of(one))
    return ChooseClass(one.key, tuple(training), _one(table, dice, options) if options else "")


def _features(table: Table, dice: Dice) -> PickFeatures:
    novice = _some(table, dice, list(library.offered(library.features_of("novice"))), novice_picks(table))
    needed = {library.features()[key].chosen for key in novice}
    known = table.me.ranks.get("language", {})
    others = [key for key in library.languages() if key not in known]
    return PickFeatures(
        novice,
        _one(table, dice, SUBJECTS) if "subject" in needed else "",
        _one(table, dice, CRAFTS) if "craft" in needed else "",
        _one(table, dice, others) if "language" in needed else "",
        _some(table, dice, list(library.offered(dict.fromkeys(learnable(class_of(table))))), spell_picks(table)),
    )


def _equipment(table: Table, dice: Dice) -> Equip:
    """A weapon for each kind of training, and the best armour and shield that one may use."""
    trained = table.me.ranks.get(TRAINING, {})
    arms = [one for one in library.weapons().values() if one.group in trained and not one.natural]
    ranged = [one.key for one in arms if library.groups()[one.group].kind == "ranged"]
    near = [one.key for one in arms if one.key not in ranged]
    weapons = (*_some(table, dice, near, 1), *_some(table, dice, ranged, MOST_OF_A_KIND - 1))
    suits = [key for key, one in library.armours().items() if one.training in trained]
    shields = [
        key
        for key, one in library.shields().items()
        if one.training in trained and all(table.me.rank("stat", stat) >= least for stat, least in one.needs.items())
    ]
    return Equip(
        tuple(f"weapons.{key}" for key in weapons),
        f"armour.{suits[-1]}" if suits else "",
        f"shields.{_one(table, dice, shields)}" if shields else "",
    )
