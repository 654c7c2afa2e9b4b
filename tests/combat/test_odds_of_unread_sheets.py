"""A player's odds reveal nothing of a foe's sheet that they may not read."""

from dataclasses import replace

import pytest

from campaigns.models import Membership
from campaigns.play.forms import form_for, started
from campaigns.play.game import Game, lay_out
from characters.models import Character
from rules import codec
from rules.engine.character import unknown_sheets
from rules.engine.kernel import Command, Refused, Resource
from rules.engine.odds import Chance, Odds
from rules.engine.system.protocol import offers
from rules.registry import SYSTEMS, system_named
from tests.combat.conftest import CANARY, Fight, client_of, prepared
from tests.helpers import make_cast

every_game = pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])


def begin_fight(slug: str) -> Fight:
    fight = prepared(make_cast(slug))
    fight.do("fight.begin")
    return fight


def seat(fight: Fight, who: Membership) -> Game:
    return lay_out(who, fight.cast.rook.public_id, fight.encounter.public_id)


def odds_or_refusal(game: Game, kind: type[Command], foe: str) -> Odds | str | None:
    """The odds of a command against the foe as its form stands, or the sentence that refuses it."""
    try:
        chosen = started(form_for(kind, game))
        for name in ("against", "target"):
            if any(choice.value == foe for choice in kind.choices(game.known).get(name, ())):
                chosen[name] = foe
        return game.prospect(kind).odds(codec.command_from(kind, chosen))
    except Refused as refused:
        return refused.sentence


def all_odds(fight: Fight, who: Membership) -> dict[str, Odds | str | None]:
    game = seat(fight, who)
    kinds = [kind for kind in offers(who.campaign.system, game.known, as_gm=False) if kind.has_odds]
    return {kind.name: odds_or_refusal(game, kind, fight.foe.public_id) for kind in kinds}


def improve(foe: Character, slug: str, *, by: int) -> None:
    """Let the foe be better at everything than anybody sees."""
    sheet = Character.objects.get(pk=foe.pk).sheet
    guesses = system_named(slug).strangers()
    known = guesses[0].ranks if guesses else sheet.ranks
    better = {kind: {name: sheet.rank(kind, name) + by for name in names} for kind, names in known.items()}
    left = {name: Resource(one.now + by, one.most + by) for name, one in sheet.resources.items()}
    changed = replace(sheet, ranks=sheet.ranks | better, resources=left)
    Character.objects.filter(pk=foe.pk).update(body=codec.dump(changed))


@every_game
def test_odds_of_players_are_the_same_however_good_the_foe_is(db: None, slug: str) -> None:
    fight = begin_fight(slug)
    before, masters = all_odds(fight, fight.cast.anna), all_odds(fight, fight.cast.gm)
    assert any(isinstance(odds, Odds) for odds in before.values())
    improve(fight.foe, slug, by=7)
    assert all_odds(fight, fight.cast.anna) == before
    if system_named(slug).strangers():
        assert all_odds(fight, fight.cast.gm) != masters


OPPOSED = ("test.opposed", "check.opposed")
GUESSING = [one.slug for one in SYSTEMS if one.strangers() and any(each.name in OPPOSED for each in one.commands)]


@pytest.mark.parametrize("slug", GUESSING)
def test_against_a_foe_it_is_a_range_and_against_a_friend_exact(db: None, slug: str) -> None:
    fight = begin_fight(slug)
    game = seat(fight, fight.cast.anna)
    kind = next(one for one in game.member.campaign.system.commands if one.name in OPPOSED)
    foe, friend = (odds_or_refusal(game, kind, who) for who in (fight.foe.public_id, fight.cast.mira.public_id))
    assert isinstance(foe, Odds)
    assert isinstance(friend, Odds)
    assert foe.chances[0].label in ("win if they are good", "win"), "of a d20 a low level of one's own may settle it"
    assert not foe.measure
    assert friend.chances[0].label == "win"
    assert odds_or_refusal(seat(fight, fight.cast.gm), kind, fight.foe.public_id) != foe


def test_who_notices_is_foretold_to_the_game_master_alone(db: None) -> None:
    """The game master's odds are exact and name those who hide; a player is refused them."""
    fight = begin_fight("sda")
    asked = {"command": "perception.notice", "actor": fight.cast.rook.public_id, "with-sneaks": fight.canary.public_id}
    for who, status in ((fight.cast.gm, 200), (fight.cast.anna, 403)):
        address = f"/campaigns/{fight.cast.campaign.public_id}/odds/"
        answer = client_of(who).post(address, asked | {"encounter": fight.encounter.public_id})
        assert answer.status_code == status
        assert (CANARY in answer.content.decode()) is (status == 200)


def test_what_all_guesses_share_is_told() -> None:
    same, other = Chance("win", "win", 0.28), Chance("tie", "tie", 0.5)
    found = unknown_sheets.between([Odds("weak", (same, other), (1.0,)), Odds("strong", (same,), (0.5, 0.5))])
    assert found == Odds("28\xa0%: win", (same,))
    assert unknown_sheets.between([Odds("weak", (same,)), None]) == Odds(unknown_sheets.UNSAID)
    assert unknown_sheets.between([None, None]) is None
