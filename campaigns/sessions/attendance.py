"""Players who have said whether they come to a planned session, counted."""

from collections.abc import Collection
from dataclasses import dataclass

from campaigns.models import Campaign, Membership, Role, Seat, Session

#: The answers as a count names them, in this order.
_COUNTED = {Seat.Answer.YES: "coming", Seat.Answer.MAYBE: "maybe", Seat.Answer.NO: "not coming"}


@dataclass(frozen=True, slots=True)
class Attendance:
    """One answer for each player of a campaign, empty where they have given none."""

    answers: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether there are players, and all of them have answered."""
        return bool(self.answers) and all(self.answers)

    @property
    def given(self) -> str:
        """The answers that were given: ``2 coming, 1 maybe``; empty while there is none."""
        counts = ((self.answers.count(answer), word) for answer, word in _COUNTED.items())
        return ", ".join(f"{count} {word}" for count, word in counts if count)

    @property
    def line(self) -> str:
        """The count in one line; empty in a campaign without players."""
        if not self.answers:
            return ""
        asked, answered = len(self.answers), sum(map(bool, self.answers))
        count = f"{answered} of {asked} {'player' if asked == 1 else 'players'} answered"
        return f"{count}: {self.given}" if answered else count


def is_asked(member: Membership) -> bool:
    """Whether a session waits for the answer of a member: a player whom their notices reach."""
    return member.role == Role.PLAYER and not member.user.is_placeholder


def attendance(campaign: Campaign, sessions: Collection[Session]) -> dict[int, Attendance]:
    """The answers for sessions of a campaign, by the key of each; two queries, however many they are."""
    players = Membership.objects.filter(campaign=campaign, role=Role.PLAYER).select_related("user")
    asked = [one.user_id for one in players if is_asked(one)]
    seats = Seat.objects.filter(session__in=[one.pk for one in sessions]).values_list("session", "user", "answer")
    given = {(session, user): answer for session, user, answer in seats}
    return {one.pk: Attendance(tuple(given.get((one.pk, user), "") for user in asked)) for one in sessions}
