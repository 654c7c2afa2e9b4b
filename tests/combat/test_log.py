"""The log: a sentence for every kind of fact, names as far as a reader knows them, undone things struck through."""

from dataclasses import fields, replace
from typing import Any, get_type_hints

import pytest

from campaigns.audience.viewers import Viewer
from campaigns.log import passages as log
from campaigns.log.duplicates import said_once
from campaigns.log.line import Line
from campaigns.log.sentences import sentence
from campaigns.models import Entry
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.play.undo import undo
from rules import codec
from rules.engine.kernel import Condition, Item, Rung, Sheet, Who, facts
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS, system_named
from tests.combat.conftest import Fight
from tests.facts import SAMPLES, Heard
from tests.helpers import Cast, write_text
from tests.toy import HEADS_GAME
from winterhall.accounts.models import User

NAMES = {"r": "Rook", "m": "Mira"}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_what_the_game_master_alone_can_do_is_no_deed_of_a_character(system: System) -> None:
    """Whoever's sheet lies open, and whoever acts at that moment."""
    gm = User(email="gisela@example.org")
    for kind in system.commands:
        entry = Entry(command=kind.name, actor="r", by=gm)
        assert log.passage(entry, system, NAMES, Viewer(is_gm=True)).actor == ("" if kind.who is Who.GM else "Rook")


def test_resources_go_by_the_names_that_their_sheets_give_them() -> None:
    lost = facts.ResourceChanged("r", "hp", -12, "a fall")
    for slug, said in (("dragonbane", "12 HP"), ("kaos", "12 hit points")):
        assert sentence(lost, NAMES, system_named(slug)).text == f"Rook loses {said} (a fall)."


def line_of(fact: facts.Fact, names: dict[str, str] | None = None) -> Line:
    return sentence(fact, NAMES if names is None else names, HEADS_GAME)


@pytest.mark.parametrize(("fact", "said", "_"), SAMPLES, ids=lambda one: type(one).__name__)
def test_the_log_has_a_sentence_for_each_fact(fact: facts.Fact, said: str, _: Heard) -> None:
    assert line_of(fact).text == said


@pytest.mark.parametrize("fact", [fact for fact, _, _ in SAMPLES], ids=lambda one: type(one).__name__)
def test_names_nobody_whom_the_reader_does_not_know(fact: facts.Fact) -> None:
    line = line_of(fact, {})
    assert not {"Rook", "Mira"} & set(line.text.replace(".", " ").split()) or isinstance(fact, facts.Begun)
    about_somebody = "who" in {one.name for one in fields(fact)} or isinstance(fact, facts.Asked)
    if about_somebody and "who" in get_type_hints(type(fact)):
        assert "Somebody" in line.text


@pytest.mark.parametrize(
    ("slug", "kind", "name", "by", "said"),
    [
        ("grim", "trait", "human_deep_memory", 1, "Rook gains Deep Memory."),
        ("grim", "talent", "steady_mind", -1, "Rook loses Steady Mind."),
        ("toy", "skill", "no_such_skill", 2, "Rook: skills no such skill goes up by 2."),
    ],
)
def test_what_one_has_or_has_not_is_gained_and_lost(slug: str, kind: str, name: str, by: int, said: str) -> None:
    system = HEADS_GAME if slug == "toy" else system_named(slug)
    assert sentence(facts.RankChanged("r", kind, name, by), NAMES, system).text == said


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_ranks_go_by_the_names_that_their_sheets_give_them(system: System) -> None:
    kind, ranks = next(iter(system.fresh_sheet("").ranks.items()))
    said = sentence(facts.RankChanged("r", kind, next(iter(ranks)), -2), NAMES, system).text
    assert said.startswith("Rook: ")
    assert said.endswith(" goes down by 2.")
    label = said.removeprefix("Rook: ").removesuffix(" goes down by 2.")
    assert label[0].isupper()
    assert len(label) > len("INT"), "a whole word"


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (
            facts.ExperienceChanged("r", "skill", "one_handed_swords", 3, "Northerner"),
            "3 experience in 1-Handed Swords",
        ),
        (facts.ExperienceChanged("r", "attribute", "wisdom", -6, "7", "wisdom"), "6 experience to raise Wisdom"),
    ],
)
def test_experience_is_told_in_the_names_of_the_sheet(fact: facts.Fact, said: str) -> None:
    assert said in sentence(fact, NAMES, system_named("sda")).text


def test_keeps_the_dice_and_what_they_came_to() -> None:
    line = line_of(facts.Rolled("r", "toss", (facts.Die(6, 4, 1), facts.Die(6, 1)), 1, 50.0))
    assert [die.face for die in line.dice] == [4, 1]
    assert line.result == "= 1"
    peril = facts.Rolled("r", "peril", (facts.Die(10, 8, 8), facts.Die(10, 10, 10)), 20, 50.0)
    assert line_of(peril).result == "+2 = 20", "what is added to the dice is told"
    assert not line_of(facts.Rolled("r", "toss", (facts.Die(20, 4, 4),), 4, 50.0)).result, "a single die says it itself"
    for die, counts in ((facts.Die(6, 6, 1), 1), (facts.Die(6, 4, 0), 0)):
        assert not line_of(facts.Rolled("r", "chaos", (die,), counts, 50.0)).result, "filled in where it counts"


def test_braces_that_stand_for_nobody_stay_as_they_are() -> None:
    assert line_of(facts.Told(("r",), "{0} says {7} and {}.")).text == "Rook says {7} and {}."


def passages(cast: Cast, viewer: Viewer, **more: Any) -> list[log.Passage]:
    entries = Entry.objects.filter(campaign=cast.campaign).select_related("by", "struck", "undoes", "redoes")
    names = {cast.rook.public_id: "Rook", cast.mira.public_id: "Mira"}
    return list(log.passages(entries.order_by("number"), cast.campaign.system, names, viewer, **more))


def test_what_was_undone_is_struck_and_keeps_its_dice(cast: Cast) -> None:
    entry = perform(cast.anna, Intent("toss", {"coins": 2}, cast.rook.public_id))
    undo(cast.gm, entry.public_id)
    *_, tossed, undone = passages(cast, Viewer(is_gm=True))
    assert tossed.struck
    assert len(tossed.told[0].dice) == 2
    assert (undone.label, undone.about, undone.turned) == ("undoes", "Rook, Toss", entry.public_id)


def test_a_verdict_that_is_put_into_words_is_said_once(cast: Cast) -> None:
    rook, mira = cast.rook.public_id, cast.mira.public_id

    def act(game: Game) -> dict[str, Any]:
        verdict = facts.Judged(rook, "miss", 0, {"face": 56, "target": mira})
        game.table.happen(verdict, facts.Told((rook, mira), "{0} misses {1}."))
        return {}

    write(cast.gm, Intent("toss", actor=rook), act)
    assert [line.text for line in passages(cast, Viewer(is_gm=True))[-1].told] == ["Rook misses Mira (rolled 56)."]


def test_what_two_do_to_each_other_is_told_once(cast: Cast) -> None:
    rook, mira = cast.rook.public_id, cast.mira.public_id

    def act(game: Game) -> dict[str, Any]:
        game.table.happen(
            facts.Told((rook, mira), "{0} grapples {1}."),
            facts.ConditionSet(rook, Condition("grappling", "Grappling Mira", source=mira)),
            facts.ConditionSet(mira, Condition("grappled", "Grappled by Rook", source=rook)),
            facts.ConditionSet(mira, Condition("prone", "Prone", source="mud")),
            facts.Told((rook,), "{0} laughs."),
            facts.ConditionEnded(mira, "prone"),
        )
        return {}

    write(cast.gm, Intent("toss", actor=rook), act)
    said = [line.text for line in passages(cast, Viewer(is_gm=True))[-1].told]
    assert said == ["Rook grapples Mira.", "Mira is prone.", "Rook laughs.", "Mira is no longer prone."]


def test_a_state_that_was_said_of_somebody_is_not_said_again(cast: Cast) -> None:
    rook, mira = cast.rook.public_id, cast.mira.public_id

    def act(game: Game) -> dict[str, Any]:
        game.table.happen(
            facts.ConditionEnded(rook, "darkness"),
            facts.ConditionSet(rook, Condition("low_light", "Low light", 1)),
            facts.ConditionSet(mira, Condition("low_light", "Low light", 1)),
            facts.Told((rook, mira), "Low light."),
            facts.ConditionSet(mira, Condition("wet", "Wet")),
        )
        return {}

    write(cast.gm, Intent("toss", actor=rook), act)
    assert [line.text for line in passages(cast, Viewer(is_gm=True))[-1].told] == ["Low light.", "Mira is wet."]


def test_a_step_that_was_said_is_not_said_again(fight: Fight) -> None:
    rook, mira = fight.cast.rook.public_id, fight.cast.mira.public_id

    def act(game: Game) -> dict[str, Any]:
        steps = (facts.Moved(rook, 0, 4, 0), facts.Moved(mira, 1, 0, 0))
        game.table.happen(facts.Told((rook,), "{0} moves 4 m."), *steps)
        return {}

    write(fight.cast.gm, Intent("toss", actor=rook, encounter=fight.encounter.public_id), act)
    said = [line.text for line in passages(fight.cast, Viewer(is_gm=True))[-1].told]
    assert said == ["Rook moves 4 m.", "Mira moves (to 1 m east of the middle)."]


def test_the_game_master_sees_what_only_they_know(cast: Cast) -> None:
    creature = cast.creature()
    write_text(cast.gm, creature, "hungry")
    write_text(cast.gm, cast.rook, "in the open")
    players = Viewer(False, frozenset(), frozenset({cast.rook.public_id}))
    *_, hidden, seen = passages(cast, Viewer(is_gm=True), players=players)
    assert (hidden.secret, seen.secret) == (True, False)
    assert [one.key for one in passages(cast, players)][-1] == seen.key


def test_a_fight_reads_as_sentences(fight: Fight) -> None:
    entries = Entry.objects.filter(encounter=fight.encounter.public_id).select_related(
        "by", "struck", "undoes", "redoes"
    )
    names = {one: codec.sheet_from(body).name for one, body in _sheets(fight)}
    everything = [
        line.text
        for one in log.passages(entries, fight.cast.campaign.system, names, Viewer(is_gm=True))
        for line in (*one.told, *one.folded)
    ]
    assert "Rook joins the fight." in everything
    assert any(text.startswith("Mira rolls") for text in everything)
    assert "Somebody" not in " ".join(everything)


def _sheets(fight: Fight) -> list[tuple[str, str]]:
    return [(one.public_id, one.body) for one in (fight.cast.rook, fight.cast.mira, fight.foe, fight.canary)]


def sentences_of(*seen: facts.Fact, system: System = HEADS_GAME) -> list[str]:
    """The sentences that a reader gets of facts that came together, quiet ones left out."""
    return [line.text for _, line in said_once(seen, NAMES, system) if not line.quiet]


def test_boxes_go_without_saying_where_words_tell_of_their_line() -> None:
    ticked = facts.BoxesTicked("r", "injury", 1, "minor", 2)
    assert sentences_of(ticked, facts.Told(("r",), "{0} takes 2 injuries on line 2.")) == [
        "Rook takes 2 injuries on line 2."
    ]
    assert sentences_of(ticked, facts.MemoKept("r", "odd", 1), facts.Told(("r",), "{0} shrugs.")) == ["Rook shrugs."]
    assert len(sentences_of(ticked, facts.Told(("m",), "{0} takes 2 injuries on line 2."))) == 2


def test_states_go_without_saying_where_words_follow() -> None:
    asked, begun = Condition("asked", "Asks to be vain"), Condition("unconscious", "Unconscious")
    assert sentences_of(facts.ConditionSet("r", asked), facts.Told(("r",), "{0} calls upon being vain.")) == [
        "Rook calls upon being vain."
    ]
    ended = facts.ConditionEnded("r", "asked.pride.excess")
    assert sentences_of(ended, facts.Told(("r",), "{0} goes without.")) == ["Rook goes without."]
    let_go = facts.Told(("r", "m"), "{0} no longer holds {1}.", apart=True)
    assert sentences_of(facts.ConditionSet("r", begun), let_go) == [
        "Rook is unconscious.",
        "Rook no longer holds Mira.",
    ]
    assert (
        len(sentences_of(facts.ConditionSet("r", begun), facts.SceneMemoKept("odd", 1), replace(let_go, apart=False)))
        == 2
    )


def test_a_state_is_told_whatever_its_name() -> None:
    """Words are about what happened beside them, not about whatever shares a word with them."""
    named = facts.ConditionSet("r", Condition("odd", "Rook"))
    assert sentences_of(facts.Told(("r",), "{0} laughs."), named) == ["Rook laughs.", "Rook begins for Rook."]


def test_comings_goings_and_ends_are_said_once() -> None:
    assert sentences_of(facts.Told(("r",), "{0} leaves."), facts.Left("r")) == ["Rook leaves."]
    assert sentences_of(facts.StageSet("over"), facts.Told((), "The fight is over. The bandits ran.")) == [
        "The fight is over. The bandits ran."
    ]
    begun = facts.Begun("r", Sheet("Rook", kind="creature"))
    assert sentences_of(begun, facts.Joined("r", "foes")) == ["Rook joins the foes."]
    assert sentences_of(begun, facts.Joined("m", "foes")) == ["Rook appears.", "Mira joins the foes."]
    drawn = facts.ItemSet("r", "axe", Item("Axe", "weapon", in_use=True))
    assert sentences_of(drawn, facts.Told(("r",), "{0} draws: Axe.")) == ["Rook draws: Axe."]


@pytest.mark.parametrize("system", [one for one in SYSTEMS if any(coin.resource for coin in one.coins().values())])
def test_money_is_said_once_where_words_tell_how_much(system: System) -> None:
    purse = next(coin.resource for coin in system.coins().values() if coin.resource)
    paid, earned = facts.ResourceChanged("r", purse, -3), facts.ResourceChanged("m", purse, 3)
    given = facts.Told(("r", "m"), "{0} gives {1} 3 Coin.")
    assert sentences_of(paid, earned, given, system=system) == ["Rook gives Mira 3 Coin."]
    bought = facts.Told(("r",), "{0} buys a rope.")
    assert len(sentences_of(paid, bought, system=system)) == 2


def test_whoever_hides_under_another_name_is_told_of_in_one_sentence() -> None:
    lettered = facts.TextChanged("r", "name", "Guard A", before="Guard 5")
    assert sentences_of(facts.Veiled("r", hidden=True), lettered) == ["Guard 5 is now hidden, and called Guard A."]
    assert sentences_of(lettered) == ["Guard 5 is now called Guard A."]
    assert sentences_of(facts.Veiled("m", hidden=True), lettered)[0] == "Mira is now hidden."


def test_a_number_in_the_name_of_a_state_is_not_said_again() -> None:
    assert sentences_of(facts.ConditionSet("r", Condition("sneaking", "Sneaking 3", 3))) == ["Rook is sneaking 3."]


def test_skills_go_by_their_names_in_rolls_and_verdicts() -> None:
    rolled = facts.Rolled("r", "action: lakes_rivers", (facts.Die(6, 4, 1),), 1, 50.0)
    tested = facts.Rolled("r", "test.static: persuasion", (facts.Die(6, 4, 1),), 1, 50.0)
    judged = facts.Judged("r", "success", 0, {"skill": "first_aid"})
    winter = system_named("sda")
    assert sentences_of(rolled, tested, judged, system=winter) == [
        "Rook rolls (action: lakes & rivers):",
        "Rook rolls (test, charm & persuasion):",
        "Rook succeeds (first-aid).",
    ]


def test_the_numbers_of_a_ladder_are_said_where_they_say_something() -> None:
    ladder = facts.LadderSet((Rung("r/whole", "r", 12), Rung("m/whole", "m", 7)))
    told = {slug: sentence(ladder, {"r": "Rook", "m": "Mira"}, system_named(slug)).text for slug in ("grim", "fortune")}
    assert told == {"grim": "The ladder: Rook 12, Mira 7.", "fortune": "The ladder: Rook, Mira."}


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (Condition("stunned", "Stunned", 1), "Rook is stunned."),
        (
            Condition("dying", "Dying: 0 of 3 to live, 2 of 3 to die", 2),
            "Rook is dying: 0 of 3 to live, 2 of 3 to die.",
        ),
        (Condition("spell_haste", "Haste", 3), "Haste begins for Rook (3)."),
        (
            Condition("cloud_of_flies", "Swarm of Flies, volume of 2 m³", 2),
            "Swarm of Flies, volume of 2 m³ begins for Rook.",
        ),
        (Condition("grappling", "Holds Mira"), "Rook holds Mira."),
        (Condition("own", "!"), "! begins for Rook."),
        (Condition("own", ""), "own begins for Rook."),
    ],
)
def test_a_condition_is_told_in_a_sentence(condition: Condition, said: str) -> None:
    assert sentences_of(facts.ConditionSet("r", condition)) == [said]


def test_the_end_of_a_spell_is_told_by_its_name() -> None:
    told = {"spell_haste": "Haste ends for Rook.", "stunned": "Rook is no longer stunned.", "_": "_ ends for Rook."}
    for key, said in told.items():
        assert sentences_of(facts.ConditionEnded("r", key), system=system_named("sda")) == [said]


def test_experience_that_is_awarded_is_told_once() -> None:
    awarded = facts.ExperienceChanged("r", "skill", "polearms", 2, "the fight")
    words = facts.Told(("r",), "{0} earns 2 experience in Polearms (the fight).")
    game = system_named("sda")
    assert sentences_of(awarded, words, system=game) == ["Rook earns 2 experience in Polearms (the fight)."]
    assert sentences_of(awarded, system=game) == ["Rook gains 2 experience in Polearms (the fight)."]


def test_what_ends_only_to_begin_again_is_told_once() -> None:
    again = facts.ConditionEnded("r", "stunned"), facts.ConditionSet("r", Condition("stunned", "Stunned", 1))
    assert sentences_of(*again) == ["Rook is stunned."]


def test_what_somebody_has_no_longer_is_called_by_its_name() -> None:
    lost = facts.ItemLost("r", "trait-fearsome")
    assert sentences_of(lost, system=system_named("sda")) == ["Rook no longer has Fearsome."]


def test_verdicts_are_something_that_somebody_does() -> None:
    for verdict, hits, said in (
        ("mixed", 0, "Rook has a mixed result."),
        ("initiative", 5, "Rook rolls initiative: 5."),
        ("cast", 2, "Rook casts the spell: 2 hits."),
    ):
        numbers = {verdict: hits} if verdict == "initiative" else {}
        assert sentences_of(facts.Judged("r", verdict, hits, numbers)) == [said]
