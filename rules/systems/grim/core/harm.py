"""Harm: steps on both tracks, corruption, injuries, and death that a Fate Point averts (D-2, GRM-014, GRM-020).

Whoever has a Fate Point left is asked before they are dead for good.
"""

from dataclasses import dataclass

from rules.engine.character.readiness import is_in_fight
from rules.engine.kernel import (
    Dice,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    Wording,
    amount,
    counted,
    end_conditions,
    plainly,
    throw,
)
from rules.systems.grim.content import library
from rules.systems.grim.content.switches.harm import DANGEROUS
from rules.systems.grim.core import tracks
from rules.systems.grim.core.chances import chance_of_six, throw_chaos
from rules.systems.grim.core.effects import begin, immune_to, spares, state_named
from rules.systems.grim.core.figures import peril_threshold, threshold
from rules.systems.grim.core.state import SLAIN
from rules.systems.grim.core.things import drop, in_use, primary, qualities_of, ruin
from rules.systems.grim.core.tracks import DAMAGE, LAST_STEP, PERIL

INCAPACITATED, PRONE, BLEEDING, FATE, CORRUPTION = "incapacitated", "prone", "bleeding", "fate", "corruption"
#: The source of conditions that follow from a track; they begin and end by themselves.
BY_TRACK = "track"
#: Injury tables by the step of the damage track that brings them, and their number of Chaos Dice (D-2).
TABLES = {2: ("moderate", 1), 3: ("serious", 2), 4: ("grievous", 3)}
#: The worst table for each of the words that weapons have for it (GRM-082, GRM-098).
WORST = {"": 4, "serious": 3, "moderate": 2}
MODERATE, GRIEVOUS = 2, 4
#: The faces of the injury die that bring no injury, and the next worse table (D-2).
NO_INJURY, WORSE, INJURY_SIDES = 1, 12, 12


@dataclass(frozen=True, slots=True)
class Wound:
    """A wound as it is dealt: who throws its dice, and all that its source says of injuries and death.

    ``dice`` are Chaos Dice added for an injury, ``worst`` the worst that there may be, ``sure`` says that one comes in
    any case, and ``table`` which. ``subdues`` are turns of helplessness in place of death (GRM-115); then there are no
    injuries, as with ``harmless``.
    """

    by: str = ""
    source: Wording = ""
    dice: int = 0
    worst: str = ""
    sure: bool = False
    table: str = ""
    harmless: bool = False
    subdues: int = 0


# -- damage ------------------------------------------------------------------------------------------------------------


def hurt(table: Table, dice: Dice, who: str, total: int, wound: Wound) -> int:
    """Let a total of damage work against the threshold, with the injury that it may bring; the steps it took (D-2)."""
    steps = tracks.steps_of(total, threshold(table.sheet(who)))
    if not steps:
        table.happen(Told((who,), f"{{0}} takes {total} damage without a wound."))
    return wounded(table, dice, who, steps, wound)


def wounded(table: Table, dice: Dice, who: str, steps: int, wound: Wound) -> int:
    """Go steps on the damage track, and throw for an injury; how many were gone (GRM-115)."""
    sheet = table.sheet(who)
    before = tracks.level(sheet, DAMAGE)
    spared = bool(wound.subdues) and before + steps >= LAST_STEP
    gone = tracks.tick(table, who, DAMAGE, min(steps, LAST_STEP - 1 - before) if spared else steps)
    tell_level(table, who, DAMAGE, gone)
    if spared:
        subdue(table, who, wound.subdues)
    if (steps or wound.sure) and _may_injure(wound):
        injure(table, dice, who, wound)
    keep_in_line(table, who)
    return gone


def subdue(table: Table, who: str, turns: int) -> None:
    """Leave somebody Incapacitated! and helpless for so many turns in place of death (GRM-115)."""
    begin(table, who, INCAPACITATED, source="subdued", rounds=turns)
    begin(table, who, "helpless", source="subdued", rounds=turns)
    corrupt(table, who, _corruption_of(INCAPACITATED), "incapacitated")
    table.happen(Told((who,), f"{{0}} is beaten down, helpless for {counted(turns, 'turn', 'turns')}."))


def _corruption_of(condition: str) -> int:
    state = state_named(condition)
    return state.corruption if state else 0


def tell_level(table: Table, who: str, track: str, gone: int) -> None:
    """Tell where somebody is on a track, if it changed; of death is told as it comes."""
    sheet = table.sheet(who)
    if gone and not (track == DAMAGE and tracks.level(sheet, DAMAGE) >= LAST_STEP):
        table.happen(Told((who,), f"{{0}} {tracks.standing(sheet, track)}."))


def injury_dice(level: int, wound: Wound) -> int:
    """Chaos Dice for an injury at a step of the damage track; 0 where none can come (D-2, GRM-095)."""
    if level not in TABLES or level > WORST[wound.worst] or wound.subdues or wound.harmless:
        return 0
    return TABLES[level][1] + wound.dice


def mortal(sheet: Sheet, level: int, wound: Wound) -> float:
    """P(the injury that a wound may bring at a step of the damage track is death): a twelve on every worse table."""
    named = wound.table or TABLES.get(level, TABLES[MODERATE])[0]
    if WORST[wound.worst] < GRIEVOUS or level >= LAST_STEP or immune_to(sheet, "injuries", named):
        return 0.0
    start = next(at for at, (name, _) in TABLES.items() if name == named)
    comes = 1.0 if wound.table or wound.sure else chance_of_six(injury_dice(level, wound))
    return comes / INJURY_SIDES ** (GRIEVOUS - start + 1) if _may_injure(wound) else 0.0


def _may_injure(wound: Wound) -> bool:
    return not (wound.subdues or wound.harmless)


def injure(table: Table, dice: Dice, who: str, wound: Wound) -> None:
    """Throw Chaos Dice for an injury, and a d12 on its table if any shows a six (D-2)."""
    sheet = table.sheet(who)
    level, by = tracks.level(sheet, DAMAGE), wound.by or who
    worst = min(level, WORST[wound.worst])
    named = wound.table or TABLES.get(worst, TABLES[MODERATE])[0]
    proof = immune_to(sheet, "injuries", named)
    if level >= LAST_STEP or proof:
        return
    count = injury_dice(level, wound)
    if wound.table or wound.sure or (count and throw_chaos(table, dice, by, count, "injury")):
        draw_injury(table, dice, who, named, wound)


def draw_injury(table: Table, dice: Dice, who: str, named: str, wound: Wound) -> None:
    """Draw an injury from a table: 1 is none, 12 the next worse table, and beyond the worst is death (D-2)."""
    level = next(at for at, (name, _) in TABLES.items() if name == named)
    face = throw(table, dice, wound.by or who, f"{named} injury", amount(f"1d{INJURY_SIDES}"))
    if face == NO_INJURY:
        table.happen(Told((who,), "{0} is lucky: no injury."))
    elif face < WORSE:
        found = next(one for one in library.injuries().values() if (one.table, one.roll) == (named, face))
        suffer_injury(table, who, found.key, wound)
    elif level == GRIEVOUS:
        tracks.tick(table, who, DAMAGE, LAST_STEP)
        table.happen(Told((who,), "{0} suffers a mortal wound."))
    elif level < WORST[wound.worst]:
        draw_injury(table, dice, who, TABLES[level + 1][0], wound)


def suffer_injury(table: Table, who: str, key: str, wound: Wound) -> None:
    """Suffer an injury, with what it breaks, throws down and lets fall at once (D-2, GRM-060)."""
    state = library.injuries()[key]
    begin(table, who, key, source=wound.source or "wound")
    table.happen(Told((who,), f"{{0}} suffers an injury: {state.name.lower()}."))
    sheet = table.sheet(who)
    if state.breaks == "armour":
        for worn in in_use(sheet, "armour"):
            ruin(table, who, worn)
    elif state.breaks and primary(sheet):
        ruin(table, who, primary(sheet))
    if state.drops and primary(sheet):
        drop(table, who, primary(sheet))
    if PRONE in state.begins:
        begin(table, who, PRONE, source=state.name)
    corrupt(table, who, sum(_corruption_of(one) for one in state.begins), state.name.lower())
    if _is_dangerous(table, who) and wound.worst != "moderate":
        begin(table, who, BLEEDING, source=state.name)
        table.happen(Told((who,), "{0} is bleeding."))


def _is_dangerous(table: Table, who: str) -> bool:
    """Whether somebody wears a thing that lets wounds bleed, or holds one, if the house has it so (GRM-060)."""
    kinds = ("armour",) if DANGEROUS.chosen(table.house_rules) == DANGEROUS.default else ("armour", "shield", "weapon")
    used = (item for kind in kinds for item in in_use(table.sheet(who), kind).values())
    return any("dangerous" in qualities_of(item) for item in used)


# -- peril and corruption ----------------------------------------------------------------------------------------------


def suffer_peril(table: Table, who: str, total: int, reason: str) -> int:
    """Let a total of Peril work against the threshold; how many steps it took (D-2)."""
    sheet = table.sheet(who)
    if not tracks.has_track(sheet, PERIL):
        table.happen(Told((who,), "{0} is immune to Peril."))
        return 0
    steps = tracks.steps_of(total, peril_threshold(sheet))
    if 0 < steps < LAST_STEP:
        steps -= min(steps, spares(sheet, reason.partition(":")[0]))
    table.happen(Told((who,), f"{{0}} suffers {total} Peril ({plainly(reason)})."))
    gone = tracks.tick(table, who, PERIL, steps)
    tell_level(table, who, PERIL, gone)
    keep_in_line(table, who)
    return gone


def throw_peril(
    table: Table, dice: Dice, who: str, written: str, reason: str, *, plus: int = 0, by: str = "", mental: bool = False
) -> int:
    """Throw dice of Peril, and suffer it; how many steps it took. The kind is told and has no other effect (C-21)."""
    kind = "mental" if mental else "physical"
    total = throw(table, dice, by or who, f"{kind} peril", amount(written)) + plus
    return suffer_peril(table, who, total, f"{kind}: {reason}")


def heal(table: Table, who: str, by: int = 1, track: str = DAMAGE) -> int:
    """Go back up a track; how many steps (D-8)."""
    gone = -tracks.tick(table, who, track, -by)
    tell_level(table, who, track, gone)
    keep_in_line(table, who)
    return gone


def ease_peril(table: Table, who: str, by: int = 1) -> int:
    """Go back up the peril track; how many steps (GRM-112, GRM-124)."""
    return heal(table, who, by, PERIL)


def corrupt(table: Table, who: str, by: int, reason: Wording) -> None:
    """Gain Corruption, which counts up (GRM-014, GRM-017)."""
    held = table.sheet(who).resources.get(CORRUPTION)
    gained = min(by, held.most - held.now) if held else 0
    if gained > 0:
        table.happen(ResourceChanged(who, CORRUPTION, gained, reason))


def get_into(table: Table, dice: Dice, who: str, key: str, source: Wording = "", rounds: int | None = None) -> None:
    """Get into a state with all that it brings at once: Peril and Corruption (GRM-014, GRM-017)."""
    state = state_named(key)
    begin(table, who, key, source=source, rounds=rounds)
    if state is None:
        return
    if state.peril:
        throw_peril(table, dice, who, state.peril, state.name.lower())
    corrupt(table, who, state.corruption, state.name.lower())


# -- the ends of the tracks --------------------------------------------------------------------------------------------


def keep_in_line(table: Table, who: str) -> None:
    """Bring death and incapacity in line with the tracks (GRM-014, GRM-020)."""
    sheet = table.sheet(who)
    for track, condition in ((DAMAGE, SLAIN), (PERIL, INCAPACITATED)):
        at_end = tracks.level(sheet, track) >= LAST_STEP
        held = sheet.conditions.get(condition)
        if at_end and held is None:
            _reach_end(table, who, condition)
        elif held is not None and held.source == BY_TRACK and not at_end:
            end_conditions(table, who, condition)


def _reach_end(table: Table, who: str, condition: str) -> None:
    begin(table, who, condition, source=BY_TRACK)
    if condition == INCAPACITATED:
        corrupt(table, who, _corruption_of(condition), "incapacitated")
        return
    table.happen(Told((who,), "{0} is slain."))
    if is_in_fight(table, who) and table.sheet(who).now(FATE):
        table.ask(who, "You are slain. Spend a Fate Point to live?", "fate.spend", "fate.accept")


def survive(table: Table, who: str) -> None:
    """Spend a Fate Point and live on, Grievously Wounded (GRM-020)."""
    table.happen(ResourceChanged(who, FATE, -1, "to live"))
    tracks.tick(table, who, DAMAGE, LAST_STEP - 1 - tracks.level(table.sheet(who), DAMAGE))
    end_conditions(table, who, SLAIN)
    table.happen(Told((who,), "{0} lives, by fate alone."))
