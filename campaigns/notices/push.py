"""Notices on people's devices by web push: what a browser is told while it is closed."""

import base64
import json
from collections.abc import Iterable
from functools import cache
from urllib.parse import urlsplit

import structlog
from allauth.account.signals import password_changed, password_reset
from celery import shared_task
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from campaigns.models import Notice, NoticeWishes, PushDevice, PushPost
from campaigns.notices import reading
from rules.engine.kernel import Refused
from winterhall.accounts import sending
from winterhall.accounts.models import User
from winterhall.after_commit import tell
from winterhall.web import outgoing
from winterhall.web.address import whole_address

log = structlog.get_logger("winterhall.push")

#: Devices of one person, at most; the oldest makes room.
MOST_DEVICES = 10
#: Seconds for which a message is kept for a device that is off.
KEPT = 12 * 3600
#: What a push service says of a device that is no more: it was removed, or its person took back the leave.
GONE = (404, 410)
#: Where a browser's session keeps which of the devices it is.
HERE = "push_device"


@cache
def _signing_key() -> ec.EllipticCurvePrivateKey:
    """The key by which push services know this hall; made of its secret key, so all processes have it."""
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    made = HKDF(hashes.SHA256(), 48, salt=None, info=b"winterhall web push").derive(settings.SECRET_KEY.encode())
    return ec.derive_private_key(int.from_bytes(made) % (order - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """The key by which a browser takes messages from this hall alone."""
    return _text(_signing_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def add(user: User, address: str, key: str, secret: str, name: str) -> PushDevice:
    """Tell somebody's notices on a device from now on.

    Raises:
        Refused: The address or the keys are none that a browser gives.
    """
    try:
        outgoing.check(address)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
        if len(_bytes(secret)) != 16 or len(address) > 1000:
            raise ValueError
    except ValueError:
        raise Refused(
            "This browser did not set up notifications. Try again, or use another browser.", "address"
        ) from None
    said = {"user": user, "key": key, "secret": secret, "name": name.strip()[:60] or "A browser"}
    with transaction.atomic():
        device, _ = PushDevice.objects.update_or_create(address=address, defaults=said)
        kept = PushDevice.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[:MOST_DEVICES]
        PushDevice.objects.filter(user=user).exclude(pk__in=list(kept)).delete()
    return device


def of(user: User) -> list[PushDevice]:
    """The devices on which somebody is told, the latest first."""
    return list(PushDevice.objects.filter(user=user).order_by("-pk"))


def remove(user: User, device_id: str) -> None:
    """Tell nothing more on one of somebody's devices."""
    PushDevice.objects.filter(user=user, public_id=device_id).delete()


@receiver(user_logged_out)
def _forget_here(request: HttpRequest, user: User | None, **_: object) -> None:
    """Tell nothing more on a device whose person signs out there: somebody else may use it next."""
    if user is not None and (here := request.session.get(HERE)):
        remove(user, here)


@receiver([password_changed, password_reset])
def _forget_all(user: User, **_: object) -> None:
    """Tell nothing more anywhere once a password is another: all other browsers are signed out with that."""
    PushDevice.objects.filter(user=user).delete()


def say(notices: Iterable[Notice]) -> None:
    """Tell new notices on the devices of those who wish it, once the current transaction is committed."""
    by_user: dict[int, list[Notice]] = {}
    for notice in notices:
        by_user.setdefault(notice.user_id, []).append(notice)
    devices = PushDevice.objects.filter(user__in=by_user).select_related("user__notice_wishes")
    posts = [
        PushPost(device=device, notice=notice.public_id)
        for device in devices
        for notice in by_user[device.user_id]
        if notice.kind in _wished(device.user)
    ]
    for post in PushPost.objects.bulk_create(posts):
        tell(send_push, post.pk)


def _wished(user: User) -> list[str]:
    wishes: NoticeWishes | None = getattr(user, "notice_wishes", None)
    return (wishes.push if wishes else NoticeWishes.BY_PUSH).split()


@shared_task(name="campaigns.send_push")
def send_push(pk: int) -> None:
    """Tell a notice on a device, unless it is read, or over, by now."""
    post = sending.hold(PushPost.objects.select_related("device__user"), pk)
    if post is None:
        return
    device = post.device
    notice = reading.waiting(device.user).filter(public_id=post.notice).first()
    try:
        if notice is not None:
            _send(device, notice)
    except outgoing.NotTaken as fault:
        if fault.status in GONE:
            device.delete()
            return
        sending.keep_for_later(post)
        log.warning("push_not_sent", post=post.public_id, attempts=post.attempts, why=str(fault))
        return
    except outgoing.NotAllowed as fault:
        log.warning("push_not_allowed", device=device.public_id, why=str(fault))
        device.delete()
        return
    post.delete()


def _send(device: PushDevice, notice: Notice) -> None:
    # These bring a client of HTTP along that takes long to load, and that only the worker would ever ask for.
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    told = {
        "id": notice.public_id,
        "title": notice.campaign.name,
        "text": notice.text,
        "address": f"/notices/{notice.public_id}/",
    }
    keys = {"p256dh": device.key, "auth": device.secret}
    sealed = WebPusher({"endpoint": device.address, "keys": keys}).encode(json.dumps(told).encode())["body"]
    claims = {"aud": "https://" + urlsplit(device.address).netloc, "sub": whole_address("")}
    headers = {
        **Vapid02(private_key=_signing_key(), conf={"no-strict": True}).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "high" if notice.kind in Notice.OF_FIGHTS else "normal",
        # A second copy takes the place of the first, where that still waits for the device.
        "Topic": notice.public_id,
    }
    outgoing.post(device.address, sealed, headers)


def sweep() -> None:
    """Send what a missing broker or a killed worker left behind."""
    sending.forget_untaken(PushPost.objects.all())
    for pk in sending.due(PushPost.objects.all()):
        send_push(pk)


def _text(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
