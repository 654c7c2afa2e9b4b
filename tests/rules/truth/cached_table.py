"""The table of a situation kept, so that it can be performed there many thousand times in a row."""

from collections.abc import Mapping

from rules.engine.forecast.state_cache import CHANGES, Rehearsed, States
from rules.engine.kernel import ExperienceChanged, Fact, Sheet, Table, evolve_sheet
from tests.rules.truth.situations import Situation, copied


class CachedSituation:
    """A situation whose sheets go from one kept state to the next: what one run worked out is known in the next."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.is_fight = situation.encounter is not None and situation.encounter.stage == "fighting"
        self.states = {who: States(copied(sheet)) for who, sheet in situation.sheets.items()}
        tactics = situation.system.tactics
        self.bonds = frozenset(tactics.bonds) if tactics else None

    def table(self) -> Table:
        """A table of its own, to which anything may happen; what is remembered of sheets is so of fights only."""
        return CachedTable(self) if self.is_fight else self.situation.table()


class CachedTable(Table):
    """A table on kept sheets: every fact is applied, as at any other table."""

    def __init__(self, kept: CachedSituation) -> None:
        one, sheets = kept.situation, {who: states.sheet() for who, states in kept.states.items()}
        scene = one.encounter.copied() if one.encounter else None
        super().__init__(dict[str, Sheet](sheets), scene, one.house_rules, one.actor, one.system.rank_range)
        self._states, self._bonds = kept.states, kept.bonds
        self.entangled = self._is_bound()

    def as_actor(self, who: str) -> "CachedTable":
        other = self._once_more()
        other.actor = who
        return other

    def alone(self, sheets: Mapping[str, Sheet]) -> "CachedTable":
        """A table out of every fight, with nobody but these people."""
        other = self._once_more()
        other.sheets, other.encounter = dict(sheets), None
        return other

    def _once_more(self) -> "CachedTable":
        other = object.__new__(CachedTable)
        other.__dict__.update(self.__dict__)
        return other

    def _apply(self, fact: Fact) -> None:
        kind, who = type(fact), getattr(fact, "who", "")
        sheet = self.sheets.get(who) if isinstance(who, str) else None
        if isinstance(fact, ExperienceChanged) and isinstance(sheet, Rehearsed):
            taught = evolve_sheet(Sheet("", experience=_again(sheet)), fact)
            assert taught
            sheet.experience = taught.experience
        elif kind in CHANGES and isinstance(sheet, Rehearsed):
            sheet.turn_to(self._states[who].after(sheet.state, fact))  # type: ignore[arg-type]
            self.entangled = self._is_bound()
        else:
            super()._apply(fact)

    def _is_bound(self) -> bool:
        """Whether the numbers of one sheet may hang on another here; where no forecast knows, they may."""
        bonds = self._bonds
        return bonds is None or any(bond in sheet.conditions for sheet in self.sheets.values() for bond in bonds)


def _again(sheet: Sheet) -> dict[str, dict[str, int]]:
    return {kind: dict(gained) for kind, gained in sheet.experience.items()}
