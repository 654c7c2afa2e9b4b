"""Scenarios played through the real services on a real database; nothing that they write is kept."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from campaigns.audience.redaction import with_names
from campaigns.audience.viewers import names_in
from campaigns.models import Campaign, Entry, Membership, Role
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.play.undo import last_to_redo, last_to_undo, redo, undo
from characters.models import Character
from characters.services import make
from combat.models import Encounter
from combat.scenarios.document import Amiss, Scenario, checked
from combat.scenarios.given import lay_scene, merge
from combat.scenarios.paths import expect
from rules import codec
from rules.engine.kernel import CLOSED, Json, Judged, Refused, Rolled, TypedDice, described_fields, opened
from rules.engine.system.protocol import System, command_named
from rules.scenario_files import Block
from winterhall.accounts.models import User


def run(scenario: Scenario) -> None:
    """Play a scenario; raises :class:`Amiss` if it comes out otherwise. All is rolled back."""
    system = checked(scenario)
    with transaction.atomic(), opened(CLOSED):
        try:
            _Run(scenario, system).run()
        finally:
            transaction.set_rollback(True)


class _Run:
    def __init__(self, scenario: Scenario, system: System) -> None:
        self.block = scenario.block
        self.given: Mapping[str, Any] = self.block.get("given") or {}
        self.system = system
        gm = User.objects.create(email="scenario@winterhall.example", display_name="GM")
        campaign = Campaign.objects.create(name=scenario.title[:120], system_slug=system.slug)
        campaign.house_rules = self.given.get("house_rules") or {}
        campaign.save()
        self.member = Membership.objects.create(campaign=campaign, user=gm, role=Role.GM)
        self.encounter: Encounter | None = None
        self.judged: Judged | None = None
        self.rolled: list[Rolled] = []

    def run(self) -> None:
        if "encounter" in self.given:
            self.encounter = Encounter.objects.create(campaign=self.member.campaign, name="Scenario")
        with _located(self.block.line_of("given"), "given"):
            write(self.member, Intent("scenario.given", encounter=self._scene), self._give)
        steps = self.block["when"]
        final = self.block.get("then") or Block()
        for number, step in enumerate(steps, 1):
            refusal = step.get("refused") or (final.get("refused") if step is steps[-1] else None)
            with _located(step.line, f"step {number} ({step['do']})"):
                self._step(step, refusal)
                self._expect(step.get("then") or Block())
        self._expect(final)

    @property
    def _scene(self) -> str:
        return self.encounter.public_id if self.encounter else ""

    # -- given ---------------------------------------------------------------------------------------------------

    def _give(self, game: Game) -> dict[str, Json]:
        people = self.given.get("characters") or Block()
        for who, told in people.items():
            with _located(people.line_of(who), who):
                self._begin(game, who, dict(told or {}))
        if self.encounter:
            lay_scene(game.table, self.given["encounter"] or {})
        return {}

    def _begin(self, game: Game, who: str, told: dict[str, Any]) -> None:
        creature = told.pop("creature", "")
        sheet = self.system.creature(creature) if creature else self.system.fresh_sheet(who.title())
        sheet.name = told.pop("name", who.title())
        merge(self.system, sheet, told)
        make(game, sheet, owner=None, secret=False, public_id=who)

    # -- when ----------------------------------------------------------------------------------------------------

    def _step(self, step: Block, refusal: str | None) -> None:
        try:
            entry = self._do(step)
        except Refused as refused:
            if refusal is None:
                raise Amiss(f"refused: {refused.sentence}{self._keys(step, refused)}") from refused
            if refusal.lower() not in refused.sentence.lower():
                raise Amiss(f"refused with another sentence: {refused.sentence}") from refused
            return
        if refusal is not None:
            raise Amiss(f"should have been refused: {refusal}")
        happened = codec.facts_from(entry.facts)
        self.rolled = [fact for fact in happened if isinstance(fact, Rolled)]
        self.judged = next((fact for fact in reversed(happened) if isinstance(fact, Judged)), self.judged)

    def _do(self, step: Block) -> Entry:
        if step["do"] in ("undo", "redo"):
            return self._turn_back(step["do"])
        given = dict(step.get("with") or {})
        command = command_named(self.system, step["do"])
        if "ask" in described_fields(command) and "ask" not in given:
            given["ask"] = self._only_ask(step)
        # Nobody else rolls: a missing die and a surplus one are refused.
        dice = TypedDice({who: _listed(faces) for who, faces in (step.get("dice") or {}).items()})
        return perform(self.member, Intent(step["do"], given, step.get("as", ""), self._scene, dice=dice))

    def _turn_back(self, which: str) -> Entry:
        find = last_to_undo if which == "undo" else last_to_redo
        entry = find(self.member.campaign, self._scene)
        if entry is None:
            raise Amiss(f"there is nothing to {which}")
        return (undo if which == "undo" else redo)(self.member, entry.public_id, encounter=self._scene)

    def _only_ask(self, step: Block) -> str:
        asks = [
            ask.key for ask in self._state().asks.values() if ask.to == step.get("as") and step["do"] in ask.commands
        ]
        if len(asks) != 1:
            raise Amiss(f"{step.get('as') or 'nobody'} has {len(asks)} asks that {step['do']} answers")
        return asks[0]

    def _keys(self, step: Block, refused: Refused) -> str:
        """The keys that may be given for the field refused: the sentence for players has their labels."""
        if refused.field not in (step.get("with") or {}):
            return ""
        command = command_named(self.system, step["do"])
        game = lay_out(self.member, step.get("as", ""), self._scene)
        try:
            keys = [choice.value for choice in command.choices(game.table).get(refused.field, ())]
        except Refused:
            return ""
        return f" ({refused.field}: {', '.join(keys)})" if keys else ""

    def _state(self) -> Any:
        if self.encounter is None:
            raise Amiss("there is no encounter")
        self.encounter.refresh_from_db()
        return self.encounter.state

    # -- then ----------------------------------------------------------------------------------------------------

    def _expect(self, expected: Block) -> None:
        for path, value in expected.items():
            if path != "refused":
                root, *rest = path.split(".")
                with _located(expected.line_of(path)):
                    found = with_names(self._document(root), names_in(self.member.campaign_id))
                    expect(self.system, found, rest, value, path)

    def _document(self, root: str) -> Any:
        """The thing that a path begins at: a sheet, the encounter, the last verdict, or the dice of the last step."""
        if root == "outcome":
            return self._outcome()
        if root == "rolled":
            return self.rolled
        if root == "encounter":
            return self._state()
        whose = Character.objects.filter(campaign=self.member.campaign, public_id=root).first()
        if whose is None:
            raise Amiss(f"there is nobody called {root!r}")
        return whose.sheet

    def _outcome(self) -> dict[str, Json]:
        if self.judged is None:
            raise Amiss("nothing has been judged")
        told = self.judged
        return {"who": told.who, "verdict": told.verdict, "hits": told.hits, "private": told.private, **told.numbers}


@contextmanager
def _located(line: int, step: str = "") -> Iterator[None]:
    """Tell the line and the step of a complaint that does not know its own."""
    try:
        yield
    except Amiss as amiss:
        raise Amiss(amiss.sentence, amiss.line or line, amiss.step or step) from amiss
    except Refused as refused:
        raise Amiss(refused.sentence, line, step) from refused


def _listed(faces: int | list[int]) -> list[int]:
    """Faces as a list; a single die may stand without one."""
    return faces if isinstance(faces, list) else [faces]
