"""Needs of traits, in words (D-7)."""

from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.life_entries import Need, Trait
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.creation.life.life import listed

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
