"""The people that a command finds on the table, by who gives it; and undo, keys and messages."""

from unittest.mock import Mock

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.audience import history
from campaigns.chronicle import notify
from campaigns.models import Entry
from campaigns.play.game import Game, lay_out, lay_out_for_all
from campaigns.play.intent import Intent, Stale
from campaigns.play.outlook import foresee, rehearse
from campaigns.play.perform import perform, write
from campaigns.play.undo import redo, undo
from characters.models import Character
from combat.models import Encounter as Scene
from rules import codec
from rules.engine.kernel import (
    Joined,
    LadderSet,
    NotNow,
    RoundBegan,
    Rung,
    StageSet,
    TextChanged,
    Told,
    TurnBegan,
    TypedDice,
    Unknown,
    Veiled,
)
from tests.helpers import Cast, write_text
from tests.toy import HEADS, Toss

NOBODY = "nobody-of-this-id"


@pytest.fixture
def magpie(cast: Cast) -> Character:
    """A creature that players have not met."""
    return cast.creature()


def test_nobody_acts_who_is_not_there(cast: Cast, magpie: Character) -> None:
    bridge = cast.encounter().public_id
    for member, actor in ((cast.gm, NOBODY), (cast.gm, bridge), (cast.anna, NOBODY), (cast.anna, magpie.public_id)):
        with pytest.raises(Unknown) as found:
            lay_out(member, actor)
        assert found.value.field == "actor"
    assert lay_out(cast.gm, magpie.public_id).table.actor == magpie.public_id
    game = lay_out(cast.anna, cast.rook.public_id)
    assert game.table.actor == cast.rook.public_id
    assert list(game.sheets.documents) == [cast.rook.public_id]


@pytest.mark.parametrize("hidden", [True, False])
def test_whoever_takes_part_in_sight_is_met(cast: Cast, magpie: Character, hidden: bool) -> None:
    bridge = cast.encounter()

    def comes(game: Game) -> dict[str, object]:
        game.table.sheet(magpie.public_id)
        game.table.happen(Joined(magpie.public_id, "foes", hidden))
        return {}

    write(cast.gm, Intent("join", actor=magpie.public_id, encounter=bridge.public_id), comes)
    game = lay_out(cast.anna, cast.rook.public_id, bridge.public_id)
    assert (magpie.public_id in game.known.scene.combatants) is not hidden
    assert (magpie.name in game.present) is not hidden
    if hidden:
        with pytest.raises(Unknown):
            lay_out(cast.anna, magpie.public_id, bridge.public_id)
    else:
        assert lay_out(cast.anna, magpie.public_id, bridge.public_id).closed == (magpie.public_id,)
    assert lay_out(cast.gm, magpie.public_id, bridge.public_id).closed == ()


def test_whoever_comes_to_light_is_known_at_once(cast: Cast, magpie: Character) -> None:
    bridge, rook = cast.encounter().public_id, cast.rook.public_id
    for who, hidden in ((rook, False), (magpie.public_id, True)):
        perform(cast.gm, Intent("join", {"hidden": hidden}, who, bridge))
    game = lay_out(cast.anna, rook, bridge)
    assert game.known.sheets is game.known.sheets, "made once, as long as nothing happens"
    assert game.known.sheets[magpie.public_id].name != magpie.name
    game.table.happen(Veiled(magpie.public_id, hidden=False))
    assert game.known.sheets[magpie.public_id].name == magpie.name


def test_the_game_master_is_told_what_others_read_only_where_somebody_secret_fights(
    cast: Cast, magpie: Character
) -> None:
    bridge, rook = cast.encounter().public_id, cast.rook.public_id
    told = []
    for who in (rook, magpie.public_id):
        perform(cast.gm, Intent("join", {}, who, bridge))
        tables = [lay_out(member, rook, bridge) for member in (cast.gm, cast.anna)]
        tables[0].sheets.bring([magpie.public_id])
        told.append([game.prospect(Toss).is_closed_to_others for game in tables])
    assert told == [[False, False], [True, False]]


def test_a_game_without_long_tests_foretells_as_well(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(cast.campaign.system), "long_tests", None)
    foreseen = foresee(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    assert foreseen.odds
    assert foreseen.ahead is None


def test_nobody_foretells_the_end_of_a_test_beside_somebody_whose_sheet_is_closed(
    cast: Cast, magpie: Character
) -> None:
    bridge, rook = cast.encounter().public_id, cast.rook.public_id
    for who in (rook, magpie.public_id):
        perform(cast.gm, Intent("join", {}, who, bridge))
    wanted = Intent("stack.begin", {"goal": 3}, rook, bridge)
    assert foresee(cast.gm, wanted).ahead
    assert foresee(cast.anna, wanted).ahead is None


@pytest.mark.parametrize("secret", [True, False])
def test_nobody_is_met_in_an_encounter_that_players_do_not_know_of(cast: Cast, magpie: Character, secret: bool) -> None:
    bridge, magpies = cast.encounter(secret=secret), magpie.public_id
    entry = perform(cast.gm, Intent("join", {}, magpies, bridge.public_id))
    assert set(history.veiled_in(entry)) == ({bridge.public_id, magpies} if secret else set())


@pytest.mark.parametrize("hidden", [True, False])
def test_the_turn_of_somebody_hidden_is_not_told_yet(cast: Cast, magpie: Character, hidden: bool) -> None:
    bridge, magpies = cast.encounter().public_id, magpie.public_id
    perform(cast.gm, Intent("join", {"hidden": hidden}, magpies, bridge))

    def begins(game: Game) -> dict[str, object]:
        rung = Rung(f"{magpies}/1", magpies, 9)
        game.table.happen(StageSet("fighting"), LadderSet((rung,)), RoundBegan(1), TurnBegan(rung.key))
        return {}

    entry = write(cast.gm, Intent("begin", encounter=bridge), begins)
    assert entry.late == (history.HELD_WHOLE if hidden else "")
    assert (Scene.objects.get(public_id=bridge).state.shown is None) is not hidden


def test_what_else_stands_in_the_row_of_a_sheet_is_not_overwritten(cast: Cast) -> None:
    def hide_meanwhile(game: Game) -> dict[str, object]:
        Character.objects.filter(pk=cast.rook.pk).update(secret=True)
        game.table.happen(TextChanged(cast.rook.public_id, "notes", "tall"))
        return {}

    write(cast.gm, Intent("note", actor=cast.rook.public_id), hide_meanwhile)
    stored = Character.objects.get(pk=cast.rook.pk)
    assert (stored.secret, stored.sheet.texts) == (True, {"notes": "tall"})


def test_a_rehearsal_takes_the_dice_that_it_is_given_and_writes_nothing(cast: Cast) -> None:
    before, rook = Entry.objects.count(), cast.rook.public_id
    for face in (1, 2):
        intent = Intent("toss", {"coins": 5}, rook)
        game = rehearse(cast.anna, intent, TypedDice({rook: (face,) * 5}))
        assert game.table.me.now("coins") == cast.rook.sheet.now("coins") + (5 if face == HEADS else -5)
    assert Entry.objects.count() == before


def test_a_version_that_was_seen_is_of_whoever_acts_and_otherwise_of_nothing(cast: Cast) -> None:
    def speaks(game: Game) -> dict[str, object]:
        game.table.happen(Told((), "It snows."))
        return {}

    assert write(cast.gm, Intent("say", seen=7), speaks).number
    with pytest.raises(Stale):
        write(cast.gm, Intent("say", actor=cast.rook.public_id, seen=7), speaks)


def test_a_secret_sheet_is_read_by_the_game_master_alone(cast: Cast, magpie: Character) -> None:
    assert lay_out(cast.gm).sheets[magpie.public_id].name == magpie.name
    for who in (magpie.public_id, NOBODY):
        with pytest.raises(KeyError):
            lay_out(cast.anna).sheets[who]


def test_whose_beginning_was_undone_is_not_there(cast: Cast) -> None:
    Character.objects.filter(pk=cast.rook.pk).update(void=True)
    with pytest.raises(Unknown):
        lay_out(cast.gm, cast.rook.public_id)
    assert cast.mira.public_id in lay_out(cast.gm, cast.mira.public_id).sheets.documents


def test_several_are_laid_out_together_without_another_query(cast: Cast, django_assert_num_queries: object) -> None:
    game = lay_out_for_all(cast.gm, [cast.rook, cast.mira])
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert [game.sheets[who.public_id].name for who in (cast.rook, cast.mira)] == ["Rook", "Mira"]


def test_a_command_for_somebody_is_for_nobody_else(cast: Cast) -> None:
    with pytest.raises(PermissionDenied, match="Only this character’s player"):
        perform(cast.anna, Intent("toss", {"coins": 1}))
    with pytest.raises(PermissionDenied, match="Only this character’s player"):
        perform(cast.boris, Intent("toss", {"coins": 1}, cast.rook.public_id))


def test_what_happened_is_followed_by_what_the_game_keeps_up(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    keeps_up = Mock()
    monkeypatch.setattr(type(cast.campaign.system), "keep_up", lambda _, table: keeps_up(len(table.facts)))
    perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    keeps_up.assert_called_once()
    assert keeps_up.call_args.args[0] > 0


def test_each_write_is_told_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    told = Mock()
    monkeypatch.setattr(notify, "_tell", told)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        entry = write_text(cast.anna, cast.rook, "tall")
        undone = undo(cast.gm, entry.public_id)
    assert [call.args for call in told.call_args_list] == [
        (cast.campaign.public_id, entry.number),
        (cast.campaign.public_id, undone.number),
    ]


@pytest.mark.parametrize("secret", [True, False])
def test_what_turns_something_back_says_what_where_and_before_whom(cast: Cast, secret: bool) -> None:
    bridge = cast.encounter(secret=secret).public_id
    entry = perform(cast.gm, Intent("join", {}, cast.rook.public_id, bridge))
    for turn in (undo, redo):
        turned = turn(cast.gm, entry.public_id)
        assert codec.load(turned.given) == {"entry": entry.public_id}
        assert turned.encounter == bridge
        assert history.veiled_in(turned) == history.veiled_in(entry)
        assert bool(history.veiled_in(turned)) is secret


def test_only_the_last_is_undone_and_a_refusal_says_which_field(cast: Cast) -> None:
    first, last = write_text(cast.anna, cast.rook, "tall"), write_text(cast.anna, cast.rook, "small")
    with pytest.raises(NotNow, match="something else to undo now") as found:
        undo(cast.gm, first.public_id)
    assert found.value.field == "entry"
    for entry in (last, first):
        assert undo(cast.gm, entry.public_id, key="").key is None
    with pytest.raises(PermissionDenied):
        redo(cast.anna, first.public_id)
    redone = redo(cast.gm, first.public_id, key="once")
    assert (redone.key, redone.redoes, redone.undoes) == ("once", first, None)
    assert redo(cast.gm, first.public_id, key="once") == redone
