"""Explanations of the numbers on a sheet: each opens into its summands and the rules that name them."""

from collections.abc import Mapping

from rules.engine.kernel import Json, Sheet, Unknown, counted
from rules.engine.page.blocks import Explained, Part
from rules.systems.sda.checks.long.projects import Project, projects
from rules.systems.sda.checks.shared.times import in_time
from rules.systems.sda.content import compendium
from rules.systems.sda.content.compendium import Attribute, Skill
from rules.systems.sda.content.entries import DAMAGE_TYPES
from rules.systems.sda.content.house_rules.general import AS_SAID, NO_DIE, WEAK_DIE
from rules.systems.sda.content.skills import ATTRIBUTES, group_named, skill_named, virtue_named
from rules.systems.sda.core.effects import loss_parts
from rules.systems.sda.core.person import (
    BODY,
    as_rolled,
    burden,
    die_for,
    has_printed_spirit,
    protection_explained,
    reminders,
    size_of,
)
from rules.systems.sda.core.rolls import FIRST_FAIL, SETBACK, WEAK, attribute_price, pool_of, skill_price

#: The least value of each label; people have 4 to 12 (SDA-002, SDA-003, C-20).
LABELS = (
    (20, "supernatural"),
    (13, "superhuman"),
    (12, "heroic"),
    (10, "exceptional"),
    (8, "relatively strong"),
    (6, "average"),
    (WEAK, "weak"),
)
#: The effect of a roll without success on a long task, by its kind, and the rule that says so.
MODES = {
    FIRST_FAIL: ("loses all of it", "SDA-032"),
    SETBACK: ("makes no progress", "SDA-033"),
}


def explain(sheet: Sheet, number: str, house: Mapping[str, Json] = AS_SAID) -> Explained:
    """A number explained: ``skill.stealth``, ``attribute.agility``, ``resource.spirit``, ``burden`` and the like.

    ``house`` are the switches that its campaign has turned (SDA-015). Refused where the sheet has no such number.
    """
    kind, _, name = number.partition(".")
    match kind:
        case "skill":
            return skill_pool(sheet, skill_named(name), house)
        case "attribute" if name in ATTRIBUTES:
            return attribute_value(sheet, ATTRIBUTES[name], house)
        case "group":
            return group_rank(sheet, name)
        case "virtue":
            return virtue_step(sheet, name)
        case "resource" if name == "spirit":
            return spirit(sheet)
        case "armour" if name in DAMAGE_TYPES:
            return protection_explained(sheet, name, house)
        case "task" if name in projects(sheet):
            return long_task(projects(sheet)[name])
        case "burden":
            return burden(sheet, house)
        case "body" if name in sheet.ranks.get(BODY, {}):
            return body(sheet, name)
    raise Unknown(f"This sheet has no number called {number!r}.", "number")


def skill_pool(sheet: Sheet, skill: Skill, house: Mapping[str, Json] = AS_SAID) -> Explained:
    """The pool of a skill with its best attribute, what traits may add to it, and what its next rank costs."""
    pool = pool_of(as_rolled(sheet, "", own=True), "", skill.key, house=house)
    cost = Part("Next rank", f"{sheet.xp('skill', skill.key)} of {skill_price(sheet, skill)} experience", "SDA-066")
    return Explained(skill.name, pool.notation, (*pool.parts, *reminders(sheet, skill.key), cost))


def attribute_value(sheet: Sheet, attribute: Attribute, house: Mapping[str, Json] = AS_SAID) -> Explained:
    """An attribute with its label and its die."""
    value = sheet.rank("attribute", attribute.key)
    dieless = value < WEAK and WEAK_DIE.chosen(house) == NO_DIE
    die = "none" if dieless else f"d{die_for(value)}"
    parts = [Part("Die", die, "SDA-011"), Part("Described as", attribute_label(value), "SDA-003")]
    if value < WEAK and not dieless:
        parts.append(Part("Below 4", f"+{WEAK - value} dice, −{WEAK - value} MoS", "SDA-053"))
    held, cost = sheet.xp("attribute", attribute.key), attribute_price(sheet, attribute.key)
    parts.append(Part("Next point", f"{held} of {cost} experience", "SDA-070"))
    return Explained(attribute.name, str(value), tuple(parts))


def attribute_label(value: int) -> str:
    """The label of an attribute's value.

    >>> [attribute_label(value) for value in (3, 4, 7, 12, 15, 20)]
    ['crippling', 'weak', 'average', 'heroic', 'superhuman', 'supernatural']
    """
    return next((label for least, label in LABELS if value >= least), "crippling")


def group_rank(sheet: Sheet, name: str) -> Explained:
    """The rank of a group, which counts for each of its skills."""
    group = group_named(name)
    rank = sheet.rank("group", group.key)
    return Explained(group.name, f"+{rank}", (Part("Dice for each of its skills", f"+{rank}", "SDA-008"),))


def virtue_step(sheet: Sheet, name: str) -> Explained:
    """The step of a virtue and the dice of both its ends."""
    virtue = virtue_named(name)
    at = sheet.rank("virtue", virtue.key)
    step = compendium.virtue_steps()[at]
    parts = (
        Part(f"Towards {virtue.steps[0].lower()}", f"d{step.lack_die}", "SDA-081"),
        Part(f"Towards {virtue.steps[-1].lower()}", f"d{step.excess_die}", "SDA-081"),
    )
    return Explained(virtue.name, virtue.steps[at], parts)


def spirit(sheet: Sheet) -> Explained:
    """The limit of spirit: three attributes, or what the book prints; and how some lose it where they are (D-7)."""
    held = sheet.resources["spirit"]
    value, here = f"{held.now} / {held.most}", loss_parts(sheet)
    if has_printed_spirit(sheet):
        return Explained("Spirit", value, (Part("Entered by hand", str(held.most)), *here))
    three = ("constitution", "persona", "wisdom")
    parts = (Part(ATTRIBUTES[key].name, str(sheet.rank("attribute", key)), "SDA-056") for key in three)
    return Explained("Spirit", value, (*parts, *here))


def long_task(project: Project) -> Explained:
    """The progress of a long task, and how it goes on (SDA-031 to SDA-034)."""
    parts = (
        Part("Each roll takes", in_time(project.amount, project.unit), "SDA-031"),
        Part("A roll without success", MODES[project.task.mode][0], MODES[project.task.mode][1]),
        Part("So far", f"{counted(project.rolls, 'roll', 'rolls')}, {in_time(project.used, project.unit)}"),
    )
    return Explained(project.label, f"{project.tally} / {project.task.difficulty}", parts)


def body(sheet: Sheet, name: str) -> Explained:
    """A speed in metres per round, or the size."""
    if name == "size":
        return Explained("Size", size_of(sheet))
    return Explained(name.capitalize(), f"{sheet.rank(BODY, name)} m", (Part("Metres per round", "", "SDA-167"),))
