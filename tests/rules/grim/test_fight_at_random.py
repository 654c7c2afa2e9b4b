"""Whole fights at random: whatever is offered is done, and what must always hold is looked at after each command."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Begun, Choice, Command, Fact, Field, Joined, Place, Sheet, Table, foretell
from rules.systems.grim import GRIM
from rules.systems.grim.core import LAST_STEP, level
from rules.systems.grim.fight.base import TURN_AP
from rules.systems.grim.fight.base.ground import HERE
from tests.rules.grim.fights import fighter
from tests.rules.legal_play import Documents, LegalPlay, Played
from tests.rules.odds_coverage import foretells_its_dice
from tests.rules.test_offers import DRAWN

STEPS = 500
ARMS = ("sabre", "dirk", "war_hammer", "longbow", "musket", "throwing_knife", "battle_axe", "pitchfork", "cudgel")
#: What carries a fight on, but is no fighting.
IDLE = ("turn.end", "turn.wait", "special.swap", "special.hand_over", "move.get_up", "special.subdue")


def _armed(random: Random, number: int) -> Sheet:
    trained = ("martial_melee", "simple_melee", "martial_ranged", "athletics", "coordination", "ride", "drive")
    skills = {skill: random.randint(0, 3) for skill in (*trained, "leadership", "handle_animal", "incantation")}
    attributes = {key: random.randint(25, 65) for key in ("combat", "brawn", "agility", "willpower", "fellowship")}
    worn = () if number == 1 else (random.choice(("armour.leather", "armour.brigandine")), "shields.wooden_shield")
    sheet = fighter(f"Hero {number}", *worn, attributes=attributes, **skills)
    sheet.resources["fortune"].now = sheet.resources["fortune"].most
    sheet.resources["fate"].now = sheet.resources["fate"].most
    for key in random.sample(ARMS, 3):
        sheet.items[key] = replace(GRIM.item("weapons", key), in_use=random.random() < 0.6)
    return sheet


class Brawl(LegalPlay):
    """Three heroes and two creatures who would rather fight than do anything else."""

    def _begin(self) -> list[Fact]:
        creatures = [entry.key for entry in GRIM.compendium()["creatures"]]
        happened: list[Fact] = []
        for number in range(5):
            who, party = f"c{number}", number < 3
            sheet = _armed(self.random, number) if party else GRIM.creature(self.random.choice(creatures))
            place = (float(number), 2.0 * (number % 2))
            happened += [Begun(who, sheet), Joined(who, "party" if party else "foes", number == 4, *place)]
        return happened

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        asks = [command for command in offered if command.place is Place.ASK]
        deeds = [command for command in offered if command.place is Place.TURN and command.name not in IDLE]
        if asks or (deeds and self.random.random() < 0.7):
            return asks or deeds
        turns = [command for command in offered if command.place is Place.TURN]
        if turns and self.random.random() < 0.9:
            return [command for command in turns if command.name == "turn.end"] * 4 + turns
        scene = [command for command in offered if command.place is Place.SCENE]
        calm = [command for command in scene if command.name not in ("fight.end", "fight.leave")]
        return calm if calm and self.random.random() < 0.9 else scene or offered

    def _value(
        self, kind: type[Command], described: Field, choices: tuple[Choice, ...], table: Table, default: Any
    ) -> Any:
        if described.kind == "number" and described.least == HERE:
            return HERE if self.random.random() < 0.3 else self.random.randint(-8, 9)
        if described.kind == "switch" and self.random.random() < 0.6:
            return default
        return super()._value(kind, described, choices, table, default)


def _sound(game: Brawl, played: Played) -> None:
    """Tracks end where they end, action points are never too many, and what is over leaves nothing behind."""
    scene = game.documents.encounter
    for who in scene.combatants:
        sheet = game.documents.sheets[who]
        for track in sheet.tracks:
            assert 0 <= level(sheet, track) <= LAST_STEP, played.command
        assert (level(sheet, "damage") == LAST_STEP) == sheet.has("slain"), played.command
        assert 0 <= scene.combatants[who].budgets.get("ap", 0) <= TURN_AP, played.command
    assert all(ask.to in scene.combatants for ask in scene.asks.values()), played.command
    if scene.stage == "over":
        assert not scene.asks
        assert not scene.memo
        assert not any(game.documents.sheets[who].has("choked") for who in scene.combatants)


def _foretold(played: Played) -> None:
    """Check that the command's odds could be foretold, and that foretelling changed nothing."""
    before = played.before.as_text()
    odds = foretell(played.command, played.before.table(GRIM, played.actor))
    assert played.before.as_text() == before
    assert odds is None or type(played.command).has_odds, played.command
    if odds is not None:
        assert all(-1e-12 <= chance.probability <= 1 + 1e-12 for chance in odds.chances), played.command
        assert not odds.measure or sum(odds.measure) == pytest.approx(1, abs=1e-9), played.command


@pytest.mark.parametrize("seed", range(4))
def test_fights_at_random_stay_sound(seed: int) -> None:
    game, done = Brawl(GRIM, seed, without=DRAWN), set()
    told = Documents().tell(game.opening)
    for played in game.play(STEPS):
        done.add(played.command.name)
        happened = codec.facts_from(codec.dump_facts(played.facts))
        assert told.tell(happened).as_text() == game.documents.as_text(), played.command
        _sound(game, played)
        _foretold(played)
        assert foretells_its_dice(played), played.command
    assert "turn.end" in done
    assert any(name.startswith(("melee.", "ranged.", "stunt.")) for name in done)
    assert all(sentence.endswith(".") for sentence in game.sentences)
