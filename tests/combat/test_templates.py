"""Templates of encounters: a cast is kept, and new fights begin from it."""

import pytest

from campaigns.models import Campaign, Entry, Membership, Role
from characters.models import Character
from combat import services, templates
from combat.models import Encounter, Template
from rules.engine.kernel import NotNow
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
