"""Messages to a group's chat: to a webhook, as Discord, Slack, Mattermost and others take it."""

import structlog
from celery import shared_task
from django.db import transaction
from django.utils import timezone

from campaigns.audience import access
from campaigns.models import Campaign, ChatHook, ChatPost, Membership
from rules.engine.kernel import Refused
from winterhall.accounts import sending
from winterhall.after_commit import tell
from winterhall.web import outgoing
from winterhall.web.address import whole_address

log = structlog.get_logger("winterhall.chat")


def hook_of(campaign: Campaign) -> ChatHook | None:
    """The chat of a campaign, where it has one."""
    return ChatHook.objects.filter(campaign=campaign).first()


def connect(member: Membership, address: str) -> None:
    """Let the hall write to a chat from now on; an empty address ends that."""
    access.refuse_unless_gm(member)
    address = address.strip()
    if not address:
        ChatHook.objects.filter(campaign=member.campaign).delete()
        return
    try:
        if len(address) > 500:
            raise outgoing.NotAllowed("This address is too long.")
        host, port, _ = outgoing.check(address)
        outgoing.public_address_of(host, port)
    except outgoing.NotAllowed as fault:
        raise Refused(str(fault), "address") from None
    with transaction.atomic():
        said = {"address": address, "fault": "", "failed_at": None}
        ChatHook.objects.update_or_create(campaign=member.campaign, defaults=said)
        say(member.campaign, f"{member.campaign.name} is connected to this chat.", "/")


def say(campaign: Campaign, text: str, path: str) -> None:
    """Say something in a campaign's chat once the current transaction is committed; nothing where there is none."""
    hook = hook_of(campaign)
    if hook is None:
        return
    post = ChatPost.objects.create(hook=hook, text=f"{campaign.name}: {text} {whole_address(path)}"[:600])
    tell(send_chat_post, post.pk)


@shared_task(name="campaigns.send_chat_post")
def send_chat_post(pk: int) -> None:
    """Send a message that nobody holds; where that fails it waits, and the campaign is told why."""
    post = sending.hold(ChatPost.objects.select_related("hook"), pk)
    if post is None:
        return
    try:
        outgoing.post_json(
            post.hook.address,
            # Each kind of chat reads its own word, and passes over the other.
            {"content": post.text, "text": post.text, "id": post.public_id},
            {"Idempotency-Key": post.public_id},
        )
    except (outgoing.NotAllowed, outgoing.NotTaken) as fault:
        _keep_for_later(post, str(fault))
        return
    post.delete()
    if post.hook.fault:
        ChatHook.objects.filter(pk=post.hook_id).update(fault="", failed_at=None)


def _keep_for_later(post: ChatPost, fault: str) -> None:
    sending.keep_for_later(post)
    ChatHook.objects.filter(pk=post.hook_id).update(fault=fault[:200], failed_at=timezone.now())
    log.warning("chat_post_not_sent", post=post.public_id, attempts=post.attempts, why=fault)


def sweep() -> None:
    """Send what a missing broker or a killed worker left behind."""
    sending.forget_untaken(ChatPost.objects.all())
    for pk in sending.due(ChatPost.objects.all()):
        send_chat_post(pk)
