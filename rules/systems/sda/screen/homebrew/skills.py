"""Skills of a campaign's own, and their figures (SDA-006, SDA-007)."""

from collections.abc import Mapping

from rules.engine.content.entries import Entry
from rules.engine.content.forms import form
from rules.engine.content.homebrew import Shelf, Told, figures_of, listed, named
from rules.engine.kernel import Refused
from rules.systems.sda.content import compendium, own_entries
from rules.systems.sda.content.entries import Skill
from rules.systems.sda.screen import almanac
from rules.systems.sda.screen.homebrew.fitting import fitting


def _groups() -> Mapping[str, str]:
    """The names of groups that may get a skill, by key: not magic, which is known by its spells, and not luck."""
    return named({key: one for key, one in compendium.groups().items() if one.ranked and not one.magic})


_SKILL = form(Skill, compendium, {"group": _groups})


def _entry(key: str, told: Told) -> Entry:
    if not told["attributes"]:
        raise Refused("A skill is rolled with an attribute at least.", "attributes")
    made = fitting(lambda: almanac.skill_entry(own_entries.skill(key, told, compendium.library()), {}))
    return listed(key, made, told)


def _told() -> dict[str, Told]:
    skills = ((key, one) for key, one in compendium.skills().items() if one.group in _groups())
    return {key: figures_of(one, _SKILL) for key, one in skills}


SKILLS = Shelf("skills", "skill", _SKILL, _entry, own=_told)
