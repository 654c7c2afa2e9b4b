"""The first steps of the making: lineage and culture (LIN-001, LIN-002).

Each may be taken again as long as the making lasts; what later steps chose from it is then chosen anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import Step
from rules.engine.kernel import Choice, Dice, NotNow, Refused, Table, counted, many, pick
from rules.systems.fortune.content import library
from rules.systems.fortune.content.switches import SAME_STAT
from rules.systems.fortune.core import MAKING
from rules.systems.fortune.creation.writing import choose, chosen, culture_of, lineage_of

LINEAGE = ("lineage", "Choose a lineage first.")
CULTURE = ("culture", "Choose a culture first.")
CLASS = ("calling", "Choose a class first.")
STATS = ("stats", "Assign the stats first.")


@dataclass(frozen=True, slots=True)
class Making(Step):
    """A step of the making (LIN-001)."""

    needs: ClassVar[tuple[tuple[str, str], ...]] = ()

    @classmethod
    def possible(cls, table: Table) -> None:
        if MAKING not in table.me.memo:
            raise NotNow(f"{table.me.name} is ready to play. Levels change the sheet from now on.")
        for name, sentence in cls.needs:
            if name not in chosen(table):
                raise NotNow(sentence)


def stat_choices() -> tuple[Choice, ...]:
    return tuple(Choice(one.key, one.name, one.description) for one in library.stats().values())


def _stat_among(picked: str, among: Sequence[str], whose: str) -> str:
    """The stat that is raised; refused where the lineage or culture does not raise it."""
    if not picked and len(among) == 1:
        return among[0]
    if picked not in among:
        names = " or ".join(library.stats()[key].name for key in among)
        raise Refused(f"{whose} raises {names}: pick one.", "stat")
    return picked


def _other_stat(table: Table, field: str, picked: str) -> None:
    """Refuse the stat that the other of lineage and culture raises, where the table says so."""
    if chosen(table).get(field) == picked and not SAME_STAT.flag(table.house_rules):
        raise Refused(f"{library.stats()[picked].name} is raised already. Choose another stat.", "stat")


def _option_among(picked: Sequence[str], owner: str, count: int, field: str, what: str) -> None:
    """Refuse options other than so many of those that a feature offers."""
    offered = library.features_of(owner)
    if len(picked) != count or not set(picked) <= set(offered):
        names = ", ".join(one.name for one in offered.values())
        raise Refused(f"{what}: pick {counted(count, 'of these', 'of these')}: {names}.", field)


@dataclass(frozen=True, slots=True)
class ChooseLineage(Making):
    """Choose a lineage: speed, size, a stat that it raises, and its traits (LIN-002, LIN-035)."""

    name: ClassVar[str] = "make.lineage"
    label: ClassVar[str] = "Lineage"
    guidance: ClassVar[str] = "Your lineage sets your speed, your size and a stat bonus of 1."

    lineage: str = pick("Lineage")
    stat: str = pick("Raised by 1", default="", help="One of the lineage’s stats", none="Not chosen yet", at_once=True)
    size: str = pick("Size", default="", none="By lineage")
    traits: tuple[str, ...] = many("Animal features", help="Choose two")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        lineages = tuple(Choice(one.key, one.name, one.description) for one in library.lineages().values())
        sizes = tuple(Choice(key, library.sizes()[key].name) for key in ("small", "medium", "large"))
        offered = library.features_of(BEASTLY).values()
        traits = tuple(Choice(one.key, one.name, one.description) for one in offered)
        return {"lineage": lineages, "stat": stat_choices(), "size": sizes, "traits": traits}

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        sized = frozenset(one.key for one in library.lineages().values() if len(one.sizes) > 1)
        return {"size": ("lineage", sized), "traits": ("lineage", frozenset((library.features()[BEASTLY].of,)))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table)
        if "lineage" not in kept:
            return {}
        size = kept["size"] if len(lineage_of(table).sizes) > 1 else ""
        return {
            "lineage": kept["lineage"],
            "stat": kept["lineage_stat"],
            "size": size,
            "traits": tuple(kept["traits"]),
        }

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table)
        return f"{lineage_of(table).name}, {library.stats()[kept['lineage_stat']].name} +1" if "lineage" in kept else ""

    def perform(self, table: Table, dice: Dice) -> None:
        one = library.lineages()[self.lineage]
        stat = _stat_among(self.stat, one.stats, one.name)
        _other_stat(table, "culture_stat", stat)
        size = self.size or ("medium" if "medium" in one.sizes else one.sizes[0])
        if size not in one.sizes:
            raise Refused(f"{one.name}: choose size {' or '.join(one.sizes)}.", "size")
        beastly = library.features()[BEASTLY]
        if one.key == beastly.of:
            _option_among(self.traits, BEASTLY, beastly.choose, "traits", beastly.name)
        elif self.traits:
            raise Refused(f"Only the Chimeric have animal features. Leave them out for {one.name}.", "traits")
        choose(table, lineage=one.key, lineage_stat=stat, size=size, traits=list(self.traits))


#: The trait of the Chimeric that has options.
BEASTLY = "chimeric_animal_features"


@dataclass(frozen=True, slots=True)
class ChooseCulture(Making):
    """Choose a culture: a stat that it raises, languages, and its traits (LIN-002, LIN-077)."""

    name: ClassVar[str] = "make.culture"
    label: ClassVar[str] = "Culture"
    guidance: ClassVar[str] = "Your culture gives you languages and a stat bonus of 1."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (LINEAGE,)

    culture: str = pick("Culture")
    stat: str = pick("Raised by 1", default="", help="One of the culture’s stats", none="Not chosen yet", at_once=True)
    language: str = pick("One more language", default="", none="Not chosen yet", at_once=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        cultures = tuple(Choice(one.key, one.name, one.description) for one in library.cultures().values())
        return {"culture": cultures, "stat": stat_choices(), "language": language_choices()}

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        return {"language": ("culture", frozenset(one.key for one in library.cultures().values() if one.choose))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table)
        if "culture" not in kept:
            return {}
        return {"culture": kept["culture"], "stat": kept["culture_stat"], "language": kept["language"]}

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table)
        return f"{culture_of(table).name}, {library.stats()[kept['culture_stat']].name} +1" if "culture" in kept else ""

    def perform(self, table: Table, dice: Dice) -> None:
        one = library.cultures()[self.culture]
        stat = _stat_among(self.stat, one.stats, one.name)
        _other_stat(table, "lineage_stat", stat)
        if one.choose and not self.language:
            raise Refused(f"{one.name}: choose one more language.", "language")
        if self.language and not one.choose:
            raise Refused(f"{one.name}: no extra language. Leave it empty.", "language")
        if self.language in one.languages:
            raise Refused("You know this language from your culture. Choose another.", "language")
        choose(table, culture=one.key, culture_stat=stat, language=self.language)


def language_choices() -> tuple[Choice, ...]:
    return tuple(Choice(one.key, one.name, f"spoken by {one.speakers}") for one in library.languages().values())
