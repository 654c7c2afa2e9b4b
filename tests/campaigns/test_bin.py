"""The bin: who puts what there, who finds it, how it comes back, and what is left when it is gone for good."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.utils import OperationalError, ProgrammingError
from django.test import Client
from django.utils import timezone

from campaigns.bin import deleting, services
from campaigns.chronicle import verify
from campaigns.members import services as members
from campaigns.models import Campaign, Entry, Picture
from campaigns.pictures import files
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo, undo
from campaigns.tasks import empty_bins
from characters import services as characters
from characters.models import Character, ExperienceEntry, Rank
from combat import services as combat
from combat.models import Encounter
from rules import codec
from tests.api.programs import Program
from tests.api.test_tokens import make_token
from tests.archive.halls import lived_in
from tests.campaigns.test_archive import here, post, sheet_of, text
from tests.campaigns.test_playing import client_of
from tests.combat.conftest import prepared
from tests.helpers import Cast, make_cast, write_text

LATER = timedelta(days=services.DAYS, minutes=1)


def put(cast: Cast, who: object, what: str) -> int:
    return post(who, f"{here(cast)}bin/put/", what=what)


def into_the_bin(cast: Cast, who: Character) -> None:
    """A character who was played, archived and deleted."""
    characters.archive(cast.gm, who, archived=True)
    services.put(cast.gm, who.public_id)


def addresses_of(cast: Cast, who: Character) -> list[str]:
    api = f"/api/v1/characters/{who.public_id}/"
    return [sheet_of(cast, who), f"{sheet_of(cast, who)}print/", f"{sheet_of(cast, who)}experience/", api]


def test_a_character_in_the_bin_is_gone_for_everybody_and_comes_back(cast: Cast) -> None:
    characters.archive(cast.anna, cast.rook, archived=True)
    for _ in range(2):
        assert put(cast, cast.anna, cast.rook.public_id) == 302
    for who in (cast.gm, cast.anna, cast.boris, cast.olga):
        assert "Rook" not in text(client_of(who), here(cast))
        assert {client_of(who).get(at).status_code for at in addresses_of(cast, cast.rook)} == {404}
    assert post(cast.gm, f"{here(cast)}perform/", command="sheet.text", actor=cast.rook.public_id) in (404, 422)
    for who, finds in ((cast.gm, True), (cast.anna, True), (cast.boris, False), (cast.olga, False)):
        assert ("Rook" in text(client_of(who), f"{here(cast)}bin/")) == finds
    assert f"{services.DAYS} days left" in text(client_of(cast.anna), f"{here(cast)}bin/")
    assert post(cast.boris, f"{here(cast)}bin/bring-back/", what=cast.rook.public_id) == 404
    for _ in range(2):
        assert post(cast.anna, f"{here(cast)}bin/bring-back/", what=cast.rook.public_id) == 302
    assert "Rook is in the archive" in text(client_of(cast.boris), sheet_of(cast, cast.rook))


def test_a_campaign_in_use_is_archived_first(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "A scar")
    assert "To delete the campaign, archive it first." in text(client_of(cast.gm), f"{here(cast)}members/")
    answer = client_of(cast.gm).post(f"{here(cast)}delete/", follow=True)
    assert f"Archive {cast.campaign} first" in answer.content.decode()
    assert Campaign.objects.get(pk=cast.campaign.pk).binned_at is None


def test_whoever_was_played_can_be_deleted_from_their_sheet(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "A scar")
    assert "Delete Rook" in text(client_of(cast.anna), sheet_of(cast, cast.rook))
    assert put(cast, cast.anna, cast.rook.public_id) == 302
    assert Character.objects.get(pk=cast.rook.pk).binned_at is not None


def test_what_was_never_used_is_deleted_at_once(cast: Cast) -> None:
    encounter = cast.encounter()
    assert put(cast, cast.boris, cast.mira.public_id) == 302
    assert put(cast, cast.gm, encounter.public_id) == 302
    assert services.listed(cast.boris)[0].thing == cast.mira
    assert [one.kind for one in services.listed(cast.gm)] == ["Fight", "Character"]


def test_nobody_deletes_what_is_not_theirs(cast: Cast) -> None:
    encounter, creature = cast.encounter(), cast.creature()
    for who, status in ((cast.boris, 403), (cast.olga, 403), (cast.stranger, 404)):
        assert put(cast, who, cast.rook.public_id) == status
    assert put(cast, cast.anna, encounter.public_id) == 403
    assert [put(cast, cast.anna, what) for what in (creature.public_id, "nothing")] == [404, 404]
    assert [post(who, f"{here(cast)}delete/") for who in (cast.anna, cast.stranger)] == [403, 404]
    assert Client().post(f"{here(cast)}bin/put/", {"what": cast.rook.public_id}).status_code == 302
    assert not Character.objects.exclude(binned_at=None).exists()


def test_nobody_is_deleted_in_the_middle_of_a_fight(db: None) -> None:
    fight = prepared(make_cast("sda"))
    fight.do("fight.begin")
    cast = fight.cast
    for what, sentence in ((cast.rook.public_id, "End the fight first"), (fight.encounter.public_id, "End it first")):
        answer = client_of(cast.gm).post(f"{here(cast)}bin/put/", {"what": what}, follow=True)
        assert sentence in answer.content.decode()
    assert not Character.objects.exclude(binned_at=None).exists()


def test_a_secret_thing_in_the_bin_is_the_game_masters_alone(cast: Cast) -> None:
    creature = cast.creature()
    services.put(cast.gm, creature.public_id)
    for who in (cast.anna, cast.olga):
        assert "Magpie" not in text(client_of(who), f"{here(cast)}bin/")
        assert post(who, f"{here(cast)}bin/bring-back/", what=creature.public_id) == 404


# -- for good ---------------------------------------------------------------------------------------------------------


def test_before_its_days_are_over_nothing_is_deleted(cast: Cast) -> None:
    into_the_bin(cast, cast.rook)
    assert deleting.empty(timezone.now() + timedelta(days=services.DAYS - 1)) == {"campaigns": 0, "documents": 0}
    empty_bins()
    assert services.bring_back(cast.gm, cast.rook.public_id).name == "Rook"


def test_a_character_deleted_for_good_leaves_a_chronicle_that_holds(cast: Cast) -> None:
    rook = cast.rook
    write_text(cast.anna, rook, "A scar")
    perform(cast.anna, Intent("toss", {"coins": 2}, actor=rook.public_id))
    entries, ledger = Entry.objects.count(), ExperienceEntry.objects.count()
    into_the_bin(cast, rook)
    for times in (1, 0):
        assert deleting.empty(timezone.now() + LATER)["documents"] == times
    left = Character.objects.get(pk=rook.pk)
    assert (left.name, left.erased) == ("Deleted character", True)
    assert "scar" not in left.body
    assert not Rank.objects.filter(character=rook).exists()
    assert (Entry.objects.count(), ExperienceEntry.objects.count()) == (entries, ledger)
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []
    for who in (cast.gm, cast.anna):
        assert "Rook" not in text(client_of(who), f"{here(cast)}bin/")
        assert post(who, f"{here(cast)}bin/bring-back/", what=rook.public_id) == 404
        assert "Deleted character" in text(client_of(who), f"{here(cast)}chronicle/")
    last = last_to_undo(cast.campaign)
    assert last is not None
    undo(cast.gm, last.public_id)
    again = Character.objects.get(pk=rook.pk)
    assert (again.name, again.body) == ("Deleted character", left.body)
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []


def test_a_fight_taken_up_again_is_played_with_whoever_was_deleted(db: None) -> None:
    fight = prepared(make_cast("sda"))
    fight.do("fight.begin")
    fight.do("fight.end", winner="nobody")
    cast = fight.cast
    into_the_bin(cast, cast.rook)
    deleting.empty(timezone.now() + LATER)
    last = last_to_undo(cast.campaign)
    assert last is not None
    undo(cast.gm, last.public_id)
    assert client_of(cast.gm).get(fight.address).status_code == 200
    assert "Deleted character" in text(client_of(cast.gm), fight.address)
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []


def test_an_encounter_deleted_for_good(cast: Cast) -> None:
    unused, used = cast.encounter(), combat.prepare(cast.gm, name="The ford", secret=False)
    combat.bring_party(cast.gm, encounter=used, who=[cast.rook.public_id])
    combat.archive(cast.gm, used, archived=True)
    for one in (unused, used):
        services.put(cast.gm, one.public_id)
    assert deleting.empty(timezone.now() + LATER)["documents"] == 2
    assert not Encounter.objects.filter(pk=unused.pk).exists()
    assert Encounter.objects.get(pk=used.pk).name == "Deleted fight"
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []


# -- campaigns --------------------------------------------------------------------------------------------------------


def test_a_campaign_in_the_bin_is_gone_for_everybody_and_comes_back(cast: Cast) -> None:
    _, token = members.invite(cast.gm, role="player", uses=1, days=7)
    members.archive(cast.gm, archived=True)
    assert post(cast.gm, f"{here(cast)}delete/") == 302
    for who in (cast.gm, cast.anna, cast.olga):
        page = client_of(who).get(here(cast))
        assert (page.status_code, "The long winter is in the bin." in page.content.decode()) == (404, who is cast.gm)
        assert "The long winter" not in text(client_of(who), "/")
        assert client_of(who).get(f"/api/v1/campaigns/{cast.campaign.public_id}/").status_code in (401, 404)
        assert ("The long winter" in text(client_of(who), "/bin/")) == (who is cast.gm)
        assert ('href="/bin/"' in text(client_of(who), "/")) == (who is cast.gm)
    with pytest.raises(members.LinkClosed):
        members.accept(cast.stranger, token)
    assert post(cast.anna, "/bin/bring-back/", what=cast.campaign.public_id) == 404
    for _ in range(2):
        assert post(cast.gm, "/bin/bring-back/", what=cast.campaign.public_id) == 302
    assert client_of(cast.anna).get(here(cast)).status_code == 200


def test_a_campaign_deleted_for_good_goes_wholly_and_no_other(
    cast: Cast, django_capture_on_commit_callbacks: Any
) -> None:
    lived_in(cast)
    other = Campaign.objects.create(name="Summer", system_slug=cast.campaign.system_slug)
    place = members.Membership.objects.create(campaign=other, user=cast.gm.user, role="gm")
    kept = characters.begin(place, name="Swallow", owner=None)
    names = list(Picture.objects.filter(campaign=cast.campaign).values_list("public_id", flat=True))
    Campaign.objects.filter(pk=cast.campaign.pk).update(binned_at=timezone.now())
    assert all(files.content(name, "token") for name in names)
    with django_capture_on_commit_callbacks(execute=True):
        assert deleting.empty(timezone.now() + LATER)["campaigns"] == 1
    assert list(Campaign.objects.all()) == [other]
    for model in deleting._paths():
        rows = model._base_manager
        assert rows.count() == sum(rows.filter(**{path: other.pk}).count() for path in deleting._paths()[model]), model
    assert names
    assert [files.content(name, size) for name in names for size in files.SIZES] == [None] * len(names) * 2
    assert verify.faults(Campaign.objects.get(pk=other.pk)) == []
    assert Character.objects.get() == kept
    with pytest.raises((IntegrityError, OperationalError, ProgrammingError)), transaction.atomic():
        Entry.objects.all()._raw_delete("default")


def test_a_campaign_brought_back_in_time_stays(cast: Cast) -> None:
    members.archive(cast.gm, archived=True)
    services.put_campaign(cast.gm)
    services.bring_campaign_back(cast.gm.user, cast.campaign.public_id)
    assert deleting.empty(timezone.now() + LATER)["campaigns"] == 0


# -- by programs ------------------------------------------------------------------------------------------------------


def test_a_program_archives_deletes_and_brings_back(cast: Cast) -> None:
    program = Program(make_token(cast.gm.user, "read", "manage")[1])
    rook, here_ = cast.rook.public_id, f"/campaigns/{cast.campaign.public_id}"

    def put_away(archived: bool) -> bool:
        assert program.put(f"/characters/{rook}/archived/", {"archived": archived}).status_code == 204
        listed = program.read(f"{here_}/characters/")["results"]
        return next(bool(one["archived"]) for one in listed if one["id"] == rook)

    assert (put_away(True), put_away(True), put_away(False)) == (True, True, False)
    for _ in range(2):
        assert program.post(f"{here_}/bin/", {"what": rook}).status_code == 204
    lying = program.read(f"{here_}/bin/")["results"]
    assert [(one["id"], one["kind"], one["days_left"]) for one in lying] == [(rook, "character", services.DAYS)]
    assert program.get(f"/characters/{rook}/").status_code == 404
    for _ in range(2):
        assert program.send("DELETE", f"{here_}/bin/{rook}/").status_code == 204
    assert program.read(f"{here_}/bin/")["results"] == []
    assert program.get(f"/characters/{rook}/").status_code == 200


def test_a_program_deletes_a_campaign_only_out_of_the_archive(cast: Cast) -> None:
    program = Program(make_token(cast.gm.user, "read", "manage")[1])
    here_ = f"/campaigns/{cast.campaign.public_id}/"
    write_text(cast.gm, cast.rook, "played")
    assert "Archive" in program.send("DELETE", here_).json()["detail"]
    assert program.put(f"{here_}archived/", {"archived": True}).status_code == 204
    assert program.read(here_)["archived"] is True
    assert program.send("DELETE", here_).status_code == 204
    assert program.get(here_).status_code == 404
    assert [one["kind"] for one in program.read("/bin/")["results"]] == ["campaign"]
    assert program.send("DELETE", f"/bin/{cast.campaign.public_id}/").status_code == 204
    assert program.read(here_)["archived"] is True


def test_a_program_archives_no_fight_that_is_running(cast: Cast) -> None:
    program = Program(make_token(cast.gm.user, "read", "manage")[1])
    encounter = cast.encounter()
    Encounter.objects.filter(pk=encounter.pk).update(body=codec.dump(replace(encounter.state, stage="fighting")))
    answer = program.put(f"/encounters/{encounter.public_id}/archived/", {"archived": True})
    assert (answer.status_code, answer.json()["detail"]) == (422, "This fight is still running. End it first.")
