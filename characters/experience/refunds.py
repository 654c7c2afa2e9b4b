"""Taking back a raise: what it cost comes back and the rank goes down again, as an entry of its own.

Undo takes back the last thing that happened; this takes back a raise long after. It knows no prices: what the raise
made happen stands in its entry, and happens the other way round. The game then lets follow what follows from ranks.
"""

from collections.abc import Collection, Iterable, Sequence

from campaigns.audience import access
from campaigns.models import Entry, Membership
from campaigns.play.consent import write_agreed
from campaigns.play.deeds import Deed
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from characters.models import Character, ExperienceEntry
from rules import codec
from rules.engine.kernel import (
    ExperienceChanged,
    Fact,
    Json,
    LimitChanged,
    NotNow,
    RankChanged,
    Refused,
    ResourceChanged,
    Rolled,
    Told,
    Unknown,
    spoken,
)

COMMAND = "experience.take_back"
#: Facts that follow from ranks by themselves, or are only said.
_FOLLOWS = (LimitChanged, ResourceChanged, Told)


def undoing(who: str, happened: Iterable[Fact]) -> list[Fact] | None:
    """The facts that take a raise back; ``None`` if it was more than a raise: with dice, or more than ranks."""
    back: list[Fact] = []
    for fact in happened:
        if isinstance(fact, Rolled):
            return None
        if isinstance(fact, ExperienceChanged) and fact.who == who:
            back.append(ExperienceChanged(who, fact.kind, fact.name, -fact.by, f"taken back: {fact.reason}"))
        elif isinstance(fact, RankChanged) and fact.who == who:
            back.append(RankChanged(who, fact.kind, fact.name, -fact.by))
        elif not isinstance(fact, _FOLLOWS):
            return None
    return back if any(isinstance(fact, RankChanged) for fact in back) else None


def taken_back(character: Character, entries: Collection[str]) -> set[str]:
    """The ids, of these entries of raises, of those that have been taken back, as far as that still counts."""
    given = {codec.dump({"entry": one}): one for one in entries}
    found = Entry.objects.filter(
        campaign=character.campaign_id, actor=character.public_id, command=COMMAND, given__in=given, struck=None
    )
    return {given[one] for one in found.values_list("given", flat=True)}


def take_back(
    member: Membership, character: Character, entry_id: str, *, seen: int | None, key: str | None = None
) -> Entry:
    """Take a raise back; where players need approval for it, it waits."""
    access.refuse_unless_player_of(member, character)
    intent = Intent(COMMAND, {"entry": entry_id}, character.public_id, seen=seen, key=key)
    return write_agreed(member, intent, lambda game: _take_back_at(game, entry_id))


def _take_back_at(game: Game, entry_id: str) -> dict[str, Json]:
    """Take a raise of the actor back at the table; returns it as the chronicle keeps it."""
    character = Character.objects.get(campaign=game.member.campaign, public_id=game.table.actor)
    access.refuse_unless_player_of(game.member, character)
    game.table.happen(*_checked(game, character, entry_id))
    game.member.campaign.system.keep_up(game.table)
    return {"entry": entry_id}


#: Taking back as a deed that may wait for approval, and happens to what is there then.
DEED = Deed("Take back a raise", lambda game, given: _take_back_at(game, str(given["entry"])))


def _checked(game: Game, character: Character, entry_id: str) -> Sequence[Fact]:
    rows = ExperienceEntry.objects.filter(character=character, amount__lt=0).exclude(bought="")
    row = rows.select_related("entry__struck").filter(entry__public_id=entry_id).first()
    if row is None:
        raise Unknown("This character has no such raise.", "entry")
    if hasattr(row.entry, "struck") or taken_back(character, [entry_id]):
        raise NotNow("This raise has been taken back already.", "entry")
    back = undoing(character.public_id, codec.facts_from(row.entry.facts))
    if back is None:
        raise Refused("This raise used dice or gave more than ranks. Undo it in the chronicle instead.", "entry")
    ranks = [fact for fact in back if isinstance(fact, RankChanged)]
    _refuse_built_upon(character, rows.filter(pk__gt=row.pk), ranks)
    for rank in ranks:
        _refuse_below_least(game, rank)
    return back


def _refuse_built_upon(character: Character, later: Iterable[ExperienceEntry], ranks: Sequence[RankChanged]) -> None:
    """Refuse to take a raise back before later ones of the same rank: each costs more than the one below it."""
    rising = {(fact.kind, fact.name) for fact in ranks}
    found = [row for row in later.select_related("entry__struck") if not hasattr(row.entry, "struck")]  # type: ignore[attr-defined]
    gone = taken_back(character, {row.entry.public_id for row in found})
    for row in found:
        raised = {(one.kind, one.name) for one in codec.facts_from(row.entry.facts) if isinstance(one, RankChanged)}
        if row.entry.public_id not in gone and rising & raised:
            _, name = min(rising & raised)
            raise NotNow(
                f"{spoken(name).capitalize()} has been raised again since. Take back the later raise first.", "entry"
            )


def _refuse_below_least(game: Game, fact: RankChanged) -> None:
    least, _ = game.table.rank_range(fact.kind, fact.name)
    now = game.table.me.rank(fact.kind, fact.name)
    if now + fact.by < least:
        raise Refused(f"{spoken(fact.name).capitalize()} is at {now} and cannot fall below {least}.", "entry")
