"""Tests that the game master asks players for: each is told what to roll, and led to the roll on their sheet."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from campaigns.audience import access
from campaigns.calendar.sessions import running
from campaigns.chronicle import notify
from campaigns.models import AskedTest, Membership, Seat
from campaigns.notices import telling
from campaigns.play import asked_tests
from campaigns.play.forms import Input, form_for
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.outlook import foretell
from characters.models import Character
from characters.sheets import selectors
from rules import codec
from rules.engine.kernel import Command, Json, Refused, described_fields
from rules.engine.kernel.commands import refuse_out_of_range
from rules.engine.page.blocks import RankRow, ranks_of
from rules.engine.system.protocol import command_named

#: The most letters of the words that go with it.
MOST_WORDS = 120


@dataclass(frozen=True, slots=True)
class Test:
    """A rank that can be rolled on the sheet of somebody in the party, as ``skill.stealth``, with its label."""

    rank: str
    label: str


def players(member: Membership) -> list[Character]:
    """The characters that players play, whom a test can be asked of."""
    return [one.character for one in selectors.people(member) if one.character.is_played]


def at_the_table(member: Membership, characters: Collection[Character]) -> frozenset[str]:
    """The ids of those whom a test is meant for as a rule: living heroes whose players do not miss the session."""
    now = running(member.campaign)
    away = Seat.objects.filter(session__public_id=now.session, was_there=False) if now else Seat.objects.none()
    missing = set(away.values_list("user_id", flat=True))
    dead = member.campaign.system.dead
    heroes = (one for one in characters if one.is_played and not one.is_creature and not one.sheet.has(dead))
    return frozenset(one.public_id for one in heroes if not one.players <= missing)


def choices(member: Membership, asked: Collection[Character]) -> list[Test]:
    """The tests of all these sheets, by label, each once."""
    found = {rank: Test(rank, row.label) for one in asked for rank, row in _rows(member, one)}
    return sorted(found.values(), key=lambda test: test.label.casefold())


def settings(member: Membership, asked: Collection[Character]) -> tuple[Input, ...]:
    """The fields that the game master may set with a test: difficulty and the like, as far as the game has them."""
    kind = _test_of(member)
    first = next(iter(asked), None)
    if first is None or not kind.asked_with:
        return ()
    return tuple(one for one in form_for(kind, lay_out(member, first.public_id)).inputs if one.field in kind.asked_with)


def _test_of(member: Membership) -> type[Command]:
    system = member.campaign.system
    return command_named(system, system.test)


def _rows(member: Membership, character: Character) -> Iterator[tuple[str, RankRow]]:
    page = member.campaign.system.page(character.sheet, member.campaign.house_rules)
    return ((f"{row.kind}.{row.name}", row) for row in ranks_of(page) if row.test)


@dataclass(frozen=True, slots=True)
class Asking:
    """A test as a game master asks for it: of whom, which rank (or its label), why, and what they set for it."""

    who: Collection[str]
    rank: str
    words: str = ""
    given: Mapping[str, Json] | None = None


def new_key() -> str:
    """A key for an asking that came without one."""
    return timezone.now().isoformat()


def ask(member: Membership, asking: Asking, *, key: str | None = None) -> list[str]:
    """Ask the players of these characters for a test; the names of those who are asked.

    Raises:
        Refused: Nobody is chosen who is played, none of them can roll this, or what is set is out of range.
    """
    access.refuse_unless_gm(member)
    words = " ".join(asking.words.split())
    if len(words) > MOST_WORDS:
        raise Refused(f"Use at most {MOST_WORDS} characters.", "words")
    chosen = [one for one in players(member) if one.public_id in asking.who]
    if not chosen:
        raise Refused("Choose at least one player character.", "who")
    able = _able(member, chosen, asking.rank)
    key = key or new_key()
    with transaction.atomic():
        for character, row in able:
            _ask_one(member, character, row, words, asking.given or {}, key)
    return [character.name for character, _ in able]


def withdraw(member: Membership, key: str) -> None:
    """Ask no longer for a test, by the key of its asking; rolls that were made stay. Again it changes nothing."""
    access.refuse_unless_gm(member)
    with transaction.atomic():
        asked_tests.withdraw(member.campaign, key)
        notify.look_again_on_commit(member.campaign)


def cannot_succeed(member: Membership, asking: Asking) -> list[str]:
    """The names of those of whom a test would be asked and who could not succeed at it, as it is set.

    Raises:
        Refused: None of them can roll this, or what is set is out of range.
    """
    chosen = [one for one in players(member) if one.public_id in asking.who]
    found = []
    for character, row in _able(member, chosen, asking.rank) if chosen else ():
        command, _, field = row.test.partition(":")
        given = ({field: row.name} if field else {}) | dict(asking.given or {})
        odds = foretell(member, Intent(command, given, character.public_id))
        if odds and odds.chances and not odds.chances[0].probability:
            found.append(character.name)
    return found


def _able(member: Membership, chosen: Collection[Character], said: str) -> list[tuple[Character, RankRow]]:
    """The people who can roll a test, each with its row: named by rank, by label, or by letters that begin only one."""
    listed, letters = choices(member, chosen), said.strip().casefold()
    fits = [one for one in listed if one.rank == said] or [one for one in listed if one.label.casefold() == letters]
    if not fits and letters:
        fits = [one for one in listed if one.label.casefold().startswith(letters)]
    labels = list(dict.fromkeys(one.label for one in fits))
    if len(labels) > 1:
        raise Refused(f"Several begin like this: {', '.join(labels)}. Type more letters.", "rank")
    meant = said if any(one.rank == said for one in fits) else "".join(labels)
    able = [(one, row) for one in chosen if (row := _meant(member, one, meant))]
    if not able:
        raise Refused("Choose a skill or attribute that they can roll.", "rank")
    return able


def _meant(member: Membership, character: Character, rank: str) -> RankRow | None:
    """The row of a sheet that is named by its rank, or by its label as it is typed."""
    label = rank.strip().casefold()
    rows = list(_rows(member, character))
    by_name = next((row for name, row in rows if name == rank), None)
    return by_name or next((row for _, row in rows if row.label.casefold() == label), None)


def _ask_one(
    member: Membership, character: Character, row: RankRow, words: str, given: Mapping[str, Json], key: str
) -> None:
    """Ask for one test; what this character was asked for before and has not rolled is asked no more."""
    command, _, field = row.test.partition(":")
    game = lay_out(member, character.public_id)
    values, said = _set(command_named(member.campaign.system, command), game, field, row.name, given)
    asked = AskedTest.objects.filter(campaign=member.campaign, about=character.public_id)
    asked.filter(entry=None).exclude(key=key).delete()
    asked.get_or_create(
        key=key,
        defaults={
            "campaign": member.campaign,
            "about": character.public_id,
            "by": member.user,
            "command": command,
            "field": field,
            "choice": row.name,
            "label": row.label,
            "words": words,
            "given": codec.dump(values),
            "said": said,
        },
    )
    here = reverse("characters:sheet", args=[member.campaign.public_id, character.public_id])
    text = f"{character.name}: roll {row.label}" + (f" ({said})." if said else ".") + (f" {words}" if words else "")
    telling.test_wanted(character, text, f"{here}?row={row.kind}.{row.name}", key)


def _set(
    kind: type[Command], game: Game, field: str, name: str, given: Mapping[str, Json]
) -> tuple[dict[str, Json], str]:
    """The fields that differ from how the form begins by itself, and the words for them: "difficulty 3, malus 1"."""
    known = described_fields(kind)
    if strangers := [one for one in given if one not in kind.asked_with or one not in known]:
        raise Refused("This cannot be set for a test.", strangers[0])
    command = codec.command_from(kind, ({field: name} if field else {}) | dict(given))
    refuse_out_of_range(command)
    values, said = dict[str, Json](), list[str]()
    offered = kind.choices(game.known)
    for one in given:
        described, usual = known[one]
        value = getattr(command, one)
        if value == usual:
            continue
        labels = {choice.value: choice.label for choice in offered.get(one, ())}
        if described.kind == "pick" and value not in labels:
            raise Refused(f"{described.label}: choose one that is listed.", one)
        values[one] = value
        shown = f"{described.label} {value}".replace("-", "−") if described.kind == "number" else labels[value]
        said.append(shown[:1].lower() + shown[1:])
    return values, ", ".join(said)
