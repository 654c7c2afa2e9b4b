"""Changes of documents by facts: the one description of every change, and it knows no game.

The functions change the working copy that they are given and return it (a sheet that begins is a new one). They are
total: a fact replayed without one that was undone before it still applies, clamped to what the document can hold.
"""

from copy import deepcopy
from dataclasses import replace
from typing import assert_never

from rules.engine.kernel import facts
from rules.engine.kernel.book import Homemade, House
from rules.engine.kernel.calendars import Almanac
from rules.engine.kernel.sheets import Combatant, Encounter, Line, Resource, Sheet, plain_copy
from rules.engine.kernel.skies import Skies
from rules.engine.kernel.stock import Stock


def evolve_sheet(sheet: Sheet | None, fact: facts.SheetFact) -> Sheet | None:
    """Apply a fact to the sheet that it is about. As long as it has not begun, nothing else happens to it."""
    if isinstance(fact, facts.Begun):
        return deepcopy(fact.sheet)
    if sheet is not None:
        _change(sheet, fact)
    return sheet


def _change(sheet: Sheet, fact: facts.SheetFact) -> None:  # noqa: C901 - one case a fact, and no more
    match fact:
        case facts.Begun():
            pass
        case facts.RankChanged(kind=kind, name=name, by=by):
            _add(sheet.ranks.setdefault(kind, {}), name, by)
        case facts.ExperienceChanged(kind=kind, name=name, by=by):
            _add(sheet.experience.setdefault(kind, {}), name, by)
        case facts.ResourceChanged(resource=resource, by=by):
            held = sheet.resources.setdefault(resource, Resource(0, 0))
            held.now = max(0, min(held.most, held.now + by))
        case facts.LimitChanged(resource=resource, by=by):
            held = sheet.resources.setdefault(resource, Resource(0, 0))
            held.most = max(0, held.most + by)
            held.now = min(held.now, held.most)
        case facts.BoxesTicked(track=track, line=line, box=box, by=by):
            _tick(sheet.tracks.get(track, []), line, box, by)
        case facts.TrackSet(track=track, lines=lines):
            sheet.tracks[track] = [Line(dict(line.boxes), dict(line.ticked)) for line in lines]
        case facts.ConditionSet(condition=condition):
            sheet.conditions[condition.name] = condition
        case facts.ConditionEnded(name=name):
            sheet.conditions.pop(name, None)
        case facts.ItemSet(key=key, item=item):
            sheet.items[key] = item.copied()
        case facts.ItemLost(key=key):
            sheet.items.pop(key, None)
        case facts.TextChanged(name="name", text=text):
            sheet.name = text
        case facts.TextChanged(name=name, text=text):
            sheet.texts[name] = text
        case facts.MemoKept(name=name, value=None):
            sheet.memo.pop(name, None)
        case facts.MemoKept(name=name, value=value):
            sheet.memo[name] = plain_copy(value)
        case _:
            assert_never(fact)


def evolve_encounter(encounter: Encounter, fact: facts.SceneFact) -> Encounter:  # noqa: C901 - one case a fact
    """Apply a fact to the encounter in which it happened."""
    match fact:
        case facts.Joined(who=who, side=side, hidden=hidden, x=x, y=y, facing=facing):
            budgets = encounter.combatants[who].budgets if who in encounter.combatants else {}
            encounter.combatants[who] = Combatant(side, hidden, x, y, facing, budgets)
        case facts.Left(who=who):
            _leave(encounter, who)
        case facts.Veiled(who=who, hidden=hidden, by_fog=by_fog):
            if who in encounter.combatants:
                encounter.combatants[who].hidden = hidden
                encounter.combatants[who].in_fog = by_fog
        case facts.Moved(who=who, x=x, y=y, facing=facing):
            if who in encounter.combatants:
                place = encounter.combatants[who]
                place.x, place.y, place.facing = x, y, facing
        case facts.StageSet(stage=stage):
            encounter.stage = stage
        case facts.RoundBegan(number=number):
            encounter.round = number
        case facts.LadderSet(rungs=rungs):
            encounter.ladder = list(rungs)
        case facts.TurnBegan(rung=rung):
            encounter.turn = rung
        case facts.TurnEnded(rung=rung):
            encounter.turn = ""
            encounter.ladder = [replace(r, done=True) if r.key == rung else r for r in encounter.ladder]
        case facts.BudgetSet(who=who, budget=budget, left=left):
            if who in encounter.combatants:
                encounter.combatants[who].budgets[budget] = left
        case facts.Asked(ask=ask):
            encounter.asks[ask.key] = ask
            _add(encounter.asked, ask.to, 1)
        case facts.Answered(ask=key):
            encounter.asks.pop(key, None)
        case facts.SceneMemoKept(name=name, value=None):
            encounter.memo.pop(name, None)
        case facts.SceneMemoKept(name=name, value=value):
            encounter.memo[name] = plain_copy(value)
        case facts.BarrierDrawn(key=key, barrier=barrier):
            encounter.barriers[key] = barrier
        case facts.BarrierErased(key=key):
            encounter.barriers.pop(key, None)
        case facts.DoorTurned(key=key, is_open=is_open):
            if key in encounter.barriers:
                encounter.barriers[key] = replace(encounter.barriers[key], is_open=is_open)
        case facts.GroundLaid(ground=ground):
            encounter.ground = ground
        case facts.FogDrawn(areas=areas):
            encounter.fog = areas
        case _:
            assert_never(fact)
    return encounter


def evolve_house(house: House, fact: facts.RuleChosen) -> House:
    """Apply a house rule that was turned; a rule set back to the game's default leaves no trace."""
    if fact.plain:
        house.rules.pop(fact.name, None)
    else:
        house.rules[fact.name] = deepcopy(fact.to)
    return house


def evolve_almanac(almanac: Almanac, fact: facts.AlmanacFact) -> Almanac:
    """Apply what happened to a campaign's time: another calendar names the same moment; time and weather move on."""
    match fact:
        case facts.CalendarChosen(calendar=calendar):
            return replace(almanac, calendar=calendar)
        case facts.TimePassed(minutes=minutes):
            return replace(almanac, now=almanac.now + minutes)
        case facts.ClimateChosen(climate=climate, seed=seed, coldest=coldest):
            told = almanac.skies.told if almanac.skies else {}
            return replace(almanac, skies=Skies(climate, seed, coldest, told))
        case facts.WeatherSaid(day=day, weather=weather):
            skies = almanac.skies or Skies()
            told = {at: one for at, one in skies.told.items() if at != str(day)}
            return replace(almanac, skies=replace(skies, told=told if weather is None else {**told, str(day): weather}))
        case _:
            assert_never(fact)


def evolve_homemade(
    homemade: Homemade | None, fact: facts.HomebrewWritten | facts.HomebrewShown | facts.HomebrewWithdrawn
) -> Homemade | None:
    """Apply a fact to an entry of the campaign's own. As long as it was not written, it cannot be withdrawn.

    Who may read it is no part of what it says.
    """
    if isinstance(fact, facts.HomebrewWritten):
        return Homemade(fact.section, fact.name, deepcopy(fact.told))
    if isinstance(fact, facts.HomebrewShown):
        return homemade
    return replace(homemade, withdrawn=True) if homemade else None


def evolve_stock(stock: Stock, fact: facts.PartyFact) -> Stock:
    """Apply what happened to the things and coins that the party owns in common."""
    match fact:
        case facts.PartyItemSet(key=key, item=item):
            stock.items[key] = item.copied()
        case facts.PartyItemLost(key=key):
            stock.items.pop(key, None)
        case facts.PartyCoinsChanged(coin=coin, by=by):
            _add(stock.coins, coin, by)
        case _:
            assert_never(fact)
    return stock


def _add(ranks: dict[str, int], name: str, by: int) -> None:
    """Add to a rank or balance. A total of 0 leaves no trace, so that undoing gives the very same document."""
    total = ranks.get(name, 0) + by
    if total:
        ranks[name] = total
    else:
        ranks.pop(name, None)


def _tick(lines: list[Line], number: int, box: str, by: int) -> None:
    if not 0 <= number < len(lines):
        return
    line = lines[number]
    ticked = max(0, min(line.boxes.get(box, 0), line.ticked.get(box, 0) + by))
    if ticked:
        line.ticked[box] = ticked
    else:
        line.ticked.pop(box, None)


def _leave(encounter: Encounter, who: str) -> None:
    encounter.combatants.pop(who, None)
    encounter.ladder = [rung for rung in encounter.ladder if rung.who != who]
    encounter.asks = {key: ask for key, ask in encounter.asks.items() if ask.to != who}
