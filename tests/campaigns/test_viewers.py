"""The sight of each viewer, rule by rule: every kind of fact, sheets, encounters, and news that is held back."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from campaigns.audience import encounters, history, redaction, sight, viewers
from campaigns.audience.history import HELD_BACK, HELD_WHOLE, SAME_LADDER
from campaigns.audience.viewers import Viewer
from campaigns.models import Entry, Homebrew
from characters.models import Character
from combat.models import Encounter as Scene
from rules import codec
from rules.engine.character.edits import WriteText
from rules.engine.kernel import (
    FOR_GM,
    Ask,
    Combatant,
    Condition,
    Encounter,
    Fact,
    LadderSet,
    Order,
    RoundBegan,
    Rung,
    Sheet,
    StageSet,
    Told,
    TurnBegan,
    TurnEnded,
    Unknown,
    facts,
)
from tests.campaigns.test_redaction import _filled, sample_of
from tests.facts import HEARD, Heard

ROOK, FOE, CANARY, NAME = "rook-id", "foe-id", "canary-id", "Zaunkoenigin"
HIDDEN = redaction.Hidden({CANARY})
ANNA = Viewer(is_gm=False, plays=frozenset({ROOK}), open_sheets=frozenset({ROOK}))
GM = Viewer(is_gm=True)

#: What says how far a fight is.
OF_THE_ORDER = {
    facts.StageSet, facts.RoundBegan, facts.LadderSet, facts.TurnBegan, facts.TurnEnded, facts.BudgetSet,
}  # fmt: skip


def entry_of(*happened: Fact, **more: Any) -> Entry:
    return Entry(facts=codec.dump_facts(list(happened)), veiled=codec.dump([CANARY]), **more)


def sample(kind: Any, who: str = ROOK) -> Fact:
    """A fact of a kind in which every text is somebody's id."""
    plain = sample_of(kind)
    name = codec.plain_fact(_filled(kind, plain))["fact"]
    (fact,) = codec.facts_from(codec.dump([{"fact": name, **plain}]).replace(ROOK, who))
    return fact


def is_seen_by_anna(fact: Fact, **more: Any) -> bool:
    return bool(history.seen_facts(entry_of(fact, **more), ANNA))


# -- facts ------------------------------------------------------------------------------------------------------------

KINDS = [kind for kind in get_args(Fact) if kind is not facts.CalendarChosen]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_heard_of_whom(kind: Any) -> None:
    of_friends, of_foes = HEARD[kind] is not Heard.NONE, HEARD[kind] is Heard.ALL
    if kind in (facts.RuleChosen, facts.HomebrewWritten, facts.HomebrewWithdrawn):
        of_friends = of_foes = True
    assert is_seen_by_anna(sample(kind)) is of_friends
    assert is_seen_by_anna(sample(kind, FOE)) is of_foes
    assert history.seen_facts(entry_of(sample(kind, CANARY)), GM) == [sample(kind, CANARY)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_while_the_order_waits_nothing_else_does(kind: Any) -> None:
    fact = sample(kind)
    assert is_seen_by_anna(fact, late=HELD_BACK) is (is_seen_by_anna(fact) and kind not in OF_THE_ORDER)
    assert not is_seen_by_anna(fact, late=HELD_WHOLE)
    assert history.is_of_the_order(fact) is (kind in OF_THE_ORDER)
    for late in (HELD_BACK, HELD_WHOLE):
        assert history.seen_facts(entry_of(fact, late=late), GM) == [fact]


def test_words_about_the_fight_wait_those_about_somebody_do_not() -> None:
    assert history.is_of_the_order(Told((), "Round 2."))
    assert not history.is_of_the_order(Told((ROOK,), "{0} bleeds."))


def test_a_page_that_players_may_not_read_changes_for_nobody() -> None:
    for kind in (facts.RuleChosen, facts.HomebrewWritten, facts.HomebrewWithdrawn):
        assert not is_seen_by_anna(sample(kind, CANARY))
    assert is_seen_by_anna(sample(facts.TimePassed, CANARY))


@pytest.mark.parametrize(
    ("fact", "seen"),
    [
        (facts.TextChanged(ROOK, "gm_notes", "x"), False),
        (facts.TextChanged(ROOK, "notes", "x"), True),
        (facts.Veiled(ROOK, True), False),
        (facts.Veiled(ROOK, False), True),
        (facts.Answered(f"{CANARY}/1"), False),
        (facts.TurnEnded(f"{CANARY}/1"), False),
        (facts.Asked(Ask(f"{CANARY}/1", CANARY, "", ())), False),
        (facts.Judged(ROOK, "won", 1, {"against": CANARY}), False),
        (facts.Judged(ROOK, "won", 1, {"against": FOE}), True),
        (Told((FOE, CANARY), ""), False),
    ],
)
def test_players_see_a_fact_unless_it_tells_something_secret(fact: Fact, seen: bool) -> None:
    assert is_seen_by_anna(fact) is seen


def test_a_ladder_is_seen_without_the_rungs_of_those_who_hide() -> None:
    rungs = tuple(Rung(f"{who}/1", who, 5) for who in (ROOK, CANARY, FOE))
    assert history.seen_facts(entry_of(LadderSet(rungs)), ANNA) == [LadderSet((rungs[0], rungs[2]))]


def test_of_a_beginning_nobody_reads_the_game_masters_notes() -> None:
    sheet = Sheet("Rook", texts={"gm_notes": "a spy", "notes": "tall"})
    (seen,) = history.seen_facts(entry_of(facts.Begun(ROOK, sheet)), ANNA)
    assert isinstance(seen, facts.Begun)
    assert seen.sheet.texts == {"notes": "tall"}
    assert not is_seen_by_anna(facts.Begun(FOE, sheet))
    both = Viewer(False, frozenset(), frozenset({CANARY}))
    assert not history.seen_facts(entry_of(facts.Begun(CANARY, sheet)), both)


def test_what_somebody_is_asked_others_see_waiting() -> None:
    ask = facts.Asked(Ask(f"{FOE}/1", FOE, "Do you defend?", ("defend",), {"dice": 3}))
    assert history.seen_facts(entry_of(ask), ANNA) == [facts.Asked(Ask(f"{FOE}/1", FOE, "", ()))]
    assert encounters.seen_ask(ask.ask, GM, HIDDEN) is ask.ask


@pytest.mark.parametrize(
    ("fact", "seen"), [(facts.ResourceChanged(ROOK, "hp", -2), True), (facts.Joined(ROOK, "party"), False)]
)
def test_of_an_encounter_that_is_secret_only_what_it_does_to_sheets_is_seen(fact: Fact, seen: bool) -> None:
    assert is_seen_by_anna(fact, encounter=CANARY) is seen
    assert is_seen_by_anna(fact, encounter="bridge")


def test_who_is_mentioned_by_those_in_sight_is_left_out() -> None:
    bleeding = facts.ConditionSet(ROOK, Condition("bleeding", "Bleeding", 1, CANARY))
    for entry in (entry_of(bleeding), entry_of(late=codec.dump_facts([bleeding]))):
        (seen,) = history.seen_facts(entry, ANNA)
        assert isinstance(seen, facts.ConditionSet)
        assert seen.condition.source == ""


# -- what comes late --------------------------------------------------------------------------------------------------

BEGINNING = codec.dump_facts([StageSet("fighting"), RoundBegan(1), TurnBegan(f"{ROOK}/1")])
FURTHER = codec.dump_facts([TurnEnded(f"{ROOK}/1")])
SECOND = codec.dump_facts([TurnEnded(f"{ROOK}/1"), RoundBegan(2)])


def test_what_comes_late_is_told_first_and_to_players_only() -> None:
    entry = entry_of(TurnBegan(f"{FOE}/1"), late=FURTHER)
    assert history.seen_facts(entry, ANNA) == [TurnEnded(f"{ROOK}/1"), TurnBegan(f"{FOE}/1")]
    assert history.seen_facts(entry, GM) == [TurnBegan(f"{FOE}/1")]


@pytest.mark.parametrize(
    ("actor", "late", "seen"),
    [
        (ROOK, "", "turn.end"),
        (CANARY, "", ""),
        (CANARY, HELD_BACK, ""),
        (CANARY, HELD_WHOLE, ""),
        (CANARY, FURTHER, "fight.next"),
        (CANARY, BEGINNING, "fight.begin"),
        ("", BEGINNING, "fight.begin"),
        ("", FURTHER, "turn.end"),
        (CANARY, SECOND, "fight.next"),
        ("", SECOND, "turn.end"),
    ],
)
def test_the_command_of_an_entry(actor: str, late: str, seen: str) -> None:
    entry = entry_of(command="turn.end", actor=actor, late=late)
    assert history.seen_command(entry, ANNA) == seen
    assert history.seen_command(entry, GM) == "turn.end"


def test_what_led_into_a_hidden_turn_is_told_in_the_place_of_its_end_to_players_only() -> None:
    led = entry_of(command="turn.end", actor=ROOK, late=HELD_WHOLE)
    entry = entry_of(command="fight.next", late=BEGINNING, tells=led)
    assert history.presented(entry, ANNA) is led
    assert history.seen_command(entry, ANNA) == "turn.end"
    assert history.presented(entry, GM) is entry
    assert history.seen_command(entry, GM) == "fight.next"
    for viewer in (ANNA, GM):
        assert history.presented(led, viewer) is led


@pytest.mark.parametrize("turned", ["undoes", "redoes"])
def test_what_is_undone_or_redone_is_seen_by_whoever_saw_it(turned: str) -> None:
    seen, unseen = entry_of(Told((ROOK,), "")), entry_of(Told((CANARY,), ""))
    for about, shown in ((seen, True), (unseen, False)):
        entry = entry_of(**{turned: about})
        assert history.is_seen(entry, ANNA) is shown
        assert history.is_seen(entry, GM)
    assert not history.is_seen(entry_of(), ANNA)
    assert history.is_seen(entry_of(), GM)


@pytest.mark.parametrize(
    ("before", "after", "secret", "met", "veiled"),
    [
        ("a", "a", "", "", "a"),
        ("a", "", "", "a", ""),
        ("", "a", "", "", "a"),
        ("", "", "a", "", "a"),
        ("", "", "a", "a", ""),
        ("", "a", "a", "a", "a"),
        ("a", "b", "c", "bd", "bc"),
    ],
)
def test_who_does_not_exist_in_an_entry(before: str, after: str, secret: str, met: str, veiled: str) -> None:
    assert history.veiled_by(before, after, secret, met) == set(veiled)


# -- people -----------------------------------------------------------------------------------------------------------


def person(key: str, player: int = 0, *, secret: bool = False) -> Any:
    return SimpleNamespace(public_id=key, secret=secret, played_by=lambda user: user == player)


def member(role: str) -> Any:
    return SimpleNamespace(is_gm=role == "gm", role=role, user_id=1)


PEOPLE = [person("mine", 1), person("hers", 2), person("spy", 1, secret=True), person("ghost", 2, secret=True)]


@pytest.mark.parametrize(
    ("role", "plays", "opens", "audience_of"),
    [
        ("player", {"mine", "spy"}, {"mine", "hers", "spy"}, "mine,spy"),
        ("observer", set(), {"mine", "hers"}, "observer"),
        ("gm", set(), set(), "gm"),
    ],
)
def test_the_viewer_that_a_member_is(role: str, plays: set[str], opens: set[str], audience_of: str) -> None:
    viewer = viewers.viewer_of(member(role), iter(PEOPLE))
    assert viewer == Viewer(role == "gm", frozenset(plays), frozenset(opens))
    assert viewer.audience == audience_of


def test_all_players_together_see_open_sheets_as_their_own() -> None:
    assert viewers.players_of(PEOPLE) == Viewer(False, frozenset({"mine", "hers"}), frozenset({"mine", "hers"}))


# -- documents --------------------------------------------------------------------------------------------------------

PLAIN = Sheet("Rook", texts={"notes": "tall"})
NOTED = replace(PLAIN, texts={"notes": "tall", "gm_notes": "a spy"})
BLEEDING = replace(PLAIN, conditions={"bleeding": Condition("bleeding", "Bleeding", 1, CANARY)})


def test_players_read_a_sheet_without_the_game_masters_notes_and_those_who_hide() -> None:
    assert sight.seen_sheet(NOTED, GM, HIDDEN) is NOTED
    assert sight.seen_sheet(NOTED, ANNA) == PLAIN
    assert sight.seen_sheet(PLAIN, ANNA) == PLAIN
    assert sight.seen_sheet(BLEEDING, ANNA, HIDDEN).conditions["bleeding"].source == ""
    assert sight.seen_sheet(BLEEDING, GM, HIDDEN) is BLEEDING


@pytest.mark.parametrize(("text", "refused"), [("gm_notes", True), ("gm_", True), ("notes", False), ("a_gm_", False)])
def test_players_write_no_text_of_the_game_master(text: str, refused: bool) -> None:
    if not refused:
        sight.refuse_secret_text(WriteText(text, "x"))
        return
    with pytest.raises(Unknown) as found:
        sight.refuse_secret_text(WriteText(text, "x"))
    assert found.value.field == "text"


@pytest.mark.parametrize(
    ("content", "hidden", "is_open"),
    [
        (PLAIN, redaction.NOBODY, True),
        (NOTED, redaction.NOBODY, False),
        (PLAIN, HIDDEN, True),
        (BLEEDING, redaction.NOBODY, True),
        (BLEEDING, HIDDEN, False),
        (Encounter(combatants={CANARY: Combatant("foes", True)}), HIDDEN, False),
    ],
)
def test_whether_all_of_it_can_be_passed_on(content: Any, hidden: redaction.Hidden, is_open: bool) -> None:
    assert sight.is_open(content, hidden) is is_open


def sheet_of(content: Sheet, **more: Any) -> Character:
    return Character(body=codec.dump(content), **{"version": 1, "whole": False} | more)


HERE = Encounter(combatants={ROOK: Combatant("party")})
JOINED = Encounter(combatants={ROOK: Combatant("party"), CANARY: Combatant("foes", True)})
TOLD = replace(PLAIN, texts={"notes": "small"})


@pytest.mark.parametrize(
    ("document", "content", "hidden", "seen"),
    [
        (Homebrew(body="{}"), PLAIN, redaction.NOBODY, True),
        (sheet_of(PLAIN), NOTED, redaction.NOBODY, False),
        (sheet_of(PLAIN), TOLD, redaction.NOBODY, True),
        (sheet_of(PLAIN), PLAIN, redaction.NOBODY, False),
        (sheet_of(PLAIN), None, redaction.NOBODY, True),
        (sheet_of(PLAIN), BLEEDING, HIDDEN, True),
        (sheet_of(BLEEDING), BLEEDING, HIDDEN, False),
        (sheet_of(PLAIN, whole=True), TOLD, redaction.NOBODY, True),
        (sheet_of(PLAIN, whole=True), PLAIN, redaction.NOBODY, False),
        (sheet_of(PLAIN, whole=True), NOTED, redaction.NOBODY, False),
        (sheet_of(PLAIN, version=0), PLAIN, redaction.NOBODY, True),
        (sheet_of(PLAIN, void=True), PLAIN, redaction.NOBODY, True),
        (Scene(body=codec.dump(HERE)), JOINED, HIDDEN, False),
        (Scene(body=codec.dump(HERE), version=1), JOINED, HIDDEN, False),
        (Scene(body=codec.dump(JOINED), version=1), HERE, HIDDEN, False),
        (Scene(body=codec.dump(HERE), version=1), Encounter(), redaction.NOBODY, True),
    ],
)
def test_whether_players_see_that_it_changes(document: Any, content: Any, hidden: redaction.Hidden, seen: bool) -> None:
    players = Viewer(False, frozenset({ROOK}), frozenset({ROOK}))
    assert sight.sees_change(document, content, players, hidden) is seen


# -- encounters -------------------------------------------------------------------------------------------------------


def fight(**more: Any) -> Encounter:
    """A fight of three, one of whom hides."""
    rungs = [Rung(f"{who}/1", who, 10) for who in (CANARY, ROOK, FOE)]
    asks = {
        f"{ROOK}/1": Ask(f"{ROOK}/1", ROOK, "Do you defend?", ("defend",), {"by": CANARY}),
        f"{FOE}/1": Ask(f"{FOE}/1", FOE, "Do you defend?", ("defend",), {"by": ROOK}),
        f"{ROOK}/2": Ask(f"{ROOK}/2", ROOK, "May she?", ("allow",), {FOR_GM: True, "by": ROOK}),
    }
    there = {
        ROOK: Combatant("party", budgets={"dice": 3}),
        FOE: Combatant("foes", budgets={"dice": 4}),
        CANARY: Combatant("foes", hidden=True, budgets={"dice": 5}),
    }
    begun = Encounter("fighting", 2, f"{ROOK}/1", rungs, there, asks, {ROOK: 1}, {"secret": CANARY})
    return replace(begun, **more)


def test_the_game_master_sees_an_encounter_as_it_is_and_where_nobody_hides_players_know_it_so() -> None:
    whole, open_to_all = fight(), replace(fight(), combatants={ROOK: Combatant("party")})
    assert encounters.seen_encounter(whole, GM) is whole
    assert encounters.known_encounter(whole, GM) is whole
    assert encounters.known_encounter(open_to_all, ANNA) is open_to_all


def test_of_others_players_see_no_budgets_and_no_asks() -> None:
    seen = encounters.seen_encounter(fight(), ANNA)
    assert {who: one.budgets for who, one in seen.combatants.items()} == {ROOK: {"dice": 3}, FOE: {}}
    assert seen.asks == {
        f"{ROOK}/1": Ask(f"{ROOK}/1", ROOK, "Do you defend?", ("defend",)),
        f"{FOE}/1": Ask(f"{FOE}/1", FOE, "", ()),
        f"{ROOK}/2": Ask(f"{ROOK}/2", ROOK, "", (), {FOR_GM: True}),
    }
    assert [rung.who for rung in seen.ladder] == [ROOK, FOE]


def test_while_somebody_hidden_has_the_turn_players_go_on_with_what_they_saw() -> None:
    rungs = tuple(Rung(f"{who}/1", who, 10) for who in (CANARY, ROOK, FOE))
    shown = Order("fighting", 1, f"{FOE}/1", rungs, {ROOK: {"dice": 1}}, {"acted": [FOE]})
    now = fight(shown=shown, turn=f"{CANARY}/1", asks={})
    known = encounters.known_encounter(now, ANNA)
    assert (known.stage, known.round, known.turn, known.shown) == ("fighting", 1, f"{FOE}/1", None)
    assert {who: one.budgets for who, one in known.combatants.items()} == {ROOK: {"dice": 1}, FOE: {"dice": 4}}
    assert known.memo == {"acted": [FOE]}
    assert encounters.known_encounter(fight(shown=shown), ANNA).memo == {"secret": CANARY}
    assert encounters.order_for(now, is_gm=False) == shown
    assert encounters.order_for(now, is_gm=True).turn == f"{CANARY}/1"
    assert encounters.waits_in_hiding(now)


@pytest.mark.parametrize(
    ("more", "waits"),
    [
        ({}, False),
        ({"asks": {"x": Ask(f"{CANARY}/9", CANARY, "", ())}}, True),
        ({"asks": {"x": Ask(f"{CANARY}/9", CANARY, "", (), {FOR_GM: True})}}, False),
    ],
)
def test_the_fight_waits_in_hiding_for_what_somebody_hidden_is_asked(more: Any, waits: bool) -> None:
    assert encounters.waits_in_hiding(fight(**more)) is waits


def test_the_order_before_a_hidden_turn_is_kept_until_it_is_over() -> None:
    before = fight().order
    for turn, kept in ((f"{CANARY}/1", before), (f"{ROOK}/1", None), ("", None)):
        now = fight(turn=turn, shown=fight(round=9).order)
        encounters.settle(now, before, [])
        assert now.shown == kept


def ladder_of(*rungs: tuple[str, int, bool]) -> LadderSet:
    return LadderSet(tuple(Rung(f"{who}/1", who, at, done=done) for who, at, done in rungs))


@pytest.mark.parametrize(
    ("happened", "changes"),
    [
        ([], False),
        ([Told((ROOK,), "{0} acts at 3.")], False),
        ([LadderSet(())], True),
        ([Told((ROOK,), "{0} acts at 3."), LadderSet(())], True),
        *(([LadderSet(()), way], False) for way in (StageSet("x"), RoundBegan(2), TurnBegan("x"), TurnEnded("x"))),
    ],
    ids=lambda value: "-".join(type(fact).__name__ for fact in value) if isinstance(value, list) else str(value),
)
def test_a_new_round_sets_the_ladder_without_a_change_of_it(happened: list[Fact], changes: bool) -> None:
    assert encounters.changes_ladder(happened) is changes


def test_a_ladder_changed_in_a_hidden_turn_is_seen_with_those_done_whom_players_saw_done() -> None:
    saw = ladder_of((FOE, 9, True), (ROOK, 5, False)).rungs
    now = ladder_of((ROOK, 12, True), (FOE, 9, False), ("new-id", 3, True))
    before = fight(ladder=list(saw)).order
    scene = fight(turn=f"{CANARY}/1", ladder=[*now.rungs, Rung(f"{CANARY}/1", CANARY, 1)], round=5)
    encounters.settle(scene, before, [now])
    rungs = ladder_of((ROOK, 12, False), (FOE, 9, True), ("new-id", 3, True), (CANARY, 1, False)).rungs
    assert scene.shown == replace(before, ladder=rungs)
    encounters.settle(scene, before, [now, TurnBegan(f"{CANARY}/1")])
    assert scene.shown == before


@pytest.mark.parametrize(
    ("late", "seen"),
    [
        ("", [RoundBegan(2), ladder_of((ROOK, 12, True)), Told((ROOK,), "{0} bleeds.")]),
        (SAME_LADDER, [RoundBegan(2), Told((ROOK,), "{0} bleeds.")]),
        (HELD_BACK, [Told((ROOK,), "{0} bleeds.")]),
        (HELD_WHOLE, []),
    ],
)
def test_what_waits_of_an_entry_that_changes_the_ladder(late: str, seen: list[Fact]) -> None:
    ladder = ladder_of((ROOK, 12, True), (CANARY, 1, False))
    entry = entry_of(ladder, RoundBegan(2), Told((ROOK,), "{0} bleeds."), late=late)
    assert history.seen_facts(entry, ANNA) == seen
    assert history.late_facts(entry) == []
    assert history.is_held(entry) is (late in (HELD_BACK, HELD_WHOLE))


def test_a_ladder_that_players_hear_of_at_once_says_who_is_done_as_they_saw_it() -> None:
    saw = ladder_of((ROOK, 5, False), (FOE, 9, True))
    ladder = ladder_of((ROOK, 12, True), (FOE, 9, False), (CANARY, 1, False))
    entry = entry_of(ladder, RoundBegan(2), late=HELD_BACK + codec.dump_facts([saw]))
    assert history.seen_facts(entry, ANNA) == [ladder_of((ROOK, 12, False), (FOE, 9, True))]
    assert history.late_facts(entry) == []
    assert history.is_held(entry)


@pytest.mark.parametrize(
    ("names", "hidden"),
    [
        ({CANARY: NAME, ROOK: "Rook"}, {CANARY: NAME}),
        ({CANARY: NAME, ROOK: NAME}, {CANARY: ""}),
        ({CANARY: NAME, "elsewhere": NAME}, {CANARY: NAME}),
        ({}, {CANARY: ""}),
    ],
)
def test_a_name_is_kept_back_unless_somebody_in_sight_bears_it(names: dict[str, str], hidden: dict[str, str]) -> None:
    assert encounters.unspoken_in(fight(), names) == hidden
