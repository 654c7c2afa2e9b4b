"""Traits in words: their effects on those who have them, and their needs (D-7)."""

from collections.abc import Iterator, Sequence

from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.life_entries import FIGURES, Effect, Need, Trait
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.core.person.gifts import effect_words
from rules.systems.sda.creation.life.life import listed


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
        yield f"first ranks for {trait.first_rank} experience at most"
    if trait.talent:
        yield "one chosen skill is cheaper"


def _on_rolls(one: Effect) -> str:
    names, when = listed(skill_names(one.skills)), f", {one.when}" if one.when else ""
    return f"{names}: {effect_words(one) or 'think of it'}{when}"


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
GONE = "what is no more"


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
