"""The words of a summary: the sentences that people typed, the blow to remember, and what is said but once."""

import re

import pytest

from campaigns.models import AskedTest, Membership, Session
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.sessions import at_table, services
from campaigns.summaries import telling
from campaigns.summaries.happenings import Blow, FightTold, Quiet, SceneDigest, Turning
from campaigns.summaries.naming import Cast as People
from campaigns.summaries.prose import story
from characters.party import moves
from combat import services as combat
from combat import spoils
from rules.engine.kernel import facts
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_sessions import written
from tests.campaigns.test_summaries import a_fight_left_open, begun, happen, papers_of, telling_of
from tests.helpers import Cast, make_cast

pytestmark = pytest.mark.django_db
WHY = "Mira stands over the miller’s child"


def calls(cast: Cast, why: str = WHY, *commands: str) -> None:
    """Rook calls upon being reckless, and then these commands of his or of the game master are given."""
    perform(cast.anna, Intent("virtue.call", {"end": "courage.excess", "reason": why}, cast.rook.public_id))
    for command in commands:
        by = cast.anna if command == "virtue.roll" else cast.gm
        perform(by, Intent(command, actor=cast.rook.public_id))


def read_by(cast: Cast, session: Session, member: Membership) -> list[str]:
    return [scene for told in telling_of(cast, session, member).scenes for scene in told.paragraphs]


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        (("virtue.allow",), f"{WHY}. Rook means to be reckless."),
        (("virtue.allow", "virtue.roll"), f"{WHY}. Rook calls upon being reckless"),
    ],
)
def test_the_reason_for_a_virtue_is_told_once_it_is_allowed(commands: tuple[str, ...], said: str) -> None:
    cast = make_cast("sda")
    session = begun(cast)
    calls(cast, WHY, *commands)
    for member in (cast.gm, cast.anna, cast.olga):
        (paragraph,) = read_by(cast, session, member)
        assert paragraph.startswith(said)
        assert paragraph.count("reckless") == paragraph.count(WHY) == 1


def test_whoever_enacts_a_virtue_is_a_zealot_not_zealot() -> None:
    cast = make_cast("sda")
    session = begun(cast)
    perform(cast.anna, Intent("virtue.call", {"end": "faith.excess", "reason": WHY}, cast.rook.public_id))
    perform(cast.gm, Intent("virtue.allow", actor=cast.rook.public_id))
    (paragraph,) = read_by(cast, session, cast.gm)
    assert paragraph.startswith(f"{WHY}. Rook means to be a zealot.")


def test_a_virtue_that_was_not_allowed_is_not_told() -> None:
    cast = make_cast("sda")
    session = begun(cast)
    calls(cast)
    assert not read_by(cast, session, cast.gm), "nobody has answered"
    session = begun(cast)
    perform(cast.gm, Intent("virtue.refuse", actor=cast.rook.public_id))
    calls(cast, "So be it", "virtue.refuse")
    assert not read_by(cast, session, cast.gm)


def test_what_somebody_only_asks_for_is_no_state_at_the_end() -> None:
    cast = make_cast("sda")
    session = begun(cast)
    calls(cast)
    at_table.end(cast.gm)
    version = telling.told_to(cast.gm, written(session))
    assert version is not None
    states = {one.who: one.line for one in version.people}
    assert states[cast.rook.public_id].startswith("Spirit")
    assert "asks" not in states[cast.rook.public_id]


def test_a_virtue_within_a_fight_is_told_with_its_reason() -> None:
    cast = make_cast("sda")
    session = begun(cast)
    bridge = cast.encounter()
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id, cast.mira.public_id])
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=bridge.public_id)
    rook, here = cast.rook.public_id, bridge.public_id
    asks = facts.Told((rook,), "{0} wants to call upon being brave: For (all) of us!")
    happen(cast, asks, encounter=here, actor=rook)
    happen(cast, facts.Told((rook,), "{0} may be brave in this scene."), encounter=here, actor=rook)
    assert "For (all) of us! Rook means to be brave." in read_by(cast, session, cast.anna)[0]


def test_the_reason_of_a_test_stands_before_how_it_went(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(cast)
    asked = {"campaign": cast.campaign, "by": cast.gm.user, "command": "toss", "key": "once"}
    for hero, member in ((cast.rook, cast.anna), (cast.mira, cast.gm)):
        AskedTest.objects.create(**asked, about=hero.public_id, words="Something {0} scratches below the floor.")
        perform(member, Intent("toss", {"coins": 1}, hero.public_id))
    for member in (cast.gm, cast.anna, cast.olga):
        (paragraph,) = read_by(cast, session, member)
        assert paragraph.startswith("Something (0) scratches below the floor. ")
        assert "Rook" in paragraph
        assert "Mira" in paragraph
    services.publish(cast.gm, session)
    papers = papers_of(monkeypatch)
    address = f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/summary"
    assert "Something (0) scratches" in client_of(cast.anna).get(f"{address}.md").content.decode()
    client_of(cast.anna).get(f"{address}.pdf")
    assert "Something (0) scratches" in papers[0]


def test_the_reason_of_a_test_within_a_fight_is_told_with_the_fight(cast: Cast) -> None:
    bridge, magpie = a_fight_left_open(cast)
    session, rook = begun(cast), cast.rook.public_id
    happen(cast, facts.Told((rook, magpie), "{0} strikes {1}."), encounter=bridge.public_id, actor=rook)
    why = facts.Told((rook,), "The planks give way", apart=True)
    rolled = facts.Rolled(rook, "toss: balance", (), 2, 50.0)
    happen(cast, why, rolled, facts.Judged(rook, "success"), encounter=bridge.public_id, actor=rook)
    assert "The planks give way. Rook succeeds at balance." in read_by(cast, session, cast.anna)[0]


def test_where_room_is_short_what_people_typed_is_told_before_the_rest() -> None:
    quiet = Quiet(deeds=[("rook", f"Rook casts {at}.") for at in "abcdef"])
    quiet.tests = {("", what): [("rook", "success")] for what in ("stealth", "tracking")}
    quiet.deeds.append(("rook", "So be it. Rook calls upon being brave."))
    quiet.reasoned.add("So be it. Rook calls upon being brave.")
    quiet.tests["A floor creaks", "perception"] = [("rook", "failure")]
    people = People({"rook": "Rook"}, frozenset({"rook"}), frozenset())
    told = " ".join(story([SceneDigest("", [quiet] * 60)], people, "hits")[0].paragraphs)
    assert "So be it. Rook calls" in told
    assert "A floor creaks. Rook" in told
    assert "casts" not in told
    assert "stealth" not in told


# -- fights ------------------------------------------------------------------------------------------------------------


def test_the_hardest_blow_is_the_one_that_dealt_most_and_not_the_one_with_most_room() -> None:
    cast = make_cast("sda")
    bridge = cast.encounter()
    rook, mira, wren = cast.rook.public_id, cast.mira.public_id, cast.creature().public_id
    combat.bring_party(cast.gm, encounter=bridge, who=[rook, mira])
    here = bridge.public_id
    happen(cast, facts.TextChanged(wren, "name", "Wren"), facts.Joined(wren, "foes"), encounter=here)
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=here)
    session = begun(cast)
    for by, dealt, ticked in ((mira, 4, 4), (rook, 7, 2)):
        strikes = facts.Told((by, wren), "{0} attacks {1} (Ice Fang).")
        numbers = {"damage": dealt + 2, "armour": 2, "boxes": dealt}
        hurt = facts.Judged(wren, "hurt", dealt, numbers, {"armour": wren})
        boxes = facts.Told((wren,), f"{{0}} takes {ticked} boxes on line 1, which has no more (crushing).")
        happen(cast, strikes, hurt, boxes, encounter=here, actor=by)
    for member in (cast.gm, cast.anna):
        assert (
            "The hardest blow comes from Rook with the Ice Fang: 7 injuries on Wren."
            in read_by(cast, session, member)[0]
        )


def test_of_blows_as_hard_as_each_other_the_one_that_felled_somebody_is_told() -> None:
    fight = FightTold("here", "The ford", {"rook": "party", "wren": "foes", "crow": "foes"})
    fight.blows += [Blow("rook", victim, 3, "3 boxes") for victim in ("wren", "crow")]
    fight.turnings.append(Turning("fall", "crow", "rook"))
    assert fight.blow == fight.blows[1]


def test_a_single_foe_is_down_and_not_all_of_them(cast: Cast) -> None:
    session = begun(cast)
    bridge = cast.encounter()
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id])
    here, wren = bridge.public_id, cast.creature().public_id
    happen(cast, facts.TextChanged(wren, "name", "Wren"), facts.Joined(wren, "foes"), encounter=here)
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=here)
    happen(cast, facts.Told((wren,), "{0} dies."), facts.StageSet("over"), encounter=here)
    found = telling_of(cast, session, cast.anna)
    assert found.recap[-1] == "The bridge: you fought Wren; Wren is down."


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("", "After three rounds no foe is left standing."),
        ("The mill is ours.", "The mill is ours."),
    ],
)
def test_a_victory_is_told_once(cast: Cast, outcome: str, said: str) -> None:
    session = begun(cast)
    bridge, magpie = a_fight_left_open(cast)
    happen(cast, facts.Told((magpie,), "{0} dies."), encounter=bridge.public_id)
    happen(cast, facts.StageSet("over"), facts.Told((), f"The fight is over. {outcome}"), encounter=bridge.public_id)
    (paragraph,) = read_by(cast, session, cast.anna)
    assert paragraph.endswith(f" {said}")
    assert paragraph.count("three rounds") == (not outcome)


def test_things_that_change_hands_are_listed_as_people_list_them(cast: Cast) -> None:
    session, rook = begun(cast), cast.rook.public_id
    found = (moves.Thing("Sword"), moves.Thing("bow of {0}"), moves.Thing("Rope", 2))
    moves.move(cast.gm, moves.Move("outside", rook, {"coin": 2}, found=found))
    bridge, _ = a_fight_left_open(cast)
    gift = spoils.Gift("party", {}, (moves.Thing("Bell"), moves.Thing("Ring")))
    spoils.share(cast.gm, Intent(spoils.COMMAND, encounter=bridge.public_id), [gift])
    story_told = telling_of(cast, session, cast.anna).story
    assert "Sword, bow of (0) and 2 × Rope." in story_told
    assert "The party finds: Bell and Ring." in story_told


# -- files and tables --------------------------------------------------------------------------------------------------


def test_markdown_has_the_plain_words_of_links_as_the_letter_has(cast: Cast) -> None:
    session = begun(cast)
    at_table.end(cast.gm)
    written(session)
    services.publish(cast.gm, session, text="## Snow\n\n*Cold* for [[Rook]] and [[Odo the miller|the miller]].")
    here = f"/campaigns/{cast.campaign.public_id}/sessions"
    for member, address in (
        (cast.anna, f"{session.public_id}/summary.md"),
        (cast.gm, f"{session.public_id}/summary.md?for=players"),
        (cast.anna, "story.md"),
    ):
        text = client_of(member).get(f"{here}/{address}").content.decode()
        assert "*Cold* for Rook and the miller." in text
        assert "# Snow" in text


@pytest.mark.parametrize(
    ("kinds", "by", "heads"),
    [
        (("skill",), 2, ["Who", "Earned", "For"]),
        (("skill", "fame"), 2, ["Who", "What", "Earned", "For"]),
        (("skill",), -2, ["Who", "Earned", "Spent", "For"]),
    ],
)
def test_experience_has_no_column_that_says_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...], by: int, heads: list[str]
) -> None:
    session, papers = begun(cast), papers_of(monkeypatch)
    for kind in kinds:
        happen(cast, facts.ExperienceChanged(cast.rook.public_id, kind, kind, by, "the ford"))
        happen(cast, facts.ExperienceChanged(cast.rook.public_id, kind, kind, 3, "the ford"))
    at_table.end(cast.gm)
    written(session)
    services.publish(cast.gm, session)
    here = f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}"
    client = client_of(cast.anna)
    page, text, _ = (client.get(f"{here}/{file}").content for file in ("", "summary.md", "summary.pdf"))
    assert f"| {' | '.join(heads)} |" in text.decode()
    for shown in (page.decode(), papers[0]):
        table = shown.partition(">Experience</h2>")[2].partition("</table>")[0]
        assert re.findall(r"<th(?: [^>]*)?>([^<]+)<", table)[: len(heads)] == heads
        assert table.count("</th>") <= len(heads) + len(kinds)
