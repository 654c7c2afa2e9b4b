"""What a story leaves out, whom it credits, and in which order it tells; and what answers Where were we?"""

import pytest

from campaigns.calendar import timekeeping
from campaigns.calendar.sessions import course
from campaigns.models import AskedTest, Session
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.sessions import at_table, selectors, services
from campaigns.summaries.figures import in_danger
from campaigns.summaries.recap import LINES, recap_of
from campaigns.summaries.version import State, Version
from characters.party import moves
from combat import services as combat
from combat.models import Encounter
from rules.engine.kernel import DAY, Condition, facts
from tests.campaigns.test_summaries import begun, happen, told
from tests.helpers import Cast, make_cast

pytestmark = pytest.mark.django_db
WHY = "Rook stays with the sick child"


def a_fight_of(cast: Cast, creature: str = "") -> tuple[Encounter, str]:
    """A fight of Rook in its first round, perhaps against a creature."""
    bridge = cast.encounter()
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id])
    if creature:
        combat.bring_creatures(cast.gm, encounter=bridge, key=creature)
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=bridge.public_id)
    bridge.refresh_from_db()
    return bridge, next((who for who, one in bridge.state.combatants.items() if one.side != "party"), "")


def story_of(cast: Cast, session: Session) -> str:
    return told(cast, session, cast.gm).story


def test_a_virtue_called_upon_brings_no_fight_into_the_story_that_the_table_has_left_alone() -> None:
    cast = make_cast("sda")
    bridge, _ = a_fight_of(cast)
    session, rook = begun(cast), cast.rook.public_id
    call = {"end": "courage.excess", "reason": WHY}
    asked = perform(cast.anna, Intent("virtue.call", call, rook, bridge.public_id))
    assert '"asked"' in asked.facts, "the game master is asked in the fight"
    perform(cast.gm, Intent("virtue.allow", {}, rook, bridge.public_id))
    assert story_of(cast, session) == f"{WHY}. Rook means to be reckless."
    (stretch,) = course(cast.campaign)
    assert selectors.fights(cast.gm, stretch) == selectors.fights(cast.anna, stretch) == []


def test_a_wound_by_the_game_masters_hand_is_credited_to_nobody() -> None:
    cast = make_cast("kaos")
    bridge, goblin = a_fight_of(cast, "goblin")
    session, rook, here = begun(cast), cast.rook.public_id, bridge.public_id
    happen(cast, facts.Told((rook, goblin), "{0} misses {1}."), encounter=here, actor=rook)
    perform(cast.gm, Intent(cast.campaign.system.by_hand[0], {"amount": 99}, goblin, here))
    story = story_of(cast, session)
    assert "The goblin dies." in story


@pytest.mark.parametrize("is_found_first", [True, False])
def test_what_happens_between_fights_stands_in_its_order(cast: Cast, *, is_found_first: bool) -> None:
    session = begun(cast)
    steps = [
        lambda: moves.move(cast.gm, moves.Move("outside", cast.rook.public_id, {}, found=(moves.Thing("Rope"),))),
        lambda: timekeeping.let_pass(cast.gm, timekeeping.For(DAY)),
    ]
    for step in steps if is_found_first else reversed(steps):
        step()
    story = story_of(cast, session)
    assert (story.index("Rope") < story.index("One day passes")) == is_found_first


def test_coins_that_everybody_is_awarded_are_told() -> None:
    cast = make_cast("fortune")
    session = begun(cast)
    for hero in (cast.rook, cast.mira):
        perform(cast.gm, Intent("coin.earn", {"amount": 2, "reason": "the ledger"}, hero.public_id))
    assert story_of(cast, session) == "Rook earns 2 Coin for the ledger; so does Mira."


# -- where were we? ----------------------------------------------------------------------------------------------------


def test_players_read_the_last_story_that_is_published(cast: Cast) -> None:
    for title in ("Frost", "Thaw"):
        session = begun(cast)
        happen(cast, facts.TextChanged(cast.rook.public_id, "name", "Rook"), actor=cast.rook.public_id)
        told(cast, session, cast.gm)
        if title == "Frost":
            services.publish(cast.gm, session, text="Snow fell.")
    assert selectors.glance(cast.anna).recap == ("Snow fell.",)
    assert selectors.glance(cast.gm).recap != ("Snow fell.",)


@pytest.mark.parametrize("scenes", [1, 2, LINES, LINES + 2])
def test_a_written_story_is_told_by_its_scenes_and_to_its_end(scenes: int) -> None:
    long = "word " * 50
    parts = [f"## Scene {at}\n\nIt begins {at}. {long}.\n\nIt ends {at}." for at in range(scenes)]
    lines = recap_of("\n\n".join(parts), Version())
    assert scenes < len(lines) <= LINES or len(lines) == LINES
    assert lines[-1] == f"It ends {scenes - 1}."
    assert lines[0].startswith(f"Scene {max(0, scenes - LINES + 1)}: It begins")


# -- fights in their order ---------------------------------------------------------------------------------------------


def test_a_death_that_fate_undid_is_a_brush_and_the_one_that_lasts_is_told() -> None:
    cast = make_cast("grim")
    bridge, thug = a_fight_of(cast, "petty_thug")
    session, rook, here = begun(cast), cast.rook.public_id, bridge.public_id
    strikes = facts.Told((thug, rook), "{0} attacks {1} (Club).")
    slain = (facts.ConditionSet(rook, Condition("slain", "Slain!")), facts.Told((rook,), "{0} is slain."))
    lives = (facts.ConditionEnded(rook, "slain"), facts.Told((rook,), "{0} lives, by fate alone."))
    happen(cast, facts.Told((rook, thug), "{0} attacks {1}."), *wounded(thug, 1), encounter=here, actor=rook)
    happen(cast, strikes, *wounded(rook, 3), *slain, encounter=here, actor=thug)
    happen(cast, *lives, encounter=here, actor=rook)
    happen(cast, facts.RoundBegan(2), facts.TurnBegan(thug), strikes, *slain, encounter=here, actor=thug)
    made = told(cast, session, cast.gm)
    near = "The petty thug all but kills Rook with the club: the hardest blow of the fight, 3 steps of damage."
    assert f"Rook wounds the petty thug. {near} Rook lives, by fate alone." in made.story
    assert made.story.endswith("The petty thug kills Rook with the club. Round 2 is still being fought.")
    assert made.recap[-1] == made.lost == "You lost Rook."
    state = made.state_of(rook)
    assert state is not None
    assert state.line == "slain"


def test_a_spell_is_cast_on_those_whom_it_takes_hold_of() -> None:
    cast = make_cast("grim")
    bridge, thug = a_fight_of(cast, "petty_thug")
    session, rook, here = begun(cast), cast.rook.public_id, bridge.public_id
    casts, takes = facts.Told((rook,), "{0} casts Slow."), "{1} is affected by Slow."
    happen(cast, facts.TurnBegan(rook), casts, facts.Told((rook, thug), takes), encounter=here, actor=rook)
    happen(cast, facts.TurnBegan(rook), casts, encounter=here, actor=rook)
    held = [facts.Told((rook, who), takes) for who in (thug, cast.mira.public_id)]
    happen(cast, facts.TurnBegan(rook), *held, encounter=here, actor=rook)
    story = story_of(cast, session)
    assert "casts Slow on the petty thug and Mira." in story
    assert story.count("casts Slow") == 1


def test_whoever_lives_after_all_is_not_lost() -> None:
    cast = make_cast("grim")
    bridge, thug = a_fight_of(cast, "petty_thug")
    session, rook, here = begun(cast), cast.rook.public_id, bridge.public_id
    slain = facts.Told((rook,), "{0} is slain.")
    happen(cast, facts.TurnBegan(thug), facts.ConditionSet(rook, Condition("slain", "Slain!")), slain, encounter=here)
    happen(cast, facts.ConditionEnded(rook, "slain"), encounter=here)
    made = told(cast, session, cast.gm)
    assert "Rook is all but dead." in made.story
    assert made.lost == ""


def test_a_spell_that_came_to_nothing_is_told_so() -> None:
    cast = make_cast("dragonbane")
    session = begun(cast)
    bridge, goblin = a_fight_of(cast, "goblin_scout")
    rook, here = cast.rook.public_id, bridge.public_id
    failed = facts.Told((rook,), "{0}’s spell fails.")
    happen(cast, facts.Told((rook,), "{0} casts Light."), failed, encounter=here)
    happen(cast, facts.Told((goblin,), "{0} casts Sleep."), failed, encounter=here)
    story = story_of(cast, session)
    assert "Rook casts Light, but it fails." in story
    assert "casts Sleep." in story


def test_those_who_are_left_in_the_same_danger_share_a_sentence() -> None:
    states = [
        State(name, name, "", peril) for name, peril in (("Rook", "dying: 0 of 3"), ("Mira", ""), ("Henk", "dying"))
    ]
    assert list(in_danger(states)) == ["At the end Rook and Henk are dying."]


def wounded(who: str, steps: int) -> list[facts.Fact]:
    return [facts.Judged(who, "wound", steps), facts.BoxesTicked(who, "damage", 0, "damage", steps)]


def test_a_weapon_that_breaks_is_told() -> None:
    cast = make_cast("dragonbane")
    session = begun(cast)
    bridge, goblin = a_fight_of(cast, "goblin_scout")
    rook, here = cast.rook.public_id, bridge.public_id
    happen(cast, facts.Told((goblin, rook), "{0} attacks {1} (Scimitar)."), encounter=here, actor=goblin)
    happen(cast, facts.Told((rook,), "{0}’s Staff breaks."), facts.Told((rook,), "{0}’s Bow holds."), encounter=here)
    story = story_of(cast, session)
    assert "Rook’s staff breaks." in story
    assert "holds" not in story


def test_a_roll_of_whoever_strikes_that_the_table_talks_about_is_told() -> None:
    cast = make_cast("dragonbane")
    session = begun(cast)
    bridge, goblin = a_fight_of(cast, "goblin_scout")
    rook, here = cast.rook.public_id, bridge.public_id
    strikes = facts.Told((goblin, rook), "{0} attacks {1} (Scimitar).")
    happen(cast, strikes, facts.Judged(goblin, "dragon", 0), encounter=here, actor=goblin)
    happen(cast, facts.Judged(rook, "dragon", 0), encounter=here, actor=rook)
    hits = facts.Told((goblin, rook), "{0} hits {1} (Scimitar): 6 damage.")
    happen(cast, strikes, facts.Judged(goblin, "demon", 0), hits, encounter=here, actor=goblin)
    story = story_of(cast, session)
    assert "The goblin scout rolls a Dragon against Rook." in story
    assert "Rook rolls" not in story, "who parried struck nobody"
    blow = "The hardest blow comes from the goblin scout with the scimitar: 6 damage on Rook."
    assert f"The goblin scout rolls a Demon against Rook. {blow} Round 1" in story, "one blow is told once"


def test_whoever_rolls_late_stands_with_those_who_were_asked_with_them(cast: Cast) -> None:
    session = begun(cast)
    at_table.scene(cast.gm, "The causeway")
    asked = {"campaign": cast.campaign, "by": cast.gm.user, "command": "toss", "key": "once"}
    for hero, member in ((cast.rook, cast.anna), (cast.mira, cast.gm)):
        AskedTest.objects.create(**asked, about=hero.public_id, words="Something breathes.")
        perform(member, Intent("toss", {"coins": 1}, hero.public_id))
        at_table.scene(cast.gm, "The chapel")
    scenes = {one.title: " ".join(one.paragraphs) for one in told(cast, session, cast.gm).scenes}
    assert scenes["The causeway"].count("Something breathes.") == 1
    assert "Rook" in scenes["The causeway"]
    assert "Mira" in scenes["The causeway"]
    assert "Something breathes." not in scenes["The chapel"]


def test_a_deed_on_a_sheet_while_its_doer_fights_is_told_with_the_fight() -> None:
    cast = make_cast("sda")
    session = begun(cast)
    perform(cast.anna, Intent("virtue.call", {"end": "courage.excess", "reason": WHY}, cast.rook.public_id))
    perform(cast.gm, Intent("virtue.allow", {}, cast.rook.public_id))
    bridge, _ = a_fight_of(cast)
    perform(cast.anna, Intent("virtue.roll", {}, cast.rook.public_id))
    happen(cast, facts.RoundBegan(2), encounter=bridge.public_id)
    paragraph = story_of(cast, session)
    assert paragraph.index("Rook calls upon being reckless") < paragraph.index("Round 2 is still being fought.")


@pytest.mark.parametrize(
    ("winner", "story", "line"),
    [
        ("foes", "The party is beaten. They bar the door.", "you fought a goblin and lost. They bar the door."),
        ("party", "The party has won. They bar the door.", "you fought a goblin and won; it did not fall. They bar"),
        ("", "They bar the door.", "you fought a goblin; it did not fall. They bar the door."),
    ],
)
def test_who_won_is_told_where_it_does_not_go_without_saying(winner: str, story: str, line: str) -> None:
    cast = make_cast("kaos")
    session = begun(cast)
    bridge, goblin = a_fight_of(cast, "goblin")
    happen(
        cast,
        facts.Told((cast.rook.public_id, goblin), "{0} misses {1}."),
        facts.Rolled(goblin, "wait", (), 2, 50.0),
        encounter=bridge.public_id,
    )
    perform(cast.gm, Intent("fight.end", {"winner": winner, "told": "They bar the door."}, "", bridge.public_id))
    made = told(cast, session, cast.gm)
    assert made.story.endswith(story)
    assert ("The party" in made.story) == bool(winner)
    assert any(line in one for one in made.recap), made.recap


def test_whoever_was_lost_is_named_below_a_written_story_too() -> None:
    made = Version(lost="You lost Rook.")
    assert recap_of("## Snow\n\nIt snowed.", made) == ("Snow: It snowed.", "You lost Rook.")
    assert recap_of("It snowed. You lost Rook.", made) == ("It snowed. You lost Rook.",)
    *_, lost, last = lines = recap_of("\n\n".join(f"Day {at}." for at in range(9)), made)
    assert len(lines) == LINES
    assert (lost, last) == (made.lost, "Day 8."), "how it ended comes last"
