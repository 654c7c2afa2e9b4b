"""Hit points, above 0 and below: hurt, healed, unconscious, dead (PCT-010, PCT-016, PCT-017, C-15).

A resource cannot fall below 0, so two of them carry one number: ``hp`` is the part above 0, ``life`` the part left
between 0 and death. With 12 of 38 life left one stands at −26. ``temporary`` is lost before either.
"""

from rules.engine.character.readiness import alive
from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    LimitChanged,
    NotNow,
    Resource,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    Wording,
)
from rules.engine.page.blocks import Explained, Part
from rules.systems.kaos.content.library import states_of
from rules.systems.kaos.content.switches import TEMPORARY_STACKS
from rules.systems.kaos.core.figures import attribute, death_limit, hp_limit

HP, LIFE, TEMPORARY = "hp", "life", "temporary"
UNCONSCIOUS, DEAD, DRAINED = "unconscious", "dead", "drained"
#: The source of conditions that follow from hit points; they begin and end by themselves.
BY_HP = "hit points"
_DRAINED = "cast a spell within the last hour. No healing until an hour has passed."


def hp(sheet: Sheet) -> int:
    """Hit points as one number, negative below 0."""
    held, life = sheet.resources.get(HP), sheet.resources.get(LIFE)
    if held is None or held.now or life is None:
        return held.now if held else 0
    return life.now - life.most


def is_down(sheet: Sheet) -> bool:
    """Whether one is unconscious or dead."""
    return sheet.has(UNCONSCIOUS) or sheet.has(DEAD)


def able(table: Table) -> None:
    """Refuse for the dead, the unconscious and others who cannot act."""
    alive(table)
    for state in states_of(table.me):
        if state.out:
            raise NotNow(f"{table.me.name} is {state.name.lower()} and must come round first.")


def full(sheet: Sheet) -> dict[str, Resource]:
    """The resources of an unhurt body."""
    most, life = hp_limit(sheet), death_limit(sheet)
    return {HP: Resource(most, most), LIFE: Resource(life, life), TEMPORARY: Resource(0, 0)}


# -- losing -----------------------------------------------------------------------------------------------------------


def hurt(
    table: Table, who: str, amount: int, reason: Wording, *, lethal: bool = True, past_temporary: bool = False
) -> int:
    """Take hit points: temporary ones first, then down to 0, then below; how many were lost (PCT-014).

    If not ``lethal`` it stops at 0; ``past_temporary`` (a spell's drain) leaves temporary hit points alone.
    """
    left = max(0, amount)
    for resource in (HP, LIFE) if past_temporary else (TEMPORARY, HP, LIFE):
        if resource == LIFE and not lethal:
            break
        lost = min(left, table.sheet(who).now(resource))
        if lost:
            table.happen(ResourceChanged(who, resource, -lost, reason))
            left -= lost
    _drop_empty_temporary(table, who)
    mark(table, who)
    return max(0, amount) - left


def _drop_empty_temporary(table: Table, who: str) -> None:
    held = table.sheet(who).resources.get(TEMPORARY)
    if held and held.most and not held.now:
        lose_temporary(table, who)


def grant_temporary(table: Table, who: str, amount: int, reason: str) -> None:
    """Give temporary hit points; two sources do not add up unless the house says so (D-7)."""
    held = table.sheet(who).resources.get(TEMPORARY, Resource(0, 0))
    total = held.now + amount if TEMPORARY_STACKS.chosen(table.house_rules) else max(held.now, amount)
    table.happen(LimitChanged(who, TEMPORARY, total - held.most))
    gained = total - table.sheet(who).now(TEMPORARY)
    if gained:
        table.happen(ResourceChanged(who, TEMPORARY, gained, reason))


def lose_temporary(table: Table, who: str) -> None:
    """End temporary hit points, used or not."""
    table.happen(LimitChanged(who, TEMPORARY, -table.sheet(who).resources[TEMPORARY].most))


# -- healing ----------------------------------------------------------------------------------------------------------


def lack(sheet: Sheet) -> int:
    """Hit points lacking to the most, those below 0 included."""
    return sheet.resources[HP].most - hp(sheet)


def healing_hindrance(sheet: Sheet) -> str:
    """The reason why one cannot be healed now, as a sentence; empty if one can (PCT-018, PCT-045, C-14)."""
    hindrance = _hindrance(sheet)
    return f"{sheet.name} {hindrance}" if hindrance else ""


def _hindrance(sheet: Sheet) -> str:
    """The reason without the name before it."""
    if sheet.has(DEAD):
        return "is dead. Only magic can help."
    if sheet.has(DRAINED):
        return _DRAINED
    return "has full hit points." if hp(sheet) >= sheet.resources[HP].most else ""


def drain_hindrance(sheet: Sheet) -> str:
    """The reason why one who cast within the hour cannot be healed, even revived; empty for others (PCT-045)."""
    return f"{sheet.name} {_DRAINED}" if sheet.has(DRAINED) else ""


def heal(table: Table, who: str, amount: int, reason: Wording) -> int:
    """Give hit points back, from below 0 upwards; how many were given, 0 if one cannot be healed (PCT-045)."""
    hindrance = _hindrance(table.sheet(who))
    if hindrance:
        table.happen(Told((who,), f"{{0}} {hindrance}"))
        return 0
    return _give(table, who, amount, reason)


def revive(table: Table, who: str, reason: str) -> None:
    """Bring somebody back from death with 1 hit point."""
    table.happen(ConditionEnded(who, DEAD))
    _give(table, who, 1 - hp(table.sheet(who)), reason)


def _give(table: Table, who: str, amount: int, reason: Wording) -> int:
    left = amount
    for resource in (LIFE, HP):
        held = table.sheet(who).resources[resource]
        gained = min(left, held.most - held.now)
        if gained > 0:
            table.happen(ResourceChanged(who, resource, gained, reason))
            left -= gained
    mark(table, who)
    return amount - left


# -- what follows -----------------------------------------------------------------------------------------------------


def mark(table: Table, who: str) -> None:
    """Set or end unconscious (at 0 hit points) and dead (at −(STR + TOU)), as hit points stand (PCT-016, PCT-017)."""
    sheet = table.sheet(who)
    below = sheet.resources[LIFE].most - sheet.now(LIFE)
    if sheet.now(HP) and below:
        table.happen(ResourceChanged(who, LIFE, below, "above 0 hit points"))
    wanted = ""
    if not sheet.now(HP):
        wanted = DEAD if not sheet.now(LIFE) else UNCONSCIOUS
    for name, label in ((UNCONSCIOUS, "Unconscious"), (DEAD, "Dead")):
        held = sheet.conditions.get(name)
        if name == wanted and (held is None or (held.source == BY_HP and held.level != below)):
            _begin(table, who, Condition(name, label, below, BY_HP), new=held is None)
        elif name != wanted and held is not None and held.source == BY_HP:
            table.happen(ConditionEnded(who, name))
            if not wanted:
                table.happen(Told((who,), "{0} comes round."))


def _begin(table: Table, who: str, condition: Condition, new: bool) -> None:
    table.happen(ConditionSet(who, condition))
    if new:
        told = "{0} dies." if condition.name == DEAD else "{0} falls unconscious."
        table.happen(Told((who,), told))


def keep_limits(table: Table, who: str) -> None:
    """Let the limits follow the attributes (PCT-010, PCT-036); points gained are there at once."""
    for resource, limit in ((HP, hp_limit(table.sheet(who))), (LIFE, death_limit(table.sheet(who)))):
        held = table.sheet(who).resources[resource]
        by, alive = limit - held.most, held.now > 0 or not held.most
        if by:
            table.happen(LimitChanged(who, resource, by))
        if by > 0 and alive:
            table.happen(ResourceChanged(who, resource, by, "a higher limit"))


def explained(sheet: Sheet) -> Explained:
    """Hit points with their summands, and the point of death."""
    parts = [Part(key.upper(), str(attribute(sheet, key)), "PCT-010") for key in ("str", "tou", "wil")]
    if isinstance(sheet.memo.get("printed_hp"), int):
        parts = [Part("As the description says", str(hp_limit(sheet)))]
    parts.append(Part("Unconscious at", "0", "PCT-016"))
    parts.append(Part("Dead at", f"−{death_limit(sheet)}", "PCT-017"))
    now = str(hp(sheet)).replace("-", "−")
    return Explained("Hit points", f"{now} / {sheet.resources[HP].most}", tuple(parts))
