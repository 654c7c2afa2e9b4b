"""Figures of talents and traits that the rules apply by themselves; game masters play the rest.

Traits of ancestries and creatures, and talents of professions, are ranks of a sheet (D-4, D-7).
"""

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Sheet
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Talent

TALENT, TRAIT = "talent", "trait"


@of_sheet("ranks")
def gifts_of(sheet: Sheet) -> tuple[Talent, ...]:
    """The talents and traits of a sheet that the compendium knows."""
    found = [library.talents().get(key) for key, rank in sheet.ranks.get(TALENT, {}).items() if rank]
    found += [library.traits().get(key) for key, rank in sheet.ranks.get(TRAIT, {}).items() if rank]
    return tuple(one for one in found if one is not None)


@of_sheet("ranks")
def given(sheet: Sheet, figure: str) -> list[tuple[str, int]]:
    """The additions of talents and traits to a figure, as far as they hold in every circumstance."""
    return [(one.name, by) for one in gifts_of(sheet) if not one.when and (by := getattr(one, figure))]


@of_sheet("ranks")
def immune_to(sheet: Sheet, *kinds: str) -> str:
    """The name of the talent or trait that keeps one from something; empty without one."""
    return next((one.name for one in gifts_of(sheet) if set(kinds).intersection(one.immune)), "")


@of_sheet("ranks")
def spares(sheet: Sheet, kind: str) -> int:
    """Steps of the peril track that one is spared, of mental or physical Peril."""
    return sum(kind in one.spares for one in gifts_of(sheet))
