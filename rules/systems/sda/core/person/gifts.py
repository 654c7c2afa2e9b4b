"""Effects of traits on those who have them: on their rolls, and on the figures that other rules ask for (D-7).

Each trait says so in its data. What always holds acts by itself and stands in the explanation of the number; what the
table has to judge is offered beside the roll. What a trait gives for a while is a condition, so that everybody sees it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from rules.engine.forecast.state_cache import as_if, of_sheet
from rules.engine.kernel import Choice, Condition, ConditionEnded, Sheet, Table, pick
from rules.engine.page.blocks import Part
from rules.systems.sda.content.trait_entries import Effect, Trait
from rules.systems.sda.core.person.chances import AGAIN, HALF, LUCKY, THREES, TWICE
from rules.systems.sda.core.person.spell_effects import counting_on
from rules.systems.sda.core.person.traits import held

#: Conditions: the rage of a berserker; a dance of blades and a song of spells, whose level are dice, and they fade.
RAGE = "rage"
DANCE, SONG = "blade_dance", "spell_song"
DANCE_FOR = "melee_combat"
#: Conditions called upon for one roll: luck, whose level are successes; mastery of the skill that is their source.
LUCK, EXPERT, MASTER = "luck", "expertise", "mastery"
#: The word in the "how" of a throw that each of these brings.
CALLED = {LUCK: LUCKY, EXPERT: AGAIN, MASTER: THREES}
#: The memo of when luck and mastery called upon are used: with the next roll that their owner makes, with any roll that
#: comes next, even one that a rule demands, or with none before they say so. A single roll may name all of it besides.
WHEN = "gifts_when"
MINE, ANY, KEPT = "mine", "any", "kept"
ALL_OF_IT = "all"
#: Beasts of less erudition are of little wit.
WITS = 4
#: The attributes for which an arm is missing.
TWO_ARMS = ("strength", "agility")


@of_sheet("items")
def figure(sheet: Sheet, name: str) -> int:
    """The sum of a figure over all traits of a sheet, 0 where none has it (D-7)."""
    return sum(trait.figures.get(name, 0) for trait, _ in held(sheet))


def figure_parts(sheet: Sheet, name: str, said: str) -> tuple[Part, ...]:
    """The traits that have to do with a figure, for its explanation."""
    return tuple(Part(trait.name, said) for trait, _ in held(sheet) if name in trait.figures)


def told_of(sheet: Sheet, name: str) -> str:
    """The names of the traits that have to do with a figure, as a sentence says them."""
    return " and ".join(trait.name for trait, _ in held(sheet) if name in trait.figures)


def times(sheet: Sheet, skill: str) -> int:
    """The times that successes with a skill count: 2 for some traits, otherwise 1 (D-7)."""
    return 2 if any(skill in trait.doubles for trait, _ in held(sheet)) else 1


def whisper_to(sheet: Sheet, animal: Sheet) -> str:
    """The trait, by name, that makes successes with this animal count twice; empty if there is none (D-7)."""
    return told_of(sheet, "beasts") if is_beast(animal) else ""


def is_beast(sheet: Sheet) -> bool:
    """Whether somebody is a beast of little wit, to which some people have a way (D-7)."""
    return sheet.rank("attribute", "erudition") < WITS


def has_rage(sheet: Sheet) -> bool:
    """Whether somebody is in the rage of a berserker (D-7)."""
    return sheet.has(RAGE)


# -- on rolls of a skill ----------------------------------------------------------------------------------------------


def always_on(sheet: Sheet, skill: str) -> list[tuple[str, Effect]]:
    """The effects of traits on every roll of a skill, each with the name of its trait."""
    return [(trait.name, one) for trait, one in _on(sheet, skill) if not one.when]


@of_sheet("items", "conditions", "memo")
def ways_of_counting(sheet: Sheet, skill: str, attribute: str) -> tuple[str, list[Part]]:
    """The "how" of a throw of a skill with an attribute, by traits and what was called upon; and each by name (D-7)."""
    found = [(TWICE, trait.name, "what it scores counts twice") for trait, _ in held(sheet) if skill in trait.doubles]
    if attribute in TWO_ARMS and figure(sheet, "one_armed"):
        found.append((HALF, told_of(sheet, "one_armed"), "what it scores counts by half"))
    if skill in (source(sheet, EXPERT), source(sheet, MASTER)):
        found += _mastered(sheet, skill)
    if sheet.has(LUCK):
        found.append((LUCKY, "", ""))
    found += counting_on(sheet, skill, attribute)
    how = " ".join(dict.fromkeys(word for word, _, _ in found))
    return how, [Part(name, said) for _, name, said in found if said]


def _mastered(sheet: Sheet, skill: str) -> list[tuple[str, str, str]]:
    said = {EXPERT: "blank dice are thrown again", MASTER: "each three on a die is a success"}
    called = [name for name in said if source(sheet, name) == skill]
    return [(CALLED[name], sheet.conditions[name].label, said[name]) for name in called]


def source(sheet: Sheet, condition: str) -> str:
    """The source of a condition, which it comes from or is for; empty where the sheet lacks the condition."""
    return sheet.conditions[condition].source if sheet.has(condition) else ""


def use_up(table: Table, who: str, how: str) -> None:
    """End the conditions called upon for one roll that went with a throw; ``how`` names them."""
    for name, word in CALLED.items():
        if word in how and table.sheet(who).has(name):
            table.happen(ConditionEnded(who, name))


def reminders(sheet: Sheet, skill: str) -> tuple[Part, ...]:
    """The effects that may bear on a roll of the skill, with their occasions, for the table to judge."""
    return tuple(Part(trait.name, _sentence(one)) for trait, one in _on(sheet, skill) if one.when)


def offered(sheet: Sheet, *skills: str) -> tuple[Choice, ...]:
    """The traits that may help or hinder a roll, of some skills if they are named, if the table sees the occasion."""
    return tuple(
        Choice(trait.key, trait.name, _sentence(one))
        for trait, _ in held(sheet)
        for one in trait.effects
        if one.when and (one.dice or one.mos or one.twice) and (not skills or set(skills) & set(one.skills))
    )


def counted_in(sheet: Sheet, skill: str, picked: Iterable[str]) -> tuple[int, int]:
    """The dice and the successes that picked traits bring to a roll of a skill; none where they bear on another."""
    found = [one for trait, one in _on(sheet, skill) if one.when and trait.key in picked]
    return sum(one.dice for one in found), sum(one.mos for one in found)


def doubled_by(sheet: Sheet, skill: str, picked: Iterable[str]) -> tuple[Part, ...]:
    """The picked traits for which a roll of a skill counts twice."""
    found = [trait.name for trait, one in _on(sheet, skill) if one.when and one.twice and trait.key in picked]
    return tuple(Part(name, "what it scores counts twice") for name in found)


def _on(sheet: Sheet, skill: str) -> Iterator[tuple[Trait, Effect]]:
    return ((trait, one) for trait, _ in held(sheet) for one in trait.effects if skill in one.skills)


def effect_words(one: Effect) -> str:
    """An effect in figures: "+1 die", "−2 MoS"."""
    dice = f"{one.dice:+d} {'die' if abs(one.dice) == 1 else 'dice'}" if one.dice else ""
    mos = f"{one.mos:+d} MoS" if one.mos else ""
    twice = "counts twice" if one.twice else ""
    return ", ".join(part for part in (dice, mos, twice) if part).replace("-", "−")


def _sentence(one: Effect) -> str:
    figures = effect_words(one)
    return f"{figures}: {one.when}" if figures else one.when


# -- when what was called upon is used --------------------------------------------------------------------------------


def waiting(sheet: Sheet) -> list[Condition]:
    """The conditions that were called upon for one roll, and have not been used yet (D-7)."""
    return [sheet.conditions[name] for name in CALLED if sheet.has(name)]


def as_rolled(sheet: Sheet, said: str, *, own: bool) -> Sheet:
    """The sheet as a roll sees it: without whatever was called upon and is kept for later (D-7).

    ``said`` is what the form of the roll says of it; if that is empty, the sheet says when it is used. ``own`` is set
    for rolls that the owner of the sheet makes, and that no rule demands.
    """
    kept = {one.name for one in waiting(sheet) if not _goes_along(sheet, one.name, said, own)}
    if not kept:
        return sheet
    return as_if(sheet, conditions={name: one for name, one in sheet.conditions.items() if name not in kept})


def _goes_along(sheet: Sheet, name: str, said: str, own: bool) -> bool:
    if said:
        return said in (name, ALL_OF_IT)
    when = sheet.memo.get(WHEN, MINE)
    return bool(when == ANY or (when == MINE and own))


def is_called_upon(how: str) -> bool:
    """Whether luck or mastery goes with a throw."""
    return any(word in how for word in CALLED.values())


def called_field() -> Any:
    """Form field for luck and mastery called upon: which of them go with a roll (D-7)."""
    return pick("Luck and mastery", default="", help="What you called upon; open, it is as you said for all rolls")


def called_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Choices of a roll: with each thing called upon, with all of them, or with none; empty if none waits."""
    each = tuple(
        Choice(one.name, "With luck" if one.name == LUCK else one.label, _brings(one)) for one in waiting(sheet)
    )
    if not each:
        return ()
    every = (Choice(ALL_OF_IT, "With all of it"),) if len(each) > 1 else ()
    return (*each, *every, Choice(KEPT, "Keep it for later"))


def _brings(one: Condition) -> str:
    return f"+{one.level} MoS" if one.level else ""
