"""Traits of a campaign's own, and parts of lives: peoples, kin, origins, events, occupations, reasons, motivations."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, TypeVar

from rules.engine.content.entries import Entry
from rules.engine.content.forms import filled, form
from rules.engine.content.homebrew import Figure, Shelf, Told, listed, named, pick
from rules.engine.content.own_entries import fitting, shelf
from rules.engine.kernel import Item, Json, Refused
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.life_entries import Chapter, Event, Kin, Occupation, People, Reason
from rules.systems.sda.content.life_parts import OF_OCCUPATION
from rules.systems.sda.content.life_shelf import Lives
from rules.systems.sda.content.own_entries import own, told_back
from rules.systems.sda.content.trait_entries import Trait
from rules.systems.sda.core.person import KIND
from rules.systems.sda.creation.life import life_words
from rules.systems.sda.screen.homebrew import choices

T = TypeVar("T")
TEACHES, TRAITS_HAD = "What it teaches", "Traits"
LEARNING = (TEACHES, ("experience",))
BELONGINGS = ("What it gives", ("belongings", "copper"))
GIVES = (TRAITS_HAD, ("traits", "offers", "half_price"))
NEEDS = ("What it needs", ("needs",))
CHANGES = ("What it changes", ("never", "told"))

_TRAIT = form(
    Trait,
    choices,
    {"experience": choices.taught, "among": choices.taught},
    fieldsets=(
        ("", ("cost",)),
        ("On rolls", ("effects", "doubles")),
        ("Other effects", ("figures", "slows", "first_rank", "talent", "opens")),
        NEEDS,
        ("How it is earned in play", ("experience",)),
    ),
)
_PEOPLE = form(
    People,
    choices,
    fieldsets=(
        ("", ("size", "speed", "age", "attributes", "arrays")),
        LEARNING,
        GIVES,
        ("Home", ("like", "origins", "motivations")),
        CHANGES,
    ),
    labels={"experience": "Experience of all of them"},
)
_KIN = form(
    Kin,
    choices,
    fieldsets=(
        ("", ("people", "cost")),
        (TEACHES, ("attribute_experience", "experience")),
        (TRAITS_HAD, (*GIVES[1], "loses")),
        ("What they are born with", ("size", "attributes")),
        CHANGES,
    ),
    labels={"experience": "Experience of this kin"},
    people=(pick("people", "Kin of", lambda: named(life_shelf.peoples())),),
)
_ORIGIN = form(
    Chapter,
    choices,
    fieldsets=(("", ("costs", "careers")), LEARNING, BELONGINGS, GIVES, ("", ("faith",)), CHANGES),
)
_EVENT = form(
    Event,
    choices,
    fieldsets=(
        ("", ("cost",)),
        ("Of the parents", ("bereaves", "bereaved")),
        ("", ("careers",)),
        LEARNING,
        BELONGINGS,
        GIVES,
        ("", ("faith",)),
        CHANGES,
    ),
)
_OCCUPATION = form(
    Occupation,
    choices,
    fieldsets=(("", ("careers", "costs", "years")), LEARNING, BELONGINGS, GIVES, NEEDS, CHANGES),
)
_REASON = form(
    Reason,
    choices,
    fieldsets=(
        ("", ("cost", "costs")),
        (TEACHES, ("experience", "any_count", "any_xp", "of_occupation")),
        BELONGINGS,
        GIVES,
        NEEDS,
        CHANGES,
    ),
)
_MOTIVATION = form(Chapter, choices, fieldsets=(("", ("costs",)), LEARNING, GIVES, CHANGES))


# -- figures that lack others -----------------------------------------------------------------------------------------


def _refuse_trait(told: Told) -> None:
    """Refuse figures that say something only together with another one that is missing."""
    acts = any(told[name] for name in ("dice", "mos", "twice", "when"))
    if told["rolls"] and not acts:
        raise Refused("Enter what it does to those rolls: dice, MoS, or at least when to remember it.", "rolls")
    if acts and not told["rolls"]:
        raise Refused("Choose the rolls it helps or hinders.", "rolls")
    if told["needs_rank"] and not told["needs_among"]:
        raise Refused("Choose the skills in which that rank is needed.", "needs_among")
    if told["needs_among"] and not told["needs_rank"]:
        raise Refused("Enter the rank needed in one of them: at least 1.", "needs_rank")
    _refuse_both_sides(told, "needs_virtues")
    _refuse_half_shared(told)


def _refuse_event(told: Told) -> None:
    if told["bereaves"] and told["bereaved"]:
        raise Refused("Choose one: a parent dies in it, or it needs a parent who died before.", "bereaved")
    _refuse_chapter(told)


def _refuse_occupation(told: Told) -> None:
    if not told["careers"]:
        raise Refused("An occupation belongs to at least one career. Choose one.", "careers")
    if not told["costs"]:
        raise Refused("Enter after which careers it can be taken up, and for how many background points.", "costs")
    _refuse_chapter(told)


def _refuse_reason(told: Told) -> None:
    if told["costs"] and told["cost"]:
        raise Refused("Enter one cost for all, or costs by origin, not both.", "cost")
    if bool(told["any_count"]) != bool(told["any_xp"]):
        raise Refused("Enter how many skills, and how much experience in each: at least 1.", "any_count")
    if list(told["of_occupation"]) != list(OF_OCCUPATION)[: len(told["of_occupation"])]:
        raise Refused("Fill in the first skill of the last occupation before the others.", "of_occupation")
    _refuse_chapter(told)


def _refuse_chapter(told: Told) -> None:
    """Refuse figures of a part of a life that do not go together, whichever of them it has."""
    if "." in told.get("also", ""):  # A full stop tells a section from the entry in it.
        raise Refused("Write each thing on a line of its own, without full stops.", "also")
    if told.get("needs_careers") and not told["needs_occupations"]:
        raise Refused("Enter how many occupations of those careers it needs: at least 1.", "needs_occupations")
    _refuse_half_shared(told)
    _refuse_both_sides(told, "never")


def _refuse_half_shared(told: Told) -> None:
    """Refuse experience to share without skills that share it, and skills without experience."""
    if told["among"] and not told["shared"]:
        raise Refused("Enter how much experience they share: at least 1.", "shared")
    if told["shared"] and not told["among"]:
        raise Refused("Choose the skills that may share that experience.", "among")


def _refuse_both_sides(told: Told, name: str) -> None:
    virtues = [one.partition(".")[0] for one in told[name]]
    if len(set(virtues)) < len(virtues):
        raise Refused("Choose one side of each virtue, not both.", name)


# -- shelves ----------------------------------------------------------------------------------------------------------


def _shelf(
    section: str,
    one: str,
    figures: tuple[Figure, ...],
    make: Callable[[str, Told, Lives], T],
    show: Callable[[T], Entry],
    games: Callable[[], Mapping[str, T]],
    refuse: Callable[[Told], None] = _refuse_chapter,
    tell: Callable[[T], Mapping[str, Json]] = lambda _: {},
    **more: Any,
) -> Shelf:
    """A shelf of lives: ``tell`` tells figures of the game's own parts that are no fields of theirs."""

    @cache
    def own_figures() -> Mapping[str, Told]:
        return told_back(
            games(),
            lambda part: {**filled(part, figures), **tell(part)},
            lambda key, told: make(key, told, life_shelf.shelf()),
        )

    return shelf(
        section, one, figures, lambda key, told: make(key, told, life_shelf.added()), show, own_figures, refuse, **more
    )


def _kin_entry(key: str, told: Told) -> Entry:
    """The entry of a kin; its name alone where its people is gone."""
    _refuse_chapter(told)
    people = life_shelf.peoples().get(str(told["people"]))
    if people is None:
        return Entry(key, str(told["name"]), str(told["description"]))
    made = partial(life_shelf.kin_from, key, told, people, life_shelf.added())
    return listed(key, fitting(lambda: life_words.chapter_entry(made(), people.name)), told)


@cache
def _own_kin() -> Mapping[str, Told]:
    games = life_shelf.shelf()
    peoples = {key: people for people in games.peoples.values() for key in people.kin}
    return told_back(
        {key: people.kin[key] for key, people in peoples.items()},
        lambda kin: {**filled(kin, _KIN), "people": peoples[kin.key].key},
        lambda key, told: life_shelf.kin_from(key, told, peoples[key], games),
    )


SHELVES = (
    _shelf(
        "traits",
        "trait",
        _TRAIT,
        partial(own, Trait),
        life_words.trait_entry,
        lambda: life_shelf.shelf().traits,
        _refuse_trait,
        item=lambda key, told: Item(str(told["name"]), KIND, entry=key),
    ),
    _shelf(
        "peoples",
        "people",
        _PEOPLE,
        life_shelf.people_from,
        life_words.chapter_entry,
        lambda: life_shelf.shelf().peoples,
        tell=lambda people: {"like": people.key},
    ),
    Shelf("kin", "kindred", _KIN, _kin_entry, own=_own_kin),
    _shelf(
        "origins",
        "origin",
        _ORIGIN,
        partial(own, Chapter),
        life_words.placed_entry,
        lambda: life_shelf.shelf().origins,
    ),
    _shelf(
        "life_events",
        "life event",
        _EVENT,
        partial(own, Event),
        life_words.event_entry,
        lambda: life_shelf.shelf().events,
        _refuse_event,
    ),
    _shelf(
        "occupations",
        "occupation",
        _OCCUPATION,
        partial(own, Occupation),
        life_words.occupation_entry,
        lambda: life_shelf.shelf().occupations,
        _refuse_occupation,
    ),
    _shelf(
        "reasons",
        "reason",
        _REASON,
        partial(own, Reason),
        life_words.reason_entry,
        lambda: life_shelf.shelf().reasons,
        _refuse_reason,
    ),
    _shelf(
        "motivations",
        "motivation",
        _MOTIVATION,
        partial(own, Chapter),
        life_words.placed_entry,
        lambda: life_shelf.shelf().motivations,
    ),
)
