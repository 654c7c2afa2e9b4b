"""Templates of encounters: a cast is kept, and new fights begin from it."""

import pytest

from campaigns.audience import history, viewers
from campaigns.models import Campaign, Entry, Membership, Role
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character
from combat import services, templates
from combat.models import Encounter, Template
from rules import codec
from rules.engine.kernel import BarrierDrawn, NotNow
from tests.combat.conftest import Fight, client_of
from tests.helpers import Cast


def test_a_fight_begun_from_a_template_has_the_cast_and_the_places(fight: Fight) -> None:
    gm = fight.cast.gm
    template = templates.keep(gm, encounter=Encounter.objects.get(pk=fight.encounter.pk), name="At the gate")
    assert "(hidden)" in template.summary
    made = templates.prepare(gm, template)
    fresh, kept = Encounter.objects.get(pk=made.pk).state, fight.state
    old = [one for who, one in kept.combatants.items() if who in {fight.foe.public_id, fight.canary.public_id}]
    new = list(fresh.combatants.values())
    assert sorted((one.hidden, one.x, one.y, one.facing) for one in new) == sorted(
        (one.hidden, one.x, one.y, one.facing) for one in old
    )
    assert not set(fresh.combatants) & set(kept.combatants)
    assert made.secret
    assert made.name == "At the gate"
    assert Character.objects.filter(public_id__in=fresh.combatants, secret=True).count() == len(new)
    assert templates.keep(gm, encounter=Encounter.objects.get(pk=made.pk)).cast == template.cast


def test_pages_keep_prepare_once_and_delete(fight: Fight) -> None:
    gm, campaign = client_of(fight.cast.gm), f"/campaigns/{fight.cast.campaign.public_id}/"
    gm.post(f"{fight.address}template/", {"key": "keep"})
    gm.post(f"{fight.address}template/", {"key": "keep"})
    template = Template.objects.get()
    assert template.summary in gm.get(f"{campaign}encounters/").content.decode()
    assert template.summary not in client_of(fight.cast.anna).get(f"{campaign}encounters/").content.decode()
    before = Encounter.objects.count()
    at = f"{campaign}templates/{template.public_id}/"
    first, again = (gm.post(f"{at}prepare/", {"key": "once"})["Location"] for _ in range(2))
    assert first == again
    assert Encounter.objects.count() == before + 1
    entry = Entry.objects.order_by("-number")[0]
    assert entry.command == "creature.bring"
    gm.post(f"{at}delete/")
    assert not Template.objects.exists()
    assert Encounter.objects.count() == before + 1


def test_a_fight_without_creatures_is_no_template(cast: Cast) -> None:
    encounter = cast.encounter()
    services.bring_party(cast.gm, encounter=encounter, who=[cast.rook.public_id])
    with pytest.raises(NotNow):
        templates.keep(cast.gm, encounter=Encounter.objects.get(pk=encounter.pk))
    answer = client_of(cast.gm).post(
        f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/template/", follow=True
    )
    assert "Add some first" in answer.content.decode()


def test_templates_of_another_campaign_do_not_exist(fight: Fight) -> None:
    template = templates.keep(fight.cast.gm, encounter=Encounter.objects.get(pk=fight.encounter.pk))
    other = Campaign.objects.create(name="Elsewhere", system_slug=fight.cast.campaign.system_slug)
    Membership.objects.create(campaign=other, user=fight.cast.gm.user, role=Role.GM)
    at = f"/campaigns/{other.public_id}/templates/{template.public_id}/prepare/"
    assert client_of(fight.cast.gm).post(at).status_code == 404


def test_a_template_keeps_walls_cover_and_fog_and_whom_it_hides(fight: Fight) -> None:
    gm = fight.cast.gm
    fight.do("fight.place", combatant=fight.foe.public_id, x=8, y=8)
    fight.do("board.draw", kind="wall", x=0, y=30, to_x=40, to_y=30)
    fight.do("board.draw", kind="half", x=0, y=20, to_x=40, to_y=20)
    fight.do("board.fog", foggy="on", x=60, y=60, to_x=100, to_y=100)
    template = templates.keep(gm, encounter=Encounter.objects.get(pk=fight.encounter.pk))
    made = templates.prepare(gm, template, secret=False)
    fresh, kept = Encounter.objects.get(pk=made.pk).state, fight.state
    assert (fresh.barriers, fresh.fog) == (kept.barriers, kept.fog)
    assert len(fresh.barriers) == 2
    (foggy,) = [one for one in fresh.combatants.values() if (one.x, one.y) == (8, 8)]
    assert (foggy.hidden, foggy.in_fog) == (True, True)
    perform(gm, Intent("board.fog", {"foggy": False}, encounter=made.public_id))
    assert not [one for one in Encounter.objects.get(pk=made.pk).state.combatants.values() if one.in_fog]


def test_players_read_of_a_board_from_a_template_no_more_than_they_see(fight: Fight) -> None:
    gm = fight.cast.gm
    fight.do("board.draw", kind="wall", x=70, y=70, to_x=90, to_y=70)
    fight.do("board.fog", foggy="on", x=60, y=60, to_x=100, to_y=100)
    made = templates.prepare(gm, templates.keep(gm, encounter=fight.encounter), secret=False)
    entry = Entry.objects.filter(encounter=made.public_id).latest("number")
    seen = history.seen_facts(entry, viewers.viewer(fight.cast.anna))
    assert [fact for fact in codec.facts_from(entry.facts) if isinstance(fact, BarrierDrawn)]
    assert not [fact for fact in seen if isinstance(fact, BarrierDrawn)]


def test_a_name_that_is_taken_is_numbered(fight: Fight) -> None:
    template = templates.keep(fight.cast.gm, encounter=fight.encounter, name="At the gate")
    assert [templates.prepare(fight.cast.gm, template).name for _ in range(3)] == [
        "At the gate",
        "At the gate 2",
        "At the gate 3",
    ]
    longest = templates.keep(fight.cast.gm, encounter=fight.encounter, name="g" * 120)
    names = [templates.prepare(fight.cast.gm, longest).name for _ in range(2)]
    assert len(set(names)) == 2
    assert max(map(len, names)) <= 120
