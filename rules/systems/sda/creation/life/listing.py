"""The parts of a life as the compendium lists them."""

from collections.abc import Mapping

from rules.engine.content.entries import Entry
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.life_entries import Chapter, Event, Kin, Occupation, People, Reason
from rules.systems.sda.content.trait_entries import Trait
from rules.systems.sda.creation.life.life_words import acts, gains, learnt_words, needs_words, points_words


def entries() -> Mapping[str, tuple[Entry, ...]]:
    """Peoples, their kin, and all chapters and traits of the game, by section."""
    games = life_shelf.shelf()
    return {
        "peoples": tuple(people_entry(one) for one in games.peoples.values()),
        "kin": tuple(kin_entry(people, one) for people in games.peoples.values() for one in people.kin.values()),
        "origins": tuple(placed_entry(one) for one in games.origins.values()),
        "life_events": tuple(event_entry(one) for one in games.events.values()),
        "occupations": tuple(occupation_entry(one) for one in games.occupations.values()),
        "reasons": tuple(reason_entry(one) for one in games.reasons.values()),
        "motivations": tuple(placed_entry(one) for one in games.motivations.values()),
        "traits": tuple(trait_entry(one) for one in games.traits.values()),
    }


def _chapter(one: Chapter, *more: str) -> Entry:
    cost = points_words(one.cost) if one.cost is not None else ""
    facts = tuple(part for part in (cost, *gains(one), *more) if part)
    return Entry(one.key, one.name, one.description, facts, one.source)


def people_entry(one: People) -> Entry:
    return _chapter(one)


def kin_entry(people: People, one: Kin) -> Entry:
    return _chapter(one, people.name)


def occupation_entry(one: Occupation) -> Entry:
    costs = ", ".join(f"{career} {cost}" for career, cost in one.costs.items())
    years = "a year" if one.years == 1 else f"{one.years} years"
    return _chapter(one, ", ".join(one.careers), years, f"points after {costs}")


def placed_entry(one: Chapter) -> Entry:
    """The entry of an origin or a motivation, whose cost hangs on the people."""
    names = {key: people.name for key, people in life_shelf.peoples().items()}
    return _chapter(one, _costs(one, names))


def event_entry(one: Event) -> Entry:
    bereaved = f"needs {one.bereaved} events in which a parent died" if one.bereaved else ""
    return _chapter(one, "a parent dies" if one.bereaves else "", bereaved)


def reason_entry(one: Reason) -> Entry:
    names = {key: origin.name for key, origin in life_shelf.origins().items()}
    return _chapter(one, _costs(one, names))


def _costs(one: Chapter, names: Mapping[str, str]) -> str:
    """The costs of a chapter in words, for each people or origin that has a name in ``names``; empty without any."""
    told = [f"{names[key]} {cost}" for key, cost in one.costs.items() if key in names]
    return f"points: {', '.join(told)}" if told else ""


def trait_entry(one: Trait) -> Entry:
    points = points_words(one.cost) if one.cost is not None else ""
    experience = ", ".join(learnt_words(learnt) for learnt in one.experience if learnt.of)
    needs = needs_words(one)
    said = (
        points,
        *acts(one),
        f"experience in play: {experience}" if experience else "",
        f"needs {needs}" if needs else "",
    )
    return Entry(one.key, one.name, one.description, tuple(part for part in said if part), one.source)
