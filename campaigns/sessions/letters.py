"""Letters to members when a summary is published: one for each of them, ever."""

from django.core.mail import send_mail

from campaigns.models import Membership, Seat, Session


def write(member: Membership, session: Session, address: str) -> int:
    """Write to every other member who has had no letter about this session; returns how many that are.

    The letters are rows until the transaction is committed, as all letters of the house are.
    """
    written_to = set(session.seats.filter(written_to=True).values_list("user_id", flat=True))
    reached = Membership.objects.filter(user__is_active=True, user__email__isnull=False)
    places = reached.filter(campaign=member.campaign_id).select_related("user")
    others = [one.user for one in places if one.user_id not in written_to and one.user_id != member.user_id]
    for user in others:
        send_mail(
            f"{member.campaign.name}: {session}",
            f"Hello {user.display_name},\n\nthe summary of our session is ready: {session}.\n\n"
            f"Read it at {address}\n\n{member.user.display_name}\n",
            None,
            [str(user.email)],
        )
        Seat.objects.update_or_create(session=session, user=user, defaults={"written_to": True})
    return len(others)
