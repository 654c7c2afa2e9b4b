"""Health and Stamina: spent, lost, given back; exhausted, dying, dead, and the Last Stand.

LIN-008, LIN-009 (the two pools), LIN-046 (damage), LIN-057 (exhausted), LIN-058 (dying), LIN-059 (Last Stand), LIN-060
(death), LIN-061 (the dead are not healed), C-16, E-b, E-j.
"""

from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    MemoKept,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    Wording,
    amount,
    counted,
    distribution,
    end_conditions,
    give_points,
    keep_limit,
    take_points,
)
from rules.engine.odds import Distribution, mapped
from rules.systems.fortune.content import library, people_switches
from rules.systems.fortune.core.favour import gain_favour, refuse_without_favour, spend_favour
from rules.systems.fortune.core.figures import health_limit, level, stamina_limit
from rules.systems.fortune.core.state import (
    DEAD,
    DOUBLE,
    DYING,
    EXHAUSTED,
    LAST_STAND,
    count_use,
    feature_named,
    has_feature,
    on,
    uses_left,
)

HEALTH, STAMINA = "health", "stamina"
#: The source of statuses that follow from the two pools; they begin and end by themselves.
BY_POOLS = "health and stamina"
#: The memo with the Stamina that the house lends a creature which has none of its own.
LENT = "lent_stamina"


# -- spending and losing -----------------------------------------------------------------------------------------------


def price_of(sheet: Sheet, points: int) -> int:
    """The Stamina that something costs, with what raises prices."""
    return points << len(list(on(sheet, "stamina_cost", DOUBLE)))


def refuse_stamina(sheet: Sheet, points: int, what: str = "That", field: str = "") -> None:
    """Refuse a price in Stamina that cannot be paid: too little is left, or none may be spent (LIN-008, LIN-057)."""
    price, now = price_of(sheet, points), sheet.now(STAMINA)
    if price <= 0:
        return
    unable = [one.name for key in sheet.conditions if (one := library.statuses().get(key)) and one.unspendable]
    if unable:
        raise (Refused if field else NotNow)(f"{sheet.name} is {unable[0].lower()} and has no Stamina to spend.", field)
    if now < price:
        raise (Refused if field else NotNow)(f"{what} costs {price} Stamina; {sheet.name} has {now}.", field)


def spend_stamina(table: Table, who: str, points: int, reason: Wording) -> None:
    """Pay a price in Stamina; refused if it cannot be paid. At 0 one is exhausted (LIN-008, LIN-057)."""
    refuse_stamina(table.sheet(who), points)
    lose_stamina(table, who, price_of(table.sheet(who), points), reason)


def lose_stamina(table: Table, who: str, points: int, reason: Wording) -> None:
    """Take Stamina, at most what there is."""
    take_points(table, who, STAMINA, points, reason)
    mark(table, who)


#: The times after which features may be used again, in words, but for those that hang on a house rule.
AFTER = {"rest": "you rest and relax", "fight": "the fight"}


def refuse_unused(sheet: Sheet, key: str, stamina: int = 0) -> None:
    """Refuse a feature that one does not have, has used up, or cannot pay; ``stamina`` comes on top of its price."""
    one = feature_named(key)
    if not has_feature(sheet, key):
        raise NotNow(f"{sheet.name} does not have {one.name}.")
    if uses_left(sheet, key) == 0:
        raise NotNow(f"{one.name} is used up. It returns after {AFTER.get(one.per, 'a rest')}.")
    refuse_stamina(sheet, one.stamina + stamina)
    if one.favour:
        refuse_without_favour(sheet)


def use_feature(table: Table, who: str, key: str, stamina: int = 0) -> None:
    """Pay for a feature and count its use; ``stamina`` comes on top of its price."""
    one = feature_named(key)
    spend_stamina(table, who, one.stamina + stamina, one.name)
    if one.favour:
        spend_favour(table, who, one.name)
    count_use(table, who, key)


# -- damage -----------------------------------------------------------------------------------------------------------


def most_to_stamina(sheet: Sheet, damage: int) -> int:
    """The most of some damage that may go to Stamina: all but 1, and no more than there is (LIN-046, E-b).

    At 0 Health all of it goes there.
    """
    return min(max(0, damage - 1) if sheet.now(HEALTH) else damage, sheet.now(STAMINA))


def hurt(table: Table, who: str, damage: int, to_stamina: int, reason: Wording) -> None:
    """Let damage be suffered, so much of it by Stamina and the rest by Health; what is over is lost (LIN-046, E-b)."""
    to_stamina = to_stamina if table.sheet(who).now(HEALTH) else damage
    take_points(table, who, HEALTH, damage - to_stamina, reason)
    lose_stamina(table, who, to_stamina, reason)


# -- giving back -------------------------------------------------------------------------------------------------------


def hindrance_to_heal(sheet: Sheet, *, raises: bool = False) -> str:
    """The reason why no Health can be given back, as a sentence; empty if some can (LIN-059, LIN-061).

    Something that ``raises`` the dead heals them as well.
    """
    if sheet.has(DEAD) and not raises:
        return f"{sheet.name} is dead. Only magic that raises the dead can help."
    if sheet.has(LAST_STAND):
        return f"{sheet.name} is making a Last Stand and cannot regain Health."
    return "" if sheet.lack(HEALTH) else f"{sheet.name} has full Health."


def heal(table: Table, who: str, points: int, reason: Wording, *, raises: bool = False) -> None:
    """Give Health back, but not to the dead nor in a Last Stand (LIN-059, LIN-061)."""
    if not hindrance_to_heal(table.sheet(who), raises=raises):
        give_points(table, who, HEALTH, points, reason)
    mark(table, who)


def given(sheet: Sheet, dice: str, plus: int = 0) -> Distribution:
    """The distribution of the Health that dice and an addition give back, none beyond what is lacking."""
    return mapped(distribution(amount(dice)), lambda fell: max(0, min(sheet.lack(HEALTH), fell + plus)))


def regain_stamina(table: Table, who: str, points: int | None, reason: Wording) -> None:
    """Give Stamina back, or with ``None`` all of it; none to the dead."""
    sheet = table.sheet(who)
    if not sheet.has(DEAD):
        give_points(table, who, STAMINA, sheet.lack(STAMINA) if points is None else points, reason)
    mark(table, who)


# -- what follows ------------------------------------------------------------------------------------------------------


def begin_status(
    table: Table, who: str, name: str, level: int = 0, source: Wording = "", rounds: int | None = None
) -> None:
    """Set a status of the compendium."""
    table.happen(ConditionSet(who, Condition(name, library.statuses()[name].name, level, source, rounds)))


def follows(sheet: Sheet) -> tuple[str, ...]:
    """The statuses that follow from the pools: dead, dying, exhausted (LIN-057, LIN-058, LIN-060, C-16, E-j)."""
    if not sheet.most(HEALTH):
        return ()
    pool = sheet.most(STAMINA)
    if not sheet.now(HEALTH):
        return (DYING,) if pool and sheet.now(STAMINA) else (DEAD,)
    return (EXHAUSTED,) if pool and not sheet.now(STAMINA) else ()


def is_dying(sheet: Sheet) -> bool:
    """Whether somebody is at 0 Health and lives (LIN-058)."""
    return DYING in follows(sheet)


_TOLD = {DEAD: "{0} dies.", DYING: "{0} is dying.", EXHAUSTED: "{0} is exhausted."}


def mark(table: Table, who: str) -> None:
    """Bring dead, dying and exhausted in line with the two pools."""
    sheet = table.sheet(who)
    wanted = follows(sheet)
    for name in (DEAD, DYING, EXHAUSTED):
        now = sheet.conditions.get(name)
        if name in wanted and now is None:
            begin_status(table, who, name, source=BY_POOLS)
            table.happen(Told((who,), _TOLD[name]))
        elif name not in wanted and now is not None and now.source == BY_POOLS:
            table.happen(ConditionEnded(who, name))
            if not wanted:
                table.happen(Told((who,), "{0} is no longer " + library.statuses()[name].name.lower() + "."))
    if DEAD in wanted:
        end_conditions(table, who, LAST_STAND)


def keep_limits(table: Table, who: str) -> None:
    """Let the most Health and Stamina follow class, level and stat; points gained are there at once (LIN-005)."""
    for resource, limit in ((HEALTH, health_limit), (STAMINA, stamina_limit)):
        told = limit(table.sheet(who))
        if told is not None and resource in table.sheet(who).resources:
            keep_limit(table, who, resource, int(told.value))


def lend_stamina(table: Table, who: str) -> None:
    """Lend a creature without Stamina of its own as much for each level as the house has it now (D-4, E-j)."""
    sheet = table.sheet(who)
    if sheet.kind != "creature" or (STAMINA in sheet.resources and LENT not in sheet.memo):
        return
    most = people_switches.CREATURE_STAMINA.number(table.house_rules) * level(sheet)
    if most != sheet.noted(LENT, int):
        table.happen(MemoKept(who, LENT, most))
        keep_limit(table, who, STAMINA, most)


def begin_last_stand(table: Table, who: str, rounds: int) -> None:
    """Begin a Last Stand: all Stamina comes back, and no Health does any more (LIN-059)."""
    begin_status(table, who, LAST_STAND, rounds)
    table.happen(Told((who,), "{0} makes a Last Stand."))
    _rally(table, who)


def _rally(table: Table, who: str) -> None:
    """Give all Stamina to somebody in a Last Stand, with each round of it, and the token to a Maverick (D-3)."""
    regain_stamina(table, who, None, "a Last Stand")
    if has_feature(table.sheet(who), "maverick_luck_runs_out"):
        gain_favour(table, who, "luck running out")


def pass_last_stand(table: Table, who: str) -> None:
    """Let a round of a Last Stand pass: Stamina comes back, or its minute is over (LIN-059, C-17)."""
    stand = table.sheet(who).conditions.get(LAST_STAND)
    if stand is None:
        return
    if stand.level > 1:
        begin_status(table, who, LAST_STAND, stand.level - 1)
        table.happen(Told((who,), f"{{0}}’s Last Stand goes on: {counted(stand.level - 1, 'round', 'rounds')} left."))
        _rally(table, who)
    else:
        end_last_stand(table, who)


def end_last_stand(table: Table, who: str) -> None:
    """Let somebody die whose Last Stand is over: its minute has passed, or the fight has (LIN-059)."""
    if table.sheet(who).has(LAST_STAND):
        die(table, who, "the end of a Last Stand")


def die(table: Table, who: str, reason: Wording) -> None:
    """Die, with whatever Stamina is left (LIN-059, LIN-060)."""
    take_points(table, who, HEALTH, table.sheet(who).now(HEALTH), reason)
    lose_stamina(table, who, table.sheet(who).now(STAMINA), reason)
