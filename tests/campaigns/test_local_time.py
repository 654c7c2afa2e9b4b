"""Times on pages: those of the browser's time zone, in and out."""

from datetime import UTC, datetime

import pytest

from campaigns.models import Session
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("zone", "hour", "named"),
    [
        ("Europe/London", 19, "London"),
        ("America/New_York", 0, "New York"),
        ("", 20, "UTC"),
        ("Mars/Olympus", 20, "UTC"),
        ("../../etc/passwd", 20, "UTC"),
        ("x" * 5000, 20, "UTC"),
    ],
)
def test_a_session_is_planned_and_read_in_the_zone_of_the_browser(cast: Cast, zone: str, hour: int, named: str) -> None:
    client, here = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/sessions"
    client.cookies["zone"] = zone
    sent = {"title": "Frost", "planned_for": "2030-07-01T20:00", "hours": "4"}
    assert client.post(f"{here}/plan/", sent).status_code == 200
    session = Session.objects.get()
    assert session.planned_for == datetime(2030, 7, 1 if hour else 2, hour, tzinfo=UTC)
    page = client.get(f"{here}/{session.public_id}/").content.decode()
    assert f"Monday 1 July 2030, 20:00</time> ({named})" in page
    assert page.count(f"({named})") == 1
    for there in (here.removesuffix("sessions"), f"{here}/"):
        assert f", 20:00</time> ({named})" in client.get(there).content.decode()
    assert datetime.now(UTC).tzinfo is UTC
