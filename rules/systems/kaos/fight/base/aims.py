"""Targets of attacks, and conditions that make attacks hard: shared by every kind of attack."""

from collections.abc import Collection, Sequence

from rules.engine.fight import knows_of, others_known, quarters_covered, target_choices, told_apart, turns
from rules.engine.kernel import Choice, NotNow, Refused, Table, Veiled
from rules.systems.kaos.content.library import races
from rules.systems.kaos.content.switches import HARD_CONDITIONS, INTO_MELEE
from rules.systems.kaos.fight.base.blow import UNARMED, Arm, arms
from rules.systems.kaos.fight.base.squares import squares_between
from rules.systems.kaos.fight.base.state import PRONE, is_out, opponents

#: Conditions that hide a target, and the one that sees through darkness (D-7).
COVER, DARK, DARK_VISION = "cover", "dark", "dark_vision"


def targets(table: Table) -> tuple[Choice, ...]:
    """The choices of a target: opponents, the nearest first, then everybody else whom the actor knows of."""
    foes = opponents(table, table.actor)
    others = [who for who in others_known(table, table.actor) if who not in foes and not table.sheet(who).has("dead")]
    near = sorted(foes, key=lambda who: squares_between(table, table.actor, who))
    return target_choices(table, (*near, *others), distance_of)


def called(table: Table, who: str) -> str:
    """The name of somebody, with the distance if several have that name."""
    return told_apart(table, who, distance_of)


def fellows(table: Table, target: str, listed: Sequence[Choice] = ()) -> list[str]:
    """Ids that advice compares with a target: opponents with an opponent, others with each other."""
    return turns.fellows(listed or targets(table), opponents(table, table.actor), target)


def distance_of(table: Table, who: str) -> str:
    far = squares_between(table, table.actor, who)
    return "beside you" if far <= 1 else f"{far} squares away"


def nearest(table: Table, among: Collection[str] = ()) -> str:
    """The nearest opponent (of those named, if any are) who still stands, or the nearest at all."""

    def far(who: str) -> tuple[bool, int]:
        return is_out(table.sheet(who)), squares_between(table, table.actor, who)

    return min(among or opponents(table, table.actor), key=far)


def within(table: Table, far: int) -> None:
    """Refuse unless an opponent is within so many squares."""
    near = [squares_between(table, table.actor, who) for who in opponents(table, table.actor)]
    if not near:
        raise NotNow("No target in sight. Move, defend, or end your turn.")
    if min(near) > far:
        raise NotNow(f"The nearest opponent is {min(near)} squares away; you reach {far}. Move closer first.")


def melee_choices(table: Table) -> tuple[Choice, ...]:
    return tuple(Choice(arm.key, arm.name, arm.weapon.damage) for arm in arms(table.me).values() if arm.is_melee)


def missile_choices(table: Table) -> tuple[Choice, ...]:
    flying = (arm for arm in arms(table.me).values() if arm.flies)
    return tuple(Choice(arm.key, arm.name, f"up to {arm.flies} squares") for arm in flying)


def refuse_beyond(table: Table, target: str, far: int, most: int, arm: Arm) -> None:
    if far > most:
        held = "bare hands" if arm.key == UNARMED else f"the {arm.name.lower()}"
        raise Refused(
            f"{table.name(target)} is {far} squares away; with {held} you reach {most}. Move closer first.", "target"
        )


def hindrances(table: Table, target: str, *, hindered: bool) -> list[str]:
    """The reasons why an attack is a hard test: prone, cover, darkness, or ``hindered`` as ticked (D-7)."""
    if not HARD_CONDITIONS.chosen(table.house_rules):
        return []
    theirs = table.sheet(target)
    dark = theirs.has(DARK) and not _sees_in_the_dark(table)
    found = {
        "you are prone": table.me.has(PRONE),
        "target in cover": theirs.has(COVER),
        "target in darkness": dark,
        "hindered": hindered,
    }
    return [why for why, is_so in found.items() if is_so]


def by_cover(table: Table, target: str) -> dict[str, bool]:
    """The choice with which a shot starts where a line on the board covers the target from the actor (D-7)."""
    return {"hindered": True} if quarters_covered(table, table.actor, target) else {}


def _sees_in_the_dark(table: Table) -> bool:
    """Whether the actor sees in the dark, by a spell or by nature: gnomes, dwarves, and some creatures (D-1)."""
    traits = [table.me.texts.get("traits", "")]
    traits += [told for race in races().values() if race.name == table.me.texts.get("people") for told in race.traits]
    return table.me.has(DARK_VISION) or any("in the dark" in told for told in traits)


def into_melee(table: Table, target: str) -> bool:
    """Whether somebody of another side than the target stands beside it, the actor aside: then it is in melee (D-7)."""
    if not INTO_MELEE.chosen(table.house_rules):
        return False
    side = table.combatant(target).side
    return any(
        place.side != side and squares_between(table, who, target) <= 1 and not is_out(table.sheet(who))
        for who, place in table.scene.combatants.items()
        if who not in (target, table.actor) and knows_of(table, table.actor, who)
    )


def show_oneself(table: Table) -> None:
    """End hiding, as an attack does."""
    if table.combatant(table.actor).hidden:
        table.happen(Veiled(table.actor, False))
