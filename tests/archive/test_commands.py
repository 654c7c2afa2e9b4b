"""``manage.py export`` and ``import``, and who comes to be whom."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns.archive.people import Seating
from campaigns.members import places, services
from campaigns.models import Campaign, Entry, JournalPage, Membership, Role, Roll, Seat
from characters.models import Character
from tests.archive.halls import brought_in, empty, exported, files_of
from tests.helpers import Cast, make_user
from winterhall.accounts.models import User


@pytest.fixture
def file(archive: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "winter.zip"
    path.write_bytes(archive)
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: Any) -> str:
    call_command(*map(str, arguments))
    return capsys.readouterr().out


def roles() -> dict[str, str]:
    return {one.user.display_name: one.role for one in Membership.objects.select_related("user")}


def test_a_campaign_is_written_and_brought_in(
    file: Path, archive: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = run(capsys, "import", file)
    campaign = Campaign.objects.get()
    assert said.startswith("The long winter: ")
    assert "Anna: not known here. Their place stays unclaimed until you give it to somebody." in said
    assert "Nobody here runs it yet" in said
    assert said.endswith(f"/campaigns/{campaign.public_id}/\n")
    again = tmp_path / "again.zip"
    assert "entries" in run(capsys, "export", campaign.public_id, again)
    assert again.read_bytes() == archive
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_places_wait_for_people_who_cannot_sign_in(archive: bytes) -> None:
    brought_in(archive)
    for user in User.objects.all():
        assert user.is_placeholder
        assert not user.is_active
        assert not user.has_usable_password()
    assert roles() == {"Gisela": "gm", "Anna": "player", "Boris": "player", "Olga": "observer"}


def test_an_operator_says_who_runs_it_and_who_plays(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greta, anne = make_user("greta"), make_user("anne")
    said = run(capsys, "import", file, "--gm", "greta@example.org", "--member", "Anna=Anne")
    assert "Gisela: Greta takes this place." in said
    assert "Nobody here runs it yet" not in said
    assert roles() == {"Greta": "gm", "Anne": "player", "Boris": "player", "Olga": "observer"}
    assert Character.objects.get(name="Rook").owner == anne
    assert Seat.objects.get(answer="yes").user == anne
    # What was written stands in the name of whoever wrote it: the chain of the chronicle says so.
    assert {entry.by.display_name for entry in Entry.objects.all()} == {"Gisela", "Anna", "Boris"}
    assert greta.memberships.count() == 1


def test_people_of_the_same_hall_are_the_same(campaign: Campaign, cast: Cast, file: Path) -> None:
    archive = exported(campaign)
    people = {user.public_id: user for user in User.objects.all()}
    users = list(User.objects.values())
    empty()
    User.objects.bulk_create(User(**one) for one in users)
    brought_in(archive)
    assert {user.public_id: user for user in User.objects.all()} == people
    assert Membership.objects.get(user=cast.gm.user).role == Role.GM


def test_addresses_find_people_if_they_were_exported(campaign: Campaign) -> None:
    archive = exported(campaign, addresses=True)
    empty()
    anna = make_user("anna")
    brought_in(archive)
    assert Membership.objects.get(user=anna).role == Role.PLAYER


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--gm", "nobody@example.org"), "nobody of this hall"),
        (("--member", "Zoe=greta@example.org"), "is not one person of the archive. It has "),
        (("--gm", "Greta", "--member", "Anna=Greta"), "Greta would take two places"),
    ],
)
def test_what_cannot_be_given_is_refused(file: Path, arguments: tuple[str, ...], sentence: str) -> None:
    make_user("greta")
    with pytest.raises(CommandError, match=sentence):
        call_command("import", str(file), *arguments)
    assert not Campaign.objects.exists()


def test_files_that_are_not_there_are_told(db: None, cast: Cast, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nowhere\.zip cannot be read: No such file"):
        call_command("import", str(tmp_path / "nowhere.zip"))
    with pytest.raises(CommandError, match="no campaign of that id"):
        call_command("export", "nothing", str(tmp_path / "a.zip"))
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export", cast.campaign.public_id, str(tmp_path / "no" / "folder.zip"))


# -- places -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def gm(archive: bytes) -> Membership:
    """Greta, who runs the campaign that was brought in."""
    greta = make_user("greta")
    campaign = brought_in(archive, Seating(gm=greta)).campaign
    return Membership.objects.select_related("campaign", "user").get(campaign=campaign, user=greta)


def place_of(gm: Membership, name: str) -> Membership:
    return Membership.objects.select_related("user").get(campaign=gm.campaign, user__display_name=name)


def test_a_place_is_given_to_a_member(gm: Membership) -> None:
    anne = make_user("anne")
    place = place_of(gm, "Anna")
    placeholder = place.user
    other = Membership.objects.create(campaign=gm.campaign, user=anne, role=Role.OBSERVER)
    places.give(gm, place, to=other)
    assert roles() == {"Greta": "gm", "Anne": "player", "Boris": "player", "Olga": "observer"}
    assert Character.objects.get(name="Rook").owner == anne
    assert Seat.objects.get(answer="yes").user == anne
    assert Roll.objects.filter(player=anne).exists()
    assert not Roll.objects.filter(player=placeholder).exists()
    page = JournalPage.objects.get(title="Ö letter")
    assert page.readers == f" {anne.pk} "
    assert JournalPage.objects.get(title="The Black Lantern").named == {"anna": anne.pk}
    assert JournalPage.objects.get(title="Ways").owner == anne
    assert files_of(exported(gm.campaign))


def test_an_invitation_gives_a_place(gm: Membership) -> None:
    place = place_of(gm, "Anna")
    _, token = services.invite(gm, role="observer", uses=5, days=7, place=place)
    anne = make_user("anne")
    member = services.accept(anne, token)
    assert (member.role, Character.objects.get(name="Rook").owner) == (Role.PLAYER, anne)
    with pytest.raises(services.LinkClosed):
        services.accept(make_user("zoe"), token)


def test_only_places_that_wait_are_given(gm: Membership) -> None:
    other = Membership.objects.create(campaign=gm.campaign, user=make_user("anne"), role=Role.OBSERVER)
    with pytest.raises(services.Refused, match="has an account"):
        places.give(gm, other, to=gm)
