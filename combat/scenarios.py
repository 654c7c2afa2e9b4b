"""Scenarios: worked examples as data, run through the real services and a real database.

``given`` is merged onto fresh sheets, ``when`` is a list of commands with the dice that fell, ``then`` a set of paths
with the values expected (or ``refused`` with a part of the sentence). Nothing that a scenario writes is kept.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.db import transaction

from campaigns import play
from campaigns.models import Campaign, Entry, Membership, Role
from characters.models import Character
from characters.services import make
from combat.models import Encounter
from rules import codec
from rules.engine.book import CLOSED, opened
from rules.engine.commands import described_fields
from rules.engine.dice import TypedDice
from rules.engine.facts import Joined, Judged, LadderSet, Rolled, RoundBegan, SceneMemoKept, StageSet, TurnBegan
from rules.engine.refusals import Refused
from rules.engine.sheets import Condition, Json, Rung, Sheet
from rules.engine.system import System, command_named
from rules.engine.table import Table
from rules.registry import system_named
from rules.stories import told_in
from winterhall.accounts.models import User


class Amiss(Exception):
    """A scenario did not come out as it says, or says something that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file."""

    path: Path
    told: dict[str, Any]

    @property
    def title(self) -> str:
        return str(self.told.get("scenario", self.path.name))

    @property
    def rules(self) -> tuple[str, ...]:
        """The mechanics that it shows."""
        return tuple(self.told.get("rule", ()))


def found_in(*places: str | Path) -> Iterator[Scenario]:
    """The scenarios of files and folders, in order of name; a file may hold several documents."""
    for path, told in told_in(*places):
        yield Scenario(path, told)


def run(scenario: Scenario) -> None:
    """Play a scenario; raises :class:`Amiss` if it comes out otherwise. All is rolled back."""
    with transaction.atomic(), opened(CLOSED):
        try:
            _Run(scenario).tell()
        finally:
            transaction.set_rollback(True)


class _Run:
    def __init__(self, scenario: Scenario) -> None:
        self.told = scenario.told
        self.system: System = system_named(self.told["system"])
        gm = User.objects.create(email="scenario@winterhall.example", display_name="GM")
        campaign = Campaign.objects.create(name=scenario.title[:120], system_slug=self.system.slug)
        campaign.house_rules = self.told.get("given", {}).get("house_rules", {})
        campaign.save()
        self.member = Membership.objects.create(campaign=campaign, user=gm, role=Role.GM)
        self.encounter: Encounter | None = None
        self.judged: Judged | None = None
        self.rolled: list[Rolled] = []

    def tell(self) -> None:
        given = self.told.get("given", {})
        if "encounter" in given:
            self.encounter = Encounter.objects.create(campaign=self.member.campaign, name="Scenario")
        intent = play.Intent("scenario.given", encounter=self._scene)
        play.write(self.member, intent, lambda game: self._give(game, given))
        for step in self.told.get("when", []):
            self._step(step)
            self._expect(step.get("then", {}))
        self._expect(self.told.get("then", {}))

    @property
    def _scene(self) -> str:
        return self.encounter.public_id if self.encounter else ""

    # -- given ---------------------------------------------------------------------------------------------------

    def _give(self, game: play.Game, given: Mapping[str, Any]) -> dict[str, Json]:
        for who, told in given.get("characters", {}).items():
            self._begin(game, who, dict(told or {}))
        if self.encounter:
            self._lay_scene(game, given["encounter"] or {})
        return {}

    def _begin(self, game: play.Game, who: str, told: dict[str, Any]) -> None:
        creature = told.pop("creature", "")
        sheet = self.system.creature(creature) if creature else self.system.fresh_sheet(who.title())
        sheet.name = told.pop("name", who.title())
        merge(self.system, sheet, told)
        make(game, sheet, owner=None, secret=False, public_id=who)

    def _lay_scene(self, game: play.Game, told: dict[str, Any]) -> None:
        for who, place in told.get("combatants", {}).items():
            game.table.happen(Joined(who, **{"side": "party", **(place or {})}))
        stage = told.get("stage", "fighting" if told.get("initiative") or told.get("ladder") else "ready")
        rungs = _ladder(told)
        game.table.happen(StageSet(stage), LadderSet(rungs), RoundBegan(told.get("round", 1 if rungs else 0)))
        game.table.happen(*(SceneMemoKept(name, value) for name, value in told.get("memo", {}).items()))
        turn = told.get("turn", rungs[0].key if rungs else "")
        if turn:
            game.table.happen(TurnBegan(next((r.key for r in rungs if turn in (r.key, r.who)), turn)))

    # -- when ----------------------------------------------------------------------------------------------------

    def _step(self, step: Mapping[str, Any]) -> None:
        refused = step.get("refused") or (self.told.get("then", {}).get("refused") if step is self._last else None)
        try:
            entry = self._do(step)
        except Refused as refusal:
            if refused is None:
                raise Amiss(f"{step['do']} was refused: {refusal.sentence}") from refusal
            if str(refused).lower() not in refusal.sentence.lower():
                raise Amiss(f"{step['do']} was refused otherwise: {refusal.sentence}") from refusal
            return
        if refused is not None:
            raise Amiss(f"{step['do']} should have been refused: {refused}")
        happened = codec.facts_from(entry.facts)
        self.rolled = [fact for fact in happened if isinstance(fact, Rolled)]
        self.judged = next((fact for fact in reversed(happened) if isinstance(fact, Judged)), self.judged)

    @property
    def _last(self) -> Mapping[str, Any]:
        return self.told["when"][-1]

    def _do(self, step: Mapping[str, Any]) -> Entry:
        if step["do"] in ("undo", "redo"):
            return self._turn_back(step["do"])
        given = dict(step.get("with", {}))
        command = command_named(self.system, step["do"])
        if "ask" in described_fields(command) and "ask" not in given:
            given["ask"] = self._only_ask(step)
        # Nobody else rolls: a missing die and a surplus one are refused.
        dice = TypedDice({who: _listed(faces) for who, faces in step.get("dice", {}).items()})
        return play.perform(self.member, play.Intent(step["do"], given, step.get("as", ""), self._scene, dice=dice))

    def _turn_back(self, which: str) -> Entry:
        find = play.last_to_undo if which == "undo" else play.last_to_redo
        entry = find(self.member.campaign, self._scene)
        if entry is None:
            raise Amiss(f"there is nothing to {which}")
        return (play.undo if which == "undo" else play.redo)(self.member, entry.public_id, encounter=self._scene)

    def _only_ask(self, step: Mapping[str, Any]) -> str:
        state = self._state()
        asks = [ask.key for ask in state.asks.values() if ask.to == step["as"] and step["do"] in ask.commands]
        if len(asks) != 1:
            raise Amiss(f"{step['as']} has {len(asks)} asks that {step['do']} answers")
        return asks[0]

    def _state(self) -> Any:
        if self.encounter is None:
            raise Amiss("there is no encounter")
        self.encounter.refresh_from_db()
        return self.encounter.state

    # -- then ----------------------------------------------------------------------------------------------------

    def _expect(self, expected: Mapping[str, Any]) -> None:
        for path, value in expected.items():
            if path == "refused":
                continue
            found = self._look(path)
            if found != value and not (value in (0, None, [], {}) and found in (None, 0, [], {})):
                raise Amiss(f"{path} is {found!r}, not {value!r}")

    def _look(self, path: str) -> Any:
        root, *rest = path.split(".")
        if root == "outcome":
            return _follow(self._outcome(), rest, path)
        if root == "rolled":
            return _follow(codec.plain(self.rolled), rest, path)
        if root == "encounter":
            return _follow(codec.plain(self._state()), rest, path)
        whose = Character.objects.filter(public_id=root).first()
        if whose is None:
            raise Amiss(f"there is nobody called {root}")
        return _follow(codec.plain(whose.sheet), rest, path)

    def _outcome(self) -> dict[str, Json]:
        if self.judged is None:
            raise Amiss("nothing has been judged")
        return {"who": self.judged.who, "verdict": self.judged.verdict, "hits": self.judged.hits, **self.judged.numbers}


def merge(system: System, sheet: Sheet, told: dict[str, Any]) -> None:
    """Write what a scenario gives onto a sheet: ranks by the plural of their kind, resources, items, wounds ..."""
    kinds = {_plural(kind): kind for kind in system.rank_kinds}
    spent = {}
    for name, value in told.items():
        if name in kinds:
            sheet.ranks.setdefault(kinds[name], {}).update(value)
        elif name in sheet.resources:
            spent[name] = value
        elif name in sheet.tracks:
            for line, ticked in zip(sheet.tracks[name], value, strict=False):
                line.ticked = {box: count for box, count in (ticked or {}).items() if count}
        elif name == "conditions":
            sheet.conditions |= {c: Condition(c, c.replace("_", " "), level or 0) for c, level in value.items()}
        elif name in ("experience", "memo", "texts"):
            getattr(sheet, name).update(value)
        else:
            _take(system, sheet, name, value)
    _settle(system, sheet)
    for name, value in spent.items():
        held = sheet.resources[name]
        held.now, held.most = value, max(value, held.most)


def _take(system: System, sheet: Sheet, section: str, keys: list[str]) -> None:
    if section not in system.compendium():
        raise Amiss(f"a sheet of {system.name} has nothing called {section!r}")
    for key in keys:
        item = system.item(section, key)
        sheet.items[key] = replace(item, in_use=True)


def _settle(system: System, sheet: Sheet) -> None:
    """Bring up to date what follows from the ranks, and fill what is spent and comes back."""
    table = Table({"it": sheet}, actor="it", rank_range=system.rank_range)
    system.keep_up(table)
    for held in sheet.resources.values():
        held.now = held.most


def _listed(faces: int | list[int]) -> list[int]:
    """Faces as a list; a single die may stand without one."""
    return faces if isinstance(faces, list) else [faces]


def _plural(kind: str) -> str:
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def _ladder(told: Mapping[str, Any]) -> tuple[Rung, ...]:
    if "ladder" in told:
        return tuple(Rung(**rung) for rung in told["ladder"])
    ordered = sorted(told.get("initiative", {}).items(), key=lambda place: -place[1])
    return tuple(Rung(f"{who}/whole", who, at, "whole") for who, at in ordered)


def _follow(value: Any, path: list[str], whole: str) -> Any:
    for step in path:
        if isinstance(value, list | tuple):
            value = value[int(step)] if int(step) < len(value) else None
        elif isinstance(value, dict):
            value = value.get(step)
        elif value is not None:
            raise Amiss(f"{whole} leads nowhere")
    return value
