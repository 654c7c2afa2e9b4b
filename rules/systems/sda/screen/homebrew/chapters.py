"""Figures that a campaign's own traits and parts of a life share; and those of the game's own, to begin with."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from rules.engine.content.homebrew import Figure, Told, each, many, named, number, pick, spelled, under, words
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.life_entries import (
    CAREERS,
    Chapter,
    Event,
    Kin,
    Learnt,
    Needs,
    Occupation,
    People,
    Reason,
    Trait,
)
from rules.systems.sda.content.own_entries import UNFIT

T = TypeVar("T", Trait, People, Kin, Occupation, Event, Reason, Chapter)
#: The most experience that a part of a life teaches of a skill, or a trait asks for.
MOST_XP = 60
#: The most background points that a place, an event, a reason, an aim or a kin costs.
MOST_COST = 12


# -- what may be chosen -----------------------------------------------------------------------------------------------


def skills() -> Mapping[str, str]:
    return named(compendium.skills())


def learnable() -> Mapping[str, str]:
    """The names of skills, and of groups whose skills share something, by key."""
    groups = {key: f"{one.name} (the group)" for key, one in compendium.groups().items()}
    return {**skills(), **groups}


def attributes() -> Mapping[str, str]:
    return named(compendium.attributes())


def traits() -> Mapping[str, str]:
    return named(compendium.offered(life_shelf.traits()))


def events() -> Mapping[str, str]:
    return named(compendium.offered(life_shelf.events()), "None")


def peoples() -> Mapping[str, str]:
    return named(compendium.offered(life_shelf.peoples()))


def origins() -> Mapping[str, str]:
    return named(compendium.offered(life_shelf.origins()))


def motivations() -> Mapping[str, str]:
    return named(compendium.offered(life_shelf.motivations()))


def careers() -> Mapping[str, str]:
    return spelled(*CAREERS)


def sides() -> Mapping[str, str]:
    """The names of both sides of each virtue, by key: "courage.lack"."""
    return {
        f"{key}.{side}": f"{virtue.name}, towards {virtue.steps[end].lower()}"
        for key, virtue in compendium.virtues().items()
        for side, end in (("lack", 0), ("excess", -1))
    }


# -- figures ----------------------------------------------------------------------------------------------------------


TEACHES, NEEDS = "What it teaches", "What it needs"


def learning(label: str, options: Callable[[], Mapping[str, str]] = learnable) -> tuple[Figure, ...]:
    """Figures of experience by skill, and of some that several share."""
    return under(
        TEACHES,
        each("experience", label, options, least=1, most=MOST_XP),
        number("shared", "Experience to share", most=MOST_XP),
        many("among", "Who may share it", options, help="Its owner chooses among them"),
    )


GIVES = under(
    "Traits",
    many("traits", "Traits that all of them have", traits),
    many("offers", "Traits to be had for nothing", traits),
    many("half_price", "Traits to be had for half", traits),
)
CHANGES = under(
    "What it changes",
    many("never", "Virtues that never lean", sides),
    words("told", "And for the game master to see to", most=300, long=True, help="A line for each"),
)


OPENS = many("careers", "Careers that it opens", careers, help="What somebody may live from first hangs on them")
NEEDS_BEFORE = under(
    NEEDS,
    number("needs_occupations", "Needs occupations before", most=10),
    many("needs_careers", "Of these careers", careers, help="Left open: of any"),
    many("needs_peoples", "Only for", peoples, help="Left open: for everybody"),
    pick("needs_event", "Or, instead of all that, this has happened", events, start=""),
)
#: The ways in which faith may move, by a step.
FAITHS = {
    "": "Not at all",
    "lack": "A step towards the sceptics",
    "excess": "A step towards the zealots",
    "either": "A step to either side, or not",
}
FAITH = pick("faith", "Faith moves", lambda: FAITHS, start="")


def refuse_uncounted(told: Told) -> None:
    """Refuse careers that are needed without the number of occupations in them."""
    if told["needs_careers"] and not told["needs_occupations"]:
        raise Refused("Say how many occupations of those careers it needs: 1 at least.", "needs_occupations")


def refuse_half_shared(told: Told) -> None:
    """Refuse experience to share without skills that share it, and skills without experience."""
    if told["among"] and not told["shared"]:
        raise Refused("Say how much experience they share: 1 at least.", "shared")
    if told["shared"] and not told["among"]:
        raise Refused("Say which skills may share that experience.", "among")


def refuse_both_sides(told: Told, name: str) -> None:
    virtues = [one.partition(".")[0] for one in told[name]]
    if len(set(virtues)) < len(virtues):
        raise Refused("Of each virtue one side, not both.", name)


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def told_back(games: Mapping[str, T], tell: Callable[[T], Told], make: Callable[[str, Told], T]) -> dict[str, Told]:
    """The figures of the game's own entries, but for those that are odder than figures can say."""
    told = {key: tell(one) for key, one in games.items()}
    return {key: figures for key, figures in told.items() if _comes_back(games[key], key, figures, make)}


def _comes_back(games: T, key: str, told: Told, make: Callable[[str, Told], T]) -> bool:
    try:
        return in_any_order(make(key, told)) == in_any_order(games)
    except UNFIT:
        return False


def in_any_order(one: T) -> dict[str, Any]:
    """The fields of an entry to compare it by: lists sorted, without the fields that others say."""
    told = {field.name: getattr(one, field.name) for field in fields(one) if field.name not in _ELSEWHERE}
    return {name: sorted(map(repr, value)) if isinstance(value, tuple) else value for name, value in told.items()}


#: The fields that are said elsewhere: the place in the books, the kin (who name their people), the people it is like.
_ELSEWHERE = ("source", "kin", "like")


def told_of(one: Trait | Chapter, *names: str) -> dict[str, Json]:
    """The figures of an entry that are called as its fields are: name, description and ``names``."""
    return {name: plainly(getattr(one, name)) for name in ("name", "description", *names)}


def plainly(value: Any) -> Json:
    return dict(value) if isinstance(value, Mapping) else list(value) if isinstance(value, tuple) else value


def told_of_learning(learnt: tuple[Learnt, ...]) -> dict[str, Json]:
    """The figures of experience; of several shares only the last, for more cannot be said."""
    among = [one for one in learnt if len(one.of) != 1]
    return {
        "experience": {one.of[0]: one.xp for one in learnt if len(one.of) == 1},
        "shared": among[-1].xp if among else 0,
        "among": list(among[-1].of) if among else [],
    }


def told_of_chapter(one: Chapter) -> dict[str, Json]:
    """The figures that every part of a life has: traits, experience, virtues, and words for the game master."""
    return {
        **told_of(one, "traits", "offers", "half_price"),
        **told_of_learning(one.experience),
        "never": [f"{virtue}.{side}" for virtue, side in one.never.items()],
        "told": "\n".join(one.told),
    }


def told_of_needs(one: Chapter) -> dict[str, Json]:
    """The figures of the needs of a chapter: what must have come before."""
    needs = one.needs or Needs()
    return {
        "needs_occupations": needs.occupations,
        "needs_careers": list(needs.careers),
        "needs_peoples": list(needs.races),
        "needs_event": needs.or_event,
    }
