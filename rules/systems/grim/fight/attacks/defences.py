"""Ways to avert a hit, and the worth of a blow that gets past them (GRM-055 to GRM-091, C-03).

A dodge takes Coordination, or Athletics in Flexible armour; a parry the skill of what one holds. Creatures have printed
chances of either. For advice a blow is worth steps on the damage track, and death counts as five more.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.engine.kernel import Sheet, Table
from rules.engine.odds import mean
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import WEAPON_SIZES
from rules.systems.grim.content.switches.fights import DODGING_SHOTS, PARRY_SIZES, UNPRINTED
from rules.systems.grim.content.switches.recovery import FORCE_REROLL
from rules.systems.grim.core import (
    BODY,
    FORTUNE,
    LAST_STEP,
    Trial,
    best_of,
    in_use,
    is_in_fight,
    is_ruined,
    opposite,
    qualities_of,
    trial_for,
)
from rules.systems.grim.fight.base import (
    BARE,
    Arm,
    Blow,
    arms,
    best_melee,
    can_pay_reaction,
    defends,
    has_had_turn,
    is_helpless,
)

DODGE, PARRY = "dodge", "parry"
#: The ranks of a body that say that it can do neither; those by these names themselves are printed chances (D-7).
NONE = {DODGE: "no_dodge", PARRY: "no_parry"}
HEAVY, FLEXIBLE, PROTECTIVE, FREE_STANDING = "heavy", "flexible", "protective", "free_standing"
#: The stat of a free-standing shield that stands (GRM-069).
FIXED = "fixed"
BREAKER, FINESSE = "breaker", "finesse"


def defences(table: Table, blow: Blow) -> dict[str, Trial]:
    """The reactions that the target has against a blow, with their tests; none without an action point (GRM-125)."""
    who = blow.target
    if blow.opportunity or blow.stray or not defends(table, who) or not can_pay_reaction(table, who):
        return {}
    found = {DODGE: dodge(table, blow), PARRY: parry(table, blow)}
    return {how: trial for how, trial in found.items() if trial is not None}


def undefended(table: Table, blow: Blow) -> str:
    """The reason why a target has no reaction against a blow, in a sentence (GRM-125, E-a)."""
    who = blow.target
    if blow.opportunity:
        return "No dodge or parry against an opportunity attack."
    if not defends(table, who):
        return "You can neither dodge nor parry now. Take the blow."
    if not has_had_turn(table, who):
        return "No dodge or parry: you have no Action Points before your first turn."
    if not can_pay_reaction(table, who):
        return "No dodge or parry: no Action Points left until your next turn."
    return "You can neither dodge nor parry this. Take the blow."


def dodge(table: Table, blow: Blow) -> Trial | None:
    """The test of a dodge; None where there is none (GRM-068, GRM-072, GRM-078, GRM-121)."""
    sheet = table.sheet(blow.target)
    if DODGE in blow.barred or lacks(table, sheet, DODGE):
        return None
    worn = _qualities_worn(sheet)
    skills = [] if HEAVY in worn else ["coordination"]
    if blow.missile and DODGING_SHOTS.chosen(table.house_rules) != DODGING_SHOTS.default:
        skills = [best_melee(sheet).weapon.skill]
    skills += ["athletics"] if FLEXIBLE in worn else []
    if not skills:
        return None
    known = library.qualities()
    base = [(known[key].name, known[key].dodge) for key in worn if key in known and known[key].dodge]
    base += [(blow.weapon, blow.dodge)] if blow.dodge else []
    flip = -1 if blow.flips else 0
    printed = sheet.rank(BODY, DODGE)
    if printed:
        trial = trial_for(table, blow.target, "coordination", base=base, printed=printed, flip=flip)
    else:
        trial = best_of(table, blow.target, skills, base=base, flip=flip)
    return replace(opposite(trial, blow.difficulty), name="Dodge")


def lacks(table: Table, sheet: Sheet, how: str) -> bool:
    """Whether somebody has no such reaction at all: creatures without a figure for it, unless the house has it so."""
    return sheet.rank(BODY, NONE[how]) > 0 and UNPRINTED.chosen(table.house_rules) == UNPRINTED.default


def _qualities_worn(sheet: Sheet) -> list[str]:
    worn = in_use(sheet, "armour").values()
    return list(dict.fromkeys(key for item in worn for key in qualities_of(item)))


def parry(table: Table, blow: Blow) -> Trial | None:
    """The test of a parry; None where there is none (GRM-061, GRM-081, GRM-088, GRM-123)."""
    sheet = table.sheet(blow.target)
    if PARRY in blow.barred or lacks(table, sheet, PARRY):
        return None
    if blow.missile and not wards_missiles(table, blow.target):
        return None
    flip, printed = (-1 if blow.flips else 0), sheet.rank(BODY, PARRY)
    best: Trial | None = None
    for arm in _parrying(sheet, by_nature=bool(printed or sheet.rank(BODY, NONE[PARRY]))):
        base = _parry_base(sheet, arm, blow)
        steps = WEAPON_SIZES.index(arm.weapon.size) - WEAPON_SIZES.index(blow.size)
        hard = [("Weapon size", 0 if blow.missile else PARRY_SIZES.number(table.house_rules) * steps)]
        trial = trial_for(
            table, blow.target, arm.weapon.skill, hard, base=base, kinds=("melee",), printed=printed, flip=flip
        )
        if best is None or trial.chance > best.chance:
            best = trial
    return replace(opposite(best, blow.difficulty), name="Parry") if best else None


def _parrying(sheet: Sheet, *, by_nature: bool) -> Iterable[Arm]:
    """Weapons to parry with: those in hand, what a creature has by nature, and with a shield bare hands."""
    held = [arm for arm in arms(sheet).values() if arm.is_melee]
    armed = [arm for arm in held if by_nature or not (arm.weapon.natural or arm.key == BARE)]
    if armed or not _shields(sheet):
        return armed
    return held[:1]


def _shields(sheet: Sheet) -> list[tuple[str, tuple[str, ...]]]:
    """The shields that parry, by name, with their qualities: whole, and fixed if they have to be (GRM-069, GRM-088)."""
    return [
        (item.name, qualities_of(item))
        for item in in_use(sheet, "shield").values()
        if not is_ruined(item) and (FREE_STANDING not in qualities_of(item) or item.stats.get(FIXED) is True)
    ]


def _parry_base(sheet: Sheet, arm: Arm, blow: Blow) -> list[tuple[str, int]]:
    """Changes of the base chance of a parry: by one's weapon or shield, whichever helps more, and by theirs."""
    known = library.qualities()
    helps = [(arm.name, arm.total(PARRY))]
    helps += [(name, sum(known[key].parry for key in held if key in known)) for name, held in _shields(sheet)]
    best = max(helps, key=lambda one: one[1])
    return [one for one in (best, (blow.weapon, blow.parry)) if one[1]]


def wards_missiles(table: Table, who: str) -> bool:
    """Whether somebody parries missiles: with a Protective shield, or a free-standing one (GRM-069, GRM-081)."""
    return any(PROTECTIVE in held or FREE_STANDING in held for _, held in _shields(table.sheet(who)))


def breaker(table: Table, blow: Blow) -> bool:
    """Whether the target may break the weapon: with a Breaker in hand against Finesse (GRM-057)."""
    if blow.missile or FINESSE not in blow.qualities:
        return False
    return any(arm.has(BREAKER) for arm in arms(table.sheet(blow.target)).values())


def can_force(table: Table, blow: Blow) -> bool:
    """Whether the target may have the attack rolled again: with Fortune, and not twice (D-8)."""
    if blow.forced or not FORCE_REROLL.chosen(table.house_rules) or not is_in_fight(table, blow.target):
        return False
    return table.sheet(blow.target).now(FORTUNE) > 0


# -- worth -------------------------------------------------------------------------------------------------------------

STEPS = "Each step of the damage track counts 1, death 5 more."
SHARES = ("They lose",)
OF_ATTACKS = f"Average steps dealt against their best reaction. {STEPS}"


def loss(table: Table, blow: Blow) -> float:
    """The worth that a blow takes that nothing averts."""
    sheet = table.sheet(blow.target)
    if is_helpless(sheet) and not blow.harmless:
        return float(2 * LAST_STEP)
    return mean(blow.steps(sheet)) + LAST_STEP * blow.slays(sheet)


def ends(table: Table, trial: Trial, blow: Blow) -> list[tuple[float, Blow]]:
    """The blows that an attack may come to, with P(each): a critical one, and one past the best reaction (E-b)."""
    critical, plain, _, _ = trial.shares
    return [(critical, blow.but(critical=True)), (plain * past(table, blow), blow)]


def toll(table: Table, trial: Trial, blow: Blow) -> float:
    """The worth that an attack takes on average, past the best reaction; the helpless are hit in any case (GRM-013)."""
    if is_helpless(table.sheet(blow.target)):
        return loss(table, blow)
    return sum(share * loss(table, end) for share, end in ends(table, trial, blow))


def past(table: Table, blow: Blow) -> float:
    """P(a hit gets past the best reaction of its target)."""
    ways = defences(table, blow)
    return 1 - max((trial.chance for trial in ways.values()), default=0.0)
