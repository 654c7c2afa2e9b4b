"""People of one name who met at a table before names had to differ."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from campaigns.models import Membership, Role
from tests.helpers import Cast
from winterhall.accounts.models import User


@pytest.fixture
def others(cast: Cast) -> list[User]:
    """Two more who are called like Anna to whoever reads it, and one who bears the number that the first would get."""
    names = ("anna", "Anna (2)", " ANNA ")
    users = [User.objects.create_user(f"{n}@example.com", "x", display_name=name) for n, name in enumerate(names)]
    for user in users:
        Membership.objects.create(campaign=cast.campaign, user=user, role=Role.PLAYER)
    return users


def names_of(*users: User) -> list[str]:
    return [User.objects.get(pk=user.pk).display_name for user in users]


def tell_apart() -> None:
    import_module("campaigns.migrations.0011_tell_namesakes_apart").tell_apart(apps, None)


def test_whoever_came_later_has_a_number_behind_the_name(cast: Cast, others: list[User]) -> None:
    tell_apart()
    assert names_of(cast.anna.user, *others) == ["Anna", "anna (3)", "Anna (2)", "ANNA (4)"]
    tell_apart()
    assert names_of(cast.anna.user, *others) == ["Anna", "anna (3)", "Anna (2)", "ANNA (4)"]


def test_names_that_only_meet_in_the_house_stay(cast: Cast) -> None:
    stranger = User.objects.create_user("elsewhere@example.com", "x", display_name="Anna")
    tell_apart()
    assert names_of(cast.anna.user, stranger) == ["Anna", "Anna"]


def test_the_page_of_members_tells_them_apart(cast: Cast, others: list[User], client: Client) -> None:
    tell_apart()
    client.force_login(cast.gm.user)
    page = client.get(reverse("campaigns:members", args=[cast.campaign.public_id])).content.decode()
    assert page.count("anna (3)</span>") == 1
