"""A player's advice reveals nothing of a foe's sheet that they may not read."""

from dataclasses import replace

import pytest

from campaigns.homebrew import editor
from campaigns.models import Membership
from campaigns.play.forms import form_for, started
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character
from rules import codec
from rules.engine.advice.choices import IN_THE_MIDDLE, OTHERS_UNREAD, UNREAD, Advice
from rules.engine.kernel import Command, Item, Refused
from rules.engine.system.protocol import offers
from rules.house_rules import GAME_MASTER, SEE_ADVICE
from rules.registry import SYSTEMS
from tests.campaigns.test_playing import client_of
from tests.combat.conftest import CANARY, Fight, more_creatures
from tests.combat.test_odds_of_unread_sheets import begin_fight, improve, seat

#: What is chosen beside the target, where a form begins with something that is about nobody.
CHOSEN = {
    "spell.cast": {"spell": "fireball"},
    "action.stunt": {"words": "Off the table", "attack": "melee_combat"},
    "action.grapple": {"to": "hurt"},
}
#: What is weighed by what others can do.
OF_FOES = {"melee.attack", "turn.intimidate", "turn.taunt", "turn.stance", "magic.cast"}


def all_advice(fight: Fight, who: Membership) -> dict[str, str]:
    """Every advice that there is, as text."""
    game = seat(fight, who)
    told = {}
    for kind in offers(who.campaign.system, game.known, as_gm=False):
        if (found := _advised(fight, who, kind.name)) is not None:
            told[kind.name] = codec.dump(codec.plain(found))
    return told


def _advised(fight: Fight, who: Membership, name: str) -> Advice | None:
    game = seat(fight, who)
    kind = next(one for one in who.campaign.system.commands if one.name == name)
    try:
        chosen = started(form_for(kind, game))
        if any(choice.value == fight.foe.public_id for choice in kind.choices(game.known).get("target", ())):
            chosen["target"] = fight.foe.public_id
        return game.prospect(kind).advice(codec.command_from(kind, {**chosen, **CHOSEN.get(name, {})}))
    except Refused:
        return None


def hold(who: Character, key: str, item: Item) -> None:
    """Let somebody have something in use."""
    sheet = Character.objects.get(pk=who.pk).sheet
    changed = replace(sheet, items={**sheet.items, key: replace(item, in_use=True)})
    Character.objects.filter(pk=who.pk).update(body=codec.dump(changed))


def armour(foe: Character) -> None:
    """Let the foe wear what nobody who looks can read."""
    every = dict.fromkeys(("cutting", "piercing", "bludgeoning"), 9)
    hold(foe, "hide", Item("Natural protection", "armour", stats={"protection": every}))


BOLT = Item("Bolt", "spell", stats={"school": "animism", "rank": 1, "range": 20, "damage": "d8"})
#: What Rook can do besides, by game: skills, things, and points to spend.
VERSED: dict[str, tuple[dict[str, int], dict[str, Item], int]] = {
    "sda": ({}, {}, 0),
    "kaos": ({"thaumaturgy": 60, "witchcraft": 50, "acrobatics": 30}, {}, 40),
    "dragonbane": ({"animism": 14}, {"bolt": BOLT}, 0),
    "grim": ({"simple_melee": 1, "guile": 1}, {}, 0),
    "fortune": ({}, {}, 0),
}
#: What there is advice on then, against a foe whose sheet is closed.
ADVISED = {
    "sda": set(),
    "kaos": {"melee.attack", "melee.surprise", "melee.tumble", "action.grapple", "action.stunt", "spell.cast"},
    "dragonbane": {"melee.attack", "melee.topple", "melee.disarm", "magic.cast"},
    "grim": {"stunt.chokehold", "stunt.takedown"},
    "fortune": {"attack.strike"},
}


#: The games that have advice to give.
ADVISING = [one.slug for one in SYSTEMS if any(each.weighing is not Command.weighing for each in one.commands)]


def versed(fight: Fight, slug: str) -> None:
    """Let Rook know some magic, and be about to act."""
    skills, things, points = VERSED[slug]
    rook = fight.cast.rook
    sheet = Character.objects.get(pk=rook.pk).sheet
    ranks = {**sheet.ranks, "skill": {**sheet.ranks.get("skill", {}), **skills}}
    experience = {**sheet.experience, **({"advancement": {"points": points}} if points else {})}
    changed = replace(sheet, ranks=ranks, items={**sheet.items, **things}, experience=experience)
    Character.objects.filter(pk=rook.pk).update(body=codec.dump(changed))
    turn_of(fight, rook)


@pytest.mark.parametrize("slug", ADVISING)
def test_advice_of_players_is_the_same_however_good_the_foe_is(db: None, slug: str) -> None:
    fight = begin_fight(slug)
    versed(fight, slug)
    before, masters = all_advice(fight, fight.cast.anna), all_advice(fight, fight.cast.gm)
    assert ADVISED[slug] <= set(before)
    assert fight.canary.public_id not in str(before)
    improve(fight.foe, slug, by=7)
    assert all_advice(fight, fight.cast.anna) == before
    assert all_advice(fight, fight.cast.gm) != masters or not ADVISED[slug]
    fight.do("fight.place", combatant=fight.canary.public_id, x=40, y=40, facing=0)
    assert all_advice(fight, fight.cast.anna) == before, "wherever somebody hides"


@pytest.fixture
def fight(db: None) -> Fight:
    """Rook and the foe stand face to face and act one after the other; it is Rook's turn."""
    fight = begin_fight("sda")
    for who, y, facing in ((fight.cast.rook, 0, 0), (fight.foe, 1, 180)):
        fight.do("fight.place", combatant=who.public_id, x=0, y=y, facing=facing)
    # What is best for Rook hangs on who acts when, and that on dice and ids.
    for who, at in ((fight.cast.rook, 9), (fight.foe, 5)):
        fight.do("fight.initiative", combatant=who.public_id, at=at)
    turn_of(fight, fight.cast.rook)
    hold(fight.cast.rook, "sword", fight.cast.campaign.system.item("weapons", "one_handed_sword"))
    for section, key in (("spells", "ice_shard"), ("traits", "command_of_the_elements")):
        hold(fight.cast.rook, key, fight.cast.campaign.system.item(section, key))
    return fight


def turn_of(fight: Fight, who: Character) -> None:
    for _ in range(9):
        if fight.state.current and fight.state.current.who == who.public_id:
            return
        fight.do("fight.next")
    raise AssertionError(f"{who} has no turn.")


def attacked(fight: Fight) -> None:
    turn_of(fight, fight.foe)
    fight.do("melee.attack", fight.foe, target=fight.cast.rook.public_id, dice=1)


def test_nor_does_it_tell_what_they_wear(fight: Fight) -> None:
    for who in (fight.foe, fight.cast.rook):
        turn_of(fight, who)
    before, known = all_advice(fight, fight.cast.anna), all_advice(fight, fight.cast.gm)
    assert before.keys() >= OF_FOES
    armour(fight.foe)
    assert all_advice(fight, fight.cast.anna) == before
    assert all_advice(fight, fight.cast.gm) != known


def test_nor_does_what_is_kept_back_tell_how_good_they_are(fight: Fight) -> None:
    for who in (fight.foe, fight.cast.rook):
        turn_of(fight, who)
    before, known = all_advice(fight, fight.cast.anna), all_advice(fight, fight.cast.gm)
    assert "A blow with the rest" in before["turn.run"]
    improve(fight.foe, "sda", by=7)
    armour(fight.foe)
    assert all_advice(fight, fight.cast.anna) == before
    changed = all_advice(fight, fight.cast.gm)
    assert {name for name in OF_FOES if changed[name] != known[name]} == OF_FOES
    assert changed["turn.run"] != known["turn.run"]


def test_players_are_told_that_it_is_a_middle_and_the_game_master_is_not(fight: Fight) -> None:
    told, known = (_advised(fight, who, "melee.attack") for who in (fight.cast.anna, fight.cast.gm))
    assert told is not None
    assert known is not None
    assert told.sentence.endswith(IN_THE_MIDDLE)
    assert known.sentence.endswith(OTHERS_UNREAD)
    # The same is compared, though what else may be done may be best with other dice for whoever knows more.
    assert {one.key[0] for one in told.choices} == {one.key[0] for one in known.choices}


def test_values_that_differ_between_two_who_look_are_explained(fight: Fight) -> None:
    """The sentence of advice says why its values differ for a player and for the game master."""
    compared = 0
    for kind in offers(fight.cast.campaign.system, seat(fight, fight.cast.anna).known, as_gm=False):
        told, known = (_advised(fight, who, kind.name) for who in (fight.cast.anna, fight.cast.gm))
        if told is None or known is None:
            continue
        compared += 1
        assert known.sentence.endswith(OTHERS_UNREAD), kind.name
        assert told.sentence.endswith((IN_THE_MIDDLE, UNREAD)), kind.name
    assert compared > 3


def test_whom_to_strike_names_nobody_who_hides(fight: Fight) -> None:
    for who, x in ((fight.foe, 0), (fight.canary, 1)):
        fight.do("fight.place", combatant=who.public_id, x=x, y=1, facing=180)
    bring_another(fight)
    told = all_advice(fight, fight.cast.anna)
    assert told["melee.attack"].count(' with 1 die"') > 1, "there is a choice of whom"
    assert CANARY not in str(told)
    assert fight.canary.public_id not in str(told)
    fight.do("fight.veil", combatant=fight.canary.public_id, hidden=False)
    assert fight.canary.public_id in all_advice(fight, fight.cast.anna)["melee.attack"]


def test_whom_to_strike_is_the_same_whatever_closed_sheets_hide(fight: Fight) -> None:
    other = bring_another(fight)
    before = all_advice(fight, fight.cast.anna)
    assert other.public_id in before["melee.attack"]
    improve(fight.foe, "sda", by=7)
    armour(other)
    assert all_advice(fight, fight.cast.anna) == before


def bring_another(fight: Fight) -> Character:
    """A second creature of the foe's kind, in sight and in Rook's reach."""
    already = set(Character.objects.values_list("pk", flat=True))
    more_creatures(fight.cast, fight.encounter, 1)
    other = Character.objects.exclude(pk__in=already).get()
    fight.do("fight.place", combatant=other.public_id, x=-1, y=0, facing=90)
    return other


def test_a_defence_tells_no_more_than_the_blow_that_was_announced(fight: Fight) -> None:
    attacked(fight)
    before, known = all_advice(fight, fight.cast.anna), all_advice(fight, fight.cast.gm)
    assert "melee.defend" in before
    improve(fight.foe, "sda", by=5)
    armour(fight.foe)
    assert all_advice(fight, fight.cast.anna) == before
    assert all_advice(fight, fight.cast.gm) != known


def test_hits_tell_nothing_of_whoever_took_them_nor_of_who_hides_beside_them(fight: Fight) -> None:
    rook = fight.cast.rook
    fight.do("melee.attack", rook, target=fight.foe.public_id, dice=4, bonus=9)
    with_fours(fight, "melee.defend", fight.foe, {rook.public_id: [4] * 4}, dice=0)
    before, known = all_advice(fight, fight.cast.anna), all_advice(fight, fight.cast.gm)
    assert '"label":"Disarmed"' in before["melee.spend"] or '"label":"Pushed 1 m, no damage"' in before["melee.spend"]
    improve(fight.foe, "sda", by=7)
    armour(fight.foe)
    fight.do("fight.place", combatant=fight.canary.public_id, x=1, y=1, facing=225)
    assert all_advice(fight, fight.cast.anna) == before
    assert all_advice(fight, fight.cast.gm) != known


def test_nor_does_an_answer_to_words_tell_more_than_was_said(fight: Fight) -> None:
    turn_of(fight, fight.foe)
    fight.do("turn.intimidate", fight.foe, target=fight.cast.rook.public_id)
    before = all_advice(fight, fight.cast.anna)
    assert "mind.resist" in before
    improve(fight.foe, "sda", by=5)
    armour(fight.foe)
    assert all_advice(fight, fight.cast.anna) == before


def test_an_ask_shows_the_best_answer_on_the_page(fight: Fight) -> None:
    attacked(fight)
    text = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert "Best: <b>" in text
    assert "All choices compared" in text
    editor.choose_rules(fight.cast.gm, {SEE_ADVICE.name: GAME_MASTER})
    text = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert "Best:" not in text
    assert "you parry it" in text
    assert "Best: <b>" in client_of(fight.cast.gm).get(fight.address).content.decode()


def test_a_wound_is_advised_though_nothing_is_left_to_chance(fight: Fight) -> None:
    attacked(fight)
    four = {fight.foe.public_id: [4]}
    with_fours(fight, "melee.defend", fight.cast.rook, four, dice=0)
    with_fours(fight, "melee.spend", fight.foe, four, damage=1)
    text = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert "Best: <b>Line" in text
    assert "No roll needed" not in text


def with_fours(fight: Fight, name: str, who: Character, typed: dict[str, list[int]], **given: int) -> None:
    """Answer the ask of that name; each die shows a 4, which scores once."""
    ask = next(one for one in fight.state.asks.values() if name in one.commands)
    intent = Intent(name, {"ask": ask.key, **given}, who.public_id, fight.encounter.public_id, typed=typed)
    perform(fight.cast.gm, intent)
