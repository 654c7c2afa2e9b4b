"""Making a hero by dice, by every rule (LIN-001 to LIN-004, LIN-007)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import creation
from rules.engine.character.creation import chosen, one_of, some_of
from rules.engine.kernel import Dice, Table
from rules.systems.fortune.content import CRAFTS, SUBJECTS, library, switches
from rules.systems.fortune.core import unmet
from rules.systems.fortune.creation.new_sheet import picks_of, sizes_of
from rules.systems.fortune.creation.origin import (
    BEASTLY,
    AssignStats,
    ChooseClass,
    ChooseCulture,
    ChooseLineage,
)
from rules.systems.fortune.creation.steps import MOST_OF_A_KIND, Equip, Finish, PickFeatures, kind_of
from rules.systems.fortune.creation.writing import Making, learnable, novice_picks, options_of, spell_picks


@dataclass(frozen=True, slots=True)
class AtRandom(creation.AtRandom):
    """Take all steps at once by the dice, and keep every rule (LIN-001 to LIN-004)."""

    instead: ClassVar[str] = Making.instead

    def perform(self, table: Table, dice: Dice) -> None:
        _lineage(table, dice).perform(table, dice)
        _culture(table, dice).perform(table, dice)
        _class(table, dice).perform(table, dice)
        AssignStats(**AssignStats.preset(table)).perform(table, dice)
        _features(table, dice).perform(table, dice)
        _equipment(table, dice).perform(table, dice)
        Finish(**Finish.preset(table)).perform(table, dice)


def _lineage(table: Table, dice: Dice) -> ChooseLineage:
    one = one_of(table, dice, list(library.lineages().values()))
    beastly = library.features()[BEASTLY]
    traits = some_of(table, dice, list(library.features_of(BEASTLY)), beastly.choose) if one.key == beastly.of else ()
    sizes = sizes_of(table, one)
    size = one_of(table, dice, sizes) if len(sizes) > 1 else ""
    taken = chosen(table).get("culture_stat") if not switches.SAME_STAT.flag(table.house_rules) else None
    stats = [key for key in one.stats if key != taken]
    if not stats:
        return _lineage(table, dice)
    return ChooseLineage(one.key, one_of(table, dice, stats), size, traits)


def _culture(table: Table, dice: Dice) -> ChooseCulture:
    one = one_of(table, dice, list(library.cultures().values()))
    taken = chosen(table)["lineage_stat"] if not switches.SAME_STAT.flag(table.house_rules) else None
    others = [key for key in library.languages() if key not in one.languages]
    language = one_of(table, dice, others) if one.choose else ""
    return ChooseCulture(one.key, one_of(table, dice, [key for key in one.stats if key != taken]), language)


def _class(table: Table, dice: Dice) -> ChooseClass:
    one = one_of(table, dice, list(library.classes().values()))
    training = [key for picked in picks_of(table, one) for key in some_of(table, dice, picked.groups, picked.count)]
    options = list(options_of(one))
    return ChooseClass(one.key, tuple(training), one_of(table, dice, options) if options else "")


def _features(table: Table, dice: Dice) -> PickFeatures:
    novice = some_of(table, dice, list(library.offered(library.features_of("novice"))), novice_picks(table))
    needed = {library.features()[key].chosen for key in novice}
    others = [key for key in library.languages() if not table.me.rank("language", key)]
    return PickFeatures(
        novice,
        one_of(table, dice, SUBJECTS) if "subject" in needed else "",
        one_of(table, dice, CRAFTS) if "craft" in needed else "",
        one_of(table, dice, others) if "language" in needed else "",
        some_of(table, dice, list(library.offered(dict.fromkeys(learnable(table)))), spell_picks(table)),
    )


def _equipment(table: Table, dice: Dice) -> Equip:
    """A weapon for each kind of training, and the best armour and shield that one may use."""
    offered = {field: [one.value for one in among] for field, among in Equip.choices(table).items()}
    ranged = [one for one in offered["weapons"] if kind_of(one) == "ranged"]
    near = [one for one in offered["weapons"] if one not in ranged]
    weapons = (*some_of(table, dice, near, 1), *some_of(table, dice, ranged, MOST_OF_A_KIND - 1))
    shields = [
        f"shields.{key}" for key, one in library.shields().items() if not unmet(table.me, one, table.house_rules)
    ]
    return Equip(
        weapons,
        offered["armour"][-1] if offered["armour"] else "",
        one_of(table, dice, shields) if shields else "",
    )
