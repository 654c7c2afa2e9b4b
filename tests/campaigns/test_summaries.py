"""Summaries: the same chronicle gives the same text, each audience what it saw, and the worker makes each once."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.calendar import timekeeping
from campaigns.calendar.sessions import course
from campaigns.journal import services as journal
from campaigns.models import Entry, Membership, PageKind, Session, Shared, Summary, Telling
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.sessions import at_table, selectors, services
from campaigns.summaries import making, naming, telling, worker
from campaigns.summaries.digest import GIVES_OUT
from campaigns.summaries.fight_prose import TURNINGS, FightProse
from campaigns.summaries.happenings import FightTold, Turning
from campaigns.summaries.phrases import Variety
from campaigns.summaries.prose import MOST_WORDS, words_in
from campaigns.summaries.reading import all_people
from campaigns.summaries.recap import LINES
from campaigns.summaries.version import LuckOf, Version, to_text
from characters.party import moves
from combat import services as combat
from combat import spoils
from combat.models import Encounter
from rules.engine.kernel import DAY, Condition, Date, Fact, facts
from rules.engine.system.protocol import Harm, Retelling, System
from rules.registry import SYSTEMS
from tests.campaigns.test_days import FROST
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_sessions import row_of, written
from tests.halls import ROOT
from tests.helpers import Cast, make_cast
from winterhall.web import pdf

#: What the story says of a foe who was not beaten.
LEFT = "is still standing."
FOUGHT = "You fought Wren and a magpie; one of two foes is down."


def begun(cast: Cast) -> Session:
    return row_of(at_table.begin(cast.gm))


def told(cast: Cast, session: Session, member: Membership) -> Version:
    """The version of a member, once the session is over and its summary is written."""
    at_table.end(cast.gm)
    found = telling.told_to(member, written(session))
    assert found is not None
    return found


def telling_of(cast: Cast, session: Session, member: Membership) -> Version:
    """The version of one of several members."""
    if any(one.is_running for one in course(cast.campaign)):
        at_table.end(cast.gm)
    found = telling.told_to(member, written(session))
    assert found is not None
    return found


def happen(cast: Cast, *happened: Fact, encounter: str = "", actor: str = "") -> Entry:
    def act(game: Game) -> dict[str, object]:
        for fact in happened:
            who = getattr(fact, "who", "")
            if isinstance(who, str) and who in game.sheets:
                game.table.sheet(who)
        game.table.happen(*happened)
        return {}

    return write(cast.gm, Intent("sheet.text", actor=actor, encounter=encounter), act)


def a_fight(cast: Cast, *, hidden: bool = False) -> tuple[Encounter, str]:
    """A fight of Rook and Mira against a magpie in sight, perhaps with another that hides and strikes."""
    bridge = cast.encounter()
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id, cast.mira.public_id])
    combat.bring_creatures(cast.gm, encounter=bridge, key="magpie")
    bridge.refresh_from_db()
    magpie = next(who for who, one in bridge.state.combatants.items() if one.side != "party")
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=bridge.public_id)
    if hidden:
        wren = cast.creature().public_id
        happen(cast, facts.TextChanged(wren, "name", "Zaunkoenig"), actor=wren)
        happen(cast, facts.Joined(wren, "foes", hidden=True), encounter=bridge.public_id)
        hit = facts.Judged(wren, "hit", 3, {"whom": cast.rook.public_id})
        struck = facts.Told((wren, cast.rook.public_id), "{0} strikes {1}.")
        lost = facts.ResourceChanged(cast.rook.public_id, "coins", -1)
        happen(cast, hit, struck, lost, facts.Told((wren,), "{0} dies."), encounter=bridge.public_id, actor=wren)
    strike = facts.Told((cast.rook.public_id, magpie), "{0} strikes {1}.")
    dies = facts.Told((magpie,), "{0} dies.")
    happen(cast, strike, dies, facts.StageSet("over"), encounter=bridge.public_id, actor=cast.rook.public_id)
    return bridge, magpie


def test_a_fight_is_told_from_its_facts(cast: Cast) -> None:
    session = begun(cast)
    at_table.scene(cast.gm, "Across the river")
    a_fight(cast)
    version = told(cast, session, cast.anna)
    (scene,) = version.scenes
    assert scene.title == "Across the river"
    assert scene.paragraphs[0].startswith("Mira and Rook face a magpie. Rook kills the magpie.")
    assert version.recap[-1] == "Across the river: You fought a magpie; it is down."


def test_days_and_tests_between_fights_are_told(cast: Cast) -> None:
    session = begun(cast)
    perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    version = told(cast, session, cast.anna)
    assert version.scenes[0].paragraphs[0].startswith("Rook ")
    assert [(one.name, one.rolls) for one in version.luck] == [("Rook", 1)]


def a_test(who: str, what: str, verdict: str) -> tuple[Fact, ...]:
    return facts.Rolled(who, f"toss: {what}", (), 2, 50.0), facts.Judged(who, verdict)


def a_fight_left_open(cast: Cast) -> tuple[Encounter, str]:
    """A fight of Rook and Mira against a magpie, in round 3 as its session ends."""
    bridge = cast.encounter()
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id, cast.mira.public_id])
    combat.bring_creatures(cast.gm, encounter=bridge, key="magpie")
    bridge.refresh_from_db()
    magpie = next(who for who, one in bridge.state.combatants.items() if one.side != "party")
    happen(cast, facts.StageSet("fighting"), *map(facts.RoundBegan, (1, 2, 3)), encounter=bridge.public_id)
    return bridge, magpie


def test_a_fight_left_open_takes_nothing_from_the_scene(cast: Cast) -> None:
    bridge, magpie = a_fight_left_open(cast)
    session = begun(cast)
    at_table.scene(cast.gm, "The silent mill")
    rook, mira = cast.rook.public_id, cast.mira.public_id
    happen(cast, *a_test(rook, "perception", "flawless success"), encounter=bridge.public_id, actor=rook)
    happen(cast, facts.ResourceChanged(rook, "coins", -1), encounter=bridge.public_id, actor=rook)
    happen(cast, *a_test(mira, "perception", "success"), encounter=bridge.public_id, actor=mira)
    happen(cast, *a_test(mira, "tracking", "failure"), actor=mira)
    at_table.scene(cast.gm, "Back on the bridge")
    strike = facts.Told((rook, magpie), "{0} strikes {1}.")
    happen(cast, strike, facts.BoxesTicked(magpie, "body", 0, "box", 2), encounter=bridge.public_id, actor=rook)
    version = told(cast, session, cast.anna)
    mill, bridge_again = version.scenes
    expected = "Rook succeeds (flawless) at perception, Mira succeeds. Mira fails at tracking."
    assert mill.paragraphs == (expected,)
    assert bridge_again.paragraphs[0].startswith("Mira and Rook face a magpie.")
    assert bridge_again.paragraphs[0].endswith("Round 3 is still being fought.")


def test_a_fight_that_ends_in_a_later_scene_is_not_still_being_fought(cast: Cast) -> None:
    bridge, magpie = a_fight_left_open(cast)
    session = begun(cast)
    rook, here = cast.rook.public_id, bridge.public_id
    at_table.scene(cast.gm, "On the bridge")
    strike = facts.Told((rook, magpie), "{0} strikes {1}.")
    happen(cast, strike, facts.BoxesTicked(magpie, "body", 0, "box", 2), encounter=here, actor=rook)
    at_table.scene(cast.gm, "Behind it")
    happen(cast, facts.StageSet("over"), encounter=here)
    first, second = told(cast, session, cast.anna).scenes
    assert not any("still being fought" in one for one in first.paragraphs)
    assert second.paragraphs[0].startswith("The fight against a magpie goes on.")
    assert second.paragraphs[0].endswith("The magpie is still standing.")


@pytest.mark.parametrize(
    ("became", "said"),
    [
        (lambda who: facts.ConditionSet(who, Condition("broke", "Broke")), f"The magpie is down, while Wren {LEFT}"),
        (lambda who: facts.ConditionSet(who, Condition("dead", "Dead")), f"The magpie is dead, while Wren {LEFT}"),
        (facts.Left, f"Wren {LEFT}"),
    ],
)
@pytest.mark.parametrize("outcome", ["", "Nobody won."])
def test_it_is_told_what_became_of_the_foes(cast: Cast, became: Callable[[str], Fact], said: str, outcome: str) -> None:
    session = begun(cast)
    bridge, magpie = a_fight_left_open(cast)
    here, wren = bridge.public_id, cast.creature().public_id
    happen(cast, facts.TextChanged(wren, "name", "Wren"), facts.Joined(wren, "foes"), encounter=here)
    happen(cast, facts.Told((magpie,), "{0} staggers."), became(magpie), encounter=here)
    happen(cast, facts.StageSet("over"), facts.Told((), f"The fight is over. {outcome}"), encounter=here)
    for member in (cast.gm, cast.anna):
        paragraph = telling_of(cast, session, member).scenes[0].paragraphs[0]
        assert (said in paragraph) == (not outcome), "what the game master says of the end is not gainsaid"
        assert outcome in paragraph
        # Players do not see it go; nobody tells them that it stands.
        sees_it_go = member.is_gm and became is facts.Left and not outcome
        assert ("The magpie gets away, while Wren" in paragraph) == sees_it_go
        assert "magpie is still standing" not in paragraph


def test_a_deed_of_each_kind_is_told_before_another_of_the_same() -> None:
    deeds = [Turning("deed", "pim", text=f"Pim casts {at}.", weight=1) for at in "abcdef"]
    call = Turning("deed", "pim", text="Pim calls upon being brave.", weight=0)
    people = naming.Cast({"pim": "Pim"}, frozenset({"pim"}), frozenset())
    for detail in (0, 1, 2):
        fight = FightTold("here", "The bell", {"pim": "party"}, [*deeds, call], last_round=1)
        assert "calls upon being brave." in " ".join(FightProse(people, "hits", detail, Variety()).sentences(fight))


def test_tests_that_are_taken_over_and_over_are_told_in_one_sentence(cast: Cast) -> None:
    session = begun(cast)
    rook, mira = cast.rook.public_id, cast.mira.public_id
    for who, verdict in ((rook, "failure"), (mira, "success"), (rook, "success"), (mira, "flawless success")):
        follows = facts.Rolled(who, "luck test, difficulty 0", (), 0, 50.0)
        happen(cast, *a_test(who, "perception", verdict), follows, follows, actor=who)
    expected = ("Rook first fails, then succeeds at perception; Mira succeeds.",)
    assert told(cast, session, cast.anna).scenes[0].paragraphs == expected


def test_days_of_rest_say_whom_they_do_good(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    resting = replace(cast.campaign.system.retelling, rests=("sheet.text",))
    monkeypatch.setattr(type(cast.campaign.system), "retelling", resting)
    session = begun(cast)
    for who, healed in ((cast.rook.public_id, -2), (cast.mira.public_id, 0)):
        rolled = (facts.Rolled(who, "natural healing", (), 4, 50.0), facts.Judged(who, "success"))
        rests = facts.Told((who,), "{0} rests for 3 days.")
        happen(cast, *rolled, rests, facts.BoxesTicked(who, "body", 0, "box", healed), actor=who)
    timekeeping.let_pass(cast.gm, timekeeping.For(3 * DAY))
    said = told(cast, session, cast.anna).scenes[0].paragraphs[0]
    assert said.startswith("Three days of rest do Rook good.")
    assert "Rook rests" not in said


def test_whoever_is_taken_out_before_a_fight_begins_was_never_in_it(cast: Cast) -> None:
    session, bridge = begun(cast), cast.encounter()
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id])
    for _ in range(2):
        combat.bring_creatures(cast.gm, encounter=bridge, key="magpie")
    bridge.refresh_from_db()
    first, second = (who for who, one in bridge.state.combatants.items() if one.side != "party")
    rook, here = cast.rook.public_id, bridge.public_id
    happen(cast, facts.Left(first), facts.StageSet("fighting"), facts.RoundBegan(1), encounter=here)
    happen(cast, facts.Told((rook, second), "{0} strikes {1}."), encounter=here, actor=rook)
    happen(cast, facts.Told((second,), "{0} dies."), facts.StageSet("over"), encounter=here)
    for member in (cast.gm, cast.anna):
        story = telling_of(cast, session, member).scenes[0].paragraphs[0]
        assert "a magpie" in story
        assert "magpies" not in story
        assert not {"first", "second"} & set(story.replace(".", " ").split())


def test_a_fight_that_was_over_is_not_told_again(cast: Cast) -> None:
    bridge, _ = a_fight(cast)
    session = begun(cast)
    happen(cast, facts.Moved(cast.rook.public_id, 1, 1, 0), encounter=bridge.public_id)
    assert told(cast, session, cast.gm).is_empty


def test_the_same_chronicle_gives_the_same_text(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast)
    before = told(cast, session, cast.gm)
    worker.make_anew(cast.gm, session)
    assert telling.told_to(cast.gm, written(session)) == before


def test_where_were_we_is_answered_in_the_words_of_the_game_master(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast)
    at_table.end(cast.gm)
    written(session)
    services.edit(cast.gm, session, "## The mill\n\nSnow fell on [[Rook]]. *Nobody* slept!\n\n## Later\n\nA bell rang.")
    expected = ("The mill: Snow fell on Rook. Nobody slept!", "Later: A bell rang.")
    assert selectors.glance(cast.gm).recap == expected
    assert selectors.glance(cast.anna).recap == (), "it is not published"
    services.publish(cast.gm, session)
    for member in (cast.anna, cast.olga):
        assert selectors.glance(member).recap == expected
    page = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/").content.decode()
    assert "<li>The mill: Snow fell on Rook. Nobody slept!</li>" in page
    assert ">Read on</a>" not in page, "there is no more of it"
    services.edit(cast.gm, session, "\n\n".join(f"It snowed on day {at}." for at in range(9)))
    assert ">Read on</a>" in client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/").content.decode()
    assert "you fought" not in page


def test_where_were_we_ends_where_the_session_stopped(cast: Cast) -> None:
    session = begun(cast)
    rook = cast.rook.public_id
    for title, what in (("The road", "perception"), ("The ford", "tracking"), ("The hill", "swimming")):
        at_table.scene(cast.gm, title)
        happen(cast, *a_test(rook, what, "success"), actor=rook)
    bridge, magpie = a_fight_left_open(cast)
    here, wren = bridge.public_id, cast.creature().public_id
    happen(cast, facts.TextChanged(wren, "name", "Wren"), facts.Joined(wren, "foes"), encounter=here)
    happen(cast, facts.Told((magpie,), "{0} dies."), encounter=here)
    happen(cast, facts.StageSet("over"), facts.Told((), "The fight is over. The party won."), encounter=here)
    moves.move(cast.gm, moves.Move("outside", rook, {}, found=(moves.Thing("Rope"),)))
    timekeeping.let_pass(cast.gm, timekeeping.For(3 * DAY))
    at_table.end(cast.gm)
    version = telling.told_to_players(written(session))
    assert version
    services.publish(cast.gm, session)
    assert selectors.glance(cast.anna).recap == (
        "The road: Rook succeeds at perception.",
        "The ford: Rook succeeds at tracking.",
        f"The hill: Rook succeeds at swimming. {FOUGHT} The party won.",
        "Rook gets: Rope.",
        "Three days pass: it is Thursday, 4th of January, year 1, morning.",
    )
    services.publish(cast.gm, session, text=f"{version.story}\n\nNobody slept.")
    assert selectors.glance(cast.anna).recap[-1] == "Nobody slept."


def test_where_were_we_ends_as_the_game_masters_story_does_in_whole_sentences(cast: Cast) -> None:
    session = begun(cast)
    at_table.end(cast.gm)
    written(session)
    sentences = [f"{word} {'snow ' * 45}fell." for word in ("First", "Then", "And", "Still", "More", "Last")]
    services.publish(cast.gm, session, text=" ".join(sentences))
    assert selectors.glance(cast.anna).recap == (sentences[0], *sentences[1 - LINES :])


def test_where_were_we_tells_of_things_as_of_coins(cast: Cast) -> None:
    session = begun(cast)
    bridge, _ = a_fight(cast)
    rook = cast.rook.public_id
    share = Intent(spoils.COMMAND, encounter=bridge.public_id)
    spoils.share(cast.gm, share, [spoils.Gift("party", {}, (moves.Thing("Sword"), moves.Thing("Bow")))])
    for name in ("Rope", "Lamp", "Drum", "Bell"):
        moves.move(cast.gm, moves.Move("outside", rook, {}, found=(moves.Thing(name),)))
    assert "The party finds: Sword and Bow." in told(cast, session, cast.gm).recap[-1]


def test_the_state_in_which_a_session_left_somebody_is_said_to_be_of_then(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast)
    at_table.end(cast.gm)
    written(session)
    services.publish(cast.gm, session)
    page = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/").content.decode()
    assert "Rook at the end of the session: " in page


def test_two_foes_of_a_kind_are_told_apart_without_letters(cast: Cast) -> None:
    session = begun(cast)
    bridge, magpie = a_fight_left_open(cast)
    here, rook = bridge.public_id, cast.rook.public_id
    combat.bring_creatures(cast.gm, encounter=bridge, key="magpie", hidden=True)
    bridge.refresh_from_db()
    other = next(who for who, one in bridge.state.combatants.items() if one.side == "foes" and who != magpie)
    pelted = facts.Told((other, rook), "{0} pelts {1}: 2 coins.")
    lost = facts.ResourceChanged(rook, "coins", -2)
    hit = facts.Judged(other, "hit", 2, {"whom": rook})
    happen(cast, facts.Veiled(other, False), hit, pelted, lost, encounter=here, actor=other)
    happen(cast, facts.Told((magpie,), "{0} dies."), encounter=here)
    happen(cast, facts.StageSet("over"), encounter=here)
    taken = facts.Told((rook, magpie), "{0} gets from {1}: Silver ring.")
    share = Intent(spoils.COMMAND, encounter=here)
    write(cast.gm, share, lambda game: game.table.happen(taken) or {})
    story = told(cast, session, cast.anna).story
    for said in (
        "The second goes for Rook out of hiding.",
        "The first dies.",
        "Rook gets from the first magpie: Silver ring.",
    ):
        assert said in story
    assert "Magpie " not in story


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Guard 2",), ["the guard"]),
        (("Guard", "Guard 2"), ["the first guard", "the second guard"]),
        (("Guard C", "Guard A"), ["the third guard", "the first guard"]),
        (("Guard", "Guard"), ["the first guard", "the second guard"]),
        (("Guard 11", "Guard 12"), ["guard 11", "guard 12"]),
    ],
)
def test_those_of_a_kind_have_the_numbers_that_they_have_at_the_table(names: tuple[str, ...], said: list[str]) -> None:
    called = dict(zip("abc", names, strict=False))
    people = naming.Cast(called, frozenset(), frozenset({"guard"}))
    assert [people.name(who, called) for who in called] == said
    assert people.name("a", ["b"]) == ("the guard" if len(names) < 3 else "one of the guards")


def test_a_fight_against_nobody_stands_in_no_recap(cast: Cast) -> None:
    bridge = cast.encounter()
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id])
    session = begun(cast)
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=bridge.public_id)
    assert told(cast, session, cast.gm).recap == ()


def test_a_recap_ends_with_whole_sentences(cast: Cast) -> None:
    session = begun(cast)
    for what in ("perception", "tracking", "stealth", "swimming"):
        happen(cast, *a_test(cast.rook.public_id, what, "flawless success"), actor=cast.rook.public_id)
    (line,) = told(cast, session, cast.gm).recap
    assert line.startswith("Rook succeeds (flawless) at perception. ")
    assert line.endswith(".")


def test_spoils_are_told_once(cast: Cast) -> None:
    session = begun(cast)
    bridge, _ = a_fight(cast)
    rook = cast.rook.public_id
    gifts = [spoils.Gift(rook, {}, (moves.Thing("Silver ring"),)), spoils.Gift("party", {}, (moves.Thing("Bell", 2),))]
    spoils.share(cast.gm, Intent(spoils.COMMAND, encounter=bridge.public_id), gifts)
    moves.move(cast.gm, moves.Move("outside", rook, {}, found=(moves.Thing("Rope"),)))
    text = told(cast, session, cast.anna).story
    for one in ("Rook gets: silver ring.", "The party finds: 2 × Bell.", "Rook gets: Rope."):
        assert text.count(one) == 1
    assert "gains" not in text


@pytest.mark.django_db
def test_a_virtue_that_is_called_upon_is_told_once() -> None:
    cast = make_cast("sda")
    session = begun(cast)
    perform(cast.anna, Intent("virtue.call", {"end": "courage.excess", "reason": "So be it"}, cast.rook.public_id))
    perform(cast.gm, Intent("virtue.allow", actor=cast.rook.public_id))
    perform(cast.anna, Intent("virtue.roll", actor=cast.rook.public_id))
    ((scene,),) = [told(cast, session, cast.anna).scenes]
    assert scene.paragraphs == ("So be it. Rook calls upon being reckless.",)


def test_the_commands_that_give_out_spoils_are_known() -> None:
    assert {moves.MOVE, moves.SPLIT, spoils.COMMAND} == set(GIVES_OUT)


def test_luck_is_the_same_number_on_the_page_and_in_markdown(cast: Cast) -> None:
    session = begun(cast)
    perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    version = replace(told(cast, session, cast.gm), luck=(LuckOf("Rook", 7, 50.5, 30, 70, ""),))
    Telling.objects.filter(summary__session=session).update(body=to_text(version))
    page, text = (found.partition("Luck")[2] for found in _seen(cast, cast.gm, session)[:2])
    assert "| Rook | 7 | 51 | 30–70 |" in text
    assert '<td class="table__figure">51</td>' in page


def test_the_hardest_blow_is_the_figure_of_the_log_for_everybody(cast: Cast) -> None:
    bridge, magpie = a_fight_left_open(cast)
    session = begun(cast)
    for coins, lost in ((2, 9), (4, 1)):
        pelted = facts.Told((cast.rook.public_id, magpie), f"{{0}} pelts {{1}}: {coins} coins.")
        # What the magpie has lost the game master alone may read, and boxes are harm of another kind.
        hurt = (facts.ResourceChanged(magpie, "coins", -lost), facts.BoxesTicked(magpie, "body", 0, "box", lost))
        happen(cast, pelted, *hurt, encounter=bridge.public_id, actor=cast.rook.public_id)
    at_table.end(cast.gm)
    summary = written(session)
    for member in (cast.gm, cast.anna, cast.olga):
        version = telling.told_to(member, summary)
        assert version is not None
        assert "The hardest blow comes from Rook: 4 coins on the magpie." in version.story


def papers_of(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The papers that are made from now on, as the HTML that they are made of."""
    papers: list[str] = []
    monkeypatch.setattr(pdf, "is_possible", lambda: True)
    monkeypatch.setattr(pdf, "made_of", lambda html: papers.append(html) or b"%PDF")
    return papers


def test_what_the_table_talks_about_is_told(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(cast)
    bridge, magpie = a_fight_left_open(cast)
    rook, mira, here = cast.rook.public_id, cast.mira.public_id, bridge.public_id
    wren = cast.creature().public_id
    happen(cast, facts.TextChanged(wren, "name", "Wren"), facts.Joined(wren, "foes", hidden=True), encounter=here)
    pelted = facts.Told((wren, rook), "{0} pelts {1}: 2 coins.")
    lost = facts.ResourceChanged(rook, "coins", -2)
    happen(cast, facts.Veiled(wren, False), pelted, lost, encounter=here, actor=wren)
    happen(cast, facts.Told((rook, magpie), "{0} pelts {1}: 3 coins."), encounter=here, actor=rook)
    for who in (rook, rook, mira):
        happen(cast, facts.Judged(who, "hit", 0, {"special": "triumph"}), encounter=here, actor=who)
    broke = facts.ConditionSet(mira, Condition("broke", "Broke: 1 of 3"))
    happen(cast, facts.StageSet("over"), broke, encounter=here)
    happen(cast, *a_test(rook, "tracking", "success"), facts.Judged(rook, "triumph"), actor=rook)
    at_table.end(cast.gm)
    summary = written(session)
    papers, where = papers_of(monkeypatch), f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/"
    assert client_of(cast.gm).get(f"{where}summary.pdf").content
    assert "<b>Rook:</b> two triumphs" in papers[0]
    for member in (cast.gm, cast.anna, cast.olga):
        version = telling.told_to(member, summary)
        assert version is not None
        for said in (
            "Wren goes for Rook out of hiding.",
            "The hardest blow comes from Rook: 3 coins on the magpie.",
            "Rook takes a blow from Wren.",
            "Rook succeeds in triumph at tracking.",
        ):
            assert version.story.count(said) == 1
        # Who rolled how well is read beside the best and worst rolls, not in the story.
        assert "triumphs" not in version.story
        assert [(one.name, one.said) for one in version.rare] == [("Rook", "two triumphs"), ("Mira", "a triumph")]
        assert version.story.endswith("At the end Mira is broke.")
        assert "At the end Mira is broke." in version.recap


def test_the_date_in_the_campaign_is_named(cast: Cast) -> None:
    timekeeping.choose(cast.gm, FROST, Date(1012, 1, 2))
    session = begun(cast)
    timekeeping.let_pass(cast.gm, timekeeping.For(2 * DAY))
    version = told(cast, session, cast.anna)
    assert len(version.dates) == 2
    services.publish(cast.gm, session)
    page, text = _seen(cast, cast.anna, session)[:2]
    assert version.in_the_world in page
    assert f"*{version.in_the_world}*" in text


def test_experience_is_told_by_what_it_went_to_and_why(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(cast.campaign.system), "rewards", ("sheet.experience",))
    session = begun(cast)
    rook = cast.rook.public_id
    for rank in ("strength", "nerve", "strength"):
        earned = facts.ExperienceChanged(rook, "skill", rank, 1, "highest face")
        happen(cast, *a_test(rook, rank, "success"), earned, actor=rook)
    award = {"kind": "skill", "rank": "luck", "amount": 2, "reason": "holding the loft"}
    perform(cast.gm, Intent("sheet.experience", award, rook))
    (row,) = told(cast, session, cast.anna).experience
    said = ("Strength 2, Nerve 1 (from rolls)", "Luck 2 (holding the loft)")
    assert (row.earned, row.reasons) == (5, said)
    services.publish(cast.gm, session)
    assert all("; ".join(said) in one for one in _seen(cast, cast.anna, session)[:2])


@pytest.mark.parametrize("detail", [0, 1, 2])
def test_who_of_the_party_falls_late_is_named(detail: int) -> None:
    foes = [f"foe{at}" for at in range(8)]
    fight = FightTold("here", "The bell", dict.fromkeys(foes, "foes") | {"pim": "party"}, last_round=3, is_over=True)
    fight.turnings = [Turning("fall", who, round=at) for at, who in enumerate((*foes, "pim"))]
    people = naming.Cast({one: one.title() for one in (*foes, "pim")}, frozenset({"pim"}), frozenset())
    told = list(FightProse(people, "hits", detail, Variety()).sentences(fight))
    assert any(one.startswith("Pim ") for one in told)
    assert len([one for one in told if one.startswith("Foe")]) <= TURNINGS[detail]


def test_an_empty_session_says_so(cast: Cast) -> None:
    session = begun(cast)
    version = told(cast, session, cast.gm)
    assert version.is_empty
    assert version.recap == version.luck == ()
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/")
    assert "An evening of talk leaves no entries" in page.content.decode()


def test_the_story_stands_first_and_what_is_rarely_needed_last(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast)
    told(cast, session, cast.gm)
    page = (
        client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/").content.decode()
    )
    order = ("</h1>", "Publish", "Write the story yourself", "What happened", "At the table", "Rewrite")
    assert sorted(order, key=page.index) == list(order)


# -- what players may not know -----------------------------------------------------------------------------------------


def _seen(cast: Cast, member: Membership, session: Session) -> list[str]:
    """The texts of a summary that a member reads: its page, the campaign's, its answer for programs, its Markdown."""
    client, here = client_of(member), f"/campaigns/{cast.campaign.public_id}"
    at = f"{here}/sessions/{session.public_id}"
    pages = (f"{at}/", f"{at}/summary.md", f"{here}/", f"/api/v1{at}/summary/", f"/api/v1{at}/")
    return [client.get(page).content.decode() for page in pages]


def test_whoever_hides_and_fights_leaves_no_trace(cast: Cast) -> None:
    stories: list[dict[str, Version]] = []
    for hidden in (False, True):
        session = begun(cast)
        a_fight(cast, hidden=hidden)
        told(cast, session, cast.gm)
        summary = Summary.objects.get(session=session)
        versions = {one.role: telling.told_to(one, summary) for one in (cast.gm, cast.anna, cast.olga)}
        stories.append({role: version for role, version in versions.items() if version})
        services.publish(cast.gm, session)
        for member in (cast.anna, cast.boris, cast.olga):
            assert not any("Zaunkoenig" in page for page in _seen(cast, member, session))
    plain, secret = stories
    for role in ("player", "observer"):
        # What it did to an open sheet shows there, as it always does; that and how it came about stays unknown.
        kept = {one: getattr(secret[role], one) for one in ("luck", "best", "worst", "experience")}
        assert kept == {one: getattr(plain[role], one) for one in kept}
        text = secret[role].story.replace("Mira comes out", "Mira and Rook come out")
        assert text == plain[role].story
        assert secret[role].recap == plain[role].recap
    assert "Zaunkoenig" in secret["gm"].story


def test_a_summary_is_kept_on_paper_by_everybody_as_they_read_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    papers = papers_of(monkeypatch)
    session = row_of(at_table.begin(cast.gm, title="The Silent Mill"))
    a_fight(cast, hidden=True)
    at_table.end(cast.gm)
    written(session)
    here = f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}"
    assert client_of(cast.anna).get(f"{here}/summary.pdf").status_code == 404, "it is not published"
    services.publish(cast.gm, session)
    reads = (
        (cast.gm, "", "-game-master", True),
        (cast.gm, "?for=players", "-for-players", False),
        (cast.anna, "", "", False),
        (cast.olga, "?for=players", "", False),
    )
    for member, which, whose, is_secret in reads:
        client = client_of(member)
        for ending in ("pdf", "md"):
            answer = client.get(f"{here}/summary.{ending}{which}")
            assert f'filename="session-1-the-silent-mill{whose}.{ending}"' in answer.headers["Content-Disposition"]
        assert ("Zaunkoenig" in answer.content.decode()) is is_secret
        assert ("Zaunkoenig" in papers[-1]) is is_secret
        assert "<h1>The Silent Mill</h1>" in papers[-1]


def test_the_text_to_edit_begins_with_what_all_players_saw(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast, hidden=True)
    at_table.end(cast.gm)
    written(session)
    shown = selectors.opened(cast.gm, session.public_id).for_players
    assert shown is not None
    assert "Zaunkoenig" not in shown.story


def test_a_secret_fight_is_not_told(cast: Cast) -> None:
    session = begun(cast)
    ambush = cast.encounter(secret=True)
    combat.bring_creatures(cast.gm, encounter=ambush, key="magpie")
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=ambush.public_id)
    assert told(cast, session, cast.anna).is_empty
    found = telling.told_to(cast.gm, Summary.objects.get(session=session))
    assert found is not None
    assert not found.is_empty


# -- the worker --------------------------------------------------------------------------------------------------------


def test_a_killed_worker_leaves_nothing_twice(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(cast)
    a_fight(cast)
    at_table.end(cast.gm)
    summary = Summary.objects.get(session=session)
    assert worker.step(summary.pk, summary.token)
    lost = summary.token
    Summary.objects.filter(pk=summary.pk).update(due_at=timezone.now() - timedelta(minutes=1))
    made = Mock(side_effect=making.make)
    monkeypatch.setattr(worker, "make", made)
    worker.sweep_summaries()
    summary.refresh_from_db()
    assert summary.token != lost
    assert not worker.step(summary.pk, lost), "the call that was lost counts no more"
    assert written(session).state == Summary.State.DONE
    tellings = Telling.objects.filter(summary=summary)
    assert made.call_count == tellings.count() - 1, "the version that was there is not made again"
    assert not worker.step(summary.pk, summary.token)


def test_a_version_that_was_overtaken_is_thrown_away(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(cast)
    at_table.end(cast.gm)
    summary = Summary.objects.get(session=session)

    def overtaken(*args: object) -> Version:
        monkeypatch.setattr(worker, "make", making.make)
        worker.make_anew(cast.gm, session)
        return Version()

    monkeypatch.setattr(worker, "make", overtaken)
    assert not worker.step(summary.pk, summary.token)
    assert not Telling.objects.exists()
    assert written(session).edition == 2


def test_two_thousand_entries_cost_no_more_queries(cast: Cast) -> None:
    session = begun(cast)
    bridge, magpie = a_fight(cast)
    at_table.end(cast.gm)
    few = _queries(cast, session)
    session = row_of(at_table.begin(cast.gm))
    entry = happen(cast, facts.Told((cast.rook.public_id, magpie), "{0} strikes {1}."), encounter=bridge.public_id)
    rows = [
        Entry(
            campaign=cast.campaign, number=entry.number + at, by=entry.by, encounter=entry.encounter,
            actor=cast.rook.public_id, command=entry.command, facts=entry.facts, hash="0",
        )
        for at in range(1, 2001)
    ]  # fmt: skip
    Entry.objects.bulk_create(rows)
    cast.campaign.last_number = entry.number + 2000
    cast.campaign.save(update_fields=["last_number"])
    at_table.end(cast.gm)
    began = time.process_time()
    assert _queries(cast, session) == few
    assert time.process_time() - began < 10
    version = telling.told_to(cast.gm, written(session))
    assert version is not None
    assert words_in(version.scenes) <= MOST_WORDS


def _queries(cast: Cast, session: Session) -> int:
    people = all_people(cast.campaign)
    stretch = next(one for one in course(cast.campaign) if one.session == session.public_id)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        making.make(cast.campaign, stretch, making.observer_of(people), people)
    return len(queries)


# -- words -------------------------------------------------------------------------------------------------------------


def test_what_the_game_master_wrote_stays_when_it_is_made_anew(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast)
    at_table.end(cast.gm)
    written(session)
    services.edit(cast.gm, session, "Snow fell.\n\n## Later\n\nMore of it.")
    worker.make_anew(cast.gm, session)
    assert written(session).edited.startswith("Snow fell.")


def test_handouts_of_the_session_are_named_to_whoever_may_read_them(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast)
    for title, shared in (("The map", Shared.PARTY), ("The seal", Shared.ALL)):
        wanted = journal.Wanted(PageKind.HANDOUT, title, "Three crosses.")
        page = journal.add(cast.gm, wanted, journal.Audience(shared))
        journal.show(cast.gm, page.public_id)
    journal.add(cast.gm, journal.Wanted(PageKind.HANDOUT, "Never shown", "No."), journal.Audience(Shared.ALL))
    at_table.end(cast.gm)
    written(session)
    services.publish(cast.gm, session)
    here = f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}"
    for member, seen in ((cast.gm, 2), (cast.anna, 2), (cast.olga, 1)):
        client = client_of(member)
        page = client.get(f"{here}/").content.decode()
        named = [one["title"] for one in client.get(f"/api/v1{here}/summary/").json()["handouts"]]
        assert named == ["The map", "The seal"][-seen:]
        assert all(title in page for title in named)
        assert "- The seal" in client.get(f"{here}/summary.md").content.decode()
        assert "Never shown" not in page


def test_files_for_players_are_named_apart_and_have_the_handouts_of_all(cast: Cast) -> None:
    session = row_of(at_table.begin(cast.gm, title="A very long evening " * 5))
    a_fight(cast)
    for title, shared, whom in (
        ("The map", Shared.PARTY, ()),
        ("A whisper", Shared.NAMED, (cast.anna.user.public_id,)),
    ):
        wanted = journal.Wanted(PageKind.HANDOUT, title, "Three crosses.")
        page = journal.add(cast.gm, wanted, journal.Audience(shared, frozenset(whom)))
        journal.show(cast.gm, page.public_id)
    at_table.end(cast.gm)
    written(session)
    here = f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/summary.md"
    for address, name, seen in ((here, "game-master", True), (f"{here}?for=players", "for-players", False)):
        answer = client_of(cast.gm).get(address)
        assert answer["Content-Disposition"].endswith(f'{name}.md"')
        assert "- The map" in answer.content.decode()
        assert ("- A whisper" in answer.content.decode()) == seen


def test_what_the_game_master_wrote_is_read_as_markdown_without_anything_that_runs(cast: Cast) -> None:
    session = begun(cast)
    a_fight(cast)
    at_table.end(cast.gm)
    written(session)
    services.edit(cast.gm, session, f"# Snow\n\nIt was *cold* for [[{cast.rook.name}]]. <script>alert(1)</script>")
    services.publish(cast.gm, session)
    address = f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/"
    page = client_of(cast.anna).get(address).content.decode()
    assert "<h2>Snow</h2>" in page
    assert "<em>cold</em>" in page
    assert f'href="/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"' in page
    assert "<script>alert" not in page


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_what_a_summary_builds_on_is_said_by_the_game(system: System) -> None:
    retelling: Retelling = system.retelling
    sources = "".join(one.read_text() for one in (ROOT / "rules" / "systems" / system.slug).rglob("*.py"))
    sources = sources.replace("{{", "{").replace("}}", "}")
    for one in (*retelling.deaths, *retelling.falls, *retelling.deeds):
        assert sources.count(one.rstrip(".")) >= 2 or one == "{0} dies.", f"{one!r} is a sentence of no rule"
    assert {*retelling.rests, *retelling.in_words} <= {one.name for one in system.commands}
    if isinstance(retelling.blow, Harm):
        assert f'"{retelling.blow.verdict}" if ' in sources, "a blow is judged in no such words"


def test_the_rolls_of_making_a_character_are_none_of_the_evening(cast: Cast) -> None:
    session = begun(cast)
    making = cast.campaign.system.steps[0].name
    for command in (making, "sheet.text"):
        rolled = facts.Rolled(cast.rook.public_id, f"toss by {command}", (facts.Die(6, 6, 6),), 6, 99.0)

        def act(game: Game, rolled: Fact = rolled) -> dict[str, object]:
            game.table.sheet(cast.rook.public_id)
            game.table.happen(rolled)
            return {}

        write(cast.gm, Intent(command, actor=cast.rook.public_id), act)
    (best,) = told(cast, session, cast.anna).best
    assert "sheet" in best.purpose
