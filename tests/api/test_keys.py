"""Keys of writes that are no entries of a chronicle."""

from datetime import timedelta

import time_machine
from django.utils import timezone

from combat.models import Encounter
from tests.api.programs import Programs
from tests.helpers import Cast
from winterhall.accounts.models import KeptAnswer
from winterhall.accounts.tasks import REMEMBERED, forget_kept_answers


def test_a_key_is_one_persons_own(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/encounters/"
    cast.anna.role = "assistant"
    cast.anna.save()
    for program in (programs.gm, programs.anna, programs.gm):
        assert program.post(path, {"name": "The ford"}, Idempotency_Key="same").status_code == 201
    assert Encounter.objects.count() == 2


def test_a_write_that_failed_keeps_no_key(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/encounters/"
    assert programs.gm.post(path, {"name": ""}, Idempotency_Key="k").status_code == 422
    assert programs.anna.post(path, {"name": "x"}, Idempotency_Key="k").status_code == 403
    assert not KeptAnswer.objects.exists()


def test_old_keys_are_forgotten(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/encounters/"
    with time_machine.travel(timezone.now() - REMEMBERED - timedelta(minutes=1), tick=False):
        programs_long_ago = programs.gm.post(path, {"name": "Old"}, Idempotency_Key="old")
    assert programs_long_ago.status_code == 201
    programs.gm.post(path, {"name": "New"}, Idempotency_Key="new")
    forget_kept_answers()
    assert [kept.key for kept in KeptAnswer.objects.all()] == ["new"]
