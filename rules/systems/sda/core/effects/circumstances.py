"""Surroundings, illness and death, as other rules ask for them (D-7, D-8), and the time since somebody died.

Some are at home below ground, in the wild, in towns, in the dark or in the sun: there they lose half of what spirit
they would lose, and where they are strangers twice as much.

The time of the dead is counted in rounds (SDA-219). A sheet's memo ``dead_for`` holds the rounds outside of the fight
in which they lie: who dies in a fight starts below 0, so that the rounds of that fight are no facts of their own.
"""

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import NotNow, Sheet, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.content.hazards import diseases
from rules.systems.sda.core.person import figure, keep_memo, told_of

#: Places, and the lights that somebody may stand in; without any of a kind nothing is known of it.
PLACES = {"underground": "Underground", "wild": "In the wild", "town": "In a town", "own_tree": "Under their own tree"}
SUNLIGHT = "sunlight"
LIGHTS = {SUNLIGHT: "Bright sun", "low_light": "Low light", "darkness": "Darkness"}
#: Times the usual spirit that a night under their own tree gives some (D-7).
OWN_TREE = 2
#: The places under the open sky, and those in the wild: a tree of one's own is there.
OUTSIDE, WILD = ("wild", "town", "own_tree"), ("wild", "own_tree")
#: The places and lights where spirit is lost at half the rate and at twice the rate, by the figure of a trait.
HALF_WHERE = {
    "home_below": ("underground",),
    "home_wild": WILD,
    "home_town": ("town",),
    "home_dark": ("darkness",),
    "home_sun": (SUNLIGHT,),
}
TWICE_WHERE = {
    "home_below": OUTSIDE,
    "home_wild": ("town",),
    "home_town": WILD,
    "home_dark": (SUNLIGHT,),
    "home_sun": ("darkness",),
}


def in_fight(table: Table, who: str) -> bool:
    """Whether somebody is in the middle of a fight; others of the campaign are not in it, whoever fights."""
    fight = table.encounter
    return fight is not None and fight.stage == "fighting" and who in fight.combatants


@of_sheet("items", "conditions")
def loss_of_spirit(sheet: Sheet, lost: int) -> int:
    """Spirit that somebody loses where they are, instead of ``lost``: half of it rounded down, or twice (D-7)."""
    halves, doubles = len(_felt(sheet, HALF_WHERE)), len(_felt(sheet, TWICE_WHERE))
    return lost * 2**doubles // 2**halves if lost > 0 else lost


def loss_parts(sheet: Sheet) -> tuple[Part, ...]:
    """The traits that change how much spirit is lost here, for the explanation of spirit."""
    half = (Part(told_of(sheet, name), "loses half of it here", "D-7") for name in _felt(sheet, HALF_WHERE))
    twice = (Part(told_of(sheet, name), "loses twice as much here", "D-7") for name in _felt(sheet, TWICE_WHERE))
    return (*half, *twice)


def _felt(sheet: Sheet, where: dict[str, tuple[str, ...]]) -> list[str]:
    return [name for name, there in where.items() if figure(sheet, name) and any(sheet.has(one) for one in there)]


def under_own_tree(sheet: Sheet) -> bool:
    """Whether somebody rests under a tree of the kind that theirs is (D-7)."""
    return sheet.has("own_tree") and figure(sheet, "own_tree") > 0


# -- illness, and the time since a death -------------------------------------------------------------------------------


def ills(sheet: Sheet) -> list[str]:
    """The diseases that somebody has."""
    return [key for key in diseases() if sheet.has(key)]


def halves_healing(sheet: Sheet) -> bool:
    """Whether an illness lets wounds heal half as well."""
    return any(diseases()[key].halves_healing for key in ills(sheet))


def spoils_sleep(sheet: Sheet) -> bool:
    """Whether an illness takes from sleep what it gives."""
    return any(diseases()[key].spoils_sleep for key in ills(sheet))


DEAD_FOR = "dead_for"
#: Rounds in a minute (SDA-155).
ROUNDS = 10


def refuse_dead(table: Table) -> None:
    """Refuse if the actor is dead: only the living do this."""
    if table.me.has("dead"):
        raise NotNow(f"{table.me.name} is dead.")


def rounds_dead(table: Table, who: str) -> int:
    return _kept(table, who) + _rounds_of_fight(table, who)


def minutes_dead(table: Table, who: str) -> int:
    """Whole minutes since somebody died, as far as the rules counted them."""
    return max(0, rounds_dead(table, who)) // ROUNDS


def start_counting(table: Table, who: str) -> None:
    """Start to count the rounds since a death: somebody dies now."""
    keep_memo(table, who, DEAD_FOR, -_rounds_of_fight(table, who))


def stop_counting(table: Table, who: str) -> None:
    """Stop counting the rounds since a death: somebody lives again."""
    keep_memo(table, who, DEAD_FOR, 0)


def leave_fight(table: Table, who: str) -> None:
    """Add the rounds of a fight that is over to those counted for one of its dead; nothing for the living."""
    if table.sheet(who).has("dead"):
        keep_memo(table, who, DEAD_FOR, rounds_dead(table, who))


def more_time(table: Table, who: str, minutes: int) -> None:
    """Count ``minutes`` more for one of the dead; nothing for the living."""
    if table.sheet(who).has("dead"):
        keep_memo(table, who, DEAD_FOR, _kept(table, who) + minutes * ROUNDS)


def _kept(table: Table, who: str) -> int:
    return int(table.sheet(who).memo.get(DEAD_FOR, 0))


def _rounds_of_fight(table: Table, who: str) -> int:
    return table.scene.round if in_fight(table, who) else 0
