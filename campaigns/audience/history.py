"""The history of a campaign as a viewer may know it: which entries exist for them, and what of each fact.

Everything is an allow-list: a new field, a new kind of fact or a new document is hidden from players until it is named.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from campaigns.audience import encounters, redaction, sight
from campaigns.audience.redaction import NOBODY, Hidden
from campaigns.audience.turns import in_order
from campaigns.audience.viewers import Viewer
from campaigns.models import Entry, Membership
from rules import codec
from rules.engine.fight import Begin, NextTurn
from rules.engine.kernel import GM_ONLY, facts

#: Facts that players see of a creature whose sheet is not theirs to read, beside what is said of it.
_SEEN_OF_FOES = (
    facts.Rolled,
    facts.Judged,
    facts.BoxesTicked,
    facts.ConditionSet,
    facts.ConditionEnded,
    facts.Joined,
    facts.Left,
    facts.Veiled,
    facts.Moved,
)
#: Facts that players see of the scene itself; its turns and asks are somebody's, and hang on whose.
_SEEN_OF_SCENES = (
    facts.StageSet, facts.RoundBegan, facts.BarrierDrawn, facts.BarrierErased, facts.DoorTurned, facts.GroundLaid,
    facts.FogDrawn,
)  # fmt: skip
#: Facts that say whose turn it is. While somebody hidden has the turn, players hear none of them.
_OF_THE_ORDER = (
    facts.StageSet, facts.RoundBegan, facts.LadderSet, facts.TurnBegan, facts.TurnEnded, facts.BudgetSet,
)  # fmt: skip
#: The ``late`` of an entry whose facts wait for a later one: those of the order, or all of them. Behind the first
#: stands the ladder, where it was changed otherwise than by the way of the turns: of that players hear at once.
HELD_BACK, HELD_WHOLE = "[]", "[[]]"
#: The ``late`` of an entry that changes nothing of the ladder but who hides on it.
SAME_LADDER = "{}"
#: Facts that players see of characters whose sheets are open to them.
_SEEN_OF_FRIENDS = (
    *_SEEN_OF_FOES,
    facts.RankChanged,
    facts.ExperienceChanged,
    facts.ResourceChanged,
    facts.LimitChanged,
    facts.TrackSet,
    facts.ItemSet,
    facts.ItemLost,
    facts.TextChanged,
    facts.BudgetSet,
)


def veiled_by(before: Iterable[str], after: Iterable[str], secret: Iterable[str], met: Iterable[str]) -> Hidden:
    """The ids of those who shall not exist for players in an entry: hidden in it, or secret and not met there."""
    hidden = frozenset(before) & frozenset(after)
    met_openly = frozenset(met) - frozenset(after)
    return hidden | frozenset(after) | (frozenset(secret) - met_openly)


def seen_facts(entry: Entry, viewer: Viewer) -> list[facts.Fact]:
    """The facts of an entry that the viewer may know, each with what they may know of it; what was late comes first."""
    late = [] if viewer.is_gm else late_with_sight(entry, viewer)
    seen = [fact for _, fact in (*late, *facts_with_sight(entry, viewer)) if fact is not None]
    return seen if viewer.is_gm else in_order(_with_last_ladder(seen))


def _with_last_ladder(seen: list[facts.Fact]) -> list[facts.Fact]:
    """The facts with the ladder as the entry leaves it alone: one that it replaces may be of a turn that is hidden."""
    ladders = [at for at, fact in enumerate(seen) if isinstance(fact, facts.LadderSet)]
    return [fact for at, fact in enumerate(seen) if at not in ladders[:-1]]


def late_facts(entry: Entry) -> list[facts.Fact]:
    """The facts of earlier entries that players hear with this one."""
    return [] if is_held(entry) or entry.late in ("", SAME_LADDER) else codec.facts_from(entry.late)


def late_with_sight(entry: Entry, viewer: Viewer) -> list[tuple[facts.Fact, facts.Fact | None]]:
    """Each fact of earlier entries that a player hears with this one, with what they may know of it."""
    return _with_sight(late_facts(entry), entry.late, entry, viewer)


def is_held(entry: Entry) -> bool:
    """Whether players have not heard everything of an entry when it happened."""
    return entry.late == HELD_WHOLE or entry.late.startswith(HELD_BACK)


def facts_with_sight(entry: Entry, viewer: Viewer) -> list[tuple[facts.Fact, facts.Fact | None]]:
    """Each fact of an entry with what the viewer may know of it, ``None`` where that is nothing."""
    happened = codec.facts_from(entry.facts)
    if viewer.is_gm:
        return [(fact, fact) for fact in happened]
    if entry.late == HELD_WHOLE:
        return [(fact, None) for fact in happened]
    seen = _with_sight(happened, entry.facts, entry, viewer)
    if entry.late.startswith((HELD_BACK, SAME_LADDER)):
        return [(fact, _at_once(fact, known, entry.late)) for fact, known in seen]
    return seen


def _at_once(fact: facts.Fact, known: facts.Fact | None, late: str) -> facts.Fact | None:
    """A fact as players hear it at once, of an entry that holds some back; ``None`` where it waits.

    ``known`` is as much of the fact as they may know at all.
    """
    if isinstance(known, facts.LadderSet):
        ladders = codec.facts_from(late.removeprefix(HELD_BACK) or "[]") if late != SAME_LADDER else []
        shown = [rung for ladder in ladders if isinstance(ladder, facts.LadderSet) for rung in ladder.rungs]
        return facts.LadderSet(encounters.done_as_in(shown, known.rungs)) if shown else None
    return None if late != SAME_LADDER and is_of_the_order(fact) else known


def is_of_the_order(fact: facts.Fact) -> bool:
    """Whether a fact says how far a fight is, and not what happens to somebody."""
    return isinstance(fact, _OF_THE_ORDER) or (isinstance(fact, facts.Told) and not fact.who)


def _with_sight(
    happened: Iterable[facts.Fact], text: str, entry: Entry, viewer: Viewer
) -> list[tuple[facts.Fact, facts.Fact | None]]:
    """Facts of an entry, as they stand in ``text``, with what the viewer may know of each."""
    veiled = veiled_in(entry)
    mentioned = veiled if redaction.mentions(text, veiled) else NOBODY
    return [(fact, redaction.without(_open_fact(fact, entry, veiled, viewer), mentioned)) for fact in happened]


def veiled_in(entry: Entry) -> Hidden:
    """The ids of those who did not exist for players when an entry was written."""
    return Hidden(codec.load(entry.veiled))


def _open_fact(  # noqa: C901 - cases
    fact: facts.Fact, entry: Entry, veiled: Hidden, viewer: Viewer
) -> facts.Fact | None:
    """The fact, if it is not about anybody or anything that is veiled; it may still mention them."""
    if entry.encounter in veiled and not isinstance(fact, facts.SheetFact | facts.PartyFact):
        # What a secret encounter does to open sheets and the party's stock shows there; how that came about is unknown.
        return None
    match fact:
        case facts.Told(who=who):
            return None if veiled & set(who) else fact
        case facts.Asked(ask=ask):
            return None if ask.to in veiled else facts.Asked(encounters.seen_ask(ask, viewer, veiled))
        case facts.LadderSet(rungs=rungs):
            return facts.LadderSet(tuple(rung for rung in rungs if rung.who not in veiled))
        case facts.TurnBegan(rung=rung) | facts.TurnEnded(rung=rung):
            return None if owner_of(rung) in veiled else fact
        case facts.Answered(ask=key):
            return None if owner_of(key) in veiled else fact
        case facts.Begun(who=who, sheet=sheet):
            open_to_them = who not in veiled and who in viewer.open_sheets
            return facts.Begun(who, sight.seen_sheet(sheet, viewer)) if open_to_them else None
        case facts.HomebrewShown():
            # That something was hidden is a secret too; what is shown, they see.
            return None
        case facts.ClimateChosen():
            # From its seed all days to come could be reckoned.
            return None
        case facts.WeatherSaid(ahead=ahead):
            return None if ahead else fact
        case facts.RuleChosen(page=page) | facts.HomebrewWritten(page=page) | facts.HomebrewWithdrawn(page=page):
            return None if page in veiled else fact
        case (
            facts.CalendarChosen()
            | facts.TimePassed()
            | facts.PartyItemSet()
            | facts.PartyItemLost()
            | facts.PartyCoinsChanged()
        ):
            # Everybody lives by the same days, and sees what the party has.
            return fact
        case facts.TextChanged(name=name) | facts.ConditionEnded(name=name) if name.startswith(GM_ONLY):
            return None
        case facts.ConditionSet(condition=condition) if condition.name.startswith(GM_ONLY):
            return None
        case facts.Judged(who=who, numbers=numbers, private=private):
            met = {who, *private.values(), *(one for one in numbers.values() if isinstance(one, str))}
            return None if veiled & met else sight.seen_verdict(fact, viewer)
        case facts.Veiled(hidden=True):
            return None
        case facts.BarrierDrawn(glimpse=facts.Glimpse(key=key, barrier=barrier)):
            return facts.BarrierDrawn(key, barrier) if barrier else None
        case facts.BarrierErased(glimpse=facts.Glimpse(key=key)) | facts.DoorTurned(glimpse=facts.Glimpse(key=key)):
            return replace(fact, key=key, glimpse=None) if key else None
    if isinstance(fact, _SEEN_OF_SCENES):
        return fact
    who = getattr(fact, "who", "")
    seen = _SEEN_OF_FRIENDS if who in viewer.open_sheets else _SEEN_OF_FOES
    return fact if who not in veiled and isinstance(fact, seen) else None


def owner_of(key: str) -> str:
    """The id of the one whose rung or ask a key names."""
    return key.split("/")[0]


# -- entries -----------------------------------------------------------------------------------------------------------


def is_seen(entry: Entry, viewer: Viewer) -> bool:
    """Whether the entry exists for the viewer at all."""
    return viewer.is_gm or bool(seen_facts(entry, viewer)) or _takes_back_something_seen(entry, viewer)


def _takes_back_something_seen(entry: Entry, viewer: Viewer) -> bool:
    about = entry.undoes or entry.redoes
    return about is not None and is_seen(about, viewer)


def presented(entry: Entry, viewer: Viewer) -> Entry:
    """The entry whose command, actor and author the viewer reads: one that they hear of only with this, or itself."""
    return entry if viewer.is_gm or entry.tells is None else entry.tells


def seen_command(entry: Entry, viewer: Viewer) -> str:
    """The command of an entry as the viewer may know it; empty for what somebody hidden does.

    The end of a hidden turn looks like what led into it. Where players heard of that at once, it looks like the game
    master's word to go on, or to begin where they hear of the beginning only now: an empty one would tell of somebody
    unseen.
    """
    if (told := presented(entry, viewer)) is not entry:
        return told.command
    late = [] if viewer.is_gm else late_facts(entry)
    if any(isinstance(fact, facts.RoundBegan) and fact.number == 1 for fact in late):
        return Begin.name
    if viewer.is_gm or entry.actor not in veiled_in(entry):
        return entry.command
    return NextTurn.name if late else ""


def seen_names(names: Mapping[str, str], entry: Entry, viewer: Viewer) -> dict[str, str]:
    """The names that may stand in the log of an entry."""
    veiled = NOBODY if viewer.is_gm else veiled_in(entry)
    return {who: name for who, name in names.items() if who not in veiled}


def number_of(member: Membership, eyes: Viewer, entry_id: str) -> int | None:
    """The number of an entry by its id; ``None`` where none of that id exists for the member."""
    entries = Entry.objects.filter(campaign=member.campaign_id, public_id=entry_id)
    entry = entries.select_related("undoes", "redoes").first()
    return entry.number if entry and is_seen(entry, eyes) else None
