"""A life in words: for the sheet, for hints of choices, and for the compendium's lists (D-7)."""

from collections.abc import Iterator, Mapping, Sequence

from rules.engine.content.entries import Entry
from rules.engine.kernel import counted
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.life_entries import Chapter, Event, Kin, Occupation, People, Reason
from rules.systems.sda.content.life_parts import Belonging, Learnt
from rules.systems.sda.content.money import price_words
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.content.trait_entries import FIGURES, Effect, Need, Trait
from rules.systems.sda.core.person import effect_words
from rules.systems.sda.core.rolls import listed
from rules.systems.sda.creation.life.life import Life
from rules.systems.sda.creation.life.new_sheet import thing_name


def texts(life: Life) -> dict[str, str]:
    """People, calling and background as the sheet tells them."""
    people, kin = life.people, life.kin
    told = {
        "people": ", ".join(one.name for one in (kin, people) if one),
        "calling": life.occupations[-1].name if life.occupations else "",
        "background": " ".join(_background(life)),
    }
    return {name: text for name, text in told.items() if text}


def age_of(life: Life) -> int:
    """The age in years: of the youngest of the people, and the years of all occupations added."""
    return (life.people.age if life.people else 0) + sum(one.years for one in life.occupations)


def _background(life: Life) -> Sequence[str]:
    if life.origin is None:
        return ()
    parts = [f"{age_of(life)} years old.", f"Origin: {life.origin.name}."]
    for label, chapters in (("Life", life.events), ("Occupations", life.occupations)):
        if chapters:
            parts.append(f"{label}: {'; '.join(one.name for one in chapters)}.")
    if life.reason:
        parts.append(f"Left home: {life.reason.name}.")
    if life.motivation:
        parts.append(f"After: {life.motivation.name}.")
    told = [text for chapter in life.chapters for text in chapter.told]
    return (*parts, f"{'; '.join(told).capitalize()}.") if told else parts


# -- hints ----------------------------------------------------------------------------------------------------------


def chapter_words(chapter: Chapter) -> str:
    """The description of a chapter and its gains, in one line."""
    said = [part[:1].upper() + part[1:] for part in gains(chapter)]
    return f"{chapter.description} {'. '.join(said)}{'.' if said else ''}".strip()


def gains(chapter: Chapter) -> tuple[str, ...]:
    """The gains of a chapter, in a few words each."""
    said = (
        _body(chapter),
        _experience(chapter),
        _traits(chapter),
        _belongings(chapter),
        f"opens {listed(chapter.careers)}" if chapter.careers and not getattr(chapter, "years", 0) else "",
        f"faith moves towards {_side(chapter.faith)}" if chapter.faith else "",
        "; ".join(chapter.told),
    )
    return tuple(part for part in said if part)


def points_words(cost: int) -> str:
    """A cost in words: "2 points", "gives 8 points", "free"."""
    if not cost:
        return "free"
    count = f"{abs(cost)} point{'' if abs(cost) == 1 else 's'}"
    return count if cost > 0 else f"gives {count}"


def priced(name: str, cost: int | None) -> str:
    """A choice with what it costs: "Northerner: 1 point"."""
    return f"{name}: {points_words(cost)}" if cost is not None else name


def attribute_words(values: Mapping[str, int]) -> str:
    return " ".join(f"{one.short} {values[key]}" for key, one in ATTRIBUTES.items() if key in values)


def _body(chapter: Chapter) -> str:
    if not isinstance(chapter, Kin):
        return ""
    arrays = ""
    if isinstance(chapter, People) and chapter.arrays:
        arrays = "distribute " + " or ".join(", ".join(map(str, array)) for array in chapter.arrays)
    speed = f"{chapter.speed} m in a round" if isinstance(chapter, People) else ""
    return ", ".join(part for part in (attribute_words(chapter.attributes), arrays, chapter.size, speed) if part)


def learnt_words(learnt: Learnt) -> str:
    names = [(SKILLS.get(one) or GROUPS.get(one) or ATTRIBUTES[one]).name for one in learnt.of]
    return f"{listed(names, 'or')} {learnt.xp}"


def _experience(chapter: Chapter) -> str:
    said = [learnt_words(learnt) for learnt in chapter.experience]
    if isinstance(chapter, Kin):
        said = [f"{ATTRIBUTES[key].name} {xp}" for key, xp in chapter.attribute_experience.items()] + said
    if isinstance(chapter, Reason):
        if chapter.any_count:
            said.append(f"{chapter.any_xp} in each of {chapter.any_count} skills outside your trade")
        if chapter.of_occupation:
            said.append(f"{', '.join(map(str, chapter.of_occupation))} in the skills of your last occupation")
    return f"experience: {', '.join(said)}" if said else ""


def _traits(chapter: Chapter) -> str:
    def names(keys: Sequence[str]) -> str:
        return listed([life_shelf.traits()[key].name for key in keys if key in life_shelf.traits()])

    loses = f"without {names(chapter.loses)}" if isinstance(chapter, Kin) and chapter.loses else ""
    offers = f"{names(chapter.offers)} (optional)" if chapter.offers else ""
    half = f"{names(chapter.half_price)} at half price" if chapter.half_price else ""
    return ", ".join(part for part in (names(chapter.traits), loses, offers, half) if part)


def _belongings(chapter: Chapter) -> str:
    things = [_belonging(one) for one in chapter.belongings]
    return ", ".join(part for part in (*things, price_words(chapter.copper)) if part)


def _belonging(one: Belonging) -> str:
    if len(one.one_of) > 6:
        return f"a thing of your choice ({thing_name(one.one_of[0])} …)"
    names = listed([thing_name(thing) for thing in one.one_of], "or")
    return f"{one.count} × {names}" if one.count > 1 else names


def _side(side: str) -> str:
    faith = {"lack": "the iconoclast's end", "excess": "the zealot's end", "either": "either end, or unmoved"}
    return faith[side]


def said_of(trait: Trait) -> str:
    """The description of a trait, in a sentence; where nobody wrote one, its effects in words."""
    return trait.description or "; ".join(acts(trait))


def acts(trait: Trait) -> tuple[str, ...]:
    """The effects of a trait, in a few words each."""
    return tuple(_acts(trait))


def _acts(trait: Trait) -> Iterator[str]:
    yield from (_on_rolls(one) for one in trait.effects)
    if trait.doubles:
        yield f"{listed(skill_names(trait.doubles))} always counts twice"
    yield from (_figure(name, value) for name, value in trait.figures.items())
    if trait.opens:
        yield f"opens {listed([GROUPS[key].name for key in trait.opens])}"
    if trait.slows:
        yield f"{ATTRIBUTES[trait.slows].name} costs half as much again"
    if trait.first_rank:
        yield f"a first rank costs at most {trait.first_rank} experience"
    if trait.talent:
        yield "one chosen skill is cheaper"


def _on_rolls(one: Effect) -> str:
    names, when = listed(skill_names(one.skills)), f", {one.when}" if one.when else ""
    return f"{names}: {effect_words(one) or 'a reminder'}{when}"


def _figure(name: str, value: int) -> str:
    label = FIGURES[name]
    words = f"{label[:1].lower()}{label[1:]}"
    return words if value == 1 else f"{words}: {value}"


def skill_names(skills: Sequence[str]) -> list[str]:
    """The names of skills; of a group that is there with all of its skills the name of the group."""
    whole = [one for one in GROUPS.values() if set(one.skills) <= set(skills)]
    grouped = {key for one in whole for key in one.skills}
    return [*(one.name for one in whole), *(SKILLS[key].name for key in skills if key not in grouped)]


#: The words for a trait or a people that no book knows any more.
GONE = "something no longer in the compendium"


def needs_words(trait: Trait) -> str:
    """The needs of a trait, in a few words; empty where it has none."""
    return listed([_words(need) for need in trait.needs])


def _words(need: Need) -> str:
    said = (
        rank_words(need) if need.of else "",
        f"{attribute_of(need)} {need.least}" if need.attribute and need.least else "",
        f"{attribute_of(need)} {need.most} or less" if need.attribute and need.most else "",
        trait_of(need) if need.trait else "",
        people_of(need) if need.race else "",
        virtue_of(need) if need.virtue else "",
        f"{need.told} (ask the game master)" if need.told else "",
    )
    return next(words for words in said if words)


def rank_words(need: Need) -> str:
    names = [GROUPS[one].name if one in GROUPS else SKILLS[one].name for one in need.of]
    return f"rank {need.rank} in {listed(names, 'or')}"


def attribute_of(need: Need) -> str:
    return ATTRIBUTES[need.attribute].name if need.attribute else ""


def trait_of(need: Need) -> str:
    return getattr(life_shelf.traits().get(need.trait), "name", GONE) if need.trait else ""


def people_of(need: Need) -> str:
    return getattr(life_shelf.peoples().get(need.race), "name", GONE) if need.race else ""


def virtue_of(need: Need) -> str:
    if not need.virtue:
        return ""
    virtue = compendium.virtues()[need.virtue]
    steps = virtue.steps[:3] if need.side == "lack" else virtue.steps[3:]
    return f"{virtue.name} on the side of {steps[0 if need.side == 'lack' else -1]}"


# -- as the compendium lists them --------------------------------------------------------------------------------------


def entries() -> Mapping[str, tuple[Entry, ...]]:
    """Peoples, their kin, and all chapters and traits of the game, by section."""
    games = life_shelf.shelf()
    return {
        "peoples": tuple(chapter_entry(one) for one in games.peoples.values()),
        "kin": tuple(
            chapter_entry(one, people.name) for people in games.peoples.values() for one in people.kin.values()
        ),
        "origins": tuple(placed_entry(one) for one in games.origins.values()),
        "life_events": tuple(event_entry(one) for one in games.events.values()),
        "occupations": tuple(occupation_entry(one) for one in games.occupations.values()),
        "reasons": tuple(reason_entry(one) for one in games.reasons.values()),
        "motivations": tuple(placed_entry(one) for one in games.motivations.values()),
        "traits": tuple(trait_entry(one) for one in games.traits.values()),
    }


def chapter_entry(one: Chapter, *more: str) -> Entry:
    """The entry of a part of a life: its cost, what it gives, and ``more`` of its facts."""
    cost = points_words(one.cost) if one.cost is not None else ""
    facts = tuple(part for part in (cost, *gains(one), *more) if part)
    return Entry(one.key, one.name, one.description, facts, one.source)


def occupation_entry(one: Occupation) -> Entry:
    costs = ", ".join(f"{career} {cost}" for career, cost in one.costs.items())
    years = "a year" if one.years == 1 else f"{one.years} years"
    return chapter_entry(one, ", ".join(one.careers), years, f"points after {costs}")


def placed_entry(one: Chapter) -> Entry:
    """The entry of an origin or a motivation, whose cost hangs on the people."""
    names = {key: people.name for key, people in life_shelf.peoples().items()}
    return chapter_entry(one, _costs(one, names))


def event_entry(one: Event) -> Entry:
    bereaved = f"needs {counted(one.bereaved, 'event', 'events')} in which a parent died" if one.bereaved else ""
    return chapter_entry(one, "a parent dies" if one.bereaves else "", bereaved)


def reason_entry(one: Reason) -> Entry:
    names = {key: origin.name for key, origin in life_shelf.origins().items()}
    return chapter_entry(one, _costs(one, names))


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
