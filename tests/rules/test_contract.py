"""The contract of every game, whatever is played: JSON, replay, undo, sound odds, refusals in words, no names.

The registered games, the toy of the other tests, and the one that the guide for writers of games makes up.
"""

import os
from dataclasses import fields, replace

import pytest

from rules import codec
from rules.engine.advice.choices import Advice, advise
from rules.engine.advice.reasons import MOST, by_shares
from rules.engine.advice.what_if import Prospect
from rules.engine.character.creation import is_unmade, next_step, steps_of
from rules.engine.kernel import (
    Begun,
    Encounter,
    Place,
    Refused,
    SeededDice,
    Sheet,
    Table,
    Unknown,
    described_fields,
    foretell,
)
from rules.engine.kernel.commands import perform
from rules.engine.odds import Odds
from rules.engine.system.protocol import System, command_named
from rules.registry import SYSTEMS
from tests.rules.documented import documented_game
from tests.rules.legal_play import Documents, LegalPlay, Played
from tests.rules.odds_coverage import foretells_its_dice
from tests.rules.references import Renamed, naming
from tests.toy import HEADS_GAME

STEPS = 400
SEEDS = range(3)
#: So many are played where time does not matter.
MANY = 10_000

GAMES: tuple[System, ...] = (*SYSTEMS, HEADS_GAME, documented_game())

pytestmark = pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)


def _is_unchanged_by_json(played: Played) -> bool:
    told = codec.facts_from(codec.dump_facts(played.facts))
    again = codec.command_from(type(played.command), codec.load(codec.dump(codec.plain_command(played.command))))
    return told == played.facts and again == played.command


def _play_and_replay(system: System, seed: int) -> int:
    """Play, and after each command tell the facts again from the beginning; returns how many were accepted."""
    game = Renamed(system, seed)
    history, count = [*game.opening], 0
    told = Documents().tell(history)
    for played in game.play(STEPS):
        count += 1
        assert _is_unchanged_by_json(played)
        assert not naming(played.facts), "somebody is named in a text that is stored"
        assert told.as_text() == played.before.as_text(), "without the last command it is not as before"
        happened = codec.facts_from(codec.dump_facts(played.facts))
        history += happened
        assert told.tell(happened).as_text() == game.documents.as_text(), "the facts do not tell what was played"
    assert Documents().tell(history).as_text() == game.documents.as_text(), "replay is not what was played"
    return count


@pytest.mark.parametrize("seed", SEEDS)
def test_random_play_survives_json_replays_and_can_be_undone(system: System, seed: int) -> None:
    count = _play_and_replay(system, seed)
    assert count > STEPS // 8, f"only {count} of {STEPS} were allowed"


@pytest.mark.skipif("WINTERHALL_LONG" not in os.environ, reason="Takes some minutes.")
def test_ten_thousand_commands_at_random(system: System) -> None:
    count = seed = 0
    while count < MANY:
        count += _play_and_replay(system, seed)
        seed += 1
    print(f"{system.name}: {count} commands were accepted in {seed} fights")  # noqa: T201 - counted to be read


@pytest.mark.parametrize("seed", SEEDS)
def test_documents_survive_json(system: System, seed: int) -> None:
    game = LegalPlay(system, seed)
    for _ in game.play(STEPS // 4):
        pass
    for sheet in game.documents.sheets.values():
        assert codec.sheet_from(codec.dump(sheet)) == sheet
    assert codec.encounter_from(codec.dump(game.documents.encounter)) == game.documents.encounter
    assert codec.encounter_from("{}") == Encounter()


def _odds(played: Played, system: System) -> Odds | None:
    try:
        return foretell(played.command, played.before.table(system, played.actor))
    except Refused:
        return None


def _odds_at_rest(played: Played, system: System) -> Odds | None:
    try:
        return Prospect.of(system, played.before.table(system, played.actor), ()).odds(played.command)
    except Refused:
        return None


@pytest.mark.parametrize("seed", SEEDS)
def test_odds_are_probabilities_and_change_nothing(system: System, seed: int) -> None:
    game, shown = LegalPlay(system, seed), 0
    for played in game.play(STEPS // 2):
        before = played.before.as_text()
        assert foretells_its_dice(played), f"{played.command} rolls, and says nothing of it before"
        odds = _odds(played, system)
        assert played.before.as_text() == before
        assert _odds_at_rest(played, system) == odds, "at a table that stands still"
        if odds is None:
            continue
        shown += 1
        assert odds.sentence
        assert all(-1e-12 <= chance.probability <= 1 + 1e-12 for chance in odds.chances)
        assert not odds.measure or sum(odds.measure) == pytest.approx(1, abs=1e-12)
    assert shown


def _advice(played: Played, system: System) -> Advice | None:
    try:
        foretell(played.command, played.before.table(system, played.actor))
    except Refused:
        return None
    return advise([played.command], played.before.table(system, played.actor))


def test_advice_changes_nothing_and_what_it_names_can_be_done(system: System) -> None:
    game = LegalPlay(system, 0)
    for played in game.play(STEPS // 4):
        before = played.before.as_text()
        advice = _advice(played, system)
        assert played.before.as_text() == before
        if advice is None:
            continue
        still = Prospect.of(system, played.before.table(system, played.actor), ()).known
        assert advise([played.command], still) == advice
        assert advice.sentence.endswith(".")
        values = [round(one.value, 9) for one in advice.choices]
        assert values == sorted(values, reverse=True)
        assert all(len(one.shares) == len(advice.shares) for one in advice.choices)
        for one in advice.choices:
            foretell(replace(played.command, **one.given), played.before.table(system, played.actor))


def test_a_reason_of_advice_fits_in_a_line_of_a_phone(system: System) -> None:
    """Whatever stands in the form, with the game's own words for it."""
    game = LegalPlay(system, 1)
    for played in game.play(STEPS // 4):
        try:
            told = Prospect.of(system, played.before.table(system, played.actor), ()).advice(played.command)
        except Refused:
            continue
        for chosen in told.choices if told else ():
            for reason in (told.reason, by_shares(replace(told, chosen=chosen))):
                assert len(reason) <= MOST, reason


def test_every_creature_and_a_beginner_can_be_laid_out(system: System) -> None:
    sheets = [system.fresh_sheet("Hero"), *(system.creature(e.key) for e in system.compendium()["creatures"])]
    for sheet in sheets:
        page, vitals = system.page(sheet, {}), system.vitals(sheet)
        assert page.columns
        assert vitals.looks
        codec.dump(page)
    with pytest.raises(Refused):
        system.creature("no such creature")


def test_commands_are_named_once_and_describe_their_fields(system: System) -> None:
    names = [command.name for command in system.commands]
    assert len(names) == len(set(names))
    for command in system.commands:
        assert command_named(system, command.name) is command
        assert command.label
        assert command.__doc__
        assert codec.schema(command)["properties"].keys() == {f.name for f in fields(command)}
        assert all(described.label for described, _ in described_fields(command).values())
    with pytest.raises(Unknown):
        command_named(system, "no.such.command")


def test_junk_is_refused_with_a_sentence(system: System) -> None:
    for command in system.commands:
        for name, (described, _) in described_fields(command).items():
            if described.kind != "json":
                with pytest.raises(Refused, match=r"[.]$"):
                    codec.command_from(command, {name: {"deep": [10**30, "\x00"]}})
        with pytest.raises(Refused, match="nothing such"):
            codec.command_from(command, {"nothing such": 1})


@pytest.mark.parametrize("seed", SEEDS)
def test_refusals_are_sentences(system: System, seed: int) -> None:
    game = LegalPlay(system, seed)
    for _ in game.play(STEPS // 2):
        pass
    odd = [sentence for sentence in game.sentences if not sentence.rstrip().endswith((".", "?", "!"))]
    assert not odd
    assert game.sentences


def test_whoever_is_made_is_made_by_commands_of_the_game(system: System) -> None:
    assert set(system.steps) <= set(system.commands)
    assert bool(system.at_random) <= bool(system.steps)
    assert not is_unmade(system.steps, _alone(system, system.fresh_sheet("Hero")))
    for step in system.steps:
        assert step.place is Place.MAKING
        assert step.guidance.endswith(".")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_character_made_at_random_is_made_and_obeys_every_rule(system: System, seed: int) -> None:
    if not system.at_random:
        pytest.skip("This game makes nobody at random.")
    table = _alone(system, system.unmade_sheet("Hero"))
    assert is_unmade(system.steps, table)
    first = next_step(steps_of(system.steps, table))
    assert first is not None
    assert not first.settled
    perform(command_named(system, system.at_random)(), table, SeededDice(seed))
    system.keep_up(table)
    assert not is_unmade(system.steps, table)
    assert system.page(table.me, {}).columns
    begun = Begun("hero", system.unmade_sheet("Hero"))
    told = Documents().tell([begun, *codec.facts_from(codec.dump_facts(table.facts))])
    assert codec.dump(told.sheets["hero"]) == codec.dump(table.me)


def _alone(system: System, sheet: Sheet) -> Table:
    return Table({"hero": sheet}, None, {}, "hero", system.rank_range)
