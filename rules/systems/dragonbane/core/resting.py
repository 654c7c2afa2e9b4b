"""Rests taken in this shift, and the willpower that a round gives, in a fight and out of it (DRB-025).

A round is ten seconds, a stretch a quarter of an hour, a shift six hours (DRB-045 to DRB-047).
"""

from rules.engine.kernel import Dice, MemoKept, NotNow, ResourceChanged, Sheet, Table, Told, amount, distribution, throw
from rules.engine.odds import Distribution, Odds, mapped
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core.conditions import at_zero
from rules.systems.dragonbane.core.fields import alive

#: The memo of the rests that were taken in this shift.
RESTED = "rested"
ROUND, STRETCH, TRAINING = "round", "stretch", "training"
#: The memo of an animal that has obeyed a command in this stretch (DRB-022).
BEAST = "beast"
#: The die that a round and a stretch give back.
D6 = "d6"
#: Conditions in which nobody can rest (D-6).
RESTLESS = ("freezing", "starving")


def has_rested(sheet: Sheet, how: str) -> bool:
    return how in sheet.memo.get(RESTED, [])


def note_rest(table: Table, who: str, how: str) -> None:
    """Note that a rest was taken in this shift; a stretch also frees an animal that has obeyed."""
    done = table.sheet(who).memo.get(RESTED, [])
    table.happen(MemoKept(who, RESTED, sorted({*done, how})))
    if how == STRETCH:
        _rest_beast(table, who)


def forget_rests(table: Table, who: str) -> None:
    """Begin a new shift: forget the rests that were taken (DRB-047)."""
    if table.sheet(who).memo.get(RESTED):
        table.happen(MemoKept(who, RESTED, None))
    _rest_beast(table, who)


def _rest_beast(table: Table, who: str) -> None:
    if BEAST in table.sheet(who).memo:
        table.happen(MemoKept(who, BEAST, None))


def refuse_restless(table: Table, how: str) -> None:
    """Refuse to the dead, the dying and the restless, and a rest ``how`` that was taken in this shift already."""
    sheet = table.me
    if sheet.has("dead") or not sheet.has("unconscious"):
        alive(table)
    for name in RESTLESS:
        if sheet.has(name):
            raise NotNow(f"{sheet.name} cannot rest: {library.conditions()[name].description}")
    if at_zero(sheet):
        raise NotNow(f"{sheet.name} is at 0 hit points. Save them first.")
    if how and has_rested(sheet, how):
        raise NotNow(f"Only one {how} of rest per shift. Wait until the next shift.")


def refuse_round_rest(table: Table) -> None:
    """Refuse a round of rest to those who cannot rest or have all their willpower (DRB-025)."""
    alive(table)
    refuse_restless(table, ROUND)
    held = table.me.resources.get("wp")
    if held is None or held.now >= held.most:
        raise NotNow("WP is full. A stretch of rest heals wounds as well.")


def catch_breath(table: Table, dice: Dice, who: str) -> None:
    """Rest for a round: regain d6 willpower points, once a shift (DRB-025, DRB-045)."""
    note_rest(table, who, ROUND)
    table.happen(Told((who,), "{0} catches their breath."))
    regain_will(table, dice, who, D6, "a round's rest")


def odds_of_breath(table: Table) -> Odds:
    """The odds of the willpower points that a round of rest gives back, limited by the room for them (DRB-025)."""
    gains = up_to(table.me, "wp", distribution(amount(D6)))
    return Odds("1 to 6 WP, up to your maximum", (), gains, "willpower points")


def up_to(sheet: Sheet, resource: str, gains: Distribution) -> Distribution:
    """The distribution of a gain, limited to what the resource has room for."""
    held = sheet.resources.get(resource)
    free = held.most - held.now if held else 0
    return mapped(gains, lambda gain: min(gain, free))


def regain_will(table: Table, dice: Dice, who: str, written: str, reason: str) -> int:
    """Throw for willpower points and give back as many as there is room for; how many they are."""
    held = table.sheet(who).resources.get("wp")
    if held is None or held.now >= held.most:
        return 0
    gained = min(throw(table, dice, who, "willpower points", amount(written)), held.most - held.now)
    table.happen(ResourceChanged(who, "wp", gained, reason))
    return gained
