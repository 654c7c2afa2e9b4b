"""One sentence for each kind of fact. People whom a reader does not know are called somebody."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, assert_never

from rules.engine.kernel import facts
from rules.engine.kernel.book import OwnBook, lying_open, opened
from rules.engine.kernel.calendars import span
from rules.engine.kernel.facts import Die, Fact
from rules.engine.kernel.words import setting, spoken
from rules.engine.page.blocks import ranks_of
from rules.engine.system.protocol import System
from rules.house_rules import switches
from rules.registry import system_named

Names = Mapping[str, str]

_STAGES = {"ready": "The fight is being prepared.", "fighting": "The fight begins.", "over": "The fight is over."}
_PLACE = re.compile(r"\{(\d+)\}")
_NOBODY = "Somebody"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence; ``kind`` is "name", "newcomer", "entry", "number", "aside" or nothing in particular.

    A newcomer may be called after a creature; an entry is one of the compendium, by its name.
    """

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence with the dice that belong to it; a ``quiet`` one is bookkeeping that pages may leave out."""

    parts: tuple[Part, ...]
    dice: tuple[Die, ...] = ()
    result: str = ""
    quiet: bool = False

    @property
    def text(self) -> str:
        """The sentence without its looks, for summaries and for who listens."""
        return "".join(part.text for part in self.parts)


def sentence(fact: Fact, names: Names, system: System) -> Line:
    """The sentence that a fact is for people. Total: a new kind of fact needs its sentence here."""
    if isinstance(fact, facts.SceneFact):
        return _of_the_scene(fact, names)
    if isinstance(fact, facts.BookFact):
        return _of_the_book(fact, system)
    if isinstance(fact, facts.StoryFact):
        return _of_the_story(fact, names, system)
    return _of_a_sheet(fact, names, system)


def _of_a_sheet(fact: facts.SheetFact, names: Names, system: System) -> Line:  # noqa: C901 - one arm for each kind
    match fact:
        case facts.Begun():
            return _begun(fact, names)
        case facts.RankChanged():
            return _rank_changed(fact, names, system)
        case facts.ExperienceChanged():
            return _experience_changed(fact, names, system)
        case facts.ResourceChanged():
            return _resource_changed(fact, names, system)
        case facts.LimitChanged():
            return _limit_changed(fact, names, system)
        case facts.BoxesTicked():
            return _boxes_ticked(fact, names)
        case facts.TrackSet():
            return _track_set(fact, names)
        case facts.ConditionSet():
            return _condition_set(fact, names)
        case facts.ConditionEnded():
            return _condition_ended(fact, names)
        case facts.ItemSet():
            return _item_set(fact, names)
        case facts.ItemLost():
            return _item_lost(fact, names)
        case facts.TextChanged():
            return _text_changed(fact, names)
        case facts.MemoKept():
            return _memo_kept(fact, names)
        case _:
            assert_never(fact)


def _of_the_scene(fact: facts.SceneFact, names: Names) -> Line:  # noqa: C901 - one arm for each kind
    match fact:
        case facts.Joined():
            return _joined(fact, names)
        case facts.Left():
            return _left(fact, names)
        case facts.Veiled():
            return _veiled(fact, names)
        case facts.Moved():
            return _moved(fact, names)
        case facts.StageSet():
            return _stage_set(fact)
        case facts.RoundBegan():
            return _round_began(fact)
        case facts.LadderSet():
            return _ladder_set(fact, names)
        case facts.TurnBegan():
            return _turn_began(fact, names)
        case facts.TurnEnded():
            return _turn_ended(fact, names)
        case facts.BudgetSet():
            return _budget_set(fact, names)
        case facts.Asked():
            return _asked(fact, names)
        case facts.Answered():
            return _answered(fact, names)
        case facts.SceneMemoKept():
            return _scene_memo_kept()
        case _:
            assert_never(fact)


def _of_the_book(fact: facts.BookFact, system: System) -> Line:
    match fact:
        case facts.RuleChosen():
            return _rule_chosen(fact, system)
        case facts.HomebrewWritten():
            how = "is added to the compendium" if fact.anew else "is changed in the compendium"
            return _line(Part(fact.name, "entry"), Part(f" ({spoken(fact.section)})", "aside"), f" {how}.")
        case facts.HomebrewWithdrawn():
            return _line(Part(fact.name, "entry"), " is removed from the compendium.")
        case facts.HomebrewShown():
            now = "is now open to players" if fact.to_players else "is now hidden from players"
            return _line(Part(fact.name, "entry"), f" {now}.")
        case facts.CalendarChosen():
            return _line("New calendar: it is ", Part(fact.date, "name"), ".")
        case facts.TimePassed():
            return _line("Time passes: ", Part(span(fact.minutes), "number"), ". It is ", Part(fact.date, "name"), ".")
        case _:
            assert_never(fact)


def _of_the_story(fact: facts.StoryFact, names: Names, system: System) -> Line:
    match fact:
        case facts.Rolled():
            return _rolled(fact, names, system)
        case facts.Judged():
            return _judged(fact, names, system)
        case facts.Told():
            return _told(fact, names)
        case _:
            assert_never(fact)


def _begun(fact: facts.Begun, names: Names) -> Line:
    kind = "name" if fact.sheet.kind == "character" else "newcomer"
    return _line(Part(_name(fact.who, names), kind), " appears.")


def _rank_changed(fact: facts.RankChanged, names: Names, system: System) -> Line:
    what = _rank(fact.kind, fact.name, system) or f"{_kind(fact.kind, system)} {spoken(fact.name)}"
    way = "goes up" if fact.by > 0 else "goes down"
    return _line(_who(fact.who, names), f": {what} {way} by ", _number(abs(fact.by)), ".")


def _rank(kind: str, name: str, system: System) -> str:
    """The label of a rank on the sheet; empty if the sheet shows none of that name."""
    return _ranks(system.slug, lying_open().edition).get((kind, name), "")


@cache
def _ranks(slug: str, edition: str) -> Mapping[tuple[str, str], str]:
    """The labels of the ranks on a game's sheet, by kind and name."""
    system = system_named(slug)
    with opened(OwnBook(edition=edition)):
        page = system.page(system.fresh_sheet(""), {})
    return {(row.kind, row.name): row.shown.label or row.label for row in ranks_of(page)}


@cache
def _in_passing(slug: str, edition: str) -> Mapping[str, str]:
    """The labels of ranks as they stand within a sentence, by name alone."""
    return {name: label.lower() for (_, name), label in _ranks(slug, edition).items()}


def _called(key: str, system: System) -> str:
    """The words for a key, as of a roll's purpose or a verdict's reason: a rank's label on the sheet, or itself."""
    return _in_passing(system.slug, lying_open().edition).get(key) or spoken(key)


def _experience_changed(fact: facts.ExperienceChanged, names: Names, system: System) -> Line:
    """The sentence on experience earned or spent in a rank or, where the kind is none of ranks, in a purse so named."""
    spent = fact.by < 0
    if fact.kind not in system.rank_kinds:
        what, why = f" {spoken(fact.kind)} {spoken(fact.name)}", f" ({fact.reason})" if fact.reason else ""
        verb = " spends " if spent else " earns "
        return _line(_who(fact.who, names), verb, _number(abs(fact.by)), what, Part(why, "aside"), ".")
    what = _rank(fact.kind, fact.name, system) or spoken(fact.name)
    if spent and fact.bought == fact.name:
        return _line(_who(fact.who, names), " spends ", _number(-fact.by), f" experience to raise {what}.")
    why = f" for {spoken(fact.bought)}" if fact.bought else f" ({fact.reason})" if fact.reason else ""
    verb = " spends " if spent else " gains "
    about = f" experience in {what}{why}."
    return _line(_who(fact.who, names), verb, _number(abs(fact.by)), about, quiet=not spent and abs(fact.by) == 1)


def _resource(name: str, system: System) -> str:
    """The label of a resource as it stands within a sentence."""
    return _gauges(system.slug, lying_open().edition).get(name) or spoken(name)


@cache
def _gauges(slug: str, edition: str) -> Mapping[str, str]:
    system = system_named(slug)
    with opened(OwnBook(edition=edition)):
        page = system.page(system.fresh_sheet(""), {})
    named = {gauge.name: gauge.label for gauge in page.vitals.gauges}
    return {name: label if label.isupper() else label.lower() for name, label in named.items()}


def _resource_changed(fact: facts.ResourceChanged, names: Names, system: System) -> Line:
    verb = " loses " if fact.by < 0 else " regains "
    why = f" ({fact.reason})" if fact.reason else ""
    what = f" {_resource(fact.resource, system)}"
    return _line(_who(fact.who, names), verb, _number(abs(fact.by)), what, Part(why, "aside"), ".")


def _limit_changed(fact: facts.LimitChanged, names: Names, system: System) -> Line:
    way = "goes up" if fact.by > 0 else "goes down"
    most = f"’s maximum {_resource(fact.resource, system)} {way} by "
    return _line(_who(fact.who, names), most, _number(abs(fact.by)), ".")


def _boxes_ticked(fact: facts.BoxesTicked, names: Names) -> Line:
    count = abs(fact.by)
    verb = " ticks " if fact.by > 0 else " clears "
    boxes = f" {spoken(fact.box)} {'box' if count == 1 else 'boxes'} on {spoken(fact.track)} line {fact.line + 1}."
    return _line(_who(fact.who, names), verb, _number(count), boxes)


def _track_set(fact: facts.TrackSet, names: Names) -> Line:
    count = len(fact.lines)
    lines = f" {spoken(fact.track)} {'line' if count == 1 else 'lines'}."
    return _line(_who(fact.who, names), " now has ", _number(count), lines)


def _condition_set(fact: facts.ConditionSet, names: Names) -> Line:
    state = fact.condition
    label = state.label[:1].lower() + state.label[1:]
    level = f" {state.level}" if state.level and not label.endswith(f" {state.level}") else ""
    return _line(_who(fact.who, names), ": ", Part(f"{label}{level}", "number"), ".")


def _condition_ended(fact: facts.ConditionEnded, names: Names) -> Line:
    return _line(_who(fact.who, names), f": no longer {spoken(fact.name)}.")


def _item_set(fact: facts.ItemSet, names: Names) -> Line:
    count = f"{fact.item.count} × " if fact.item.count != 1 else ""
    return _line(_who(fact.who, names), f" has {count}{fact.item.name}{' in use' if fact.item.in_use else ''}.")


def _item_lost(fact: facts.ItemLost, names: Names) -> Line:
    return _line(_who(fact.who, names), f" no longer has {spoken(fact.key)}.")


def _text_changed(fact: facts.TextChanged, names: Names) -> Line:
    if fact.name == "name":
        return _line(_who(fact.who, names), f" is now called {fact.text}.")
    return _line(_who(fact.who, names), f"’s {spoken(fact.name)} changed.")


def _memo_kept(fact: facts.MemoKept, names: Names) -> Line:
    return _line(_who(fact.who, names), ": something is noted.", quiet=True)


def _joined(fact: facts.Joined, names: Names) -> Line:
    unseen = Part(" unseen", "aside") if fact.hidden else ""
    who = Part(_name(fact.who, names), "name" if fact.side == "party" else "newcomer")
    return _line(who, f" joins the {spoken(fact.side)}", unseen, ".")


def _left(fact: facts.Left, names: Names) -> Line:
    return _line(_who(fact.who, names), " leaves the fight.")


def _veiled(fact: facts.Veiled, names: Names) -> Line:
    return _line(_who(fact.who, names), " is now hidden." if fact.hidden else " comes into view.")


def _moved(fact: facts.Moved, names: Names) -> Line:
    if fact.turns:
        return _line(_who(fact.who, names), " turns.", quiet=True)
    at = f"{_metres(fact.x)} m east, {_metres(fact.y)} m north"
    return _line(_who(fact.who, names), " moves", Part(f" (to {at})", "aside"), ".")


def _stage_set(fact: facts.StageSet) -> Line:
    return _line(_STAGES.get(fact.stage, f"The fight is {spoken(fact.stage)}."))


def _round_began(fact: facts.RoundBegan) -> Line:
    return _line("Round ", _number(fact.number), " begins.", quiet=True)


def _ladder_set(fact: facts.LadderSet, names: Names) -> Line:
    order = ", ".join(f"{_name(rung.who, names)} {rung.at}" for rung in fact.rungs)
    return _line(f"The ladder: {order or 'nobody'}.", quiet=True)


def _turn_began(fact: facts.TurnBegan, names: Names) -> Line:
    return _line(_who(_owner(fact.rung), names), "’s turn.")


def _turn_ended(fact: facts.TurnEnded, names: Names) -> Line:
    return _line(_who(_owner(fact.rung), names), "’s turn ends.", quiet=True)


def _budget_set(fact: facts.BudgetSet, names: Names) -> Line:
    return _line(_who(fact.who, names), " has ", _number(fact.left), f" left ({spoken(fact.budget)}).", quiet=True)


def _asked(fact: facts.Asked, names: Names) -> Line:
    whose = Part("The game master", "name") if fact.ask.for_gm else _who(fact.ask.to, names)
    if not fact.ask.title:
        return _line(whose, " has to decide.", quiet=True)
    return _line(whose, " has to decide: ", Part(fact.ask.title, "aside"), quiet=True)


def _answered(fact: facts.Answered, names: Names) -> Line:
    return _line(_who(_owner(fact.ask), names), " has decided.", quiet=True)


def _scene_memo_kept() -> Line:
    return _line("Something is noted about the fight.", quiet=True)


def _rule_chosen(fact: facts.RuleChosen, system: System) -> Line:
    label = next((switch.label for switch in switches(system) if switch.name == fact.name), spoken(fact.name))
    was = Part(f" (was {setting(fact.was)})", "aside")
    return _line("The house rule ", Part(label, "name"), " is now ", Part(setting(fact.to), "number"), was, ".")


def _rolled(fact: facts.Rolled, names: Names, system: System) -> Line:
    purpose = purpose_of(fact.purpose, system)
    verb = " rolls real dice" if fact.typed else " rolls"
    # A single die says itself what it comes to.
    result = "" if [die.face for die in fact.dice] == [fact.measure] else f"= {fact.measure}"
    return _line(_who(fact.who, names), f"{verb} ({purpose}):", dice=fact.dice, result=result)


def _judged(fact: facts.Judged, names: Names, system: System) -> Line:
    verdict = Part(f"{spoken(fact.verdict)}{_hits(fact)}", "number")
    reasons = "; ".join(hung_on(fact, names, system))
    return _line(_who(fact.who, names), ": ", verdict, Part(f" ({reasons})" if reasons else "", "aside"), ".")


def hung_on(fact: facts.Judged, names: Names, system: System) -> Iterator[str]:
    """The reasons of a verdict, one for each of its numbers, without those that are nothing or said already."""
    for name, value in fact.numbers.items():
        if value in (None, "", 0) or name in ("hits", fact.verdict):
            continue
        yield f"{spoken(name)} {names.get(value) or _called(value, system) if isinstance(value, str) else value}"


def _hits(fact: facts.Judged) -> str:
    """The words for a verdict's hits, or for the number that it is named for; empty without either."""
    if not fact.hits or fact.numbers.get(fact.verdict) == fact.hits:
        return f" {fact.hits}" if fact.verdict in fact.numbers else ""
    return f", {fact.hits} {'hit' if fact.hits == 1 else 'hits'}"


def _told(fact: facts.Told, names: Names) -> Line:
    parts: list[str | Part] = []
    for index, piece in enumerate(_PLACE.split(fact.text)):
        if index % 2 == 0:
            parts.append(piece)
        else:
            named = int(piece) < len(fact.who)
            parts.append(_who(fact.who[int(piece)], names) if named else f"{{{piece}}}")
    return _line(*parts)


# -- words ----------------------------------------------------------------------------------------------------------


def _line(*parts: str | Part, dice: tuple[Die, ...] = (), result: str = "", quiet: bool = False) -> Line:
    made = [part if isinstance(part, Part) else Part(part) for part in parts]
    return Line(tuple(part for part in made if part.text), dice, result, quiet)


def _name(who: str, names: Names) -> str:
    return names.get(who, _NOBODY)


def _who(who: str, names: Names) -> Part:
    return Part(_name(who, names), "name")


def _number(value: Any) -> Part:
    return Part(str(value), "number")


def _kind(kind: str, system: System) -> str:
    return system.rank_kinds.get(kind, spoken(kind)).lower()


def _owner(key: str) -> str:
    """The id of the one whose rung or ask a key names."""
    return key.split("/")[0]


def _metres(value: float) -> str:
    return f"{value:g}"


def purpose_of(purpose: str, system: System) -> str:
    """The purpose of a roll in words, with the label of its command in place of the name that programs use."""
    command, colon, about = purpose.partition(": ")
    known = {known.name: known.label for known in system.commands}
    if not colon:
        return spoken(known.get(purpose, purpose))
    what = _called(about, system)
    return f"{known[command].lower()}, {what}" if command in known else f"{spoken(command)}: {what}"
