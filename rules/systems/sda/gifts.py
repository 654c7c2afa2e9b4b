"""What traits do to whoever has them: to their rolls, and to the figures that other rules ask for (D-7).

Each trait says so in its data. What always holds acts by itself and stands in the explanation of the number; what the
table has to judge is offered beside the roll.
"""

from collections.abc import Iterable, Iterator

from rules.engine.commands import Choice
from rules.engine.page import Part
from rules.engine.sheets import Sheet
from rules.systems.sda.making.entries import Effect, Trait
from rules.systems.sda.making.traits import held


def figure(sheet: Sheet, name: str) -> int:
    """What all traits of a sheet together make of a figure, 0 where none says anything of it (D-7)."""
    return sum(trait.figures.get(name, 0) for trait, _ in held(sheet))


def figure_parts(sheet: Sheet, name: str, said: str) -> tuple[Part, ...]:
    """The traits that have to do with a figure, for its explanation."""
    return tuple(Part(trait.name, said) for trait, _ in held(sheet) if name in trait.figures)


def times(sheet: Sheet, skill: str) -> int:
    """How often what somebody scores with a skill counts: twice for some traits (D-7)."""
    return 2 if any(skill in trait.doubles for trait, _ in held(sheet)) else 1


# -- on rolls of a skill ----------------------------------------------------------------------------------------------


def always_on(sheet: Sheet, skill: str) -> list[tuple[str, Effect]]:
    """What helps or hinders every roll of a skill, with the name of the trait."""
    return [(trait.name, one) for trait, one in _on(sheet, skill) if not one.when]


def reminders(sheet: Sheet, skill: str) -> tuple[Part, ...]:
    """What the table may have to think of when the skill is rolled."""
    told = [Part(trait.name, _sentence(one)) for trait, one in _on(sheet, skill) if one.when]
    twice = [Part(trait.name, "what it scores counts twice") for trait, _ in held(sheet) if skill in trait.doubles]
    return (*told, *twice)


def offered(sheet: Sheet) -> tuple[Choice, ...]:
    """The traits that may help or hinder a roll, if the table sees the occasion in it."""
    return tuple(
        Choice(trait.key, trait.name, _sentence(one))
        for trait, _ in held(sheet)
        for one in trait.effects
        if one.when and (one.dice or one.mos)
    )


def counted_in(sheet: Sheet, skill: str, picked: Iterable[str]) -> tuple[int, int]:
    """The dice and the successes that picked traits bring to a roll of a skill; none where they bear on another."""
    found = [one for trait, one in _on(sheet, skill) if one.when and trait.key in picked]
    return sum(one.dice for one in found), sum(one.mos for one in found)


def _on(sheet: Sheet, skill: str) -> Iterator[tuple[Trait, Effect]]:
    return ((trait, one) for trait, _ in held(sheet) for one in trait.effects if skill in one.skills)


def effect_words(one: Effect) -> str:
    """What it does, in figures: "+1 die", "−2 MoS"."""
    dice = f"{one.dice:+d} {'die' if abs(one.dice) == 1 else 'dice'}" if one.dice else ""
    mos = f"{one.mos:+d} MoS" if one.mos else ""
    return ", ".join(part for part in (dice, mos) if part).replace("-", "−")


def _sentence(one: Effect) -> str:
    figures = effect_words(one)
    return f"{figures}: {one.when}" if figures else one.when
