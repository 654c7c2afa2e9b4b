"""The table: the working copy that a rule reads, and changes only by making something happen."""

from collections import ChainMap
from collections.abc import Callable, Mapping, MutableMapping
from copy import deepcopy

from rules.engine.kernel.book import HouseRules
from rules.engine.kernel.evolve import evolve_encounter, evolve_sheet
from rules.engine.kernel.facts import Answered, Asked, Begun, Fact, SceneFact, SheetFact
from rules.engine.kernel.references import Wording, in_words
from rules.engine.kernel.refusals import NotNow, Unknown
from rules.engine.kernel.sheets import FOR_GM, Ask, Combatant, Encounter, Json, Sheet

#: A function from kind and name of a rank to its least and most value; refuses a rank that the game does not have.
RankRange = Callable[[str, str], tuple[int, int]]


def any_rank(kind: str, name: str) -> tuple[int, int]:
    """The range of a game that does not limit its ranks."""
    return -1000, 1000


class _Copies(ChainMap[str, Sheet]):
    """Copies of sheets, each made when it is first looked at."""

    def __getitem__(self, who: str) -> Sheet:
        copies, sheets = self.maps
        if who not in copies:
            copies[who] = deepcopy(sheets[who])
        return copies[who]


class Table:
    """Sheets, the encounter if there is one, the campaign's house rules, and who acts.

    ``facts`` are all that happened so far, in order; only they leave the table.
    """

    #: Whether nobody listens, as in a forecast: facts that are only told or shown to people may be left out.
    quiet = False
    #: Whether the numbers of one sheet may hang on another; a forecast knows when none do.
    entangled = True

    def __init__(
        self,
        sheets: MutableMapping[str, Sheet],
        encounter: Encounter | None = None,
        house_rules: Mapping[str, Json] | None = None,
        actor: str = "",
        rank_range: RankRange = any_rank,
        cast: Mapping[str, str] | None = None,
    ) -> None:
        self.sheets = sheets
        self.encounter = encounter
        self.house_rules = HouseRules(house_rules)
        self.actor = actor
        self.rank_range = rank_range
        self._cast = cast
        self.facts: list[Fact] = []

    def as_actor(self, who: str) -> "Table":
        """A table with another actor that shares everything with this one: whatever happens there happens here."""
        other = Table(self.sheets, self.encounter, self.house_rules, who, self.rank_range, self._cast)
        other.facts = self.facts
        return other

    def imagined(self) -> "Table":
        """A copy of the table to try something at: whatever happens there does not happen here."""
        sheets, scene = _Copies({}, self.sheets), self.encounter.copied() if self.encounter else None
        return Table(sheets, scene, self.house_rules, self.actor, self.rank_range, self._cast)

    def supposing(self, happens: Callable[["Table"], None]) -> "Table":
        """A copy of the table on which something has happened, to be read only; nothing is told of it."""
        tried = self.imagined()
        tried.quiet, tried.entangled = True, self.entangled
        happens(tried)
        return tried

    def happen(self, *happened: Fact) -> None:
        """Apply facts at once and remember them, in order."""
        for fact in happened:
            self._apply(fact)
            self.facts.append(fact)

    def _apply(self, fact: Fact) -> None:
        if isinstance(fact, SheetFact):
            # Whoever begins was nothing before, even where a row already waits for the sheet.
            before = None if isinstance(fact, Begun) else self.sheets.get(fact.who)
            evolved = evolve_sheet(before, fact)
            if evolved is not None:
                self.sheets[fact.who] = evolved
        elif isinstance(fact, SceneFact):
            evolve_encounter(self.scene, fact)

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def me(self) -> Sheet:
        """The sheet of the actor."""
        return self.sheet(self.actor)

    def sheet(self, who: str) -> Sheet:
        found = self.sheets.get(who)
        if found is None:
            raise Unknown("Nobody here has that name.")
        return found

    def name(self, who: str) -> str:
        return self.sheet(who).name

    def words(self, wording: Wording) -> str:
        """A text with the names of people, for whoever is to read it now: what is stored keeps the references."""
        if isinstance(wording, str):
            return wording
        return in_words(wording, {who: self.name(who) for who in wording.about if who in self.sheets})

    @property
    def cast(self) -> Mapping[str, str]:
        """Names by id of all whom the actor may turn to out of a fight."""
        return {who: sheet.name for who, sheet in self.sheets.items()} if self._cast is None else self._cast

    @property
    def scene(self) -> Encounter:
        """The encounter; refused where there is none."""
        if self.encounter is None:
            raise NotNow("This needs a fight. Begin one first.")
        return self.encounter

    def combatant(self, who: str) -> Combatant:
        found = self.scene.combatants.get(who)
        if found is None:
            raise Unknown("They are not in this fight.")
        return found

    def takes_part(self, who: str) -> bool:
        """Whether somebody is in the encounter."""
        return self.encounter is not None and who in self.encounter.combatants

    def is_ours(self, who: str) -> bool:
        """Whether somebody is on the actor's side, or one of them takes no part."""
        there = self.encounter.combatants if self.encounter else {}
        return who not in there or self.actor not in there or there[who].side == there[self.actor].side

    # -- asking ----------------------------------------------------------------------------------------------------

    def ask(self, to: str, title: Wording, *commands: str, **known: Json) -> str:
        """Put a decision before somebody; returns the key of the ask."""
        key = f"{to}/{self.scene.asked.get(to, 0) + 1}"
        self.happen(Asked(Ask(key, to, title, commands, known)))
        return key

    def ask_gm(self, about: str, title: Wording, *commands: str, **known: Json) -> str:
        """Put a decision about somebody before the game master; nobody has to wait for it."""
        return self.ask(about, title, *commands, **{**known, FOR_GM: True})

    def open_ask(self, key: str, command: str) -> Ask:
        """The ask that ``command`` answers; refused when it is gone, meant for another, or answered otherwise."""
        ask = self.scene.asks.get(key)
        if ask is None:
            raise NotNow("This has been answered already or was undone.", "ask")
        if ask.to != self.actor or command not in ask.commands:
            raise NotNow("Somebody else has to answer this.", "ask")
        return ask

    def answer(self, key: str, command: str) -> Ask:
        """Take an ask off the table, to be answered now."""
        ask = self.open_ask(key, command)
        self.happen(Answered(key))
        return ask

    def asks_for(self, who: str, command: str) -> list[Ask]:
        """The asks that ``who`` may answer with ``command``."""
        if self.encounter is None:
            return []
        return [a for a in self.encounter.asks.values() if a.to == who and command in a.commands]
