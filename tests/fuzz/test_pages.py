"""Every page address and everybody: no fault, no word of a library, and no refusal without a sentence."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Concat
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from rules.engine.kernel import Refused
from tests.api.test_access import _ids_of_a_played_campaign
from tests.combat.forecast_helpers import toy_fight
from tests.fuzz import pages, running
from tests.fuzz.pages import SiteMap
from tests.fuzz.running import Field
from tests.helpers import Cast, make_cast, plug_in_toy, standing_for_a_file
from tests.surroundings import LETTERS_WITHOUT_WORDS
from tests.two_worlds.chance import Chance, foreseeable
from winterhall.accounts.models import User

pytestmark = pytest.mark.django_db

CASES = 400
SEED = 20
ID = re.compile(f"[{LETTERS_WITHOUT_WORDS}]{{10,}}")


@pytest.fixture(scope="module")
def chance() -> Iterator[Chance]:
    """Ids, dice and clock from the seed, too: without them it would be another run each time."""
    with foreseeable(f"{SEED} ") as drawn:
        yield drawn


@pytest.fixture(scope="module")
def field(chance: Chance, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Field]:
    with standing_for_a_file(django_db_blocker), pytest.MonkeyPatch.context() as patch:
        plug_in_toy(patch)
        patch.setattr("django.conf.settings.STORAGES", PLAIN_FILES)
        yield furnished(chance)


def furnished(chance: Chance, step: str = "furnish", *whose: str) -> Field:
    """A campaign with something of everything in it, another one beside it, and walks through both, or some of them."""
    chance.begin(step)
    cast = make_cast()
    _ids_of_a_played_campaign(cast)
    begin_a_fight(cast)
    walking = {who: browser for who, browser in browsers(cast).items() if who in whose or not whose}
    return running.field_of(walking, pages_behind_scripts(cast))


PLAIN_FILES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def begin_a_fight(cast: Cast) -> None:
    fight = toy_fight(cast)
    for command in ("fight.begin", "deal"):
        try:
            perform(cast.gm, Intent(command, encounter=fight.public_id))
        except Refused:
            continue


def browsers(cast: Cast) -> dict[str, Client]:
    users = {"gm": cast.gm, "anna": cast.anna, "olga": cast.olga}
    found = {who: Client(raise_request_exception=False) for who in (*users, "stranger", "nobody")}
    for who, member in users.items():
        found[who].force_login(member.user)
    found["stranger"].force_login(cast.stranger)
    return found


def pages_behind_scripts(cast: Cast) -> tuple[str, ...]:
    """Pages to which only scripts lead."""
    here = f"/campaigns/{cast.campaign.public_id}"
    scripts = ("characters/new", "characters/meet", "house", "calendar/change", "long-tests", "compendium/charms/new")
    accounts = ("tokens", "login", "signup", "email", "password/reset")
    return (*(f"{here}/{one}/" for one in scripts), *(f"/accounts/{one}/" for one in accounts))


@pytest.fixture(autouse=True)
def _chance_begins_anew(chance: Chance, field: Field, request: pytest.FixtureRequest) -> None:
    """Let no test's chance hang on the tests before it: they come in another order each time."""
    chance.begin(request.node.name)


def test_no_form_breaks_the_house(field: Field) -> None:
    report = running.play(field, CASES, SEED)
    assert report.faults == [], "\n".join((f"seed {SEED}", *report.faults[:60]))
    assert report.by_route.keys() == pages.routes().keys()
    assert {200, 302, 403, 404, 422} <= report.by_status.keys()


def test_every_route_that_takes_forms_has_one_to_bend(field: Field) -> None:
    """A route without a form of its own gets fields of all others; these are so."""
    assert len(field.pairs) > 100
    forms = {route for route in pages.routes() if field.forms(route)}
    assert {"characters:begin", "characters:hand_over", "campaigns:perform", "campaigns:odds", "combat:open"} <= forms


def test_the_walk_is_the_same_whatever_the_ids(field: Field, chance: Chance) -> None:
    """Ids are drawn by chance: neither they nor their order decide where a walk goes and what it finds."""
    with transaction.atomic():
        # Everybody comes again under the same names.
        User.objects.update(email=Concat("email", Value(".before")))
        other = furnished(chance, "furnish with other ids", "anna")
        transaction.set_rollback(True)
    assert set(other.words["campaign_id"]).isdisjoint(field.words["campaign_id"])
    assert shape(other.found["anna"]) == shape(field.found["anna"])


def shape(found: SiteMap) -> list[str]:
    """The finds of a walk in their order, without ids: routes, how many addresses, the fields of each form."""
    told = []
    for route, addresses in found.addresses.items():
        forms = [[name for name, _ in form.pairs] for form in found.forms.get(route, ())]
        told.append(ID.sub("…", f"{route}: {len(addresses)}, {forms}"))
    return told


# -- the negative control: faults planted on purpose -----------------------------------------------------------------


def _raises(error: Exception) -> Any:
    def fall(*args: Any, **kwargs: Any) -> Any:
        raise error

    return fall


INTENT = "campaigns.views.play.sent_forms.intent_from"
FOREIGN = Refused("Expected `str`, got `int` - at `$.x`")
#: What is broken, where, and in which routes it must show.
PLANTED: dict[str, tuple[str, Any, str]] = {
    "a version read without a look": (
        "campaigns.play.sent_forms.seen_in",
        lambda data: int(data["seen"]),
        "campaigns:",
    ),
    "a field taken for granted": (INTENT, lambda request, *more: request.POST["command"], "campaigns:perform"),
    "a missing row": ("campaigns.audience.access.get_object_or_404", lambda rows, **by: rows.get(**by), "characters:"),
    "a form never checked": ("characters.views.forms.BeginForm.is_valid", lambda form: True, "characters:begin"),
    "the words of a library": (INTENT, _raises(FOREIGN), "campaigns:perform"),
    "no sentence": ("campaigns.play.problems.problems.document", lambda *a, **b: {"status": 422}, "campaigns:perform"),
    "where it broke": ("campaigns.views.home.render", lambda *a, **b: HttpResponse("Traceback (most recent"), ""),
    "a wrong method without a word": (
        "campaigns.play.problems._with_words",
        lambda request, response: response,
        "combat:",
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_fault_is_found(field: Field, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    where, instead, route = PLANTED[what]
    monkeypatch.setattr(where, instead)
    in_these = route or "campaigns:home"
    assert running.play(field, CASES, SEED, only=lambda name: name.startswith(in_these), patience=1).faults
