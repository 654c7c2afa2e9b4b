"""The numbers of a sheet explained: each opens into its summands and the rules that name them."""

from rules.engine.kernel import Sheet, Unknown
from rules.engine.page.blocks import Explained, Part
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import DAMAGE_TYPES, SCHOOLS
from rules.systems.kaos.content.switches import HouseRules
from rules.systems.kaos.core import (
    NAME,
    RATE,
    athletics_needed,
    attribute,
    best_school,
    damage_bonus,
    defence,
    explained_skill,
    gear,
    health,
    initiative_bonus,
    lent,
    most_of,
    most_specialities,
    movement,
    points_held,
    specialities,
    taken_off,
)
from rules.systems.kaos.core.casting import casting
from rules.systems.kaos.downtime.advancement import attribute_prices, skill_prices
from rules.systems.kaos.downtime.learning import most_read, most_tongues, tongues


def explain(sheet: Sheet, number: str, house_rules: HouseRules) -> Explained:
    """A number explained, by its name, such as ``skill.stealth``, ``attribute.agi``, ``resource.hp`` or ``defence``."""
    kind, _, name = number.partition(".")
    match kind:
        case "attribute" if name in library.attributes():
            return attribute_value(sheet, name, house_rules)
        case "skill" if name in library.skills():
            return skill(sheet, name, house_rules)
        case "resource":
            return resource(sheet, name)
        case "spell" if name in library.spells():
            return spell(sheet, name)
        case library_kind if library_kind in SCHOOLS:
            return speciality(sheet, kind, name)
        case "body" if name == RATE:
            return movement(sheet)
        case "resistance" if name in DAMAGE_TYPES:
            return taken_off(sheet, name)
        case "advancement" if name == NAME:
            return Explained(
                "Advancement points", str(points_held(sheet)), (Part("Earned minus spent", "", "PCT-034"),)
            )
    found = derived(sheet).get(number)
    if found is None:
        raise Unknown(f"This sheet has no number called {number!r}.", "number")
    return found


def derived(sheet: Sheet) -> dict[str, Explained]:
    """Numbers that follow from others, by name."""
    strength, agility = attribute(sheet, "str"), attribute(sheet, "agi")
    needed = athletics_needed(sheet)
    has = sheet.rank("skill", "athletics")
    return {
        "defence": defence(sheet),
        "damage": Explained("Damage bonus", f"+{damage_bonus(sheet)}", (Part("STR/10", f"{strength}/10", "PCT-014"),)),
        "initiative": Explained(
            "Initiative", f"1d10+{initiative_bonus(sheet)}", (Part("AGI/10", f"{agility}/10", "PCT-007"),)
        ),
        "burden": Explained("Athletics needed", str(needed), (Part("Athletics", str(has)),)),
        "purse": Explained(
            "Purse",
            gear.price(gear.purse(sheet)),
            tuple(Part(name, str(gear.held(sheet, coin))) for coin, (name, _) in gear.COINS.items()),
        ),
        "languages": _slots("Languages spoken", len(tongues(sheet)), most_tongues(sheet), "Native, plus Languages/10"),
        "letters": _slots(
            "Languages read", sum(one.in_use for one in tongues(sheet).values()), most_read(sheet), "Literacy/10"
        ),
    }


def _slots(label: str, taken: int, most: int, why: str) -> Explained:
    return Explained(label, f"{taken} / {most}", (Part(why, str(most)),))


def attribute_value(sheet: Sheet, key: str, house_rules: HouseRules) -> Explained:
    """An attribute with its uses, and the price of the next point."""
    one, value = library.attributes()[key], attribute(sheet, key)
    parts = [Part(label, f"+{by}") for label, by in lent(sheet, key)]
    parts += [Part(label, text, rule) for label, text, rule in _good_for(key, value)]
    price = attribute_prices(value, 1, house_rules)[0]
    parts.append(Part("Next point", f"{price} AP of {points_held(sheet)}", "PCT-036"))
    total = value + sum(by for _, by in lent(sheet, key))
    return Explained(one.name, str(total), tuple(parts))


def _good_for(key: str, value: int) -> list[tuple[str, str, str]]:
    match key:
        case "str":
            return [("Damage", f"+{value // 10}", "PCT-014"), ("Hit points", f"+{value}", "PCT-010")]
        case "agi":
            return [("Initiative", f"+{value // 10}", "PCT-007"), ("Defence without armour", str(value), "PCT-013")]
        case "tou":
            return [("An hour's rest", f"{value} HP", "PCT-018"), ("Hit points", f"+{value}", "PCT-010")]
        case "wil":
            return [("Hit points", f"+{value}", "PCT-010")]
    return []


def skill(sheet: Sheet, key: str, house_rules: HouseRules) -> Explained:
    """A skill's score, and the price of the next point."""
    one = library.skills()[key]
    shown, score = explained_skill(sheet, one, house_rules), sheet.rank("skill", key)
    if score >= most_of(sheet, one, house_rules):
        return shown
    price = skill_prices(score, 1, house_rules)[0]
    next_point = Part("Next point", f"{price} AP of {points_held(sheet)}", "PCT-035")
    return Explained(shown.label, shown.value, (*shown.parts, next_point))


def resource(sheet: Sheet, name: str) -> Explained:
    """Hit points with those left before death, or temporary ones."""
    match name:
        case health.HP | health.LIFE:
            return health.explained(sheet)
        case health.TEMPORARY:
            held = str(sheet.now(name))
            return Explained("Temporary hit points", held, (Part("Lost before all others", held),))
    raise Unknown(f"This sheet has no resource called {name!r}.", "number")


def spell(sheet: Sheet, key: str) -> Explained:
    """The drain of casting a spell, in the school that costs least."""
    one = library.spells()[key]
    school = best_school(sheet, one)
    if not school:
        return Explained(one.name, "–", (Part("Needs a score in", " or ".join(one.schools), "PCT-042"),))
    return casting(sheet, one, school).explained()


def speciality(sheet: Sheet, school: str, key: str) -> Explained:
    """Whether one is specialised in a spell, and how many specialities one may have."""
    name = library.spells()[key].name if key in library.spells() else key
    taken, most = len(specialities(sheet, school)), most_specialities(sheet, school)
    value = "specialised" if sheet.rank(school, key) else "not specialised"
    return Explained(name, value, (Part(f"{school.capitalize()}/10", f"{taken} of {most} taken", "PCT-047"),))
