"""One sentence for each kind of fact. People whom a reader does not know are called somebody."""

from dataclasses import replace
from typing import assert_never

from campaigns.audience.history import owner_of
from campaigns.log.line import Line, Names, Part, line_of, name_of, number, person
from campaigns.log.reasons import HARM, reasons_of
from campaigns.log.sheet_sentences import called, of_a_sheet
from rules.engine.kernel import TODAY, Fact, counted, facts, in_words, setting, signed, span, spoken
from rules.engine.system.protocol import System, Unit
from rules.house_rules import switches

_STAGES = {"ready": "The fight is being prepared.", "fighting": "The fight begins.", "over": "The fight is over."}
_BARRIERS = {"wall": "A wall goes up", "door": "A door goes in", "cover": "There is cover now"}
#: Verdicts as something that somebody does.
_DOES = {
    "success": "succeeds",
    "failure": "fails",
    "critical success": "succeeds critically",
    "critical failure": "fails critically",
    "struck": "strikes",
    "hit": "hits",
    "miss": "misses",
    "hurt": "is hurt",
    "unhurt": "is unhurt",
    "mixed": "has a mixed result",
    "tie": "ties",
    "initiative": "rolls initiative",
    "casting": "is casting",
    "cast": "casts the spell",
    "landed": "lands",
    "rested": "rests",
}
#: Verdicts that are about somebody else, who is named behind them.
_DOES_TO = frozenset(("struck", "hit", "miss"))


def sentence(fact: Fact, names: Names, system: System) -> Line:
    """The sentence that a fact is for people. Total: a new kind of fact needs its sentence here."""
    if isinstance(fact, facts.SceneFact):
        return _of_the_scene(fact, names, system)
    if isinstance(fact, facts.BookFact):
        return _of_the_book(fact, system)
    if isinstance(fact, facts.StoryFact):
        return _of_the_story(fact, names, system)
    return of_a_sheet(fact, names, system)


def _of_the_scene(fact: facts.SceneFact, names: Names, system: System) -> Line:  # noqa: C901 - one arm for each kind
    match fact:
        case facts.Joined():
            return _joined(fact, names)
        case facts.Left():
            return line_of(person(fact.who, names), " leaves the fight.")
        case facts.Veiled():
            return line_of(person(fact.who, names), " is now hidden." if fact.hidden else " comes into view.")
        case facts.Moved():
            return _moved(fact, names, system)
        case facts.StageSet():
            return line_of(_STAGES.get(fact.stage, f"The fight is {spoken(fact.stage)}."))
        case facts.RoundBegan():
            return line_of("Round ", number(fact.number), " begins.", quiet=True)
        case facts.LadderSet():
            return _ladder_set(fact, names, system)
        case facts.TurnBegan():
            return line_of(person(owner_of(fact.rung), names), "’s turn.")
        case facts.TurnEnded():
            return line_of(person(owner_of(fact.rung), names), "’s turn ends.", quiet=True)
        case facts.BudgetSet():
            return line_of(
                person(fact.who, names), " has ", number(fact.left), f" left ({spoken(fact.budget)}).", quiet=True
            )
        case facts.Asked():
            return _asked(fact, names)
        case facts.Answered():
            return line_of(person(owner_of(fact.ask), names), " has decided.", quiet=True)
        case facts.SceneMemoKept():
            return line_of("Something is noted about the fight.", quiet=True)
        case facts.BarrierDrawn():
            return line_of(f"{_BARRIERS.get(fact.barrier.kind, 'A line is drawn')}.", quiet=True)
        case facts.BarrierErased():
            return line_of("A line is removed from the board.", quiet=True)
        case facts.DoorTurned():
            return line_of("A door opens." if fact.is_open else "A door shuts.")
        case facts.GroundLaid():
            done = "is placed under the board" if fact.ground else "is removed from the board"
            return line_of(f"The picture {done}.", quiet=True)
        case facts.FogDrawn():
            return line_of("The fog shifts.", quiet=True)
        case _:
            assert_never(fact)


def _of_the_book(fact: facts.BookFact, system: System) -> Line:
    match fact:
        case facts.RuleChosen():
            return _rule_chosen(fact, system)
        case facts.HomebrewWritten():
            how = "is added to the compendium" if fact.anew else "is changed in the compendium"
            return line_of(Part(fact.name, "entry"), Part(f" ({spoken(fact.section)})", "aside"), f" {how}.")
        case facts.HomebrewWithdrawn():
            return line_of(Part(fact.name, "entry"), " is removed from the compendium.")
        case facts.HomebrewShown():
            now = "is now open to players" if fact.to_players else "is now hidden from players"
            return line_of(Part(fact.name, "entry"), f" {now}.")
        case facts.CalendarChosen():
            return line_of("New calendar: it is ", Part(fact.date, "name"), ".")
        case facts.TimePassed():
            return line_of(
                "Time passes: ", Part(span(fact.minutes), "number"), ". It is ", Part(fact.date, "name"), "."
            )
        case facts.ClimateChosen(said=said):
            return line_of(said)
        case facts.WeatherSaid():
            said = fact.said[:1].lower() + fact.said[1:]
            return line_of(
                f"The weather turns: {said}" if fact.when == TODAY else f"The weather on {fact.when}: {said}"
            )
        case facts.PartyItemSet() | facts.PartyItemLost() | facts.PartyCoinsChanged():
            return _of_the_party(fact, system)
        case _:
            assert_never(fact)


def _of_the_party(fact: facts.PartyFact, system: System) -> Line:
    match fact:
        case facts.PartyItemSet(item=item):
            count = f"{item.count} × " if item.count != 1 else ""
            return line_of(f"The party has: {count}{item.name}.")
        case facts.PartyItemLost(name=name):
            return line_of(f"The party no longer has: {name}.")
        case facts.PartyCoinsChanged(coin=kind, by=by):
            coin = system.coins().get(kind)
            named = coin.counted(abs(by)) if coin else f"{abs(by)} {spoken(kind)}"
            return line_of("The party gains " if by > 0 else "The party loses ", Part(named, "number"), ".")
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


def _joined(fact: facts.Joined, names: Names) -> Line:
    unseen = Part(" unseen", "aside") if fact.hidden else ""
    who = Part(name_of(fact.who, names), "name" if fact.side == "party" else "newcomer")
    where = "fight" if fact.side == "party" else spoken(fact.side)
    return line_of(who, f" joins the {where}", unseen, ".")


def _moved(fact: facts.Moved, names: Names, system: System) -> Line:
    if fact.turns:
        return line_of(person(fact.who, names), " turns.", quiet=True)
    at = _place(fact.x, fact.y, system.unit)
    return line_of(person(fact.who, names), " moves", Part(f" (to {at})", "aside"), ".")


def _place(x: float, y: float, unit: Unit) -> str:
    """A place on the board in words, as seen from its middle."""
    ways = ((x, "east", "west"), (y, "north", "south"))
    far = [(unit.of(abs(along)), one if along > 0 else other) for along, one, other in ways]
    said = [f"{number} {unit.sign} {way}" for number, way in far if number != "0"]
    return f"{', '.join(said)} of the middle" if said else "the middle"


def _ladder_set(fact: facts.LadderSet, names: Names, system: System) -> Line:
    numbers = (f" {rung.at}" if system.numbered else "" for rung in fact.rungs)
    order = ", ".join(f"{name_of(rung.who, names)}{at}" for rung, at in zip(fact.rungs, numbers, strict=True))
    return line_of(f"The ladder: {order or 'nobody'}.", quiet=True)


def _asked(fact: facts.Asked, names: Names) -> Line:
    whose = Part("The game master", "name") if fact.ask.for_gm else person(fact.ask.to, names)
    if not fact.ask.title:
        return line_of(whose, " has to decide.", quiet=True)
    return line_of(whose, " has to decide: ", Part(in_words(fact.ask.title, names), "aside"), quiet=True)


def _rule_chosen(fact: facts.RuleChosen, system: System) -> Line:
    label = next((switch.label for switch in switches(system) if switch.name == fact.name), spoken(fact.name))
    was = Part(f" (was {setting(fact.was)})", "aside")
    return line_of("The house rule ", Part(label, "name"), " is now ", Part(setting(fact.to), "number"), was, ".")


def _rolled(fact: facts.Rolled, names: Names, system: System) -> Line:
    purpose = purpose_of(in_words(fact.purpose, names), system)
    verb = " rolls real dice" if fact.typed else " rolls"
    # A single die says itself what it comes to: by its face, or by being filled in where it counts.
    is_plain = len(fact.dice) == 1 and fact.measure in (fact.dice[0].face, int(fact.dice[0].scored > 0))
    added = fact.measure - sum(die.scored for die in fact.dice)
    # What is added to dice that count as they fall is told; elsewhere dice score by rules of their own.
    falls = fact.dice and all(die.scored in (0, die.face) for die in fact.dice)
    plus = f"{signed(added)} " if falls and added else ""
    result = "" if is_plain else f"{plus}= {fact.measure}"
    return line_of(person(fact.who, names), f"{verb} ({purpose}):", dice=fact.dice, result=result)


def _judged(fact: facts.Judged, names: Names, system: System) -> Line:
    whom, does = _aimed_at(fact, names), _DOES.get(spoken(fact.verdict))
    told = replace(fact, numbers={name: value for name, value in fact.numbers.items() if not whom or value != whom})
    reasons = "; ".join(reasons_of(told, names, system))
    said = (" ", Part(does, "number")) if does else (": ", Part(verdict_of(fact), "number"))
    behind = (" ", person(whom, names)) if whom else ()
    hits = f": {many}" if does and (many := _hits(fact).lstrip(", ")) else ""
    return line_of(
        person(fact.who, names), *said, *behind, Part(f" ({reasons})" if reasons else "", "aside"), f"{hits}."
    )


def _aimed_at(fact: facts.Judged, names: Names) -> str:
    """The id of whom a verdict is about; empty without anybody whom the reader knows."""
    aimed = (fact.numbers.get(name) for name in ("target", "whom") if fact.verdict in _DOES_TO)
    return next((who for who in aimed if isinstance(who, str) and who in names), "")


def verdict_of(fact: facts.Judged) -> str:
    """The verdict itself, with its hits."""
    return f"{spoken(fact.verdict)}{_hits(fact)}"


#: The words for what a verdict came to, where it is no harm.
_HITS = ("hit", "hits")


def _hits(fact: facts.Judged) -> str:
    """The words for a verdict's hits: for the harm that they came to, or the number that it is named for; or none."""
    if not fact.hits or fact.numbers.get(fact.verdict) == fact.hits:
        return f" {fact.hits}" if fact.verdict in fact.numbers else ""
    harm = next((words for name, words in HARM.items() if fact.numbers.get(name) == fact.hits), _HITS)
    return f", {counted(fact.hits, *harm)}"


def _told(fact: facts.Told, names: Names) -> Line:
    return line_of(*(person(piece, names) if at % 2 else piece for at, piece in enumerate(fact.said.pieces)))


def purpose_of(purpose: str, system: System) -> str:
    """The purpose of a roll in words, with the label of its command in place of the name that programs use."""
    command, colon, about = purpose.partition(": ")
    known = {known.name: known.label for known in system.commands}
    if not colon:
        return spoken(known.get(purpose, purpose))
    what = called(about, system)
    return f"{known[command].lower()}, {what}" if command in known else f"{spoken(command)}: {what}"
