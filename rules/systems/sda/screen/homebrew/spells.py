"""Spells of a campaign's own (D-9)."""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.forms import filled, form
from rules.engine.content.homebrew import Told, thing
from rules.engine.content.own_entries import shelf
from rules.engine.kernel import Refused
from rules.systems.sda.content import compendium
from rules.systems.sda.content.own_entries import own, told_back
from rules.systems.sda.core.effects import Spell
from rules.systems.sda.core.effects import shelf as of_magic
from rules.systems.sda.magic.casting import spell_words
from rules.systems.sda.screen.homebrew import choices

_SPELL = form(
    Spell,
    choices,
    fieldsets=(
        ("How it is cast", ("ways",)),
        ("On whom", ("target", "reach", "several", "save")),
        ("What it covers", ("area", "among")),
        ("How long it lasts", ("duration",)),
        ("What it does", ("harms", "heals", "drains", "condition", "by_hand")),
        ("While it lasts", ("mark",)),
    ),
)


def _refuse_halves(told: Told) -> None:
    if not told["ways"]:
        raise Refused("A spell needs a skill that casts it.", "ways")
    if told["lasts"] in ("fixed", "maintained") and not told["unit"]:
        raise Refused("Choose how its duration is counted: rounds, minutes, hours or days.", "unit")


def _made(key: str, told: Told) -> Spell:
    return own(Spell, key, told, of_magic().known(compendium.library()))


@cache
def _own() -> Mapping[str, Told]:
    games = of_magic()
    known = games.known(compendium.printed())
    return told_back(games.spells, lambda one: filled(one, _SPELL), lambda key, told: own(Spell, key, told, known))


SPELLS = shelf("spells", "spell", _SPELL, _made, spell_words.entry_of, _own, _refuse_halves, item=thing("spell"))
