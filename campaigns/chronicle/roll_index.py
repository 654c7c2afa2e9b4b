"""Keeping the rolls: a row for each throw that an entry tells of, written with it, struck and restored with it."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.db import transaction

from campaigns.audience import history
from campaigns.audience.viewers import Viewer
from campaigns.models import Campaign, Entry, Face, Roll, all_sheets
from rules.engine.kernel import Rolled, spread
from winterhall.accounts.models import User

#: The piece of text that an entry's facts hold if dice fell there.
MARK = '"rolled"'
#: The columns of a row that hang on its entry alone; who played somebody then does not.
TOLD = (
    *("place", "at", "hour", "who", "purpose", "measure", "percentile", "spread", "expected", "typed"),
    *("secret", "late"),
)
_ANY_PLAYER = Viewer(is_gm=False)


def rolls_of(entry: Any) -> Iterator[tuple[dict[str, Any], dict[tuple[int, int], int]]]:
    """The rolls that an entry tells of: each with what its row holds, and how often which die showed which face.

    Those of earlier entries of which players hear only now stand behind its own.
    """
    if MARK not in entry.facts and MARK not in entry.late:
        return
    # Whether players see that somebody rolls hangs on who hides, not on which player looks.
    own, late = history.facts_with_sight(entry, _ANY_PLAYER), history.late_with_sight(entry, _ANY_PLAYER)
    for place, (fact, seen) in enumerate((*own, *late)):
        is_late = place >= len(own)
        # A row of a list is neither good nor bad luck.
        if isinstance(fact, Rolled) and not fact.listed and not (is_late and seen is None):
            yield _row(entry, place, fact, secret=seen is None, late=is_late), _faces(fact)


def _row(entry: Any, place: int, fact: Rolled, *, secret: bool, late: bool) -> dict[str, Any]:
    share = _share(f"{entry.public_id}/{place}")
    return {
        "place": place,
        "at": entry.at,
        "hour": entry.hour,
        "who": fact.who,
        "purpose": str(fact.purpose),
        "measure": fact.measure,
        "percentile": fact.percentile,
        "spread": None if fact.exactly is None else spread(fact.percentile, fact.exactly, share),
        "expected": fact.expected,
        "typed": fact.typed,
        "secret": secret,
        "late": late,
    }


def _share(name: str) -> float:
    """A number from 0 to 1 that the name of a roll decides: the same whenever it is asked."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6]) / 2**48


def _faces(fact: Rolled) -> dict[tuple[int, int], int]:
    """How often each face fell, by (sides, face), kept or not; empty for a card."""
    return {} if fact.drawn else Counter((die.sides, die.face) for die in fact.dice)


# -- following the chronicle ------------------------------------------------------------------------------------------


def keep(entry: Entry) -> None:
    """Write the rolls that a new entry tells of."""
    found = rows_of(entry, {})
    if not found:
        return
    players = _players({roll.who for roll, _ in found})
    for roll, _ in found:
        roll.player_id = players.get(roll.who)
    write(found)


def rows_of(entry: Entry, players: Mapping[str, int | None]) -> list[tuple[Roll, list[Face]]]:
    """The rows of an entry's rolls with their faces, not saved; ``players`` are users by whom they played then."""
    found = []
    for told, faces in rolls_of(entry):
        roll = Roll(campaign_id=entry.campaign_id, entry=entry, number=entry.number, **told)
        roll.player_id = players.get(roll.who)
        counted = faces.items()
        found.append((roll, [Face(roll=roll, sides=s, face=face, times=times) for (s, face), times in counted]))
    return found


def write(found: Sequence[tuple[Roll, list[Face]]]) -> None:
    """Save rows of rolls with their faces."""
    Roll.objects.bulk_create([roll for roll, _ in found])
    Face.objects.bulk_create([one for _, faces in found for one in faces])


def _players(people: Iterable[str]) -> dict[str, int | None]:
    """The user who plays each of these characters now, by primary key; ``None`` for the game master."""
    sheets = all_sheets().filter(public_id__in=people)
    return dict(sheets.values_list("public_id", sheets.model.player_column))


def strike(entry: Entry, *, struck: bool) -> None:
    """Let the rolls of an entry count as undone, or count again."""
    Roll.objects.filter(entry=entry).update(struck=struck)


# -- whose they are ---------------------------------------------------------------------------------------------------


def kept_under(campaign_pk: int, *, for_gm: bool) -> str:
    """The key under which the cache keeps what was counted of a campaign's rolls.

    Whatever is kept in another shape needs another number in it: caches outlive an upgrade.
    """
    return f"luck:1:{campaign_pk}:{'gm' if for_gm else 'players'}"


def hand_over(campaign: Campaign, was: User, now: User) -> None:
    """Let the rolls of one user in a campaign be another's, also in what was counted of them."""
    Roll.objects.filter(campaign=campaign, player=was).update(player=now)
    kept = [kept_under(campaign.pk, for_gm=for_gm) for for_gm in (True, False)]
    transaction.on_commit(lambda: cache.delete_many(kept))


# -- verification -----------------------------------------------------------------------------------------------------


class Audit:
    """A comparison of the stored rows with what the entries of a campaign tell, stretch by stretch of them."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._found: list[str] = []
        self._counted = 0

    def look_at(self, stretch: Sequence[Any]) -> None:
        """Compare the rolls of some entries that follow each other."""
        stored = _stored(self._campaign, stretch[0].number, stretch[-1].number)
        for entry in (entry for entry in stretch if MARK in entry.facts or MARK in entry.late):
            rows = [_as_one((row[name] for name in TOLD), faces, entry.is_struck) for row, faces in rolls_of(entry)]
            self._counted += len(rows)
            if rows != stored.get((entry.pk, entry.number), []):
                self._found.append(f"the rolls of entry {entry.number} do not match it")

    def faults(self) -> list[str]:
        """Sentences on where they differ, once all entries were looked at; empty when all is well."""
        if not self._found and self._counted != Roll.objects.filter(campaign=self._campaign).count():
            return ["some rolls belong to no entry"]
        return self._found


def _stored(campaign: Campaign, first: int, last: int) -> dict[tuple[int, int], list[tuple[Any, ...]]]:
    """The stored rows by the key and the number of their entry, of entries from one number to another.

    As plain values: of a hundred thousand, objects would take most of the time.
    """
    faces: dict[int, dict[tuple[int, int], int]] = {}
    shown = Face.objects.filter(roll__campaign=campaign, roll__number__range=(first, last))
    for roll, sides, face, times in shown.values_list("roll", "sides", "face", "times"):
        faces.setdefault(roll, {})[sides, face] = times
    by_entry: dict[tuple[int, int], list[tuple[Any, ...]]] = {}
    rows = Roll.objects.filter(campaign=campaign, number__range=(first, last)).order_by("number", "place")
    for roll, entry, number, struck, *told in rows.values_list("pk", "entry", "number", "struck", *TOLD):
        by_entry.setdefault((entry, number), []).append(_as_one(told, faces.get(roll, {}), struck))
    return by_entry


def _as_one(told: Iterable[Any], faces: Mapping[tuple[int, int], int], struck: bool) -> tuple[Any, ...]:
    return (*told, sorted(faces.items()), struck)
