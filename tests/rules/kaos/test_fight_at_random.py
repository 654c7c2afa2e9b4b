"""Whole fights at random: whatever is offered is done, and what must always hold is looked at after each command."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Begun, Choice, Command, Fact, Field, Joined, Place, Sheet, Table, foretell
from rules.systems.kaos import KAOS
from rules.systems.kaos.core import health
from rules.systems.kaos.fight.base.squares import HERE
from tests.rules.kaos.fights import fighter
from tests.rules.legal_play import Documents, LegalPlay, Played
from tests.rules.odds_coverage import foretells_its_dice

STEPS = 500
ARMS = ("long_sword", "throwing_axe", "light_crossbow", "net", "sap", "bastard_sword", "dagger", "long_spear", "sling")
#: What carries a fight on, but is no fighting.
IDLE = ("turn.end", "action.mount", "action.full_defence", "action.defensive_move", "action.switch", "action.stunt")


def _armed(random: Random, number: int) -> Sheet:
    trained = ("melee_combat", "ranged_combat", "acrobatics", "athletics", "deception")
    skills = {skill: random.randint(20, 90) for skill in trained}
    magic = {"witchcraft": random.randint(10, 60), "thaumaturgy": random.randint(10, 60)} if number == 1 else {}
    worn = () if number == 1 else ("armour.leather", "shields.buckler")
    points = random.choice((0, 4, 12, 300))
    sheet = fighter(f"Hero {number}", *worn, points=points, **skills, **magic)
    for key in random.sample(ARMS, 5):
        sheet.items[key] = replace(KAOS.item("weapons", key), in_use=random.random() < 0.7)
    for key in ("bolts", "sling_stones", "healing_draught"):
        sheet.items[key] = replace(KAOS.item("goods", key), count=9)
    return sheet


class Brawl(LegalPlay):
    """Three heroes and two creatures who would rather fight than do anything else."""

    def _begin(self) -> list[Fact]:
        creatures = [entry.key for entry in KAOS.compendium()["creatures"]]
        happened: list[Fact] = []
        for number in range(5):
            who, party = f"c{number}", number < 3
            sheet = _armed(self.random, number) if party else KAOS.creature(self.random.choice(creatures))
            place = (1.5 * number, 3.0 * (number % 2))
            happened += [Begun(who, sheet), Joined(who, "party" if party else "foes", number == 4, *place)]
        return happened

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        asks = [command for command in offered if command.place is Place.ASK]
        blows = [command for command in offered if command.place is Place.TURN and command.name not in IDLE]
        if asks or (blows and self.random.random() < 0.7):
            return asks or blows
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
            return HERE if self.random.random() < 0.5 else self.random.randint(-6, 9)
        if described.kind == "switch" and self.random.random() < 0.6:
            return default
        return super()._value(kind, described, choices, table, default)


def _sound(game: Brawl, played: Played) -> None:
    """Nobody is below 0 and awake, no ask is without somebody to answer it, and what is over leaves nothing behind."""
    scene = game.documents.encounter
    for who in scene.combatants:
        sheet = game.documents.sheets[who]
        assert health.hp(sheet) > 0 or health.is_down(sheet), played.command
        assert sheet.xp("advancement", "points") >= 0
    assert all(ask.to in scene.combatants for ask in scene.asks.values())
    if scene.stage == "over":
        assert not scene.asks
        assert not scene.memo
        assert not any(game.documents.sheets[who].has("defensive") for who in scene.combatants)


def _foretold(played: Played) -> None:
    """Check that the command's odds could be foretold, and that foretelling changed nothing."""
    before = played.before.as_text()
    odds = foretell(played.command, played.before.table(KAOS, played.actor))
    assert played.before.as_text() == before
    assert bool(odds) == type(played.command).has_odds, played.command
    if odds is not None:
        assert all(-1e-12 <= chance.probability <= 1 + 1e-12 for chance in odds.chances), played.command
        assert not odds.measure or sum(odds.measure) == pytest.approx(1, abs=1e-9), played.command


@pytest.mark.parametrize("seed", range(4))
def test_fights_at_random_stay_sound(seed: int) -> None:
    game, done = Brawl(KAOS, seed), set()
    told = Documents().tell(game.opening)
    for played in game.play(STEPS):
        done.add(played.command.name)
        happened = codec.facts_from(codec.dump_facts(played.facts))
        assert told.tell(happened).as_text() == game.documents.as_text(), played.command
        _sound(game, played)
        _foretold(played)
        assert foretells_its_dice(played), played.command
    assert {"melee.attack", "attack.defend", "turn.end"} <= done
    assert all(sentence.endswith(".") for sentence in game.sentences)
