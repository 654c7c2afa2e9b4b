"""Sight: the one place that decides what a viewer may see, for pages, programs, streams, the log and the rules.

Everything is an allow-list: a new field, a new kind of fact or a new document is hidden from players until it is named.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace

from campaigns import redaction
from campaigns.documents import GM_TEXT, Content, Document, keeps_back
from campaigns.models import Entry, Membership
from campaigns.redaction import NOBODY, Hidden
from rules import codec
from rules.engine.character.edits import WriteText
from rules.engine.fight.course import Begin, NextTurn
from rules.engine.kernel import facts
from rules.engine.kernel.commands import Command
from rules.engine.kernel.refusals import Unknown
from rules.engine.kernel.sheets import FOR_GM, Ask, Combatant, Encounter, Order, Rung, Sheet

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
_SEEN_OF_SCENES = (facts.StageSet, facts.RoundBegan)
#: Facts that say whose turn it is. While somebody hidden has the turn, players hear none of them.
_OF_THE_ORDER = (
    facts.StageSet, facts.RoundBegan, facts.LadderSet, facts.TurnBegan, facts.TurnEnded, facts.BudgetSet,
)  # fmt: skip
#: Facts that lead from turn to turn.
_ON_THE_WAY = (facts.StageSet, facts.RoundBegan, facts.TurnBegan, facts.TurnEnded)
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


@dataclass(frozen=True, slots=True)
class Viewer:
    """The rights of one who looks: whether they run the campaign, whom they play, and whose sheets are open to them.

    ``plays`` and ``open_sheets`` are ids of characters; both are empty for a game master, who sees everything.
    """

    is_gm: bool
    plays: frozenset[str] = frozenset()
    open_sheets: frozenset[str] = frozenset()

    @property
    def audience(self) -> str:
        """A key that viewers of a campaign share if they see the same: gm, the ids of those they play, or observer."""
        return "gm" if self.is_gm else ",".join(sorted(self.plays)) or "observer"


def viewer_of(member: Membership, characters: Iterable[Document]) -> Viewer:
    """The viewer that a member is, given the campaign's characters."""
    if member.is_gm:
        return Viewer(is_gm=True)
    known = list(characters)
    plays = frozenset(c.public_id for c in known if c.played_by(member.user_id) and member.role == "player")
    return Viewer(False, plays, frozenset(c.public_id for c in known if not c.secret) | plays)


def players_of(characters: Iterable[Document]) -> Viewer:
    """All players together as one viewer: of what any of them may see of the encounters of these characters."""
    open_sheets = frozenset(c.public_id for c in characters if not c.secret)
    return Viewer(False, open_sheets, open_sheets)


# -- documents ------------------------------------------------------------------------------------------------------


def seen_sheet(sheet: Sheet, viewer: Viewer, hidden: Hidden = NOBODY) -> Sheet:
    """The sheet without the texts that only the GM may read, and without those of whom players do not know."""
    if viewer.is_gm:
        return sheet
    if keeps_back(sheet):
        sheet = replace(sheet, texts={name: t for name, t in sheet.texts.items() if not name.startswith(GM_TEXT)})
    return redaction.without(sheet, hidden)


def refuse_secret_text(command: Command) -> None:
    """Refuse players a text that is the GM's own, in the same words whether or not there is one."""
    if isinstance(command, WriteText) and command.text.startswith(GM_TEXT):
        raise Unknown("This sheet has no such text.", "text")


def sees_change(document: Document, content: Content | None, players: Viewer, hidden: Hidden) -> bool:
    """Whether players can see that a document becomes this content; to be asked before it does.

    An encounter that they do not know of yet is held against what they will see of it. A page of the book is seen as
    a whole by those who may open it.
    """
    if not (document.is_sheet or document.is_scene):
        return True
    if document.is_sheet and document.whole and is_open(content, hidden):
        return True
    is_unbegun = document.void or (document.is_sheet and not document.version)
    before = None if is_unbegun else document.read()
    return _seen_text(before, players, hidden) != _seen_text(content, players, hidden)


def is_open(content: Content | None, hidden: Hidden) -> bool:
    """Whether all of a document can be passed on to players as it is stored."""
    if isinstance(content, Sheet) and keeps_back(content):
        return False
    return not hidden or not redaction.mentions(codec.dump(content), hidden)


def _seen_text(content: Content | None, viewer: Viewer, hidden: Hidden) -> str:
    match content:
        case None:
            return ""
        case Sheet():
            return codec.dump(seen_sheet(content, viewer, hidden))
        case Encounter():
            return codec.dump(seen_encounter(content, viewer, hidden))
        case _:
            return codec.dump(content)


def hidden_in(encounter: Encounter) -> frozenset[str]:
    """The ids of those who take part without the players knowing."""
    return frozenset(who for who, combatant in encounter.combatants.items() if combatant.hidden)


def known_encounter(encounter: Encounter, viewer: Viewer) -> Encounter:
    """The encounter as far as the viewer knows who takes part: what the rules offer them is built from this."""
    hidden = frozenset() if viewer.is_gm else hidden_in(encounter)
    if not hidden:
        return encounter
    known, order = copy(encounter), shown_order(encounter)
    known.combatants = {
        who: replace(c, budgets=order.budgets.get(who, c.budgets))
        for who, c in encounter.combatants.items()
        if who not in hidden
    }
    known.ladder = [rung for rung in order.ladder if rung.who in known.combatants]
    known.asks = {key: ask for key, ask in encounter.asks.items() if ask.to not in hidden}
    known.stage, known.round, known.shown = order.stage, order.round, None
    if not known.asks:
        known.memo = order.memo
    known.turn = order.turn if any(rung.key == order.turn for rung in known.ladder) else ""
    return known


def order_for(encounter: Encounter, *, is_gm: bool) -> Order:
    """The order of a fight as somebody sees it: its stage, round, turn and ladder."""
    return encounter.order if is_gm else shown_order(encounter)


def shown_order(encounter: Encounter) -> Order:
    """The order of a fight as players see it."""
    return encounter.shown or encounter.order


def settle(encounter: Encounter, before: Order, happened: Iterable[facts.Fact]) -> None:
    """Set the order that players see after an entry: while somebody hidden has the turn, the one from ``before`` it.

    So neither their turn nor its length shows: to players the turn that they saw last goes on until the next that they
    can see begins. Where the ladder is changed meanwhile, they see it.
    """
    current = encounter.current
    if not current or current.who not in hidden_in(encounter):
        encounter.shown = None
    elif changes_ladder(happened):
        encounter.shown = replace(before, ladder=_done_as_in(before.ladder, encounter.ladder))
    else:
        encounter.shown = before


def changes_ladder(happened: Iterable[facts.Fact]) -> bool:
    """Whether the ladder is changed otherwise than by the way from turn to turn."""
    kinds = {type(fact) for fact in happened}
    return facts.LadderSet in kinds and kinds.isdisjoint(_ON_THE_WAY)


def _done_as_in(shown: Iterable[Rung], rungs: Iterable[Rung]) -> tuple[Rung, ...]:
    """The ``rungs``, each done if players saw it done (``shown``); one that they did not see stays as it is."""
    done = {rung.key: rung.done for rung in shown}
    return tuple(replace(rung, done=done.get(rung.key, rung.done)) for rung in rungs)


def waits_in_hiding(encounter: Encounter) -> bool:
    """Whether the fight waits for somebody of whom players do not know: it is their turn, or they are asked."""
    hidden = hidden_in(encounter)
    return encounter.shown is not None or any(ask.to in hidden for ask in encounter.pressing)


def seen_encounter(encounter: Encounter, viewer: Viewer, hidden: Hidden) -> Encounter:
    """The encounter as a viewer may see it: others' asks without their content, no memo, no foes' budgets.

    ``hidden`` are those whom players do not know of, with their names (`unknown_in`).
    """
    if viewer.is_gm:
        return encounter
    known = copy(known_encounter(encounter, viewer))
    known.combatants = {who: _seen_combatant(who, c, viewer) for who, c in known.combatants.items()}
    known.asks = {key: seen_ask(ask, viewer, hidden) for key, ask in known.asks.items()}
    known.memo = {}
    known.asked = {}
    return known


def seen_ask(ask: Ask, viewer: Viewer, hidden: Hidden) -> Ask:
    """The ask as a viewer may see it: of others' asks only that they wait, in their own nothing of who hides."""
    if viewer.is_gm:
        return ask
    if ask.to not in viewer.plays or ask.for_gm:
        return Ask(ask.key, ask.to, "", (), {FOR_GM: True} if ask.for_gm else {})
    return redaction.without(ask, hidden)


def unknown_in(encounter: Encounter, names: Mapping[str, str]) -> Hidden:
    """The ids of those who take part without the players knowing, each with the name that must not be said."""
    return named(hidden_in(encounter), {who: name for who, name in names.items() if who in encounter.combatants})


def named(veiled: Iterable[str], names: Mapping[str, str]) -> Hidden:
    """The ids of those who are veiled, each with the name; empty where somebody whom everybody knows bears it too."""
    kept = set(veiled)
    said = {name for who, name in names.items() if who not in kept}
    return {who: "" if names.get(who, "") in said else names.get(who, "") for who in sorted(kept)}


def _seen_combatant(who: str, combatant: Combatant, viewer: Viewer) -> Combatant:
    return combatant if who in viewer.open_sheets else replace(combatant, budgets={})


# -- what happened --------------------------------------------------------------------------------------------------


def veiled_by(before: Iterable[str], after: Iterable[str], secret: Iterable[str], met: Iterable[str]) -> list[str]:
    """The ids of those who shall not exist for players in an entry: hidden in it, or secret and not met there."""
    hidden = frozenset(before) & frozenset(after)
    met_openly = frozenset(met) - frozenset(after)
    return sorted(hidden | frozenset(after) | (frozenset(secret) - met_openly))


def seen_facts(entry: Entry, viewer: Viewer) -> list[facts.Fact]:
    """The facts of an entry that the viewer may know, each with what they may know of it; what was late comes first."""
    late = [] if viewer.is_gm else _with_sight(late_facts(entry), entry.late, entry, viewer)
    return [fact for _, fact in (*late, *facts_with_sight(entry, viewer)) if fact is not None]


def late_facts(entry: Entry) -> list[facts.Fact]:
    """The facts of earlier entries that players hear with this one."""
    return [] if is_held(entry) or entry.late in ("", SAME_LADDER) else codec.facts_from(entry.late)


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
        return facts.LadderSet(_done_as_in(shown, known.rungs)) if shown else None
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
    """The ids of those who did not exist for players when an entry was written, each with the name."""
    veiled: Hidden = codec.load(entry.veiled)
    return veiled


def _open_fact(  # noqa: C901 - cases
    fact: facts.Fact, entry: Entry, veiled: Hidden, viewer: Viewer
) -> facts.Fact | None:
    """The fact, if it is not about anybody or anything that is veiled; it may still mention them."""
    if entry.encounter in veiled and not isinstance(fact, facts.SheetFact):
        # What a secret encounter does to open sheets shows on them; that and how it came about stays unknown.
        return None
    match fact:
        case facts.Told(who=who):
            return None if veiled.keys() & set(who) else fact
        case facts.Asked(ask=ask):
            return None if ask.to in veiled else facts.Asked(seen_ask(ask, viewer, veiled))
        case facts.LadderSet(rungs=rungs):
            return facts.LadderSet(tuple(rung for rung in rungs if rung.who not in veiled))
        case facts.TurnBegan(rung=rung) | facts.TurnEnded(rung=rung):
            return None if _owner_of(rung) in veiled else fact
        case facts.Answered(ask=key):
            return None if _owner_of(key) in veiled else fact
        case facts.Begun(who=who, sheet=sheet):
            open_to_them = who not in veiled and who in viewer.open_sheets
            return facts.Begun(who, seen_sheet(sheet, viewer)) if open_to_them else None
        case facts.HomebrewShown():
            # That something was hidden is a secret too; what is shown, they see.
            return None
        case facts.RuleChosen(page=page) | facts.HomebrewWritten(page=page) | facts.HomebrewWithdrawn(page=page):
            return None if page in veiled else fact
        case facts.CalendarChosen() | facts.TimePassed():
            # Everybody lives by the same days.
            return fact
        case facts.TextChanged(name=name) if name.startswith(GM_TEXT):
            return None
        case facts.Judged(numbers=numbers) if veiled.keys() & {v for v in numbers.values() if isinstance(v, str)}:
            return None
        case facts.Veiled(hidden=True):
            return None
    if isinstance(fact, _SEEN_OF_SCENES):
        return fact
    who = getattr(fact, "who", "")
    seen = _SEEN_OF_FRIENDS if who in viewer.open_sheets else _SEEN_OF_FOES
    return fact if who not in veiled and isinstance(fact, seen) else None


def _owner_of(key: str) -> str:
    """The id of the one whose rung or ask a key names."""
    return key.split("/")[0]


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
